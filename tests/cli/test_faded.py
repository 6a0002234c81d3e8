"""How many have faded is one number, whoever says it; lines that agents load whole are never among them."""

from contextlib import closing

import pytest

from memtui.config.settings import Settings
from memtui.domain.decay import DecayRules
from memtui.domain.fading import has_faded
from memtui.domain.filter import FADED, Filter
from memtui.domain.instant import DAY, from_iso
from memtui.domain.memory import Draft, MemoryType, State
from memtui.domain.what_if import HORIZONS, outlook
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.states import drop
from memtui.review.what_if import sample
from memtui.store import memories, standing
from memtui.store.listing import Order, listing
from memtui.store.opening import open_store
from memtui.store.overview import overview
from memtui.store.past import Past
from memtui.tui.insights.figures import scanned
from memtui.tui.signs import FADED as FADED_SIGN
from memtui.tui.signs import signs_of
from tests.cli.conftest import NOW, Memtui
from tests.lifecycle.worlds import PERSON

FILES = (
    "/home/ada/shop/CLAUDE.md",
    "/home/ada/shop/AGENTS.md",
    "/home/ada/shop/.cursor/rules/style.mdc",
    "/home/ada/.claude/projects/shop/memory/port.md",
    "",
)
COUNT = 60


@pytest.fixture
def lived(memtui: Memtui) -> Memtui:
    """Lines of all ages and types from files that agents load whole, from notes and from no file."""
    now = from_iso(NOW)
    with open_store(memtui.db, clock=lambda: now) as store:
        drafts = [
            Draft(
                f"Line {n} of what is known",
                scope="/user" if n % 11 == 0 else "/project/shop",
                type=list(MemoryType)[n // 5 % 4],
                importance=(0.0, 0.01, 0.4, 0.5, 0.8, 1.0)[n % 6],
                pinned=n % 13 == 0,
                created_at=now - n * 7 * DAY,
                provenance={"source": "md", "path": FILES[n % 5]} if FILES[n % 5] else {},
            )
            for n in range(COUNT)
        ]
        ids = import_drafts(store, drafts, by=PERSON).ids
        drop(store, ids[40:45], by=PERSON)
    return memtui


def test_how_many_have_faded_and_will_is_the_same_everywhere(lived: Memtui) -> None:
    now = from_iso(NOW)
    listed = lived("list", "is:faded", "--limit", "99", "--json").json
    faded = {row["uid"] for row in listed}
    assert len(faded) == lived("stats", "--json").json["faded"]
    told = lived("whatif", "--json").json["now"]
    assert told["faded"] == len(faded)
    with open_store(lived.db, clock=lambda: now) as store:
        live = [m for m in memories.get_many(store, range(1, COUNT + 1)) if m.state is State.LIVE]
        assert {m.uid for m in live if has_faded(m, now, DecayRules())} == faded
        assert {
            m.uid
            for m in live
            if (FADED_SIGN, True) in signs_of(m, standing.Standing(), now, store.decay, secret=False)
        } == faded
        assert overview(store).faded == len(faded)
        insights = scanned(store, Settings())
        assert insights.faded == len(faded)
        with closing(Past(store)) as past:
            assert past.select(store, FADED, now).listing.count == len(faded)
            assert sum(past.weeks.faded.values()) == sum(m.half_life is not None for m in live)
        tried = outlook(sample(store, Settings()), DecayRules())
        assert (tried.faded, tried.fades) == (len(faded), {d: told["fades"][f"{d}d"] for d in HORIZONS})
        for ahead, count in insights.forecast:
            assert count == len(lived.texts(f"fades:{ahead}", "--limit", "99"))
            assert count == told["fades"].get(ahead, count)
    assert 5 < len(faded) < 30


def test_no_line_that_an_agent_loads_whole_comes_first_where_the_weakest_do(lived: Memtui) -> None:
    with open_store(lived.db, clock=lambda: from_iso(NOW)) as store:
        live = [m for m in memories.get_many(store, range(1, COUNT + 1)) if m.state is State.LIVE]
        whole = {m.id for m in live if m.provenance.get("path") in FILES[:3]}
        worth = {m.id for m in live if m.importance > 0.1}
        for order, turned in ((Order.STRENGTH, True), (Order.WORTH, False)):
            faded = listing(store, FADED, order=order, turned=turned)
            assert whole.isdisjoint(faded.ids(0, COUNT))
            weakest = listing(store, Filter(), order=order, turned=turned)
            assert whole.isdisjoint(worth & set(weakest.ids(0, 15)))

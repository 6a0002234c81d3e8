"""What has faded in the tables is what the domain says, at any time and threshold; old stores learn of it."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.decay import DecayRules
from memtui.domain.durations import Duration
from memtui.domain.fading import disuse_tells_from, fades_at, has_faded
from memtui.domain.filter import FADED, Filter
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, Memory, MemoryType, Origin, State
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.undo import undo
from memtui.store import memories, over_time, recording, repair, review_state, selection
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests.conftest import NOON, FrozenClock
from tests.lifecycle.worlds import PERSON
from tests.lifecycle.worlds import drafts as any_drafts

FILES = ("/home/ada/shop/CLAUDE.md", "/home/ada/notes/port.md", "/home/ada/.claude/CLAUDE.md", "")
HEARD, NEW, SILENT = "codex", "claude", "mem0"
"""Sources of which uses were reported for long, lately and never."""
REPORTED = {HEARD: NOON - 90 * DAY, NEW: NOON - 3 * DAY}
placed = st.builds(
    lambda draft, path, source, age, idle: replace(
        draft,
        origin=Origin.IMPORTED if source else Origin.AGENT,
        provenance={"path": path, "source": source} if path else {"source": source},
        created_at=NOON - age * DAY,
        last_accessed_at=NOON - min(age, idle) * DAY,
    ),
    any_drafts,
    st.sampled_from(FILES),
    st.sampled_from(["", HEARD, NEW, SILENT]),
    # Whole days, on which strengths come to lie at a threshold.
    st.integers(0, 400),
    st.integers(0, 400),
)
"""Drafts with any fields, from files that agents load whole and from others, their use reported or not."""


def note_reported(store: Store) -> None:
    with store.write() as tx:
        review_state.note_uses_reported(tx, REPORTED)


@pytest.fixture(scope="module")
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, clock: FrozenClock) -> Iterator[Store]:
    with open_store(Path(tmp_path_factory.mktemp("faded")) / "memories.db", clock=clock) as opened:
        yield opened


def _all(store: Store) -> list[Memory]:
    return memories.get_many(store, [row[0] for row in store.query("SELECT id FROM memories")])


@given(
    st.lists(placed, max_size=8),
    st.integers(-30, 400),
    st.sampled_from([0.0, 0.05, 0.125, 1.0]),
    st.integers(1, 99),
)
def test_the_tables_and_the_domain_agree_on_what_has_faded_and_what_will(
    store: Store, clock: FrozenClock, more: list[Draft], days: int, threshold: float, ahead: int
) -> None:
    import_drafts(store, more, by=PERSON)
    note_reported(store)
    store.decay = replace(DecayRules(), prune_threshold=threshold)
    rules = store.decay
    clock.now = NOON
    clock.forward(days=days)
    now, then = store.now(), store.now() + ahead * DAY
    live = [memory for memory in _all(store) if memory.state is State.LIVE]
    faded = {memory.id for memory in live if has_faded(memory, now, rules)}
    later = {memory.id for memory in live if has_faded(memory, then, rules)}
    assert set(selection.ids(store, FADED)) == faded
    assert set(selection.ids(store, Filter(fades=Duration(ahead, "d")))) == later - faded
    clock.now = NOON


def test_those_that_fade_next_come_in_the_order_in_which_they_fade(store: Store) -> None:
    note_reported(store)
    store.decay = DecayRules()
    rules = store.decay
    kinds = [*MemoryType, MemoryType.SEMANTIC]
    drafts = [
        Draft(
            f"Line {n} of the list",
            importance=0.2 + n % 9 / 10,
            type=kinds[n % 5],
            created_at=NOON - n * DAY,
            origin=Origin.IMPORTED if n % 3 else Origin.AGENT,
            provenance={"path": FILES[n % 4], "source": (HEARD, SILENT)[n % 2]},
        )
        for n in range(40)
    ]
    import_drafts(store, drafts, by=PERSON)
    coming = {
        memory.id: at
        for memory in _all(store)
        if (at := fades_at(memory, rules)) is not None
        and at > store.now() >= disuse_tells_from(memory, rules)
    }
    assert over_time.fading_next(store, 7) == sorted(coming, key=lambda i: (round(coming[i]), i))[:7]


def test_what_counts_as_faded_is_read_from_the_index_alone(store: Store) -> None:
    note_reported(store)
    where = selection.condition(store, FADED, store.now())
    plan = store.query(f"EXPLAIN QUERY PLAN SELECT count(*) FROM memories m WHERE {where.sql}", where.params)
    steps = [row[3] for row in plan]
    assert all("memories_by_strength (state=? AND half_life=? AND rank_key<?)" in step for step in steps[1:])
    assert any("COVERING INDEX" in step for step in steps), steps


def test_a_memory_that_comes_to_stand_in_an_agents_instructions_no_longer_fades(store: Store) -> None:
    old = Draft("The shop closes at six", created_at=NOON - 300 * DAY)
    (added,) = import_drafts(store, [old], by=PERSON).ids
    assert added in selection.ids(store, FADED)
    with store.write() as tx:
        op_id = recording.begin(tx, "edit", PERSON)
        recording.apply(tx, op_id, [added], {"provenance": json.dumps({"path": FILES[0]})})
        recording.finish(tx, op_id, 1)
    assert added not in selection.ids(store, FADED)
    undo(store, by=PERSON)
    assert added in selection.ids(store, FADED)


def test_a_store_of_an_older_version_learns_what_is_loaded_whole(tmp_path: Path, clock: FrozenClock) -> None:
    file = tmp_path / "memories.db"
    texts = {
        "/home/ada/shop/AGENTS.md": "Squash before merging",
        "/home/ada/notes/a.md": "Staging has port 81",
    }
    with open_store(file, clock=clock) as store:
        drafts = [
            Draft(text, created_at=NOON - 300 * DAY, provenance={"source": "md", "path": path})
            for path, text in texts.items()
        ]
        import_drafts(store, drafts, by=PERSON)
        notes = memories.same_text(store, texts["/home/ada/notes/a.md"])
    before = sqlite3.connect(file)
    # So it was ranked before: by type, scope, pin and use alone.
    before.execute(
        "UPDATE memories SET half_life = 30.0, rank_key = (SELECT rank_key FROM memories WHERE id = ?)",
        (notes[0].id,),
    )
    before.execute("UPDATE meta SET value = '1' || substr(value, 2) WHERE key = 'decay'")
    before.commit()
    assert before.execute("SELECT DISTINCT half_life FROM memories").fetchall() == [(30.0,)]
    before.close()
    with open_store(file, clock=clock) as store:
        assert not repair.ranks_are_old(store)
        assert selection.ids(store, FADED) == [notes[0].id]

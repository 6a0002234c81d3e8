"""After any sequence of changes a listing says what a freshly made one would say."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.filter import Filter, parse
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.outcome import Outcome
from memtui.lifecycle.propose import propose
from memtui.lifecycle.states import drop, restore
from memtui.lifecycle.undo import undo
from memtui.store import listing, memories, ranking
from memtui.store.database import Store
from memtui.store.listing import FixedListing, Order, RankedListing, TurnedListing
from memtui.store.listing import listing as listing_of
from memtui.store.opening import open_store
from tests.conftest import NOON
from tests.depth import examples
from tests.lifecycle.worlds import AGENT, PERSON, added, filled
from tests.review.planting import found

IDS = range(1, 61)


@pytest.fixture(autouse=True)
def small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a store of sixty as large for a listing as one of a million."""
    for name, size in {"_STEP": 3, "_AHEAD": 2, "_WALK": 7, "_WINDOW": 12}.items():
        monkeypatch.setattr(listing, name, size)
    monkeypatch.setattr(ranking, "SORT_BELOW", 0)
    monkeypatch.setattr(ranking, "_CLOSE_ENOUGH", 2)


class Listings(RuleBasedStateMachine):
    """A person works on what is looked at; a listing of each kind is told what changed."""

    by_agent = False
    """An agent's changes are no use of a memory, so they move it less."""

    @initialize(
        seeds=st.lists(
            st.tuples(st.sampled_from([0.0, 0.5, 0.9]), st.integers(0, 90)), min_size=60, max_size=60
        )
    )
    def fill(self, seeds: list[tuple[float, int]]) -> None:
        self.now = NOON
        self.folder = tempfile.TemporaryDirectory()
        self.store = open_store(Path(self.folder.name) / "memories.db", clock=lambda: self.now)
        drafts = [
            Draft(
                f"fact {n}",
                "/project" if n % 3 else "/other",
                importance=importance,
                created_at=NOON - days * DAY,
            )
            for n, (importance, days) in enumerate(seeds)
        ]
        import_drafts(self.store, drafts, by=PERSON)
        self.ranked = RankedListing(self.store, parse("in:/project"), NOON)
        self.dropped = RankedListing(self.store, parse("is:dropped"), NOON)
        self.fixed = FixedListing(self.store, parse("in:/project"), Order.STRENGTH, NOON)
        self.turned = TurnedListing(RankedListing(self.store, parse("in:/project"), NOON))
        self.seen = [self.ranked, self.dropped]

    def after(self, changed: Sequence[int]) -> None:
        self.now += 60
        for told in (self.ranked, self.dropped, self.fixed, self.turned):
            told.refresh(changed)

    @rule(start=st.integers(0, 60), size=st.integers(1, 20))
    def look(self, start: int, size: int) -> None:
        for told in self.seen:
            fresh = RankedListing(self.store, told.filter, NOON)
            assert told.ids(start, start + size) == fresh.ids(0, 100)[start : start + size]
        weakest = self.ranked.ids(0, 100)[::-1]
        assert self.turned.ids(start, start + size) == weakest[start : start + size]

    @rule(ids=st.lists(st.sampled_from(IDS), min_size=1, max_size=6, unique=True))
    def drop(self, ids: list[int]) -> None:
        self.after(drop(self.store, ids, by=PERSON).ids)

    @rule(ids=st.lists(st.sampled_from(IDS), min_size=1, max_size=6, unique=True), agent=st.booleans())
    def restore(self, ids: list[int], agent: bool) -> None:
        self.after(restore(self.store, ids, by=AGENT if agent else PERSON).ids)

    @rule(line=st.integers(0, 60), importance=st.sampled_from([0.0, 0.3, 0.9, 1.0]))
    def reweigh(self, line: int, importance: float) -> None:
        memory_id = self.ranked.id_at(line)
        if memory_id is not None:
            self.after(edit(self.store, [memory_id], Edit(importance=importance), by=PERSON).ids)

    @rule(ids=st.lists(st.sampled_from(IDS), min_size=1, max_size=3, unique=True), there=st.booleans())
    def move(self, ids: list[int], there: bool) -> None:
        wanted = Edit(scope="/project/deep" if there else "/other")
        self.after(edit(self.store, ids, wanted, by=AGENT).ids)

    @rule()
    def undo(self) -> None:
        outcome: Outcome | None = undo(self.store, by=PERSON)
        if outcome is not None:
            self.after(outcome.ids)

    @rule()
    def add(self) -> None:
        self.after([added(self.store, f"new at {self.now}", "/project")])

    @rule(memory_id=st.sampled_from(IDS))
    def find(self, memory_id: int) -> None:
        for told in self.seen:
            fresh = RankedListing(self.store, told.filter, NOON).ids(0, 100)
            line = told.position_of(memory_id)
            assert line == (fresh.index(memory_id) if memory_id in fresh else None)

    @precondition(lambda self: hasattr(self, "store"))
    @invariant()
    def counts_agree(self) -> None:
        for told in self.seen:
            assert told.count == len(RankedListing(self.store, told.filter, NOON).ids(0, 1000))
        fresh = FixedListing(self.store, self.fixed.filter, Order.STRENGTH, NOON)
        assert sorted(self.fixed.ids(0, 1000)) == sorted(fresh.ids(0, 1000))

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()


def test_a_listing_agrees_with_a_fresh_one_after_anything() -> None:
    run_state_machine_as_test(
        Listings, settings=settings(max_examples=examples(60), stateful_step_count=25, deadline=None)
    )


@pytest.fixture
def fixed(store: Store) -> FixedListing:
    filled(store, 12)
    lines = listing_of(store, parse("fact"))
    assert isinstance(lines, FixedListing)
    return lines


@pytest.mark.parametrize("chosen", [[4], [3, 6], [6, 3], [1, 2, 3], [12, 1, 7]])
def test_an_undo_puts_every_line_back_where_it_was(
    store: Store, fixed: FixedListing, chosen: list[int]
) -> None:
    before = fixed.ids(0, 100)
    fixed.refresh(drop(store, chosen, by=PERSON).ids)
    assert fixed.ids(0, 100) == [i for i in before if i not in chosen]
    outcome = undo(store, by=PERSON)
    assert outcome is not None
    fixed.refresh(outcome.ids)
    assert fixed.ids(0, 100) == before


def test_two_drops_undone_one_by_one_put_every_line_back(store: Store, fixed: FixedListing) -> None:
    before = fixed.ids(0, 100)
    for chosen in ([5, 6], [2, 9]):
        fixed.refresh(drop(store, chosen, by=PERSON).ids)
    for _ in range(2):
        outcome = undo(store, by=PERSON)
        assert outcome is not None
        fixed.refresh(outcome.ids)
    assert fixed.ids(0, 100) == before


def test_what_no_longer_matches_leaves_and_what_is_new_comes_first(store: Store, fixed: FixedListing) -> None:
    fixed.refresh(edit(store, [5], Edit(text="something else"), by=PERSON).ids)
    fixed.refresh([added(store, "one more fact")])
    assert fixed.position_of(5) is None
    assert fixed.position_of(13) == 0
    assert fixed.count == 12


def test_what_is_taken_out_leaves_the_others_in_their_order(store: Store) -> None:
    filled(store, 40)
    lines = RankedListing(store, Filter(), NOON)
    before = lines.ids(0, 40)
    lines.refresh(drop(store, before[3:4], by=PERSON).ids)
    assert lines.ids(0, 39) == before[:3] + before[4:]


@pytest.mark.few(6)
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("order", list(Order))
def test_every_order_lists_everything_once_from_either_end(store: Store, order: Order, turned: bool) -> None:
    filled(store, 30)
    lines = listing_of(store, Filter(), order=order, turned=turned)
    assert sorted(lines.ids(0, lines.count)) == list(range(1, 31))
    assert [lines.position_of(i) for i in lines.ids(0, 30)] == list(range(30))
    assert (lines.id_at(-1), lines.id_at(30), lines.ids(-5, 0)) == (None, None, [])


def test_both_kinds_of_listing_give_one_order(store: Store) -> None:
    drafts = [
        Draft(f"fact {n}", "/project", importance=n % 5 / 4, created_at=NOON - n * DAY) for n in range(50)
    ]
    import_drafts(store, drafts, by=PERSON)
    ranked = RankedListing(store, parse("in:/project"), NOON)
    fixed = FixedListing(store, parse("in:/project"), Order.STRENGTH, NOON)
    assert ranked.ids(0, 50) == fixed.ids(0, 50)


@pytest.mark.few(3)
@pytest.mark.parametrize("order", list(Order))
def test_turned_round_an_order_begins_at_its_end(store: Store, order: Order) -> None:
    filled(store, 30)
    there, back = (
        listing_of(store, Filter(), order=order, turned=turned).ids(0, 30) for turned in (False, True)
    )
    assert back == there[::-1]


def test_what_is_large_can_come_first(store: Store) -> None:
    filled(store, 5)
    edit(store, [4], Edit(text="a fact that takes many more words than all the others do"), by=PERSON)
    assert listing_of(store, Filter(), order=Order.LARGEST).id_at(0) == 4


def test_worth_a_look_is_what_review_doubts_then_what_expired_then_what_is_weak(store: Store) -> None:
    drafts = [Draft(f"fact {number}", importance=0.9 - number / 10) for number in range(6)]
    drafts[2] = replace(drafts[2], expires_at=NOON - DAY)
    import_drafts(store, drafts, by=PERSON)

    def doubt(kind: Kind, memory_id: int, confidence: float) -> None:
        change = Change(Deed.DROP, gone=(memory_id,))
        (memory,) = memories.get_many(store, [memory_id])
        propose(store, [replace(found(kind, [memory], change), confidence=confidence)])

    doubt(Kind.PROMOTE, 1, 1.0)
    doubt(Kind.JUNK, 4, 0.6)
    doubt(Kind.DUPLICATE, 2, 0.9)
    doubt(Kind.SECRET, 5, 0.5)
    assert listing_of(store, Filter(), order=Order.WORTH).ids(0, 9) == [5, 4, 2, 3, 6, 1]

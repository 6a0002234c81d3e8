"""A day that is read by itself is the day that is read from all of them."""

import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Draft
from memtui.lifecycle import states
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store import said_then, scopes
from memtui.store.database import Store
from memtui.store.each_day import EachDay
from memtui.store.errors import Interrupted
from memtui.store.opening import open_store
from memtui.store.past import Past
from tests.conftest import NOON, FrozenClock
from tests.lifecycle.worlds import PERSON, added
from tests.store.test_past import SCOPES, days, do, drafts

times = st.lists(st.floats(-900, 60), max_size=3)


@contextmanager
def _both(store: Store) -> Iterator[tuple[Past, EachDay]]:
    """Replay the journal, and keep what reads single days meanwhile."""
    meanwhile: list[EachDay] = []
    with closing(Past(store, readable=meanwhile.append)) as past, closing(meanwhile[0]) as each:
        yield past, each


def _same(past: Past, each: EachDay, when: Instant) -> None:
    for scope in SCOPES:
        day, there = each.day(when, scope), past.listing(when, scope)
        ids = there.ids(0, 500)
        assert day.listing.ids(0, 500) == ids
        assert day.listing.now == when
        assert said_then.as_they_were(past.store, ids, when, day.half_lives) == past.memories(ids, when)
    assert scopes.with_totals(each.by_scope(when)) == past.tree(when)


@given(drafts, days, drafts, times)
def test_a_day_read_by_itself_is_that_of_the_whole_replay(
    first: list[Draft], lived: list[list[tuple[str, object]]], later: list[Draft], more: list[float]
) -> None:
    clock = FrozenClock()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(Path(folder, "memories.db"), clock=clock) as store,
    ):
        _take_in(store, first, "first")
        looked_at = [clock.now]
        for number, day in enumerate(lived):
            for act, what in day:
                clock.forward(days=0.1)
                do(store, act, what)
            if number == 0:
                _take_in(store, later, "later")
            clock.forward(days=1)
            looked_at += [clock.now - DAY / 2, clock.now]
        with _both(store) as (past, each):
            for when in [*looked_at, *(NOON + day * DAY for day in more)]:
                _same(past, each, when)


def _take_in(store: Store, given: list[Draft], name: str) -> None:
    unlike = [replace(draft, text=f"{name} fact {number}") for number, draft in enumerate(given)]
    import_drafts(store, unlike, by=PERSON)


def test_a_day_can_be_read_before_the_replay_is_done_and_no_longer_once_it_is_closed(
    store: Store, clock: FrozenClock
) -> None:
    added(store, "Ports are in the wiki")
    clock.forward(days=1)
    states.drop(store, [1], by=PERSON)
    seen: list[list[int]] = []

    def look(each: EachDay) -> None:
        seen.append([each.day(when).listing.count for when in (NOON - DAY, NOON, clock.now)])
        each.close()
        with pytest.raises(Interrupted):
            each.day(NOON)

    Past(store, readable=look).close()
    assert seen == [[0, 1, 0]]


def test_what_nobody_waits_for_any_more_is_given_up(store: Store) -> None:
    added(store, "Ports are in the wiki")
    told: list[float] = []

    def tell(share: float) -> None:
        told.append(share)
        if share > 0.5:
            raise Interrupted

    with pytest.raises(Interrupted):
        Past(store, tell)
    assert told[-1] < 1


def test_the_past_is_current_until_somebody_writes(store: Store) -> None:
    added(store, "Ports are in the wiki")
    with closing(Past(store)) as past:
        assert past.is_current
        added(store, "Cups have lids")
        assert not past.is_current

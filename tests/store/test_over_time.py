"""Figures over time agree with what the filters find."""

from datetime import timedelta

import pytest

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.days import day_of, instant_of
from memtui.domain.filter import FADED, Filter, parse
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, MemoryType, State
from memtui.lifecycle.access import touch
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.learn import Lesson, learn
from memtui.lifecycle.states import archive, drop, restore
from memtui.lifecycle.undo import undo
from memtui.store import memories, over_time, selection, statistics
from memtui.store.database import Store
from memtui.store.standing import standings
from tests.conftest import NOON, FrozenClock
from tests.lifecycle.worlds import AGENT, PERSON, added


@pytest.fixture
def lived(store: Store, clock: FrozenClock) -> Store:
    """Sixty memories of two months, some used, dropped or archived over three weeks."""
    types = list(MemoryType)
    import_drafts(
        store,
        (
            Draft(
                f"Statement {n} " + "x" * n,
                f"/project/p{n % 12}",
                type=types[n % 4],
                created_at=NOON - n * DAY,
                last_accessed_at=NOON - n / 2 * DAY if n % 5 == 0 else None,
                access_count=n % 5 == 0,
            )
            for n in range(60)
        ),
        by=PERSON,
    )
    for week in range(3):
        clock.forward(days=7)
        touch(store, range(1, 40, week + 2), by=AGENT)
        drop(store, [10 * week + 5, 10 * week + 6], by=PERSON)
        archive(store, [10 * week + 7], by=PERSON)
    return store


def test_growth_ends_with_what_lives_now_and_lost_what_left(lived: Store) -> None:
    grown = over_time.growth(lived, 81)
    assert grown.live[-1] == selection.count(lived, Filter()) == 51
    ends = [grown.start + grown.step * (place + 1) for place in range(81)]
    before = sum(end <= NOON + 6 * DAY for end in ends) - 1
    assert grown.live[before] == 60


def test_growth_by_type_ends_with_what_the_filter_of_the_type_finds(lived: Store) -> None:
    grown = over_time.growth(lived, 81)
    for kind in MemoryType:
        assert grown.by_type[kind][-1] == selection.count(lived, parse(f"type:{kind}"))


def test_every_day_of_the_calendar_counts_what_its_filter_finds(lived: Store) -> None:
    days = over_time.calendar(lived, lived.now() - 100 * DAY)
    assert sum(days.made.values()) == 51
    assert len(days.used) > 5
    for ago in range(100):
        day = day_of(lived.now()) - timedelta(days=ago)
        assert days.made.get(day, 0) == selection.count(lived, parse(f"made:{day}"))
        assert days.used.get(day, 0) == selection.count(lived, parse(f"used:{day}"))


def test_the_uses_of_every_day_are_what_its_filter_finds(lived: Store) -> None:
    used = over_time.uses(lived, lived.now() - 100 * DAY, DAY)
    assert len(used) > 5
    for ago in range(100):
        day = day_of(lived.now()) - timedelta(days=ago)
        assert used.get(int(instant_of(day) / DAY), 0) == selection.count(lived, parse(f"used:{day}"))


def test_a_forecast_counts_what_is_below_the_threshold_by_then(lived: Store, clock: FrozenClock) -> None:
    ahead = over_time.forecast(lived)
    faded = selection.count(lived, FADED)
    for duration, count in ahead:
        clock.now = duration.after(NOON + 21 * DAY)
        assert count == selection.count(lived, FADED) - faded
    counts = [count for _, count in ahead]
    assert counts == sorted(counts)
    assert counts[-1] > 0


def test_all_scopes_are_counted_though_few_are_named(lived: Store) -> None:
    named, count = statistics.largest_scopes(lived, 5)
    assert (len(named), count) == (5, 12)


def test_uses_are_summed_by_client(lived: Store) -> None:
    loaded = over_time.loaded(lived, 3)
    assert loaded.clients == [(AGENT.client, 20 + 13 + 10)]
    assert len(loaded.most) == 3


def test_no_agent_is_a_person_and_no_use_is_one_that_was_undone(store: Store, clock: FrozenClock) -> None:
    ids = [added(store, f"The kiln {n} is hot") for n in range(3)]
    screen = Actor(ActorKind.PERSON, "screen", "sitting")
    drop(store, ids, by=screen)
    clock.forward(seconds=1)
    restore(store, ids[:1], by=screen)
    clock.forward(seconds=1)
    undone = restore(store, ids[1:2], by=AGENT).op
    assert undone is not None
    undo(store, by=screen, op_id=undone.id)
    clock.forward(seconds=1)
    touch(store, [ids[0]], by=AGENT)
    loaded = over_time.loaded(store, 3)
    assert loaded.clients == [(AGENT.client, 1)]
    assert loaded.most == [(ids[0], 1)]


def test_what_any_act_brought_counts_as_added(store: Store) -> None:
    added(store, "The kiln is hot")
    import_drafts(store, [Draft("The till is broken"), Draft("The oven is new")], by=PERSON, detail="a list")
    import_drafts(store, [Draft("The sink leaks")], by=PERSON, detail="a list")
    undo(store, by=PERSON)
    learn(store, [Lesson(Draft("The door sticks"))], by=AGENT)
    assert statistics.stats(store).added_per_week[-1] == 4


def test_the_size_counts_what_is_not_in_the_file_yet(store: Store) -> None:
    added(store, "The kiln is hot " * 900)
    log = store.path.with_name(f"{store.path.name}-wal")
    assert statistics.stats(store).file_bytes == store.path.stat().st_size + log.stat().st_size
    assert log.stat().st_size > 0


def test_what_came_in_dropped_was_not_dropped_here(store: Store) -> None:
    import_drafts(store, [Draft("The old till", state=State.DROPPED)], by=PERSON, detail="a list")
    kept = added(store, "The new till")
    drop(store, [kept], by=PERSON)
    ids = [memory_id for memory_id, _ in memories.dropped(store)]
    known = standings(store, ids, since=None, gone=ids)
    assert [i for i in ids if known[i].gone is not None] == [kept]
    assert statistics.stats(store).dropped_per_week[-1] == 1

"""What other settings of fading would do: counted from a real store, and tried on its recorded uses."""

from dataclasses import replace

import pytest

from memtui.config.settings import Settings
from memtui.domain.decay import DecayRules
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.what_if import Sample, changed_settings, outlook
from memtui.lifecycle.access import touch
from memtui.review.rule import Context
from memtui.review.rules.fading import RULE, faded_unused
from memtui.review.what_if import sample
from memtui.store import memories
from memtui.store.database import Store
from tests.conftest import FrozenClock
from tests.lifecycle.worlds import AGENT, added

RULES = DecayRules()


def with_life(kind: MemoryType, days: float) -> DecayRules:
    return replace(RULES, half_lives={**RULES.half_lives, kind: days})


def read(store: Store, most: int = 20_000) -> Sample:
    return sample(store, Settings(), most)


@pytest.fixture
def aged(store: Store, clock: FrozenClock) -> Store:
    """A store with memories of all types and ages, some of which review spares."""
    for number in range(24):
        kind = list(MemoryType)[number % 4]
        added(store, f"Fact {number} of all", type=kind, importance=0.1 + number / 30, pinned=number == 6)
        clock.forward(days=9)
    added(store, "We decided on SQLite", type=MemoryType.EPISODIC, categories=("decision",))
    added(store, "Ada types on a Framework", "/user", importance=0.01)
    clock.forward(days=60)
    # Where no use was ever reported, disuse alone proposes nothing.
    touch(store, [3], by=AGENT)
    return store


def test_what_has_faded_and_is_proposed_is_what_review_says(aged: Store) -> None:
    now = Context(aged, Settings(), aged.now())
    live = memories.get_many(aged, list(range(1, 27)))
    found = outlook(read(aged), RULES)
    assert found.proposed == [memory.id for memory in live if RULE.look(memory, now)]
    assert 0 < len(found.proposed) < sum(faded_unused(memory, now) for memory in live) + 1
    assert found.proposed


def test_other_rules_are_what_review_would_say_under_them(aged: Store) -> None:
    wanted = replace(
        with_life(MemoryType.SEMANTIC, 3.0), prune_threshold=0.3, prune_after_days=70.0, stretch=0.0
    )
    found = outlook(read(aged), wanted)
    aged.decay = wanted
    now = Context(aged, Settings(), aged.now())

    def under_them(memory: Memory) -> Memory:
        return replace(memory, half_life=wanted.half_life_of(memory, ()))

    live = [under_them(memory) for memory in memories.get_many(aged, list(range(1, 27)))]
    assert found.proposed == [memory.id for memory in live if RULE.look(memory, now)]
    assert found.proposed != outlook(read(aged), RULES).proposed


def test_what_fades_is_counted_by_when_and_not_what_has_faded_already(
    store: Store, clock: FrozenClock
) -> None:
    # A fact of importance 0.4 falls below 0.05 after three half-lives.
    added(store, "Falls in ninety days", importance=0.4)
    now = outlook(read(store), RULES)
    assert (now.faded, now.fades) == (0, {30: 0, 90: 0, 365: 1})
    assert outlook(read(store), with_life(MemoryType.SEMANTIC, 9.0)).fades == {30: 1, 90: 1, 365: 1}
    clock.forward(days=91)
    gone = outlook(read(store), RULES)
    assert (gone.faded, gone.fades) == (1, {30: 0, 90: 0, 365: 0})


def test_a_use_that_came_to_something_proposed_before_is_late(store: Store, clock: FrozenClock) -> None:
    used = added(store, "Staging has a port of its own", type=MemoryType.EPISODIC, importance=0.5)
    clock.forward(days=50)
    touch(store, [used], by=AGENT)
    clock.forward(days=10)
    touch(store, [used], by=AGENT)
    tried = read(store)
    assert [use.touched < use.until for use in tried.uses] == [True, True]
    assert [use.id for use in outlook(tried, RULES).late] == [used]
    assert outlook(tried, with_life(MemoryType.EPISODIC, 60.0)).late == []
    assert outlook(tried, replace(RULES, prune_after_days=55.0)).late == []


def test_uses_that_are_known_as_a_count_only_say_nothing_of_the_first_recorded(
    store: Store, clock: FrozenClock
) -> None:
    used = added(store, "The shop opens at nine", type=MemoryType.EPISODIC, access_count=3, session_count=3)
    clock.forward(days=50)
    touch(store, [used], by=AGENT)
    assert read(store).uses == []
    clock.forward(days=50)
    touch(store, [used], by=AGENT)
    assert [use.sessions for use in read(store).uses] == [4]


def test_a_use_of_what_review_spares_is_never_late(store: Store, clock: FrozenClock) -> None:
    kept = added(store, "Pinned for good", type=MemoryType.EPISODIC, pinned=True)
    much = added(store, "Used all the time", type=MemoryType.EPISODIC, access_count=12, session_count=1)
    touch(store, [much], by=AGENT)
    clock.forward(days=200)
    touch(store, [kept, much], by=AGENT)
    assert outlook(read(store), RULES).late == []


def test_a_sample_is_the_same_each_time_and_says_how_far_it_may_be_off(store: Store) -> None:
    for number in range(300):
        added(store, f"Fact number {number}", type=MemoryType.EPISODIC, importance=0.01)
    part, whole = read(store, 60), read(store)
    assert whole.is_whole
    assert (whole.scaled(300), whole.margin(150)) == (300, 0)
    assert not part.is_whole
    assert 30 < part.read < 90
    assert part == read(store, 60)
    found = outlook(part, RULES)
    assert found.faded == part.read
    assert part.scaled(found.faded) == 300
    assert part.margin(part.read // 2) > 20


def test_the_settings_that_differ_are_named(store: Store) -> None:
    wanted = replace(with_life(MemoryType.PROCEDURAL, 90.0), stretch=2.0)
    assert changed_settings(RULES, wanted) == {"decay.half_lives.procedural": 90.0, "decay.stretch": 2.0}
    assert changed_settings(RULES, DecayRules()) == {}

"""What is used again and again, in many sessions and over a while, is proposed for a more lasting type."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.config.settings import Promote, Review, Settings
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.deeds import Deed
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Finding
from memtui.lifecycle.access import touch
from memtui.review.rules import fading
from memtui.review.rules.promote import RULE
from memtui.store import memories
from memtui.store.database import Store
from tests.conftest import FrozenClock
from tests.depth import SHARED
from tests.review.planting import plant
from tests.review.unstored import context, memory

EVENT = "Migration 0042 failed on staging because the table was locked"


def use(store: Store, clock: FrozenClock, it: Memory, *sessions: str, every: float = 0.0) -> Memory:
    """Use a memory once in each of these sessions, so many days apart, and return it as it is then."""
    for session in sessions:
        touch(store, [it.id], by=Actor(ActorKind.AGENT, "agent", session))
        clock.forward(days=every)
    now = memories.get(store, it.id)
    assert now is not None
    return now


def proposed(store: Store, it: Memory, settings: Settings | None = None) -> Finding | None:
    return RULE.look(it, context(store, store.now(), settings))


def planted(store: Store, **more: object) -> Memory:
    return plant(store, EVENT, type=MemoryType.EPISODIC, days_ago=100, **more)  # type: ignore[arg-type]


def test_an_event_used_five_times_in_three_sessions_over_two_weeks_becomes_a_fact(
    store: Store, clock: FrozenClock
) -> None:
    found = proposed(store, use(store, clock, planted(store), "a", "b", "b", "c", "c", every=3.5))
    assert found is not None
    assert (found.change.deed, found.change.type) == (Deed.RETYPE, MemoryType.SEMANTIC)
    assert found.reason == "used 5 times in 3 sessions over 14 days: an event that serves as a fact"
    facts = dict(found.evidence.facts)
    assert (facts["accesses"], facts["sessions"], facts["over"]) == ("5", "3", "14 days")


def test_five_uses_in_one_session_are_one_session(store: Store, clock: FrozenClock) -> None:
    assert proposed(store, use(store, clock, planted(store), *"aaaaa", every=5)) is None


def test_four_uses_are_not_enough(store: Store, clock: FrozenClock) -> None:
    assert proposed(store, use(store, clock, planted(store), *"abcd", every=5)) is None


@pytest.mark.parametrize(("every", "enough"), [(0.0, False), (0.1, False), (3.4, False), (3.5, True)])
def test_the_days_run_from_the_first_use_to_the_last_not_from_its_creation(
    store: Store, clock: FrozenClock, every: float, enough: bool
) -> None:
    found = proposed(store, use(store, clock, planted(store), *"abcde", every=every))
    assert (found is not None) is enough


def test_uses_at_one_instant_do_not_look_like_uses_long_ago(store: Store, clock: FrozenClock) -> None:
    assert proposed(store, use(store, clock, planted(store), *"aaabbc")) is None


def test_uses_that_are_known_only_as_a_count_reach_back_to_its_creation(store: Store) -> None:
    found = proposed(store, planted(store, accesses=6, sessions=4, used_days_ago=10))
    assert found is not None
    assert dict(found.evidence.facts)["over"] == "90 days"


def test_the_settings_say_how_much_use_it_takes(store: Store, clock: FrozenClock) -> None:
    it = use(store, clock, planted(store), *"ab", every=2)
    eager = Settings(review=Review(promote=Promote(accesses=2, sessions=2, days=2)))
    assert proposed(store, it) is None
    assert proposed(store, it, eager) is not None


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("Run make migrate before the tests", MemoryType.PROCEDURAL),
        ("To release, tag the commit and wait for CI", MemoryType.PROCEDURAL),
        ("When the queue stalls, restart the worker", MemoryType.PROCEDURAL),
        ("The cache has to be cleared after a deploy", MemoryType.PROCEDURAL),
        ("Deploy failed on Friday because the disk was full", MemoryType.SEMANTIC),
        ("Restart fixed the queue on 3 March", MemoryType.SEMANTIC),
        ("Ada met the tax office on 3 March", MemoryType.SEMANTIC),
    ],
)
def test_what_reads_as_a_how_to_becomes_one(store: Store, text: str, becomes: MemoryType) -> None:
    found = proposed(store, memory(text, age=90, idle=1, accesses=9))
    assert found is not None
    assert found.change.type is becomes


@pytest.mark.parametrize(
    ("text", "categories", "lasts"),
    [
        ("Never push to main without a review", ("decision",), True),
        ("User's name is Ada", (), True),
        ("Answers in British English", ("preference",), True),
        ("Migrations must be reversible", (), True),
        ("Atlas listens on port 8080", ("infra",), False),
        ("CI always fails on the first Friday", ("observation",), False),
        ("Never " + "push to main without a review, and " * 20, (), False),
    ],
)
def test_only_short_rules_and_identity_become_constitutional(
    store: Store, text: str, categories: tuple[str, ...], lasts: bool
) -> None:
    for kind in (MemoryType.SEMANTIC, MemoryType.PROCEDURAL):
        it = memory(text, age=100, idle=1, accesses=12, categories=categories, memory_type=kind)
        found = proposed(store, it)
        assert (found is not None) is lasts
        assert found is None or (found.change.type, found.batch) == (MemoryType.CONSTITUTIONAL, "")


def test_durable_means_ninety_days_and_ten_sessions(store: Store) -> None:
    rule = memory(
        "Never push to main", age=91, idle=1, accesses=30, sessions=10, memory_type=MemoryType.SEMANTIC
    )
    assert proposed(store, rule) is not None
    assert proposed(store, replace(rule, session_count=9)) is None
    assert proposed(store, replace(rule, created_at=rule.created_at + 3600 * 25)) is None


def test_what_is_to_pass_is_not_made_to_last(store: Store) -> None:
    used = memory(EVENT, age=90, idle=1, accesses=9)
    assert proposed(store, used) is not None
    assert proposed(store, replace(used, categories=("session_state",))) is None
    assert proposed(store, replace(used, expires_at=used.created_at + 1e9)) is None
    assert proposed(store, replace(used, type=MemoryType.CONSTITUTIONAL)) is None


def test_a_rejected_promotion_comes_back_only_when_the_uses_have_doubled(store: Store) -> None:
    found = [proposed(store, memory(EVENT, age=90, idle=1, accesses=n)) for n in (5, 6, 9, 10, 19, 20)]
    asked = [finding.identity for finding in found if finding]
    assert asked[0] == asked[1] == asked[2] != asked[3]
    assert asked[3] == asked[4] != asked[5]


@given(st.integers(0, 60), st.integers(0, 60), st.floats(0, 400))
@settings(suppress_health_check=SHARED)
def test_less_use_than_the_settings_ask_for_is_never_enough(
    store: Store, accesses: int, sessions: int, days: float
) -> None:
    it = memory(EVENT, age=days + 1, idle=1, accesses=accesses, sessions=min(sessions, accesses))
    enough = accesses >= 5 and min(sessions, accesses) >= 3 and days >= 14
    assert (proposed(store, it) is not None) is enough


def test_what_has_faded_since_is_left_to_the_fading_rule(store: Store) -> None:
    it = memory(EVENT, age=200, idle=80, accesses=6)
    assert proposed(store, it) is None
    assert fading.RULE.look(it, context(store)) is not None
    assert proposed(store, memory(EVENT, age=200, idle=20, accesses=6)) is not None


def test_pinned_ones_are_single_cards(store: Store) -> None:
    both = [
        proposed(store, memory(EVENT, age=90, idle=1, accesses=9, pinned=pinned)) for pinned in (False, True)
    ]
    assert [finding.batch for finding in both if finding] == ["events that serve as facts", ""]


def test_a_pinned_one_says_once_that_it_never_fades(store: Store) -> None:
    pinned = proposed(store, memory(EVENT, age=90, idle=1, accesses=9, pinned=True))
    assert pinned is not None
    assert dict(pinned.evidence.facts)["fades"] == "never"

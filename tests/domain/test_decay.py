"""Strength follows the formula, never compounds, and its order never needs computing."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.decay import (
    MAX_HALF_LIFE,
    MIN_HALF_LIFE,
    NEVER,
    DecayRules,
    elapsed_halvings,
    explain,
    rank_key,
    relevance,
    strength,
    use_step,
)
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import MemoryType

NOW: Instant = 1_795_000_000.0
LIVES = [None, MIN_HALF_LIFE, 7.0, 10.5, 30.0, 180.0, MAX_HALF_LIFE]

importances = st.floats(0.0, 1.0)
touches = st.floats(0.0, NOW)
lives = st.sampled_from(LIVES)
nows = st.floats(NOW, NOW + 400 * DAY)


def log2_strength(key: float, half_life: float | None, now: float) -> float:
    """Return the base-2 logarithm of the strength at `now` of a memory with this rank key."""
    return key - elapsed_halvings(now, half_life)


def half_life(rules: DecayRules | None = None, **wanted: object) -> float | None:
    asked: dict[str, object] = {
        "memory_type": MemoryType.SEMANTIC,
        "scope": "/project",
        "pinned": False,
        "session_count": 0,
    }
    return (rules or DecayRules()).half_life(**{**asked, **wanted})  # type: ignore[arg-type]


def test_a_half_life_halves() -> None:
    assert strength(0.8, NOW - 30 * DAY, 30.0, NOW) == pytest.approx(0.4)
    assert strength(0.8, NOW - 60 * DAY, 30.0, NOW) == pytest.approx(0.2)


@given(importances, touches, lives, nows)
def test_strength_is_importance_times_two_to_minus_idle_over_half_life(
    importance: float, touched: Instant, life: float | None, now: Instant
) -> None:
    expected = importance if life is None else importance * 2 ** (-((now - touched) / DAY) / life)
    assert strength(importance, touched, life, now) == pytest.approx(expected, rel=1e-9, abs=1e-300)


def test_reading_every_day_does_not_compound() -> None:
    read_daily = [strength(1.0, NOW, 30.0, NOW + day * DAY) for day in range(31)]
    assert read_daily[30] == pytest.approx(0.5)


def test_a_touch_that_lies_ahead_is_no_idle_time() -> None:
    assert strength(0.7, NOW + DAY, 7.0, NOW) == 0.7


@given(st.floats(1e-6, 1.0), touches, lives, nows)
def test_the_rank_key_holds_the_logarithm_of_the_strength(
    importance: float, touched: Instant, life: float | None, now: Instant
) -> None:
    computed = math.log2(importance) - (0.0 if life is None else (now - touched) / DAY / life)
    stored = log2_strength(rank_key(importance, touched, life), life, now)
    assert stored == pytest.approx(computed, rel=1e-6, abs=1e-6)


@given(st.floats(1e-9, 1.0), touches, lives, nows)
def test_a_rank_key_and_its_strength_lead_to_each_other_exactly(
    importance: float, touched: Instant, life: float | None, now: Instant
) -> None:
    key = rank_key(importance, touched, life)
    assert log2_strength(key, life, now) + elapsed_halvings(now, life) == key


@given(importances, touches, importances, touches, lives, nows, nows)
def test_within_a_half_life_the_order_never_changes(
    one: float,
    one_at: Instant,
    other: float,
    other_at: Instant,
    life: float | None,
    now: Instant,
    late: Instant,
) -> None:
    keys = rank_key(one, one_at, life), rank_key(other, other_at, life)
    now_first, now_second = (log2_strength(key, life, now) for key in keys)
    late_first, late_second = (log2_strength(key, life, late) for key in keys)
    assert (keys[0] < keys[1]) == (now_first < now_second) == (late_first < late_second)
    assert (keys[0] == keys[1]) == (now_first == now_second) == (late_first == late_second)


@given(st.floats(1e-6, 1.0), touches, lives, st.floats(1e-6, 1.0), touches, lives, nows)
def test_the_order_by_rank_key_is_the_order_by_strength(
    one: float,
    one_at: Instant,
    one_life: float | None,
    other: float,
    other_at: Instant,
    other_life: float | None,
    now: Instant,
) -> None:
    def computed(importance: float, touched: Instant, life: float | None) -> float:
        return math.log2(importance) - (0.0 if life is None else (now - touched) / DAY / life)

    first, second = computed(one, one_at, one_life), computed(other, other_at, other_life)
    ranked = (
        log2_strength(rank_key(one, one_at, one_life), one_life, now),
        log2_strength(rank_key(other, other_at, other_life), other_life, now),
    )
    if not math.isclose(first, second, rel_tol=1e-9, abs_tol=1e-7):
        assert (first < second) == (ranked[0] < ranked[1])


def test_importance_zero_is_last_at_any_time() -> None:
    assert rank_key(0.0, NOW, 30.0) == NEVER
    assert log2_strength(NEVER, MIN_HALF_LIFE, NOW) == NEVER < log2_strength(-1e9, None, NOW)


def test_use_stretches_the_half_life_in_fixed_steps() -> None:
    assert [use_step(sessions) for sessions in (0, 1, 2, 3, 4, 7, 8, 1000)] == [1, 1, 1.5, 1.5, 2, 2, 3, 3]
    assert half_life(session_count=8) == 90.0
    assert half_life(DecayRules(stretch=0.0), session_count=8) == 30.0
    assert half_life(DecayRules(stretch=2.0), session_count=8) == 150.0


@pytest.mark.parametrize(
    ("kind", "days"),
    [
        (MemoryType.EPISODIC, 7.0),
        (MemoryType.SEMANTIC, 30.0),
        (MemoryType.PROCEDURAL, 180.0),
        (MemoryType.CONSTITUTIONAL, None),
    ],
)
def test_the_half_life_goes_by_type(kind: MemoryType, days: float | None) -> None:
    assert half_life(memory_type=kind) == days


def test_pinned_exempt_and_switched_off_do_not_fade() -> None:
    assert half_life(pinned=True) is None
    assert half_life(scope="/user/habits") is None
    assert half_life(scope="/username") == 30.0
    assert half_life(DecayRules(enabled=False)) is None


def test_a_type_that_is_not_listed_takes_the_general_half_life() -> None:
    assert half_life(DecayRules(half_life_days=12.0, half_lives={})) == 12.0


def test_the_fingerprint_of_the_rules_moves_exactly_when_a_half_life_could() -> None:
    rules = DecayRules()
    assert rules.fingerprint == DecayRules(prune_threshold=0.5, prune_after_days=1).fingerprint
    assert rules.fingerprint == DecayRules(half_life_days=99.0).fingerprint
    changed = [
        DecayRules(enabled=False),
        DecayRules(exempt_scopes=()),
        DecayRules(half_lives={MemoryType.EPISODIC: 8.0}),
        DecayRules(stretch=0.5),
    ]
    assert len({rules.fingerprint, *(other.fingerprint for other in changed)}) == 5


def test_the_sum_is_shown_as_a_person_would_write_it() -> None:
    assert explain(0.87, NOW - 9 * DAY, 30.0, NOW) == "0.87 × 2^(−9/30) = 0.71"
    assert explain(0.9, NOW, None, NOW) == "0.90, does not fade"


def test_relevance_is_one_at_most_and_the_weightiest_category_counts() -> None:
    assert relevance(age_days=0, idle=0, access_count=10, categories=("decision",)) == pytest.approx(1.0)
    assert relevance(age_days=0, idle=0, access_count=0, categories=()) == pytest.approx(0.6)
    both = relevance(age_days=3, idle=3, access_count=0, categories=("tool_output", "gotcha"))
    assert both == relevance(age_days=3, idle=3, access_count=0, categories=("gotcha",))

"""The course of a strength over time agrees with the strength that decay gives at each time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain import decay
from memtui.domain.course import Use, course
from memtui.domain.decay import DecayRules
from memtui.domain.fading import fades_at
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, MemoryType, Origin, State
from tests.conftest import NOON

RULES = DecayRules()


def _memory(uses: list[Use], importance: float = 0.8, sessions: int | None = None) -> Memory:
    count = len({use.session for use in uses}) if sessions is None else sessions
    life = RULES.half_life(
        memory_type=MemoryType.SEMANTIC, scope="/project/atlas", pinned=False, session_count=count
    )
    return Memory(
        id=1,
        uid="U",
        text="Ports are in the wiki",
        abstract="",
        scope="/project/atlas",
        type=MemoryType.SEMANTIC,
        state=State.LIVE,
        importance=importance,
        pinned=False,
        half_life=life,
        created_at=NOON - 100 * DAY,
        updated_at=NOON,
        last_accessed_at=uses[-1].at if uses else None,
        access_count=len(uses),
        session_count=count,
        expires_at=None,
        version=1,
        origin=Origin.AGENT,
        provenance={},
        depth=0,
        categories=(),
    )


@given(st.lists(st.tuples(st.floats(0, 99), st.sampled_from("abcdefghij")), max_size=12), st.floats(0.06, 1))
def test_the_course_passes_today_s_strength_and_the_day_it_fades(
    times: list[tuple[float, str]], importance: float
) -> None:
    uses = [Use(NOON - ago * DAY, session) for ago, session in sorted(times, key=lambda use: -use[0])]
    memory = _memory(uses, importance)
    drawn = course(memory, uses, RULES, NOON, ())
    today = decay.strength(importance, memory.last_touch, memory.half_life, NOON)
    assert drawn.at(NOON) == pytest.approx(today)
    assert drawn.at(memory.created_at - 1) == 0.0
    assert all(drawn.at(use.at) == pytest.approx(importance) for use in uses)
    assert drawn.fades is not None
    assert drawn.at(max(drawn.fades, drawn.touches[-1])) <= RULES.prune_threshold + 1e-9
    assert drawn.start <= drawn.now < drawn.end


def test_use_in_more_sessions_makes_the_strength_last_longer() -> None:
    once = [Use(NOON - 50 * DAY, "a")]
    often = [Use(NOON - (60 - n) * DAY, f"s{n}") for n in range(9)]
    assert course(_memory(once), once, RULES, NOON, ()).half_lives == [30.0, 30.0]
    assert course(_memory(often), often, RULES, NOON, ()).half_lives[-1] == 90.0


def test_uses_known_only_as_a_count_leave_the_last_one() -> None:
    last = Use(NOON - 5 * DAY, "x")
    memory = _memory([last], sessions=4)
    drawn = course(memory, [], RULES, NOON, ())
    assert drawn.touches == [memory.created_at, last.at]
    assert drawn.half_lives == [60.0, 60.0]


def test_what_does_not_fade_has_no_day_on_which_it_does() -> None:
    assert fades_at(_memory([]), DecayRules(prune_threshold=0.0)) is None

"""What has faded, and when: disuse made it weaker than the threshold, and it can fade at all."""

from dataclasses import replace
from pathlib import PurePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.decay import DecayRules, strength_of
from memtui.domain.fading import fades_at, has_faded, is_weak
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, MemoryType, Origin
from tests.conftest import NOON
from tests.review.unstored import memories, memory

RULES = DecayRules()
WHOLE = (
    "/home/ada/shop/CLAUDE.md",
    "/home/ada/shop/AGENTS.md",
    "/home/ada/shop/.cursor/rules/style.mdc",
    "/home/ada/.claude/CLAUDE.md",
    "/home/ada/shop/.github/copilot-instructions.md",
)


@given(memories(), st.floats(-400, 400), st.sampled_from([0.0, 0.05, 0.3, 1.0]))
def test_it_has_faded_from_the_moment_on_at_which_it_fades(it: Memory, days: float, threshold: float) -> None:
    at, rules = NOON + days * DAY, replace(RULES, prune_threshold=threshold)
    when = fades_at(it, rules)
    if it.half_life is None or threshold == 0.0:
        assert when is None
        assert not has_faded(it, at, rules)
    elif when is not None and at > it.last_touch and abs(at - when) > 60:
        assert has_faded(it, at, rules) == (at > when) == (strength_of(it, at) < threshold)


def test_what_lies_at_the_threshold_has_not_faded() -> None:
    # Of importance 0.4 it takes three half-lives of thirty days to 0.05.
    it = memory(importance=0.4, memory_type=MemoryType.SEMANTIC)
    for days, faded in ((89.9, False), (90, False), (90.1, True)):
        assert has_faded(it, NOON + days * DAY, RULES) is faded


def test_what_does_not_fade_has_not_faded_however_little_it_is_worth() -> None:
    assert has_faded(memory(importance=0.01, age=900), NOON, RULES)
    assert not has_faded(memory(importance=0.01, age=900, pinned=True), NOON, RULES)


@pytest.mark.parametrize("path", WHOLE)
def test_what_an_agent_loads_whole_does_not_fade(path: str) -> None:
    assert RULES.half_life_of(memory(), (path,)) is None


@pytest.mark.parametrize(
    "path", ["/home/ada/.claude/projects/shop/memory/port.md", "", None, 7, "/home/ada/a.jsonl"]
)
def test_what_is_read_when_it_is_asked_for_fades(path: object) -> None:
    assert RULES.half_life_of(memory(), (path,)) == 7.0


def test_an_agents_folder_may_have_another_name() -> None:
    moved = ("/opt/claude-work/rules/style.md",)
    assert RULES.half_life_of(memory(), moved) == 7.0
    assert (
        replace(RULES, homes={PurePath("/opt/claude-work"): ".claude"}).half_life_of(memory(), moved) is None
    )


def imported(source: str) -> Memory:
    return replace(memory(age=300), origin=Origin.IMPORTED, provenance={"source": source})


def test_what_came_from_where_no_use_was_ever_reported_only_looks_unused() -> None:
    it = imported("mem0")
    assert is_weak(it, NOON, RULES)
    assert not has_faded(it, NOON, RULES)
    assert fades_at(it, RULES) is None


def test_where_uses_are_reported_it_has_to_be_unused_since_for_as_long_as_review_asks_for() -> None:
    it, rules = imported("codex"), replace(RULES, reported={"codex": NOON - 10 * DAY})
    assert fades_at(it, rules) == NOON + 20 * DAY
    assert not has_faded(it, NOON + 19 * DAY, rules)
    assert has_faded(it, NOON + 20 * DAY, rules)

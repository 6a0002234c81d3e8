"""Memories as they stand in a store, made without one: for the rules that look at one memory at a time."""

from typing import Any

from hypothesis import strategies as st

from memtui.config.settings import Settings
from memtui.domain.decay import DecayRules
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory, MemoryType, Origin, State
from memtui.review.rule import Context, MemoryRule
from memtui.store.database import Store
from tests.conftest import NOON

CATEGORIES = ("decision", "gotcha", "preference", "finding", "observation", "project_status", "tool_output",
              "session_state", "infra")  # fmt: skip


def memory(
    text: str = "Tried Travis for CI",
    *,
    age: float = 0.0,
    idle: float | None = None,
    memory_type: MemoryType = MemoryType.EPISODIC,
    scope: str = "/project/shop/db",
    importance: float = 0.5,
    accesses: int = 0,
    sessions: int | None = None,
    **more: Any,
) -> Memory:
    """Return a memory that was made `age` days before noon and last used `idle` days before it."""
    sessions = accesses if sessions is None else sessions
    pinned = more.get("pinned", False)
    values: dict[str, Any] = {
        "id": 1, "uid": "U", "text": text, "abstract": "", "scope": scope, "type": memory_type,
        "state": State.LIVE, "importance": importance, "pinned": pinned,
        "half_life": DecayRules().half_life(
            memory_type=memory_type, scope=scope, pinned=pinned, session_count=sessions
        ),
        "created_at": NOON - age * DAY, "updated_at": NOON - age * DAY,
        "last_accessed_at": None if idle is None else NOON - idle * DAY,
        "access_count": accesses, "session_count": sessions, "expires_at": None, "version": 1,
        "origin": Origin.AGENT, "provenance": {}, "depth": 0, "categories": (),
    }  # fmt: skip
    return Memory(**(values | more))


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    """Return any memory of an agent, young or old, used or not."""
    age = draw(st.floats(0, 900))
    accesses = draw(st.integers(0, 9))
    return memory(
        age=age,
        idle=draw(st.floats(0, 1)) * age if accesses else None,
        accesses=accesses,
        sessions=draw(st.integers(0, accesses)),
        memory_type=draw(st.sampled_from([MemoryType.EPISODIC, MemoryType.SEMANTIC, MemoryType.PROCEDURAL])),
        importance=draw(st.floats(0, 1)),
        categories=tuple(sorted(draw(st.sets(st.sampled_from(CATEGORIES), max_size=3)))),
        depth=draw(st.integers(0, 2)),
    )


def context(store: Store, at: Instant = NOON, settings: Settings | None = None) -> Context:
    """Return what rules are given at a time."""
    return Context(store, settings or Settings(), at)


def answers_first_when_told(rule: MemoryRule, it: Memory, store: Store) -> None:
    """Check that a rule which finds nothing names the very time at which it will find something."""
    if rule.look(it, context(store)) is not None:
        return
    again = rule.look_again(it, context(store))
    if again is None:
        for years in (1, 5, 20):
            assert rule.look(it, context(store, NOON + years * 365 * DAY)) is None
        return
    assert again > NOON
    assert rule.look(it, context(store, again)) is not None
    for share in (0.0, 0.3, 0.7, 0.95):
        assert rule.look(it, context(store, NOON + share * max(again - NOON - 3, 0))) is None
    assert rule.look(it, context(store, max(again - 3, NOON))) is None

"""What hooks told the sessions of agents, with what it cost: for `memtui told` and the Insights view."""

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.memory import Memory
from memtui.recall.told_block import frame_tokens, line_tokens
from memtui.store import memories, told
from memtui.store.database import Store
from memtui.store.told import ToldMemory, ToldSession


@dataclass(frozen=True, slots=True)
class Told:
    """A memory that a session was told, as it is now."""

    line: ToldMemory
    memory: Memory
    tokens: int
    """About how many it takes in what the agent gets."""


def of_session(store: Store, session: str) -> list[Told]:
    """Return what a session was told and is still in the store, in the order in which it was told."""
    lines = told.of_session(store, session)
    by_id = {memory.id: memory for memory in memories.get_many(store, [line.memory_id for line in lines])}
    pairs = ((line, by_id[line.memory_id]) for line in lines if line.memory_id in by_id)
    return [Told(line, memory, line_tokens(memory)) for line, memory in pairs]


def sessions(store: Store, limit: int) -> list[tuple[ToldSession, int]]:
    """Return the sessions that were told something, the latest first, each with about how many tokens."""
    latest = told.sessions(store, limit)
    return [(session, cost(of_session(store, session.session))) for session in latest]


def cost(told_lines: Sequence[Told]) -> int:
    """Return about how many tokens a session got: its memories, and what stands around them each time."""
    times = len({told_memory.line.at for told_memory in told_lines})
    return sum(told_memory.tokens for told_memory in told_lines) + times * frame_tokens()

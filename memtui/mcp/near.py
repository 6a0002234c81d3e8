"""Finds memories that say nearly the same as a new one, so that whoever adds it can correct them instead."""

from collections.abc import Iterable

from memtui.domain.memory import Memory
from memtui.domain.text import one_line
from memtui.language.difference import compare
from memtui.language.relation import is_long
from memtui.recall.search import recall
from memtui.recall.told_block import outgoing
from memtui.store.database import Store

_SHARED = 0.5
"""The part of the words of the shorter text that both must have."""
_MOST = 3
"""Memories like a new one that are told."""
_TEXT = 200
"""Characters that are told of each."""


def near(store: Store, memory: Memory, scope: str | None, agent: str) -> list[dict[str, str]]:
    """Return the known memories that say nearly the same as a new one, for the agent to see.

    They are found by words in a scope, half of which must be shared; no model is loaded for it. Raises
    StoreError.
    """
    recalled = recall(store, memory.text, scope=scope, limit=_MOST + 1, agent=agent)
    like = _sharing(memory, recalled.memories)[:_MOST]
    return [{"uid": other.uid, "text": outgoing(one_line(other.text, _TEXT))} for other in like]


def _sharing(memory: Memory, others: Iterable[Memory]) -> list[Memory]:
    """Return those of `others` that share half of their words with a memory, in the same order."""
    return [
        other
        for other in others
        if other.id != memory.id
        and not is_long(memory.text, other.text)
        and _shared(memory.text, other.text) >= _SHARED
    ]


def _shared(one: str, other: str) -> float:
    comparison = compare(one, other)
    shared = len(comparison.matches)
    alone = min(len(comparison.only_left), len(comparison.only_right))
    return shared / (shared + alone) if shared else 0.0

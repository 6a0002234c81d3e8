"""Finds memories that say nearly the same as a new one, so that whoever adds it can correct them instead."""

from collections.abc import Iterable

from memtui.domain.memory import Memory
from memtui.language.difference import compare
from memtui.language.relation import is_long

_SHARED = 0.5
"""The part of the words of the shorter text that both must have."""


def near(memory: Memory, others: Iterable[Memory]) -> list[Memory]:
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

"""Limits what an agent may store unasked, and brings its suggestions to a person.

An agent adds in its own project. A memory that would be told everywhere, or never fade, needs a person's
yes, on a card that names the agent.
"""

from collections.abc import Sequence
from dataclasses import replace

from memtui.capture.facts import Fact
from memtui.domain.deeds import Deed
from memtui.domain.memory import Memory, MemoryType

MOST_IMPORTANT = 0.7
"""Of what an agent adds."""


def batch_of(deed: Deed, about: Sequence[Memory], client: str, session: str) -> str:
    """Return the words under which suggestions of one session are decided together.

    Empty for what is decided one at a time: anything about a memory that is pinned, or a rule.
    """
    if any(memory.pinned or memory.type is MemoryType.CONSTITUTIONAL for memory in about):
        return ""
    return f"{deed.record.asked_word} asked by {client}, session {session[-6:].lower()}"


def bounded(fact: Fact) -> Fact:
    """Return a fact as an agent's word: no rule, and no more important than what it adds itself."""
    candidate = fact.candidate
    importance = min(candidate.importance, MOST_IMPORTANT)
    kind = MemoryType.SEMANTIC if candidate.type is MemoryType.CONSTITUTIONAL else candidate.type
    return replace(fact, candidate=replace(candidate, importance=importance, type=kind))

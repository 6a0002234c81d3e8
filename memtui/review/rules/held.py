"""Keeps a card about each memory that the gate holds back from agents.

Whoever stores such a memory makes its card. But its text may be edited after the card was turned down, the
process may end between the two, and a store that an export was taken into holds the memory without the card.
"""

from memtui.domain.card_kinds import Kind
from memtui.domain.memory import Memory
from memtui.domain.proposal import Finding
from memtui.lifecycle import holding
from memtui.review.rule import Context, MemoryRule


class HeldBack(MemoryRule):
    """Looks for what no agent is told and nobody was asked about."""

    kind = Kind.LEARNED

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose to drop a memory that is held back; a no lets it out."""
        if not holding.undecided(now.store, memory):
            return None
        by = memory.source or str(memory.origin)
        (card,) = holding.additions([memory], by, f"additions of {by} that are held back")
        return card


RULE = HeldBack()

"""Proposes to drop an instruction that somebody may have planted for agents.

Until a person decides, `lifecycle.holding` keeps it from every agent. Each is a card of its own, and nothing
spares a memory from it: what is pinned or much used does more harm, not less.
"""

from memtui.domain.card_kinds import Kind
from memtui.domain.memory import Memory
from memtui.domain.proposal import Finding
from memtui.lifecycle import holding
from memtui.review.rule import Context, MemoryRule


class Planted(MemoryRule):
    """Looks for instructions to agents that no person gave."""

    kind = Kind.POISON

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose to drop a memory that shows a sign of having been planted."""
        suspicion = holding.suspected(now.store, memory)
        if suspicion is None:
            return None
        return holding.about(memory, suspicion, held=holding.holds(now.store, memory, suspicion))


RULE = Planted()

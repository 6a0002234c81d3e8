"""By how much the verdicts in one store move what the learned model asks; `lessons` works it out."""

from dataclasses import dataclass

from memtui.domain.memory import Memory
from memtui.domain.scope import first_levels

FURTHEST = 2.0
"""Logits: no verdicts move a memory by more, so that a strong opinion of the model always stands."""


@dataclass(frozen=True, slots=True)
class Taste:
    """The shifts, in logits, that verdicts have taught."""

    store: float = 0.0
    homes: dict[str, float] | None = None
    """Of each home in which something was decided, what comes on top."""

    def of(self, memory: Memory) -> float:
        """Return by how much the logit of a memory moves."""
        at_home = (self.homes or {}).get(first_levels(memory.scope), 0.0)
        return max(-FURTHEST, min(FURTHEST, self.store + at_home))

    @property
    def coarse(self) -> str:
        """The same for two tastes that would ask about much the same memories."""
        near = {home: round(2 * shift) for home, shift in sorted((self.homes or {}).items())}
        return repr((round(2 * self.store), {home: shift for home, shift in near.items() if shift}))

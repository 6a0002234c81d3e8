"""By how much the verdicts in one store move what the learned model asks; `lessons` works it out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from memtui.domain.memory import Memory
from memtui.domain.scope import first_levels
from memtui.review.learned.company import section_of

FURTHEST = 2.0
"""Logits: no verdicts move a memory by more, so that a strong opinion of the model always stands."""


_Group = TypeVar("_Group", str, tuple[str, int])
Section = tuple[str, int]
"""A home, and the number of the headings that memories stand under there."""


@dataclass(frozen=True, slots=True)
class Taste:
    """The shifts, in logits, that verdicts have taught."""

    store: float = 0.0
    homes: Mapping[str, float] = field(default_factory=dict)
    """Of each home in which something was decided, what comes on top."""
    below: Mapping[Section, float] = field(default_factory=dict)
    """Of the headings under which something was decided, what comes on top of that."""

    def of(self, memory: Memory) -> float:
        """Return by how much the logit of a memory moves."""
        home = first_levels(memory.scope)
        shift = self.store + self.homes.get(home, 0.0)
        if self.below and home in self.homes:
            section = section_in(memory)
            shift += self.below.get(section, 0.0) if section is not None else 0.0
        return max(-FURTHEST, min(FURTHEST, shift))

    @property
    def coarse(self) -> str:
        """The same for two tastes that would ask about much the same memories."""
        return repr((round(2 * self.store), _coarse(self.homes), _coarse(self.below)))


def section_in(memory: Memory) -> Section | None:
    """Return what headings a memory stands under in its home; None for one that stands under none."""
    number = section_of(memory.text)
    return (first_levels(memory.scope), number) if number else None


def _coarse(shifts: Mapping[_Group, float]) -> list[tuple[_Group, int]]:
    return [(group, near) for group, shift in sorted(shifts.items()) if (near := round(2 * shift))]

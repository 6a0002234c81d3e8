"""The queue as lines: a head for each kind, its verdicts, and its waiting cards.

The list at the left of the card draws these lines. Section sizes tell which card a line shows, so that
fifty thousand cards cost no more than fifty.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.card_kinds import Kind
from memtui.review.queue import CardRef


@dataclass(frozen=True, slots=True)
class Decided:
    """A card that was decided in this sitting."""

    ref: CardRef
    word: str
    """The verdict: yes, no or later."""


@dataclass(frozen=True, slots=True)
class Section:
    """The cards of one kind."""

    kind: Kind
    first: int
    """The place in the queue of its first card that waits."""
    waiting: int
    """How many of its cards wait."""
    decided: Sequence[Decided]
    proposals: int
    """How many proposals those are that wait: a batch is one card of many."""
    line: int
    """The line of its head."""

    @property
    def lines(self) -> int:
        """How many lines it takes, the empty one beneath it among them."""
        return 2 + len(self.decided) + self.waiting

    @property
    def count(self) -> str:
        """How many proposals wait, or how many of all were decided: `8`, then `2 of 8`."""
        done = sum(len(each.ref.ids) for each in self.decided)
        return f"{done:,} of {done + self.proposals:,}" if done else f"{self.proposals:,}"


class Sections:
    """The queue as lines."""

    def __init__(
        self,
        waiting: Mapping[Kind, int],
        proposals: Mapping[Kind, int],
        decided: Mapping[Kind, Sequence[Decided]],
    ) -> None:
        """Lay out so many `waiting` cards a kind, in the order of the queue, and the decided ones.

        Kinds of which all is decided come first.
        `proposals` says how many proposals those cards are.
        """
        self._sections: list[Section] = []
        line = first = 0
        done = [kind for kind in decided if kind not in waiting]
        for kind in dict.fromkeys((*done, *waiting)):
            section = Section(
                kind, first, waiting.get(kind, 0), decided.get(kind, ()), proposals.get(kind, 0), line
            )
            self._sections.append(section)
            line, first = line + section.lines, first + section.waiting
        self._starts = [section.line for section in self._sections]
        self.lines = max(line - 1, 0)
        """How many lines there are."""

    def at(self, line: int) -> Section | Decided | int | None:
        """Return what a line shows: a head, a decided card, the place of one that waits, or nothing."""
        if not 0 <= line < self.lines:
            return None
        section = self._sections[bisect_right(self._starts, line) - 1]
        within = line - section.line - 1
        if within < 0:
            return section
        if within < len(section.decided):
            return section.decided[within]
        within -= len(section.decided)
        return section.first + within if within < section.waiting else None

    def line_of(self, index: int) -> int:
        """Return the line of the card at a place of the queue; of the first one where there is none."""
        for section in self._sections:
            if section.first <= index < section.first + section.waiting:
                return section.line + 1 + len(section.decided) + index - section.first
        return 0


def by_kind(refs: Sequence[CardRef]) -> list[CardRef]:
    """Return cards kind by kind, the kind of the first card first; each kind keeps its order."""
    groups: dict[Kind, list[CardRef]] = {}
    for ref in refs:
        groups.setdefault(ref.kind, []).append(ref)
    return [ref for group in groups.values() for ref in group]

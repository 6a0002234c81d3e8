"""The queue as lines: a head for each kind, and its cards, the decided ones in their places.

The list at the left of the card draws these lines. Section sizes tell which card a line shows, so that
fifty thousand cards cost no more than fifty.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.card_kinds import Kind
from memtui.review.queue import CardRef


@dataclass(frozen=True, slots=True)
class Decided:
    """A card that was decided in this sitting."""

    ref: CardRef
    word: str
    """The verdict: yes, no or later."""
    above: int = 0
    """How many waiting cards of its kind stand above it."""


@dataclass(frozen=True, slots=True)
class Section:
    """The cards of one kind."""

    kind: Kind
    first: int
    """The place in the queue of its first card that waits."""
    waiting: int
    """How many of its cards have a line and no verdict of this sitting."""
    decided: Sequence[Decided]
    """From above to below."""
    left: int
    """How many of them wait: one that was decided elsewhere keeps its line for a while."""
    line: int
    """The line of its head."""

    @property
    def lines(self) -> int:
        """How many lines it takes, the empty one beneath it among them."""
        return 2 + len(self.decided) + self.waiting

    @property
    def count(self) -> str:
        """How many cards wait, or how many of all were decided: `8`, then `2 of 8`."""
        done = len(self.decided)
        return f"{done:,} of {done + self.left:,}" if done else f"{self.left:,}"


class Sections:
    """The queue as lines."""

    def __init__(
        self,
        kinds: Sequence[Kind],
        waiting: Mapping[Kind, int],
        left: Mapping[Kind, int],
        decided: Mapping[Kind, Sequence[Decided]],
    ) -> None:
        """Lay out so many `waiting` cards a kind, in the order of `kinds`, and the decided ones.

        `left` says how many of those cards wait.
        """
        self._sections: list[Section] = []
        line = first = 0
        for kind in kinds:
            section = Section(
                kind, first, waiting.get(kind, 0), decided.get(kind, ()), left.get(kind, 0), line
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
        lines = [card.above + at for at, card in enumerate(section.decided)]
        above = bisect_left(lines, within)
        if above < len(lines) and lines[above] == within:
            return section.decided[above]
        within -= above
        return section.first + within if within < section.waiting else None

    def line_of(self, index: int) -> int:
        """Return the line of the card at a place of the queue; of the first one where there is none."""
        for section in self._sections:
            if section.first <= index < section.first + section.waiting:
                within = index - section.first
                return (
                    section.line + 1 + within + bisect_right([card.above for card in section.decided], within)
                )
        return 0


class Order:
    """The order of the cards as they were first seen; those that come later stand after them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kinds: dict[Kind, int] = {}
        self._places: dict[int, int] = {}
        """The place of each proposal; those of one card have one place."""

    def arrange(self, refs: Sequence[CardRef]) -> list[CardRef]:
        """Return cards kind by kind in this order, and remember the place of those that are new."""
        for ref in by_kind(refs):
            self._kinds.setdefault(ref.kind, len(self._kinds))
            place = self._place(ref)
            for proposal_id in ref.ids:
                self._places.setdefault(proposal_id, place)
        return sorted(refs, key=self.rank)

    def rank(self, ref: CardRef) -> tuple[int, int]:
        """Return what a card is ordered by: the place of its kind, then its own."""
        return self._kinds[ref.kind], self._place(ref)

    def kinds(self, among: Iterable[Kind]) -> list[Kind]:
        """Return kinds in this order."""
        return sorted(set(among), key=lambda kind: self._kinds[kind])

    def _place(self, ref: CardRef) -> int:
        return next((self._places[i] for i in ref.ids if i in self._places), len(self._places))


def by_kind(refs: Sequence[CardRef]) -> list[CardRef]:
    """Return cards kind by kind: urgent kinds first, then those of which a second gains most.

    Each kind keeps its order, and one large batch does not put the many small ones of its kind before others.
    """
    groups: dict[Kind, list[CardRef]] = {}
    for ref in refs:
        groups.setdefault(ref.kind, []).append(ref)
    kinds = sorted(groups, key=lambda kind: (not kind.record.urgent, -_gain(groups[kind])))
    return [ref for kind in kinds for ref in groups[kind]]


def _gain(refs: Sequence[CardRef]) -> float:
    """Return what a second with these cards gains."""
    return sum(ref.worth for ref in refs) / sum(ref.seconds for ref in refs)

"""The text as it was read, beside its facts: their quotes are underlined, that of the cursor's is bright."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from rich.segment import Segment
from rich.style import Style

from memtui.capture.child import SHOWN, FactLine
from memtui.domain.text import printable_lines
from memtui.tui.extract.facts_list import FactsList, Row
from memtui.tui.widgets.pages import Page
from memtui.tui.widgets.wrapping import wrapped

_UNDERLINED = Style(underline=True)
_BLANKS = str.maketrans("\t\r", "  ")

Stretch = tuple[int, int]
"""Where something begins in the text, and one past its end."""


class ReadText(Page):
    """A text that scrolls to what the fact under the cursor rests on."""

    def __init__(self, facts: FactsList) -> None:
        """Mark the quotes of `facts`."""
        super().__init__()
        self._facts = facts
        self._text = ""
        self._rows: list[Stretch] = []
        """Where each line stands in the text."""
        self._quotes: list[Stretch] = []
        self._marked = 0
        """The facts whose quotes are among those."""
        self._bright: Stretch = (0, 0)

    def show(self, text: str, *, more: int = 0) -> None:
        """Show a text, wrapped to the pane, with `more` characters behind it that are not shown."""
        self._text = _safe(text) + (f"\n\n… {more:,} characters more, all of which are read" if more else "")
        self._rows = list(line_stretches(self._text, self.line_width - 2))
        self.lines_changed(len(self._rows), self.cursor, keep_line=False)

    def holds_quote_of(self, row: Row) -> bool:
        """Say whether what a fact rests on can be seen here."""
        return _quote_of(row.line)[1] > 0

    def mark(self) -> None:
        """Underline what the facts rest on, and go to what the one under the cursor does."""
        if len(self._facts.rows) != self._marked:
            self._marked = len(self._facts.rows)
            self._quotes = merged(_quote_of(row.line) for row in self._facts.rows)
        row = self._facts.row
        self._bright = (0, 0) if row is None else _quote_of(row.line)
        self.forget_strips()
        self.refresh()
        if self._bright[1]:
            self._bring_into_sight()

    def _bring_into_sight(self) -> None:
        """Scroll as far as it takes to see the bright quote, with a line above it."""
        starts = [start for start, _ in self._rows]
        first, last = (max(bisect_right(starts, at) - 1, 0) for at in (self._bright[0], self._bright[1] - 1))
        top = self.scroll_offset.y
        if first < top or last >= top + self.page:
            self.move_to(first - 1)

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one line, its quotes marked."""
        start, end = self._rows[index]
        look = self.look
        segments = [Segment(" ")]
        for a, b in pairwise(sorted({start, end, *self._borders(start, end)})):
            bright = self._bright[0] <= a < self._bright[1]
            quoted = any(first <= a < after for first, after in self._near(a, b))
            style = look.accent_strong if bright else look.text if quoted else look.dim
            segments.append(Segment(self._text[a:b], style + _UNDERLINED if bright or quoted else style))
        return self.filled(segments, width)

    def _near(self, start: int, end: int) -> Sequence[Stretch]:
        """Return the quotes that may reach into a stretch; they do not overlap, and are in order."""
        first = max(bisect_right(self._quotes, (start, 0)) - 1, 0)
        return self._quotes[first : bisect_right(self._quotes, (end, 0))]

    def _borders(self, start: int, end: int) -> Iterable[int]:
        for stretch in (*self._near(start, end), self._bright):
            yield from (at for at in stretch if start < at < end)


def _quote_of(fact: FactLine) -> Stretch:
    """Return where a fact's quote is in the text that is shown; (0, 0) if it is not there."""
    start, end = fact.start, fact.start + len(fact.quoted)
    return (start, end) if start >= 0 and end <= SHOWN else (0, 0)


def merged(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return stretches in order, those that overlap as one; empty ones are left out."""
    kept: list[Stretch] = []
    for start, end in sorted(stretch for stretch in stretches if stretch[0] < stretch[1]):
        if kept and start <= kept[-1][1]:
            kept[-1] = (kept[-1][0], max(kept[-1][1], end))
        else:
            kept.append((start, end))
    return kept


def line_stretches(text: str, width: int) -> Iterable[Stretch]:
    """Yield where each line of a safe text begins and ends when it is wrapped to `width` cells."""
    at = 0
    for line in wrapped(text, width):
        start = text.find(line, at) if line else at
        at = start + len(line)
        yield start, at


def _safe(text: str) -> str:
    """Return a text that a terminal may show, every character of it still in its place."""
    safe = printable_lines(text.translate(_BLANKS))
    return safe if len(safe) == len(text) else text.encode("ascii", "replace").decode().translate(_BLANKS)

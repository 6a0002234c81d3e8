"""The keys at the foot of a card, each with what it does, and where each of them can be clicked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment

from memtui.tui.themes import Look
from memtui.tui.widgets.pages import Line

_GAP = 4
"""Cells before a key."""


class Button(NamedTuple):
    """The cells of a line that show a key with what it does."""

    line: int
    start: int
    end: int
    key: str
    """As it is written on the screen."""

    def moved(self, lines: int, cells: int) -> Button:
        """Return it moved by some lines and cells."""
        return self._replace(line=self.line + lines, start=self.start + cells, end=self.end + cells)


def key_lines(offered: Sequence[tuple[str, str]], width: int, look: Look) -> tuple[list[Line], list[Button]]:
    """Return keys with what they do, as many to a line as fit, and the buttons that they are.

    Lines of the buttons are counted back from the last one, which is -1.
    """
    rows: list[list[tuple[str, str]]] = []
    used = width
    for key, label in offered:
        length = cell_len(key) + 1 + cell_len(label)
        if used + length + _GAP > width - _GAP:
            rows.append([])
            used = 0
        rows[-1].append((key, label))
        used += length + _GAP
    lines: list[Line] = []
    buttons: list[Button] = []
    for at, row in enumerate(rows):
        line: Line = []
        start = 0
        for key, label in row:
            start += _GAP
            for first, last, pressed in _cells(key, label, start):
                buttons.append(Button(at - len(rows), first, last, pressed))
            line += [Segment(" " * _GAP), Segment(key, look.accent_strong), Segment(f" {label}", look.dim)]
            start += cell_len(key) + 1 + cell_len(label)
        lines.append(line)
    return lines, buttons


def _cells(key: str, label: str, start: int) -> Iterator[tuple[int, int, str]]:
    """Yield the cells of a key; of two with one label, `← → choose`, the second one has the label."""
    parts = key.split(" ")
    for at, part in enumerate(parts):
        end = start + cell_len(part) + (1 + cell_len(label) if at == len(parts) - 1 else 0)
        yield start, end, part
        start = end + 1

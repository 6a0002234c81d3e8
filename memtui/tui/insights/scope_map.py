"""The tokens of the scopes as a treemap: boxes as large as what each scope holds."""

from collections.abc import Sequence
from itertools import groupby

from rich.segment import Segment

from memtui.domain.filter import quoted
from memtui.domain.text import Longest, one_line
from memtui.domain.treemap import Box, shared_out
from memtui.secrets.masking import masked
from memtui.tui.themes import Look
from memtui.tui.widgets.line_list import fitted, fitted_scope
from memtui.tui.widgets.links import Link, Sheet, Spot

_FRAME = frozenset("┌┐└┘─│")
_MARGIN = 2
_LEAST = 3 * 12
"""Cells of a box that says something of its scope."""


def scope_map(tokens: Sequence[tuple[str, int]], width: int, height: int, look: Look) -> Sheet:
    """Return scopes as boxes whose areas are their tokens. A box leads to what its scope holds."""
    sheet = Sheet()
    room = max(width - _MARGIN - 1, 8)
    total = sum(count for _, count in tokens)
    kept = [(scope, count) for scope, count in tokens if count * room * height >= total * _LEAST]
    rest = total - sum(count for _, count in kept)
    parts = [*kept, ("", rest)] if rest else kept
    rows: list[list[str]] = [[" "] * room for _ in range(height)]
    boxes = shared_out([count for _, count in parts], Box(0, 0, room, height))
    for (scope, count), box in zip(parts, boxes, strict=True):
        name = masked(scope) if scope else f"{len(tokens) - len(kept):,} smaller"
        _draw_box(rows, box, one_line(name, Longest.PHRASE), f"≈{count:,}")
        if scope:
            link = Link(f"in:{quoted(scope)}", says=f"{masked(scope)}: ≈ {count:,} tokens")
            sheet.spots += _spots(box, link)
    for cells in rows:
        parted = groupby(cells, lambda cell: cell in _FRAME)
        line = [Segment("".join(part), look.faint if frame else look.text) for frame, part in parted]
        sheet.lines.append([Segment(" " * _MARGIN), *line])
    return sheet


def _spots(box: Box, link: Link) -> list[Spot]:
    """Return where a box leads to its scope: by what it says, or by its frame where that is all of it."""
    if box.width <= 2 or box.height <= 1:
        return []
    rows = range(1, min(box.height - 1, 3)) if box.height > 2 else range(1)
    left, end = _MARGIN + box.left + 1, _MARGIN + box.left + box.width - 1
    return [Spot(box.top + row, left, end, link) for row in rows]


def _draw_box(rows: list[list[str]], box: Box, name: str, figure: str) -> None:
    """Draw the frame of a box and what it says into the cells."""
    if box.width < 2 or box.height < 1:
        return
    inner = box.width - 2
    lines = ["┌" + "─" * inner + "┐", *["│" + " " * inner + "│"] * (box.height - 2)]
    lines += ["└" + "─" * inner + "┘"] if box.height > 1 else []
    texts = [fitted_scope(name, inner), fitted(figure, inner)]
    for index, line in enumerate(lines):
        if 0 < index < box.height - 1 and texts:
            line = "│" + texts.pop(0) + "│"
        rows[box.top + index][box.left : box.left + box.width] = list(line)

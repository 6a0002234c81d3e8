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
_LEAST_BOX = 12
"""A box narrower than this says nothing of its scope."""


def scope_map(tokens: Sequence[tuple[str, int]], width: int, height: int, look: Look) -> Sheet:
    """Return scopes as boxes whose areas are their tokens. A box leads to what its scope holds."""
    sheet = Sheet()
    room = max(width - 3, 8)
    total = sum(count for _, count in tokens)
    kept = [(scope, count) for scope, count in tokens if count * room * height >= total * _LEAST_BOX * 3]
    rest = total - sum(count for _, count in kept)
    parts = [*kept, ("", rest)] if rest else kept
    rows: list[list[str]] = [[" "] * room for _ in range(height)]
    for (scope, count), box in zip(
        parts, shared_out([count for _, count in parts], Box(0, 0, room, height)), strict=True
    ):
        link = Link(f"in:{quoted(scope)}", says=f"{masked(scope)}: ≈ {count:,} tokens") if scope else None
        name = masked(scope) if scope else f"{len(tokens) - len(kept):,} smaller"
        _draw_box(rows, box, one_line(name, Longest.PHRASE), f"≈{count:,}")
        if link is not None and box.width > 2 and box.height > 1:
            sheet.spots += [
                Spot(box.top + row, 3 + box.left, 1 + box.left + box.width, link)
                for row in range(1 if box.height > 2 else 0, min(3, max(box.height - 1, 1)))
            ]
    for cells in rows:
        parted = groupby(cells, lambda cell: cell in _FRAME)
        line = [Segment("".join(part), look.faint if frame else look.text) for frame, part in parted]
        sheet.lines.append([Segment("  "), *line])
    return sheet


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

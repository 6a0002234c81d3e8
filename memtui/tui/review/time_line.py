"""The statements of one series as a time line: when each was said, its value, and which one stays."""

from rich.segment import Segment

from memtui.domain.days import day
from memtui.domain.proposal import Proposal
from memtui.domain.rewording import series_values
from memtui.domain.text import Longest, one_line, printable_lines
from memtui.review.queue import Card
from memtui.tui.review.card_parts import CardState, winner
from memtui.tui.themes import Look
from memtui.tui.widgets.line_list import fitted
from memtui.tui.widgets.pages import Line
from memtui.tui.widgets.wrapping import wrapped

_DATE = 13
_VALUE = 26
_BESIDE = 4 + _DATE + 2 + len("stays") + 1
"""Cells of a line besides its value."""


def time_line(card: Card, first: Proposal, state: CardState, width: int, look: Look, most: int) -> list[Line]:
    """Return a series as lines: the statement that stays in full, then a line a value, at most `most`.

    They stand as the card names them, the newest first. Empty where its memories are no series of values.
    """
    known = [card.memories[target.id] for target in first.targets if target.id in card.memories]
    if first.change.draft or len(known) < len(first.targets):
        return []
    values = series_values([memory.text for memory in known])
    if not values:
        return []
    keep = winner(card, state)
    stays = next((memory for memory in known if memory.id == keep), known[0])
    rows = list(wrapped(printable_lines(stays.text), width - 4))
    lines: list[Line] = [[Segment("    "), Segment(row, look.strong)] for row in rows[:most]]
    if len(rows) > most:
        lines[-1] = [Segment(f"    … {len(rows) - most + 1:,} more lines", look.dim)]
    lines += [[Segment(f"    {one_line(stays.scope, max(width - 5, 1))}", look.dim)], []]
    joined = 2 * len(known) <= most
    for at, (memory, value) in enumerate(zip(known[:most], values, strict=False)):
        kept = memory.id == keep
        if at and joined:
            lines.append([Segment(" " * (4 + _DATE)), Segment("│", look.faint)])
        lines.append(
            [
                Segment("  ▸ " if kept else "    ", look.accent_strong),
                Segment(fitted(day(memory.created_at), _DATE), look.dim),
                Segment("● " if kept else "○ ", look.accent if kept else look.faint),
                Segment(
                    fitted(one_line(value, Longest.NAME), max(min(_VALUE, width - _BESIDE), 1)),
                    look.strong if kept else look.text,
                ),
                Segment("stays" if kept else "goes" if keep else "", look.accent if kept else look.dim),
            ]
        )
    if len(known) > most:
        lines.append([Segment(f"    … and {len(known) - most:,} earlier", look.dim)])
    return lines

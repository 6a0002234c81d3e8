"""What would be written to linked files, or was: each line that goes or comes whole, what differs marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style

from memtui.domain.counting import plural
from memtui.domain.days import day
from memtui.domain.instant import Instant
from memtui.domain.proposal import Spans
from memtui.domain.rewording import reworded_in_part
from memtui.domain.text import Longest, one_line
from memtui.tui.review.texts import marked_lines
from memtui.tui.themes import Look
from memtui.tui.widgets.line_list import fitted
from memtui.tui.widgets.pages import Line, text_lines

if TYPE_CHECKING:
    from memtui.formats.changes import FileChange, Plan
    from memtui.sources.diff import DiffLine

_SHOWN = 200
"""Lines of the diff of a file."""
_INDENT = 9
"""Cells before the text of a line: its number and its sign."""


def plan_lines(plan: Plan, width: int, look: Look) -> list[Line]:
    """Return what would be written to which files, as a diff."""
    from memtui.sources.diff import summary_of

    lines: list[Line] = []
    if plan.files:
        lines += text_lines(f"To write: {summary_of(plan.files)}", width, look.strong)
    for change in plan.files:
        lines += _file_lines(change, width, look)
    for warning in plan.warnings:
        lines += text_lines(f"! {one_line(warning, Longest.REASON)}", width, look.warn)
    for left in plan.left:
        lines += text_lines(
            f"! stays as it is, {one_line(f'{left.where}: {left.reason}', Longest.REASON)}", width, look.warn
        )
    return lines


def written_lines(written: Sequence[FileChange], at: Instant, width: int, look: Look) -> list[Line]:
    """Return what memtui last changed in the files, as a diff."""
    from memtui.sources.diff import summary_of

    lines = list(text_lines(f"Last written, {day(at)}: {summary_of(written)}", width, look.dim))
    for change in written:
        lines += _file_lines(change, width, look)
    return lines


def _file_lines(change: FileChange, width: int, look: Look) -> list[Line]:
    from memtui.sources.diff import glimpse_of

    difference, more = glimpse_of(change, _SHOWN)
    lines: list[Line] = [[Segment(f" {_file_words(change)}", look.dim)]]
    marks = _what_differs(difference)
    for line in difference:
        lines += _diff_lines(line, marks.get(line, ()), width, look)
    if more:
        lines.append([Segment(f"   and {plural(more, 'more line')}", look.dim)])
    return lines


def _file_words(change: FileChange) -> str:
    note = "  goes" if change.after is None else "  is new" if change.before is None else ""
    return f"{one_line(change.path.name, Longest.PATH)}{note}"


def _what_differs(difference: Sequence[DiffLine]) -> Mapping[DiffLine, Spans]:
    """Return the words that differ of lines that take the place of another: pairs in the order of both."""
    marks: dict[DiffLine, Spans] = {}
    runs = [list(run) for _, run in groupby(difference, lambda line: str(line.sign))]
    for gone, come in pairwise(runs):
        if gone[0].sign == "-" and come[0].sign == "+":
            for old, new in zip(gone, come, strict=False):
                marks[old], marks[new] = reworded_in_part(old.text, new.text)
    return marks


def _diff_lines(line: DiffLine, spans: Spans, width: int, look: Look) -> Iterator[Line]:
    """Yield a line whole where it goes or comes; what stays the same gets one row."""
    style = {"+": look.accent, "-": look.error}.get(str(line.sign.value), look.dim)
    number = f"{line.number:>5}" if line.number else "     "
    head = [Segment(f" {number} ", look.dim), Segment(f"{line.sign.value} ", style)]
    room = width - _INDENT - 1
    if line.sign not in {"+", "-"}:
        yield [*head, Segment(fitted(line.text, room).rstrip(), style)]
        return
    marked = style + Style(underline=True, bold=True)
    for row in marked_lines(line.text, spans, room, style, marked):
        yield [*head, *row]
        head = [Segment(" " * _INDENT)]

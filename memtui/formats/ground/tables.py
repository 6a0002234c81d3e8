"""Tables in markdown whose rows say something each: a row is a memory, the heading cells are its labels.

A log of decisions is such a table. One that only says something as a whole stays whole: a mapping of two
columns, or one of names and numbers. The rule: three columns or more, and in at least a third of the rows
a cell of some length.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_FEWEST_COLUMNS = 3
_LONG = 30
"""Bytes of a cell that says something: half a line of English, ten characters of Chinese."""
_OFTEN = 3
"""One row of so many has to have a long cell, so that dropping some rows seldom changes what a table is."""
_SEPARATOR = re.compile(r"\|(?:\s*+:?-+:?\s*+\|)*\s*+(?::?-+:?\s*+)?")
_CELL = re.compile(r"(?:\\.|[^|\\])*+")


@dataclass(frozen=True, slots=True)
class Table:
    """Where a table stands and what its columns are called."""

    names: tuple[str, ...]
    start: int
    """Its first row, from 0; above it are two lines of heading."""
    end: int
    """The line behind its last row."""


def table_at(lines: Sequence[str], at: int) -> Table | None:
    """Return the table of records, or without any row, whose heading is line `at`; None for all else."""
    if not lines[at].startswith("|") or not _is_heading(lines, at):
        return None
    names = tuple(name.strip("*_` ").rstrip(":") for name in cells(lines[at]))
    if len(names) < _FEWEST_COLUMNS:
        return None
    end = at + 2
    while end < len(lines) and lines[end].startswith("|") and not _is_heading(lines, end):
        end += 1
    rows = [filled for line in lines[at + 2 : end] if (filled := [cell for cell in cells(line) if cell])]
    long = sum(any(len(cell.encode("utf-8", "replace")) >= _LONG for cell in row) for row in rows)
    return Table(names, at + 2, end) if long * _OFTEN >= len(rows) else None


def cells(line: str) -> list[str]:
    """Return the cells of a row, a bar that is written `\\|` as it reads."""
    return [line[start:end].replace("\\|", "|") for start, end in _spans(line)]


def row_text(names: Sequence[str], line: str) -> str:
    """Return what a row says: a line for each cell that is not empty, behind the name of its column."""
    named = [*names, *[""] * line.count("|")]
    return "\n".join(
        f"{name}: {cell}" if name else cell for name, cell in zip(named, cells(line), strict=False) if cell
    )


def row_saying(names: Sequence[str], text: str, line: str) -> str:
    """Return the row `line` with only those cells changed that say something else in `text`.

    Empty when a row of these columns cannot say it.
    """
    wanted = _by_name(names, text)
    if wanted is None:
        return ""
    row = line
    for (start, end), name in reversed(list(zip(_spans(line), names, strict=False))):
        cell = wanted.get(name, "")
        if cell != line[start:end].replace("\\|", "|"):
            row = row[:start] + cell.replace("|", "\\|") + row[end:]
    return row


def new_row(names: Sequence[str], text: str) -> str:
    """Return a row that says `text`; empty when a row of these columns cannot say it."""
    return row_saying(names, text, "|" + "  |" * len(names))


def _by_name(names: Sequence[str], text: str) -> dict[str, str] | None:
    """Return the cell of each column that a text has a line for; None when it has other lines."""
    wanted: dict[str, str] = {}
    for line in text.split("\n"):
        name = next((one for one in names if one and line.startswith(f"{one}: ")), None)
        if name is None or name in wanted:
            return None
        wanted[name] = line[len(name) + 2 :].strip()
    return wanted


def _is_heading(lines: Sequence[str], at: int) -> bool:
    below = lines[at + 1] if at + 1 < len(lines) else ""
    return below.startswith("|") and "-" in below and _SEPARATOR.fullmatch(below) is not None


def _spans(line: str) -> Iterator[tuple[int, int]]:
    """Yield where the text of each cell starts and ends; the middle of the blanks for an empty one."""
    bare = line.rstrip()
    at = 1
    while at < len(bare):
        match = _CELL.match(bare, at)
        end = match.end() if match else at
        text = bare[at:end]
        if text.strip():
            yield at + len(text) - len(text.lstrip()), at + len(text.rstrip())
        else:
            yield (at + end) // 2, (at + end) // 2
        at = max(end, at) + 1

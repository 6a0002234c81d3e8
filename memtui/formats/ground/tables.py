"""Tables in markdown whose rows say something each: a row is a memory, the heading cells are its labels.

A log of decisions is such a table. One that only says something as a whole stays whole: a mapping of two
columns, or one of names and numbers. The rule: three columns or more, and in at least a third of the rows a
cell of some length; or two columns, where each row opens with a day or that third has a cell of a sentence.
A table whose only row is a stand-in such as `_none_` has no rows.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memtui.formats.ground.dates import opening_date

_FEWEST_COLUMNS = 3
_LONG = 30
"""Bytes of a cell that says something: half a line of English, ten characters of Chinese."""
_LONG_OF_TWO = 100
"""Bytes of such a cell where there are only two columns: a mapping gives a name to each in fewer."""
_OFTEN = 3
"""One row of so many has to have a long cell, so that dropping some rows seldom changes what a table is."""
_SEPARATOR = re.compile(r"\|(?:\s*+:?-+:?\s*+\|)*\s*+(?::?-+:?\s*+)?")
_PAGE = re.compile(
    r"[`*_]*+(?:\[(?P<title>[^\[\]]*)\]\((?P<link>[^()\s:]+\.md)\)|(?P<name>[\w./-]+\.md))[`*_]*"
)
"""A cell that is nothing but the name of a page, or a link to it."""
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
    """Return the table whose heading is line `at`, if its rows are records or it has none yet; else None."""
    if not lines[at].startswith("|") or not _is_heading(lines, at):
        return None
    names = tuple(_name(cell) for cell in cells(lines[at]))
    end = at + 2
    while end < len(lines) and lines[end].startswith("|") and not _is_heading(lines, end):
        end += 1
    rows = [filled for line in lines[at + 2 : end] if (filled := [cell for cell in cells(line) if cell])]
    long = _rows_with(rows, _LONG)
    if len(rows) == 1 and not long and _stands_in(rows[0]):
        return Table(names, end, end)
    of_days = bool(rows) and all(opening_date(row[0]) is not None for row in rows)
    telling = of_days or _rows_with(rows, _LONG_OF_TWO) * _OFTEN >= len(rows)
    wide = len(names) >= _FEWEST_COLUMNS or (telling and len(names) == _FEWEST_COLUMNS - 1)
    return Table(names, at + 2, end) if wide and long * _OFTEN >= len(rows) else None


def begins_a_table(lines: Sequence[str], at: int) -> bool:
    """Say whether a line is the heading of a table, whatever its rows are."""
    return lines[at].startswith("|") and _is_heading(lines, at)


def _rows_with(rows: Sequence[Sequence[str]], size: int) -> int:
    """Return how many rows have a cell of that many bytes."""
    return sum(any(len(cell.encode("utf-8", "replace")) >= size for cell in row) for row in rows)


def _name(cell: str) -> str:
    """Return what a column is called; empty for a sign that names nothing, such as `#`."""
    name = cell.strip("*_` ").rstrip(":")
    return name if any(map(str.isalnum, name)) else ""


def _stands_in(row: Sequence[str]) -> bool:
    """Say whether the only row of a table just fills it: one short word, or the same in each cell."""
    return len({cell.casefold() for cell in row if any(map(str.isalnum, cell))}) <= 1


def cells(line: str) -> list[str]:
    """Return the cells of a row, a bar that is written `\\|` as it reads."""
    return [line[start:end].replace("\\|", "|") for start, end in _spans(line)]


def row_text(names: Sequence[str], line: str) -> str:
    """Return what a row says: a line for each cell that is not empty, behind the name of its column."""
    named = [*names, *[""] * line.count("|")]
    return "\n".join(_labelled(name, cell) for name, cell in zip(named, cells(line), strict=False) if cell)


def _labelled(name: str, cell: str) -> str:
    """Return a cell behind the name of its column; a number in a column without one reads `#3`."""
    if name:
        return f"{name}: {cell}"
    return f"#{cell}" if cell.isdigit() else cell


def page_in_row(line: str) -> tuple[str, str, str] | None:
    """Return the page that one cell of a row names, what it calls that, and the longest other cell."""
    said = cells(line)
    for at, cell in enumerate(said):
        if match := _PAGE.fullmatch(cell):
            file = (match["link"] or match["name"]).removeprefix("./")
            return file, match["title"] or "", max([*said[:at], *said[at + 1 :], ""], key=len)
    return None


def pages_in_table(text: str) -> list[str]:
    """Return the pages that the rows of a table name, if most of them name one."""
    _, *rows = [line for line in text.split("\n") if line.startswith("|")] or [""]
    named = [page[0] for row in rows[1:] if (page := page_in_row(row)) is not None]
    return named if 2 * len(named) > len(rows) - 1 else []


def row_saying(names: Sequence[str], text: str, line: str) -> str:
    """Return the row `line` with only those cells changed that say something else in `text`.

    Empty when a row of these columns cannot say it.
    """
    wanted = _by_column(names, text, cells(line))
    if wanted is None:
        return ""
    row = line
    for at, (start, end) in reversed(list(enumerate(_spans(line)))[: len(names)]):
        statement, name = wanted.get(at, ""), names[at]
        if statement != _labelled(name, line[start:end].replace("\\|", "|")):
            cell = statement.removeprefix(f"{name}: ") if name else statement
            row = row[:start] + cell.strip().replace("|", "\\|") + row[end:]
    return row


def new_row(names: Sequence[str], text: str) -> str:
    """Return a row that says `text`; empty when a row of these columns cannot say it."""
    return row_saying(names, text, "|" + "  |" * len(names))


def _by_column(names: Sequence[str], text: str, before: Sequence[str]) -> dict[int, str] | None:
    """Return which line of a text goes into which column; None when a line fits no column.

    A line without a column's name goes into the next column without one, first those filled `before`.
    """
    wanted: dict[int, str] = {}
    nameless = sorted(
        (at for at, name in enumerate(names) if not name), key=lambda at: not any(before[at : at + 1])
    )
    for line in text.split("\n"):
        at = next((at for at, name in enumerate(names) if name and line.startswith(f"{name}: ")), None)
        if at is None:
            at = nameless.pop(0) if nameless else None
        if at is None or at in wanted:
            return None
        wanted[at] = line
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

"""Reads the rows of tables as statements: what a row is about, with what its other columns say of it.

`| Rotate the mail key | Ines | 3 May |` below `| Action | Owner | Due |` becomes `Rotate the mail key (Owner:
Ines; Due: 3 May)`. A row states something where its column or the heading over it says of what kind it is, or
where a cell is a sentence. Other tables are data: figures, ticks, who was there.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from memtui.capture.markup import without_emphasis
from memtui.capture.rules.cues import Kind, kind_of_heading
from memtui.capture.rules.reference import has_verb

_ROW = re.compile(r"^[ \t]{0,8}\|(?P<cells>[^\n]*\S[^\n]*)$", re.MULTILINE)
_RULE = re.compile(r"[\s:|+]*+--[\s:|+-]*+")
"""The line below the names of the columns."""
_BAR = re.compile(r"(?<!\\)\|")
_HEADER_LINES = 2
_MOST_ROWS = 60
"""A longer table is data."""
_SENTENCE = 6
"""Words of a cell that may say something by itself."""
_FEWEST_WORDS = 3
"""Words of what is said of a name, where there is only a name and its value."""
_FEWEST_STATED = 2
_EMPTY = re.compile(r"\W*|n/?a|none|tbd|todo", re.IGNORECASE)
_BLANK = re.compile(r"[\[{<][^\]}>]*[\]}>]")
"""What a form leaves to be filled in: `[owner]`."""
_NUMBER = re.compile(r"\W*\d+\W*")
_STATED = frozenset({"decision", "commitment", "constraint", "gotcha", "preference", "question"})
"""Kinds of which each row is that stands below such a name, however few words it has."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table and where it stands."""

    text: str
    """What it states."""
    kind: Kind | None
    """What its column says that it is."""
    cells: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Table:
    """The rows that stand below the same names, as written."""

    start: int
    names: tuple[str, ...]
    lines: tuple[tuple[int, int, tuple[str, ...]], ...]
    """Where each begins and ends, and its cells."""

    def rows(self, heading: Kind | None) -> Iterator[Row]:
        """Yield the rows that state something; `heading` is the kind that the heading over them names."""
        kinds = [kind_of_heading(name) for name in self.names]
        at = next((n for n, kind in enumerate(kinds) if kind and kind.name in _STATED), 0)
        of = kinds[at] or heading
        for start, end, cells in self.lines:
            stated = _statement(self.names, cells, at, of) if len(cells) > at else ""
            if stated:
                yield Row(stated, kinds[at], cells, start, end)


def tables(text: str) -> Iterator[Table]:
    """Yield the tables of a text in their order."""
    lines: list[re.Match[str]] = []
    for line, following in pairwise([*_ROW.finditer(text), None]):
        if line is None:
            return
        lines.append(line)
        if following is None or text[line.end() : following.start()].strip(" \t\r") != "\n":
            if _HEADER_LINES < len(lines) <= _MOST_ROWS and _RULE.fullmatch(lines[1]["cells"]):
                yield _table(lines)
            lines = []


def _table(lines: Sequence[re.Match[str]]) -> Table:
    below = lines[_HEADER_LINES:]
    return Table(
        lines[0].start(),
        _cells(lines[0]),
        tuple((line.start() + line[0].index("|"), line.end(), _cells(line)) for line in below),
    )


def _cells(line: re.Match[str]) -> tuple[str, ...]:
    cells = _BAR.split(line["cells"])
    if not cells[-1].strip():
        cells.pop()
    return tuple(without_emphasis(" ".join(cell.replace("\\|", "|").split())) for cell in cells)


def _statement(names: Sequence[str], cells: Sequence[str], at: int, kind: Kind | None) -> str:
    said = cells[at]
    if _EMPTY.fullmatch(said) or any(_BLANK.fullmatch(cell) for cell in cells):
        return ""
    others = [
        (name, cell)
        for place, (name, cell) in enumerate(zip_longest(names, cells[: len(names)], fillvalue=""))
        if place != at and not _EMPTY.fullmatch(cell) and not (place == 0 and _NUMBER.fullmatch(cell))
    ]
    if not _states(said, [cell for _, cell in others], kind):
        return ""
    if not others:
        return said
    if len(names) == len((names[at], others[0])) and (kind is None or kind.name not in _STATED):
        return f"{said}: {others[0][1]}"
    return f"{said} ({'; '.join(f'{name}: {cell}' if name else cell for name, cell in others)})"


def _states(said: str, others: Sequence[str], kind: Kind | None) -> bool:
    if kind is not None and kind.name in _STATED:
        return len(said.split()) >= _FEWEST_STATED
    if not others:
        return False
    if kind is not None:
        return max(len(cell.split()) for cell in others) >= _FEWEST_WORDS
    return any(len(cell.split()) >= _SENTENCE and has_verb(cell) for cell in (said, *others))

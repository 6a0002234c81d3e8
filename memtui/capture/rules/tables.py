"""Reads the rows of tables as statements: what a row is about, with what its other columns say of it.

`| Rotate the mail key | Ines | 3 May |` below `| Action | Owner | Due |` becomes `Rotate the mail key (Owner:
Ines; Due: 3 May)`. A row states something where its column or the heading over it says of what kind it is, or
where a cell is a sentence. Other tables are data: figures, ticks, who was there.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest

from memtui.capture.markup import without_emphasis
from memtui.capture.rules.cues import Kind, kind_of_heading
from memtui.capture.rules.verbs import has_verb
from memtui.formats.ground.tables import begins_a_table, cells

_FENCE = ("```", "~~~")
_HEADER_LINES = 2
_NAME_AND_VALUE = 2
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
_OF_A_TASK = re.compile(
    r"(?:owner|assign|who|responsible|lead|due|deadline|by|until|status|priority|wer|zuständig|verantwortlich|bis"
    r"|fällig|responsable|échéance|plazo|担当|期限|负责人|截止)",
    re.IGNORECASE,
)
"""A column that only a list of tasks has: in others an action is what a key does, or what was done."""
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
        if not any(map(_OF_A_TASK.match, self.names)):
            kinds = [None if kind and kind.name == "commitment" else kind for kind in kinds]
        at = next((n for n, kind in enumerate(kinds) if kind and kind.name in _STATED), 0)
        of = kinds[at] or heading
        for start, end, said in self.lines:
            stated = _statement(self.names, said, at, of) if len(said) > at else ""
            if stated:
                yield Row(stated, kinds[at], said, start, end)


def tables(text: str) -> Iterator[Table]:
    """Yield the tables of a text in their order; what stands between fences is code."""
    written = text.splitlines(keepends=True)
    starts = list(accumulate(map(len, written), initial=0))
    lines = [line.strip() for line in written]
    at, fence = 0, ""
    while at < len(lines):
        if lines[at].startswith(fence or _FENCE):
            fence = "" if fence else lines[at][:3]
        if fence or not begins_a_table(lines, at):
            at += 1
            continue
        first = end = at + _HEADER_LINES
        while end < len(lines) and lines[end].startswith("|") and not begins_a_table(lines, end):
            end += 1
        if end - first <= _MOST_ROWS:
            rows = [(starts[row] + written[row].index("|"), lines[row]) for row in range(first, end)]
            said = ((start, start + len(line), _said_in(line)) for start, line in rows)
            yield Table(starts[at], _said_in(lines[at]), tuple(said))
        at = end


def _said_in(line: str) -> tuple[str, ...]:
    return tuple(without_emphasis(" ".join(cell.split())) for cell in cells(line))


def _statement(names: Sequence[str], row: Sequence[str], at: int, kind: Kind | None) -> str:
    said = row[at]
    if _EMPTY.fullmatch(said) or any(_BLANK.fullmatch(cell) for cell in row):
        return ""
    others = [
        (name, cell)
        for place, (name, cell) in enumerate(zip_longest(names, row[: len(names)], fillvalue=""))
        if place != at and not _EMPTY.fullmatch(cell) and not (place == 0 and _NUMBER.fullmatch(cell))
    ]
    if not _states(said, [cell for _, cell in others], kind):
        return ""
    if not others:
        return said
    if len(names) == _NAME_AND_VALUE and (kind is None or kind.name not in _STATED):
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

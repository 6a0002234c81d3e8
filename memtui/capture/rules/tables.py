"""Reads the rows of tables as statements: what a row is about, with what its other columns say of it.

`| Rotate the mail key | Ines | 3 May |` below `| Action | Owner | Due |` becomes `Rotate the mail key (Owner:
Ines; Due: 3 May)`. A row states something where its column or the heading over it says of what kind it is, or
where a cell is a sentence, and one of settings says what each is: `RETRY_MAX is 4`. Other tables are data:
figures, ticks, who was there; their rows are counted, and say nothing.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, zip_longest
from pathlib import Path

from memtui.capture.markup import without_emphasis
from memtui.capture.rules.cues import BY_NAME, Kind, kind_of_heading
from memtui.capture.rules.verbs import has_verb
from memtui.formats.ground.tables import begins_a_table, cells
from memtui.phrases import phrases_in

_FENCE = ("```", "~~~")
_HEADER_LINES = 2
_NAME_AND_VALUE = 2
_MOST_ROWS = 60
"""A longer table is data."""
_MOST_SETTINGS = 20
"""More rows of settings are a manual."""
_SENTENCE = 6
"""Words of a cell that may say something by itself."""
_FEWEST_WORDS = 3
"""Words of what is said of a name, where there is only a name and its value."""
_FEWEST_STATED = 2
_PHRASES = phrases_in(Path(__file__).with_name("tables.toml"))
_SETTING, _VALUE = _PHRASES["setting"].pattern, _PHRASES["value"].pattern
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
    """What it states, or its cells where that is nothing."""
    kind: Kind | None
    """What its column says that it is."""
    cells: tuple[str, ...]
    start: int
    end: int
    states: bool
    setting: bool = False
    """It says what one setting is."""


@dataclass(frozen=True, slots=True)
class Table:
    """The rows that stand below the same names, as written."""

    start: int
    names: tuple[str, ...]
    lines: tuple[tuple[int, int, tuple[str, ...]], ...]
    """Where each begins and ends, and its cells."""

    def rows(self, heading: Kind | None) -> Iterator[Row]:
        """Yield the rows with anything in them; `heading` is the kind that the heading over them names."""
        if self._is_of_settings:
            yield from self._settings()
            return
        kinds = [kind_of_heading(name) for name in self.names]
        if not any(map(_OF_A_TASK.match, self.names)):
            kinds = [None if kind and kind.name == "commitment" else kind for kind in kinds]
        at = next((n for n, kind in enumerate(kinds) if kind and kind.name in _STATED), 0)
        of = kinds[at] or heading
        for start, end, said in self.lines:
            others = _others(self.names, said, at)
            if len(said) <= at or _is_left_empty(said, at):
                continue
            states = len(self.lines) <= _MOST_ROWS and _states(said[at], [cell for _, cell in others], of)
            yield Row(_statement(len(self.names), said[at], others, of), kinds[at], said, start, end, states)

    @property
    def _is_of_settings(self) -> bool:
        """Whether each row names a setting and its value, and nothing more."""
        if len(self.names) != _NAME_AND_VALUE or len(self.lines) > _MOST_SETTINGS:
            return False
        name, value = self.names
        return _SETTING.fullmatch(name) is not None and _VALUE.fullmatch(value) is not None

    def _settings(self) -> Iterator[Row]:
        for start, end, said in self.lines:
            if len(said) >= _NAME_AND_VALUE and not (_EMPTY.fullmatch(said[1]) or _is_left_empty(said, 0)):
                yield Row(
                    f"{said[0]} is {said[1]}", BY_NAME["finding"], said, start, end, states=True, setting=True
                )


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
        rows = [(starts[row] + written[row].index("|"), lines[row]) for row in range(first, end)]
        said = ((start, start + len(line), _said_in(line)) for start, line in rows)
        yield Table(starts[at], _said_in(lines[at]), tuple(said))
        at = end


def _said_in(line: str) -> tuple[str, ...]:
    return tuple(without_emphasis(" ".join(cell.split())) for cell in cells(line))


def _is_left_empty(row: Sequence[str], at: int) -> bool:
    """Say whether a row has nothing in the cell at hand, or is of a form to be filled in."""
    return _EMPTY.fullmatch(row[at]) is not None or any(_BLANK.fullmatch(cell) for cell in row)


def _others(names: Sequence[str], row: Sequence[str], at: int) -> list[tuple[str, str]]:
    """Return the other cells that say something, each with the name of its column."""
    return [
        (name, cell)
        for place, (name, cell) in enumerate(zip_longest(names, row[: len(names)], fillvalue=""))
        if place != at and not _EMPTY.fullmatch(cell) and not (place == 0 and _NUMBER.fullmatch(cell))
    ]


def _statement(columns: int, said: str, others: Sequence[tuple[str, str]], kind: Kind | None) -> str:
    if not others:
        return said
    if columns == _NAME_AND_VALUE and (kind is None or kind.name not in _STATED):
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

"""The list of the Settings view: what `listed` says there is, as lines with a cursor."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment

from memtui.config.described import Described
from memtui.tui.settings.listed import Heading, Raised, Section, SettingLine, unquoted
from memtui.tui.widgets.headed_list import HeadedList
from memtui.tui.widgets.line_list import fitted, right
from memtui.tui.widgets.pages import Line

_NAME = 48
"""Cells for a setting's name, the same in all groups, so that the values are in one column."""
_SECTION = 20
"""Cells for the name of a section."""
_COUNT = 4
_ORIGIN = 18
_KEY = 26
_VALUE = 14
"""Cells for a value with its sentence beside it, in a list wide enough; a longer value has the line alone."""
_SENTENCE = 30
"""Cells that a sentence needs to say something."""


class SettingsList(HeadedList):
    """The settings under their sections."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[SettingLine] = ()
        self.empty = ("No setting has these words",)

    @property
    def setting(self) -> Described | None:
        """The setting under the cursor."""
        row = self.rows[self.cursor] if self.cursor < len(self.rows) else None
        return row.setting if isinstance(row, Raised) else row if isinstance(row, Described) else None

    @property
    def section(self) -> Section | None:
        """The head of a section under the cursor."""
        row = self.rows[self.cursor] if self.cursor < len(self.rows) else None
        return row if isinstance(row, Section) else None

    @property
    def head(self) -> Section | None:
        """The head of the section that the cursor is in; None at the top, and while words are looked for."""
        above = (row for row in reversed(self.rows[: self.cursor + 1]) if not isinstance(row, Described))
        row = next(above, None)
        return row if isinstance(row, Section) else None

    @property
    def counted(self) -> tuple[int, int]:
        """How many settings there are, those behind a head counted, and how many were changed."""
        heads = [row for row in self.rows if isinstance(row, Section)]
        if heads:
            return sum(head.count for head in heads), sum(head.changed for head in heads)
        changed = [row.changed for row in self.rows if isinstance(row, Described)]
        return len(changed), sum(changed)

    def go_to(self, key: str) -> None:
        """Put the cursor on a setting, or on the head of a section, by its name."""
        keys = list(map(_key, self.rows))
        if key in keys:
            self.move_to(keys.index(key))

    def show(self, rows: Sequence[SettingLine]) -> None:
        """Show rows; the cursor stays on its setting, or goes to the one nearest."""
        wanted = _key(self.rows[self.cursor]) if self.cursor < len(self.rows) else None
        self.rows = rows
        self.rows_changed(len(rows), lambda index: _key(rows[index]), wanted)

    def is_heading(self, index: int) -> bool:
        """Say whether a line is a heading, or nothing but room between two groups."""
        return isinstance(self.rows[index], Heading)

    def draw(self, index: int, width: int) -> Line:
        """Return one line: a name, its value, and where that comes from, or what the setting does."""
        row, look = self.rows[index], self.look
        if isinstance(row, Heading):
            title = f"   {row.title}"
            room = width - len(title)
            return [
                Segment(title[:width], look.strong),
                Segment(fitted(f"   {row.explanation}", room), look.dim),
            ]
        if isinstance(row, Section):
            return self._draw_section(row, width)
        if isinstance(row, Raised):
            return self._draw_raised(row, width)
        name_width = _name_width(width)
        value, room = unquoted(row.value) or "–", max(width - name_width - 5, 0)
        aside = ""
        if row.origin != "default":
            aside = right(row.origin, _ORIGIN) if width >= _NAME + _ORIGIN + 20 else ""
        elif len(value) <= _VALUE and room >= _VALUE + _SENTENCE:
            sentence = " ".join(row.documentation.replace("`", "").split())
            aside = fitted(sentence, room - _VALUE)
        return [
            Segment(f"     {fitted(row.name, name_width - 2)} ", look.text),
            Segment(fitted(value, room - cell_len(aside)), look.accent if row.changed else look.dim),
            Segment(aside, look.dim),
            Segment(" "),
        ]

    def _draw_section(self, row: Section, width: int) -> Line:
        """Return the head of a section: its name, how many settings it has, how many were changed."""
        look = self.look
        changed = f"{row.changed:,} changed · " if row.changed else ""
        room = max(width - _SECTION - _COUNT - 6, 0)
        return [
            Segment(f" {'▾' if row.unfolded else '▸'} ", look.dim),
            Segment(fitted(row.name, _SECTION), look.strong),
            Segment(right(f"{row.count:,}", _COUNT), look.dim),
            Segment(f"   {changed}"[:room], look.accent),
            Segment(fitted(row.explanation, max(room - len(changed), 0)), look.dim),
        ]

    def _draw_raised(self, row: Raised, width: int) -> Line:
        """Return a setting at the top: its words, its value, and its name where there is room."""
        look, setting = self.look, row.setting
        words_width = _name_width(width)
        aside = "" if row.label == setting.key else setting.key
        key_width = _KEY if width >= _NAME + _KEY + 20 else 0
        value_width = max(width - words_width - key_width - 5, 0)
        value = fitted(unquoted(setting.value) or "–", value_width)
        return [
            Segment(f"   {fitted(row.label, words_width)} ", look.text),
            Segment(value, look.accent if setting.changed else look.dim),
            Segment(right(aside or setting.origin, key_width), look.dim),
            Segment(" "),
        ]


def _name_width(width: int) -> int:
    """Return the cells for what settings are called, in a list of `width` cells."""
    return min(_NAME, max(width * 2 // 3, 8))


def _key(row: SettingLine) -> str:
    """Return what tells a row from the others: a setting may stand at the top and in its section."""
    if isinstance(row, Raised):
        return f"{row.label}: {row.setting.key}"
    return row.name if isinstance(row, Section) else row.key if isinstance(row, Described) else ""

"""The list of the Settings view: the settings under their sections, and the keys of the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.segment import Segment

from memtui.config.described import KEYS, Described, sections
from memtui.config.reading import Loaded
from memtui.config.values import KEY
from memtui.tui.keys.keymap import Keymap
from memtui.tui.keys.registry import ACTIONS
from memtui.tui.widgets.headed_list import HeadedList
from memtui.tui.widgets.line_list import fitted, right
from memtui.tui.widgets.pages import Line

_NAME = 30
_ORIGIN = 18
_KEYS_WORDS = "The keys of the screen. Several for one action are joined with commas."


@dataclass(frozen=True, slots=True)
class Heading:
    """A line over the settings of a section, which the cursor passes over."""

    title: str
    words: str = ""


SettingLine = Described | Heading


def unquoted(value: str) -> str:
    """Return a value as it is typed: text without its quotes."""
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value


def key_settings(loaded: Loaded, keymap: Keymap) -> Iterable[Described]:
    """Yield the keys of every action as settings."""
    own = {action.id: ", ".join(action.keys) for action in ACTIONS}
    for action in keymap.actions:
        key = f"{KEYS}.{action.id}"
        now = ", ".join(action.keys)
        yield Described(key, KEYS, now, own[action.id], loaded.origin(key), action.help, KEY)


def lines_for(loaded: Loaded, keymap: Keymap, wanted: str = "") -> list[SettingLine]:
    """Return the list's lines: the settings whose name or sentence has all the words of `wanted`."""
    groups = [(section.name, section.words, section.settings) for section in sections(loaded)]
    groups.append((KEYS, _KEYS_WORDS, tuple(key_settings(loaded, keymap))))
    words = wanted.lower().split()
    lines: list[SettingLine] = []
    for name, told, settings in groups:
        found = [s for s in settings if all(word in f"{s.key} {s.words}".lower() for word in words)]
        if found or not (words or settings):
            lines += [Heading("")] if lines else []
            lines += [Heading(name, " ".join(told.split())), *found]
    return lines


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
        return row if isinstance(row, Described) else None

    def show(self, rows: Sequence[SettingLine]) -> None:
        """Show rows; the cursor stays on its setting, or goes to the one nearest."""
        wanted = self.setting.key if self.setting is not None else None
        self.rows = rows
        self.rows_changed(len(rows), lambda index: _key(rows[index]), wanted)

    def is_heading(self, index: int) -> bool:
        """Say whether a line is a heading, or nothing but room between two groups."""
        return isinstance(self.rows[index], Heading)

    def draw(self, index: int, width: int) -> Line:
        """Return one line: a name, its value, and where that comes from."""
        row, look = self.rows[index], self.look
        if isinstance(row, Heading):
            title = f"   {row.title}"
            room = width - len(title)
            return [Segment(title[:width], look.strong), Segment(fitted(f"   {row.words}", room), look.dim)]
        name_width = min(_NAME, max(width // 2, 8))
        origin_width = _ORIGIN if width >= _NAME + _ORIGIN + 20 else 0
        value_width = max(width - name_width - origin_width - 5, 0)
        origin = "" if row.origin == "default" else row.origin
        return [
            Segment(f"   {fitted(row.name, name_width)} ", look.text),
            Segment(
                fitted(unquoted(row.value) or "–", value_width), look.accent if row.changed else look.dim
            ),
            Segment(right(origin, origin_width), look.dim),
            Segment(" "),
        ]


def _key(row: SettingLine) -> str:
    return row.key if isinstance(row, Described) else ""

"""The list of the Settings view: the settings under their sections, and the keys of the screen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment

from memtui.config.described import KEYS, Described, sections
from memtui.config.reading import Loaded
from memtui.config.values import KEY
from memtui.language.lexicon import STOP_WORDS
from memtui.language.stems import stem
from memtui.tui.keys.keymap import Keymap
from memtui.tui.keys.registry import ACTIONS
from memtui.tui.widgets.headed_list import HeadedList
from memtui.tui.widgets.line_list import fitted, right
from memtui.tui.widgets.pages import Line

_NAME = 48
"""Cells for a setting's name, the same in all groups, so that the values are in one column."""
_ORIGIN = 18
_KEY = 26
_VALUE = 14
"""Cells for a value with its sentence beside it, in a list wide enough; a longer value has the line alone."""
_SENTENCE = 30
"""Cells that a sentence needs to say something."""
_USUAL = {
    "screen.theme": "Dark, light, or the terminal's own colours",
    "screen.rows": "One line a memory, or two",
    "llm.model": "The model that reads; without one, rules do",
    "llm.max_usd_per_day": "What a model may cost in 24 hours, in dollars",
    "review.on_start": "When Review looks by itself",
    "review.judge": "When the model reads the memories for Review",
    "capture.post_session": "Learn from a session when it has ended",
    "gate.agents": "What becomes of what agents add",
    "gate.files": "What becomes of what linked files bring",
    "recall.elsewhere": "Tell agents of other projects too",
    "decay.enabled": "What nobody uses fades",
}
"""What people set first, in a few plain words; each stands in its section too."""
_USUAL_WORDS = "What people set first; all of it follows, section by section."
_WORD = re.compile(r"[^\W\d_]+")
_KEYS_WORDS = "The keys of the screen. Several for one action are joined with commas."


@dataclass(frozen=True, slots=True)
class Heading:
    """A line over the settings of a section, which the cursor passes over."""

    title: str
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Usual:
    """One of the settings that people set first, at the top."""

    setting: Described
    label: str


SettingLine = Described | Usual | Heading
_Group = tuple[str, str, tuple[Described, ...]]
"""A section: its name, its words, its settings."""


def unquoted(value: str) -> str:
    """Return a value as it is typed: text without its quotes."""
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value


def _key_settings(loaded: Loaded, keymap: Keymap) -> Iterable[Described]:
    """Yield the keys of every action as settings."""
    own = {action.id: ", ".join(action.keys) for action in ACTIONS}
    for action in keymap.actions:
        key = f"{KEYS}.{action.id}"
        now = ", ".join(action.keys)
        yield Described(key, KEYS, now, own[action.id], loaded.origin(key), action.help, KEY)


def setting_of(loaded: Loaded, keymap: Keymap, key: str) -> Described | None:
    """Return a setting by its name, such as `decay.stretch`; None where there is none of that name."""
    of_sections = (setting for section in sections(loaded) for setting in section.settings)
    return next((line for line in (*of_sections, *_key_settings(loaded, keymap)) if line.key == key), None)


def lines_for(loaded: Loaded, keymap: Keymap, wanted: str = "") -> list[SettingLine]:
    """Return the list's lines: the settings whose name or sentence has the words of `wanted`.

    Where none has all of them, those with some, under the section that has the most of the rarest first.
    """
    groups = [(section.name, section.documentation, section.settings) for section in sections(loaded)]
    groups.append((KEYS, _KEYS_WORDS, tuple(_key_settings(loaded, keymap))))
    words = wanted.lower().split()
    every = [setting for _, _, settings in groups for setting in settings]
    lines: list[SettingLine] = [] if words else _usual(every)
    with_all = {s.key for s in every if all(word in f"{s.key} {s.documentation}".lower() for word in words)}
    if words and not with_all:
        groups = _with_some(groups, words)
    for name, explanation, settings in groups:
        matching = [s for s in settings if s.key in with_all or (words and not with_all)]
        if matching or not (words or settings):
            lines += [Heading("")] if lines else []
            lines += [Heading(name, " ".join(explanation.split())), *matching]
    return lines


def _with_some(groups: Sequence[_Group], words: Sequence[str]) -> list[_Group]:
    """Return the settings that have some of the words in any of their forms, best first.

    The words of a section are those of each of its settings too. A word counts the more, the fewer settings
    have it.
    """
    asked = {stem(word) for word in words if word not in STOP_WORDS}
    has = {
        s.key: asked & _stems(f"{s.key} {s.documentation} {explanation}")
        for _, explanation, settings in groups
        for s in settings
    }
    held_by = Counter(word for shared in has.values() for word in shared)
    worth = {key: sum(1 / held_by[word] for word in sorted(shared)) for key, shared in has.items()}
    ranked = [
        (name, explanation, tuple(sorted((s for s in settings if worth[s.key]), key=lambda s: -worth[s.key])))
        for name, explanation, settings in groups
    ]
    return sorted((group for group in ranked if group[2]), key=lambda group: -worth[group[2][0].key])


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, _WORD.findall(text.lower())))


def _usual(settings: Iterable[Described]) -> list[SettingLine]:
    """Return the lines of what people set first."""
    known = {setting.key: setting for setting in settings}
    rows = [Usual(known[key], label) for key, label in _USUAL.items() if key in known]
    return [Heading("usual", _USUAL_WORDS), *rows]


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
        return row.setting if isinstance(row, Usual) else row if isinstance(row, Described) else None

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
        if isinstance(row, Usual):
            return self._draw_usual(row, width)
        name_width = _name_width(width)
        value, room = unquoted(row.value) or "–", max(width - name_width - 5, 0)
        aside = ""
        if row.origin != "default":
            aside = right(row.origin, _ORIGIN) if width >= _NAME + _ORIGIN + 20 else ""
        elif len(value) <= _VALUE and room >= _VALUE + _SENTENCE:
            sentence = " ".join(row.documentation.replace("`", "").split())
            aside = fitted(sentence, room - _VALUE)
        return [
            Segment(f"   {fitted(row.name, name_width)} ", look.text),
            Segment(fitted(value, room - cell_len(aside)), look.accent if row.changed else look.dim),
            Segment(aside, look.dim),
            Segment(" "),
        ]

    def _draw_usual(self, row: Usual, width: int) -> Line:
        """Return one of the usual settings: its words, its value, and its name where there is room."""
        look, setting = self.look, row.setting
        words_width = _name_width(width)
        key_width = _KEY if width >= _NAME + _KEY + 20 else 0
        value_width = max(width - words_width - key_width - 5, 0)
        value = fitted(unquoted(setting.value) or "–", value_width)
        return [
            Segment(f"   {fitted(row.label, words_width)} ", look.text),
            Segment(value, look.accent if setting.changed else look.dim),
            Segment(right(setting.key, key_width), look.dim),
            Segment(" "),
        ]


def _name_width(width: int) -> int:
    """Return the cells for what settings are called, in a list of `width` cells."""
    return min(_NAME, max(width * 2 // 3, 8))


def _key(row: SettingLine) -> str:
    """Return what tells a row from the others: a setting may stand at the top and in its section."""
    if isinstance(row, Usual):
        return f"usual {row.setting.key}"
    return row.key if isinstance(row, Described) else ""

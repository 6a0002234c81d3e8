"""What the Settings view lists: what people set first, what they changed, and each section with its count.

A section is folded behind its head until it is opened; while words are looked for, what has them is listed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from memtui.config.described import KEYS, Described, sections
from memtui.config.reading import Loaded
from memtui.config.values import KEY
from memtui.language.lexicon import STOP_WORDS
from memtui.language.stems import stem
from memtui.tui.keys.keymap import Keymap
from memtui.tui.keys.registry import ACTIONS

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
_USUAL_WORDS = "What people set first."
_CHANGED_WORDS = "What else is not at its default."
_WORD = re.compile(r"[^\W\d_]+")
_KEYS_WORDS = "The keys of the screen. Several for one action are joined with commas."


@dataclass(frozen=True, slots=True)
class Heading:
    """A line over settings, which the cursor passes over; empty, it is room between two groups."""

    title: str = ""
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """The head of a section, behind which its settings are folded."""

    name: str
    explanation: str
    count: int
    changed: int
    """How many of its settings are not at their defaults."""
    unfolded: bool


@dataclass(frozen=True, slots=True)
class Raised:
    """A setting at the top: one that people set first, in plain words, or one that was changed."""

    setting: Described
    label: str


SettingLine = Described | Raised | Heading | Section
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


def lines_for(loaded: Loaded, keymap: Keymap, unfolded: Collection[str] = ()) -> list[SettingLine]:
    """Return the list's lines: what people set first, what else they changed, then section by section.

    The settings of a section are listed where its name is among the `unfolded`.
    """
    groups = _groups(loaded, keymap)
    lines = _at_the_top([setting for _, _, settings in groups for setting in settings])
    for name, explanation, settings in groups:
        changed = sum(setting.changed for setting in settings)
        opened = name in unfolded
        lines.append(Section(name, explanation, len(settings), changed, opened))
        lines += settings if opened else ()
    return lines


def lines_with(loaded: Loaded, keymap: Keymap, wanted: str) -> list[SettingLine]:
    """Return the settings whose name or sentence has the words of `wanted`, under their sections.

    Where none has all of them, those with some, under the section that has the most of the rarest first.
    """
    groups = _groups(loaded, keymap)
    words = wanted.lower().split()
    with_all = [(name, about, tuple(_having(settings, words))) for name, about, settings in groups]
    lines: list[SettingLine] = []
    for name, explanation, settings in [group for group in with_all if group[2]] or _with_some(groups, words):
        lines += [Heading()] if lines else []
        lines += [Heading(name, explanation), *settings]
    return lines


def _groups(loaded: Loaded, keymap: Keymap) -> list[_Group]:
    """Return every section with all of its settings, the keys last."""
    groups = [(s.name, " ".join(s.documentation.split()), s.settings) for s in sections(loaded)]
    return [*groups, (KEYS, _KEYS_WORDS, tuple(_key_settings(loaded, keymap)))]


def _having(settings: Iterable[Described], words: Sequence[str]) -> Iterator[Described]:
    """Yield the settings that have every word."""
    for setting in settings:
        text = f"{setting.key} {setting.documentation}".lower()
        if all(word in text for word in words):
            yield setting


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


def _at_the_top(every: Iterable[Described]) -> list[SettingLine]:
    """Return the lines of what people set first, and of what else they changed."""
    known = {setting.key: setting for setting in every}
    usual = [Raised(known[key], label) for key, label in _USUAL.items() if key in known]
    changed = [Raised(s, s.key) for s in known.values() if s.changed and s.key not in _USUAL]
    lines: list[SettingLine] = [Heading("usual", _USUAL_WORDS), *usual, Heading()]
    if changed:
        lines += [Heading("changed", _CHANGED_WORDS), *changed, Heading()]
    return [*lines, Heading("all", f"{len(known)} settings, section by section.")]

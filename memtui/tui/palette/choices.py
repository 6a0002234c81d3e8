"""What the palette finds: actions of every view, themes, scopes and settings, each as one record.

Memories are found by the search of the screen (`dialog` asks it).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from rapidfuzz.distance import OSA

from memtui.config.described import sections
from memtui.config.reading import Loaded
from memtui.config.settings import Settings
from memtui.domain.counting import plural
from memtui.domain.headings import row_text
from memtui.domain.memory import Memory, State
from memtui.domain.text import Longest, one_line
from memtui.language.stems import stem
from memtui.language.typos import mistakes
from memtui.secrets.masking import masked, masked_memory
from memtui.store import scopes
from memtui.store.database import Store
from memtui.tui import themes
from memtui.tui.keys.action import Action, Group, Situation
from memtui.tui.keys.keymap import Keymap, key_name

_WORD = re.compile(r"[^\W_]+")
_SHORTEST = 3
"""Letters; of a shorter word nobody knows what was meant."""


class Sort(StrEnum):
    """What a choice is."""

    ACTION = "action"
    THEME = "theme"
    SCOPE = "scope"
    MEMORY = "memory"
    SETTING = "setting"


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of the palette."""

    sort: Sort
    title: str
    note: str
    """What it does or holds, dim behind the title."""
    key: str = ""
    """At the right: its keys, or what sort of thing it is."""
    what: Action | Memory | str = ""
    """The action, the memory, or the name of the theme, scope or setting."""
    blocked: str = ""
    """Why it can't be chosen now, in place of the note."""


def actions(keymap: Keymap, now: Situation) -> Iterator[Choice]:
    """Yield the actions of the view that is shown, then those of the other views, which are gone to."""
    for action in keymap.in_view(now.view):
        if action.group is not Group.MOVE:
            yield Choice(
                Sort.ACTION, action.label, _plain(action), _keys(action), action, keymap.blocked(action, now)
            )
    for view, action in keymap.of_other_views(now.view):
        if action.group is not Group.MOVE:
            note = f"in {view.title}: {_plain(action)}"
            yield Choice(Sort.ACTION, action.label, note, _keys(action), action)


def all_themes() -> Iterator[Choice]:
    """Yield the themes; the one under the cursor is tried on at once."""
    for name in themes.PALETTES:
        title = "the terminal's own colours" if name == "ansi" else name.removeprefix("memtui-")
        yield Choice(Sort.THEME, f"theme {title}", "shown while the cursor is on it", "theme", name)


def all_scopes(store: Store) -> Iterator[Choice]:
    """Yield the scopes that hold something, with how much."""
    for node in scopes.tree(store):
        yield Choice(Sort.SCOPE, masked(node.scope), plural(node.total), "scope", node.scope)


def all_settings(settings: Settings) -> Iterator[Choice]:
    """Yield the settings with their values and sentences."""
    for section in sections(Loaded(settings, Path(), exists=True)):
        for setting in section.settings:
            note = (
                f"{one_line(masked(setting.value), Longest.NAME)} · {' '.join(setting.documentation.split())}"
            )
            yield Choice(Sort.SETTING, setting.key, note, "setting", setting.key)


def of_memories(results: Iterable[Memory]) -> Iterator[Choice]:
    """Yield memories by their first line, those that are not live any more with what became of them."""
    for memory in map(masked_memory, results):
        gone = "" if memory.state is State.LIVE else f"{memory.state} · "
        yield Choice(Sort.MEMORY, row_text(memory)[0], "", f"{gone}{memory.scope}", memory)


def matching(choices: Sequence[Choice], typed: str) -> list[Choice]:
    """Return the choices that hold all that was typed; those first whose title begins so, or has the words.

    Behind them stand actions that hold it in other forms, `fading` for `fade`. Without any, it
    is those whose title holds it but for a typo.
    """
    words = typed.lower().split()

    def place(choice: Choice) -> int:
        if choice.title.lower().startswith(typed.strip().lower()):
            return 0
        return 1 if is_titled(choice, typed) else 2

    fitting = [
        choice for choice in choices if all(word in f"{choice.title} {choice.note}".lower() for word in words)
    ]
    other_forms = [choice for choice in choices if _in_other_forms(choice, typed) and choice not in fitting]
    found = sorted(fitting, key=place) + sorted(other_forms, key=place)
    return found or [choice for choice in choices if _near(choice, words)]


def is_titled(choice: Choice, typed: str) -> bool:
    """Say whether each typed word begins a word of the title; in the middle of one it stands by chance."""
    return _begin_words(choice.title, typed)


def is_view_for(choice: Choice, typed: str) -> bool:
    """Say whether a choice opens a view that is told to be for what was typed, each word at its beginning."""
    opens = isinstance(choice.what, Action) and choice.what.id.startswith("view_")
    return opens and _begin_words(f"{choice.title} {choice.note}", typed)


def _begin_words(text: str, typed: str) -> bool:
    said = text.lower()
    return all(re.search(rf"(?<![^\W_]){re.escape(word)}", said) for word in typed.lower().split())


def _in_other_forms(choice: Choice, typed: str) -> bool:
    wanted = _stems(typed.lower())
    said = f"{choice.title} {choice.note}".lower()
    return choice.sort is Sort.ACTION and bool(wanted) and wanted <= _stems(said)


@lru_cache(maxsize=1024)
def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in _WORD.findall(text))


def _near(choice: Choice, words: Sequence[str]) -> bool:
    """Say whether each word is one of the choice's title but for a typo."""
    title = choice.title.lower().split()
    return all(
        len(word) >= _SHORTEST
        and any(OSA.distance(word, title_word) <= max(mistakes(len(word)), 1) for title_word in title)
        for word in words
    )


def _plain(action: Action) -> str:
    return action.help.replace("`", "")


def _keys(action: Action) -> str:
    return " ".join(map(key_name, action.keys))

"""Tells what each key does: the registry, with a person's own keys applied.

The keys are not Textual's bindings. A binding that `check_action` forbids is silently ignored, while a key
here says why it cannot run (`Action.blocked`). A binding needs the focus below its widget, while a view's
keys work wherever the focus is, and a key of another view says where it works. A person's keys are checked
all at once, so that two actions can swap keys and a clash is named with the key that stays;
`App.set_keymap` would take the key from the other action.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from textual.events import Key

from memtui.domain.counting import listed
from memtui.domain.text import Longest, one_line
from memtui.tui.keys.action import Action, Situation
from memtui.tui.keys.registry import ACTIONS, collisions
from memtui.tui.keys.views import ALL_VIEWS, View, ViewId

NEVER_BOUND = frozenset({"ctrl+i", "ctrl+h", "ctrl+m", "ctrl+a", "ctrl+b", "ctrl+j", "ctrl+["})
"""Terminals send tab, backspace and enter for some of these; screen and tmux take the others."""

_TAKEN = frozenset({"ctrl+c", "ctrl+q"})
"""The screen answers these itself, before any action."""

_NAMED = "up|down|left|right|home|end|insert|delete|pageup|pagedown|f[1-9]|f1[0-9]|f2[0-4]"

_KEY = re.compile(
    rf"[^\W\d]|[^\w\s]|_|ctrl\+[a-z]|(ctrl\+|shift\+|ctrl\+shift\+)?({_NAMED})|"
    r"escape|enter|tab|shift\+tab|space|backspace"
)
"""What a key can be called: the character it writes, or one of the names that reach an action."""

_ALWAYS = 90
"""From this place on among the hints: help and quitting, which are named whatever is selected."""

_PLACE = re.compile(r"\{([a-z_]+)(?::(\d+))?\}")
"""Where the key of an action stands in a sentence."""


class Keymap:
    """The keys of each view: the registry with the person's own keys applied."""

    def __init__(self, chosen: Mapping[str, str] | None = None) -> None:
        """Apply `chosen`, action id → key; several keys are joined with commas.

        What cannot be applied leaves the action its own keys and is said in `problems`, one sentence
        each. All is applied at once, so that two actions can change places.
        """
        self.problems: list[str] = []
        wanted: dict[str, tuple[str, ...]] = {}
        for action_id, written in (chosen or {}).items():
            keys = _split(written)
            reason = _unfit(action_id, keys)
            if reason:
                self._refuse(action_id, reason)
            else:
                wanted[action_id] = keys
        self.actions = _with_keys(wanted)
        while (clash := _clash(self.actions, wanted)) is not None:
            action_id, reason = clash
            del wanted[action_id]
            self._refuse(action_id, reason)
            self.actions = _with_keys(wanted)
        self._keys = {action.id: key_name(action.keys[0]) for action in self.actions}
        self.actions = tuple(action._replace(help=self.filled(action.help)) for action in self.actions)
        self._by_key = _index(self.actions)
        self._hinted = {view: _hinted(self.actions, view) for view in ViewId}
        self._hinted_marked = {view: _hinted_marked(self.actions, view) for view in ViewId}

    def _refuse(self, action_id: str, reason: str) -> None:
        own = next((" ".join(map(key_name, a.keys)) for a in ACTIONS if a.id == action_id), "")
        stays = f"; it stays {own}" if own else ""
        self.problems.append(f"[keys] {one_line(action_id, Longest.NAME)}: {reason}{stays}")

    def find(self, view: ViewId, key: str) -> Action | None:
        """Return what `key` does in `view`."""
        return self._by_key.get((view, key))

    def written(self, view: ViewId, key: str) -> Action | None:
        """Return what a key does in `view`, by how it is written on the screen."""
        return next((action for action in self.in_view(view) if key in map(key_name, action.keys)), None)

    def elsewhere(self, key: str) -> Action | None:
        """Return an action of another view that has `key`, to say where it works."""
        return next((action for action in self.actions if key in action.keys), None)

    def nothing_here(self, key: str) -> str:
        """Return the words for a key that does nothing in the view that is shown."""
        other = self.elsewhere(key)
        if other is None:
            return f"{key_name(key)} does nothing here · {self.key_for('keys')} lists the keys"
        where = listed([view.title for view in ALL_VIEWS if view.id in other.views])
        return f"{key} is {other.label!r} in {where}; it does nothing here"

    def in_view(self, view: ViewId) -> list[Action]:
        """Return the actions of a view in the registry's order."""
        return [action for action in self.actions if view in action.views]

    def of_other_views(self, shown: ViewId) -> Iterator[tuple[View, Action]]:
        """Yield the actions that a view does not have, each with the first view that has it."""
        known = {action.id for action in self.in_view(shown)}
        for view in ALL_VIEWS:
            for action in self.in_view(view.id):
                if action.id not in known:
                    known.add(action.id)
                    yield view, action

    def hints(self, now: Situation) -> list[tuple[str, str]]:
        """Return key and label of the actions the status line names, those that can run, best first.

        With memories selected these are the ones for the selection.
        """
        named = self._hinted_marked[now.view] if now.marked else None
        return [(self._keys[a.id], a.label) for a in named or self._hinted[now.view] if not a.blocked(now)]

    def blocked(self, action: Action, now: Situation) -> str:
        """Return why an action cannot run now, as a sentence with its keys; empty when it can."""
        return self.filled(action.blocked(now))

    def filled(self, sentence: str) -> str:
        """Return a sentence with the keys in it: each `{undo}` becomes the key of that action.

        `{undo:6}` fills six cells with it.
        """
        return _PLACE.sub(self._key_at, sentence)

    def _key_at(self, place: re.Match[str]) -> str:
        key = self._keys.get(place[1])
        return place[0] if key is None else key.ljust(int(place[2] or 0))

    def key_for(self, action_id: str) -> str:
        """Return the first key of an action as it is written on screen."""
        return self._keys.get(action_id, "")


def _split(written: str) -> tuple[str, ...]:
    """Return the keys that commas join; the comma itself is a key where nothing else is written."""
    if written.strip() == ",":
        return (",",)
    return tuple(dict.fromkeys(key.strip() for key in written.split(",") if key.strip()))


def _unfit(action_id: str, keys: tuple[str, ...]) -> str:
    """Return why an action cannot have `keys`, whatever the others have; empty when it can."""
    if action_id not in {action.id for action in ACTIONS}:
        return "there is no such action; docs/keys.md lists them"
    if not keys:
        return "no key cannot be bound"
    digits = [key for key in keys if len(key) == 1 and key.isdigit()]
    if digits and not action_id.startswith("view_"):
        return f"{digits[0]} cannot be bound: digits open views"
    taken = [key for key in keys if key in NEVER_BOUND | _TAKEN]
    if taken:
        return (
            f"{', '.join(taken)} cannot be bound: a terminal does not tell it from another key, or keeps it"
        )
    unknown = [one_line(key, Longest.WORD) for key in keys if key not in digits and not _KEY.fullmatch(key)]
    if unknown:
        return f"{unknown[0]} is no key; write a character, or a name such as space, pagedown, f2, ctrl+t"
    return ""


def _with_keys(wanted: Mapping[str, tuple[str, ...]]) -> tuple[Action, ...]:
    return tuple(a._replace(keys=wanted[a.id]) if a.id in wanted else a for a in ACTIONS)


def _clash(actions: Iterable[Action], wanted: Mapping[str, tuple[str, ...]]) -> tuple[str, str] | None:
    """Return the last of the wanted actions that has another action's key, and a sentence about it."""
    actions = tuple(actions)
    for action_id in reversed(list(wanted)):
        among = [action for action in actions if action.id == action_id]
        for other in actions:
            clashes = collisions([other, *among]) if other.id != action_id else []
            if clashes:
                return action_id, clashes[0]
    return None


def _hinted(actions: Iterable[Action], view: ViewId) -> list[Action]:
    """Return the actions that the status line of a view names, best first."""
    named = (action for action in actions if action.hint and view in action.views and view in action.hint_in)
    return sorted(named, key=lambda action: action.hint)


def _hinted_marked(actions: Iterable[Action], view: ViewId) -> list[Action]:
    """Return the actions that the status line names while something is selected, best first; maybe none."""
    in_view = [action for action in actions if view in action.views]
    named = [action for action in in_view if action.hint_marked and view in action.hint_in]
    last = [action for action in in_view if action.hint >= _ALWAYS] if named else []
    return [*sorted(named, key=lambda action: action.hint_marked), *last]


def _index(actions: Iterable[Action]) -> dict[tuple[ViewId, str], Action]:
    return {(view, key): action for action in actions for view in action.views for key in action.keys}


_SHOWN = {
    "escape": "esc", "pagedown": "pgdn", "pageup": "pgup", "down": "↓", "up": "↑", "left": "←", "right": "→"
}  # fmt: skip


def name_of(event: Key) -> str:
    """Return a key as the keymap names it: the character it types, or what Textual calls it."""
    character = event.character
    return character if character and character.isprintable() and character != " " else event.key


def key_name(key: str) -> str:
    """Return a key as people know it: `esc`, `↓`, `pgdn`."""
    return _SHOWN.get(key, key)

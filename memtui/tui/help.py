"""The keys of a view on one page, made from the registry: searched as one types, and run with enter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult

from memtui.domain.filter import TOKENS
from memtui.domain.text import capitalised
from memtui.store import op_filter
from memtui.tui.glossary import GLOSSARY
from memtui.tui.keys.action import Action, Group, Situation
from memtui.tui.keys.keymap import Keymap, key_name
from memtui.tui.keys.views import LISTS, ViewId
from memtui.tui.signs import MEANINGS, Meaning
from memtui.tui.widgets.dialogs import Dialog, hint
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.line_list import LineList, fitted
from memtui.tui.widgets.wrapping import wrapped

_KEYS = 14
"""Cells for the keys of an action."""

ELSEWHERE = "In another view"
SIGNS = "Signs in the lists"
WORDS = "Words"
FILTER = "What a filter asks for, besides words"
_LOOK_EVERY = 0.5
"""Seconds after which it is looked whether other keys can run."""
_SHORTEST = 3
"""Letters; a shorter word is found here only."""
_LEAST = 20
"""Cells that a sentence has at least before it is wrapped."""


@dataclass(frozen=True, slots=True)
class More:
    """What of a sentence did not fit the line above."""

    rest: str


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """An action of another view."""

    action: Action
    view: str
    """Its title."""


HelpLine = Action | Elsewhere | Group | Meaning | More | str | None
"""An action, what a sign means, the rest of either, a heading, or the empty line before a heading."""


class KeyList(LineList):
    """Actions and signs below their headings, which the cursor passes over."""

    always_active = True

    def __init__(self, keymap: Keymap, now: Situation) -> None:
        super().__init__()
        self._keymap, self._now = keymap, now
        self.lines: Sequence[HelpLine] = ()
        self._found: Sequence[HelpLine] = ()
        """What is to be shown, each in one line."""
        self.empty = (
            "No key does that here, and no word is explained so",
            "",
            keymap.filled("{palette} finds what other views do"),
        )
        self.can_focus = False

    @property
    def action(self) -> Action | None:
        """The action under the cursor."""
        line = self.lines[self.cursor] if self.lines else None
        return line.action if isinstance(line, Elsewhere) else line if isinstance(line, Action) else None

    def show(self, lines: Sequence[HelpLine]) -> None:
        """Show these lines, the cursor on the first action."""
        self._found = lines
        self._lay_out()

    def take(self, now: Situation) -> None:
        """Dim and undim the lines when other actions can run than before; the cursor stays."""
        if now != self._now:
            at, self._now = self.cursor, now
            self._lay_out()
            self.move_to(at)

    def on_resize(self) -> None:
        """Wrap the sentences anew."""
        self._lay_out()

    def _lay_out(self) -> None:
        lines: list[HelpLine] = []
        for line in self._found:
            lines.append(line)
            if isinstance(line, Action | Elsewhere | Meaning):
                lines += map(More, self._sentence(line)[1:])
        self.lines = lines
        self.lines_changed(len(lines), 0, keep_line=False)
        self.move_to(0)

    def _sentence(self, line: Action | Elsewhere | Meaning) -> list[str]:
        """Return what an action does, or why it can't run now, or what a sign means, wrapped."""
        if isinstance(line, Meaning):
            meaning = line.means
        elif isinstance(line, Elsewhere):
            meaning = f"in {line.view}: {line.action.help.replace('`', '')}"
        else:
            blocked = self._keymap.blocked(line, self._now)
            meaning = f"{line.label} · {blocked}" if blocked else line.help.replace("`", "")
        return list(wrapped(meaning, max(self.line_width - _KEYS - 2, _LEAST))) or [""]

    def move_to(self, index: int) -> None:
        """Move the cursor, on to the next line where that one is a heading."""
        index = min(max(index, 0), max(self.count - 1, 0))
        up = index < self.cursor
        stops = [at for at, line in enumerate(self.lines) if isinstance(line, Action | Elsewhere | Meaning)]
        after = [at for at in stops if (at <= index if up else at >= index)]
        if stops:
            index = (after or stops)[-1 if up and after else 0 if after or up else -1]
        super().move_to(index)

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return a heading, or an action's keys and what it does; dim where it can't run now, and why."""
        line, room = self.lines[index], width - _KEYS - 2
        if isinstance(line, More):
            return [Segment(" " * (_KEYS + 2)), Segment(fitted(line.rest, room), self._style_above(index))]
        if isinstance(line, Meaning):
            return [
                Segment(f"  {fitted(line.sign, _KEYS)}", self.look.warn if line.urgent else self.look.accent),
                Segment(fitted(self._sentence(line)[0], room), self.look.text),
            ]
        if not isinstance(line, Action | Elsewhere):
            return [Segment(fitted(f" {line or ''}", width), self.look.dim)]
        action = line.action if isinstance(line, Elsewhere) else line
        keys = " ".join(map(key_name, action.keys))
        return [
            Segment(f"  {fitted(keys, _KEYS)}", self.look.accent),
            Segment(fitted(self._sentence(line)[0], room), self._style_of(line)),
        ]

    def _style_of(self, line: HelpLine) -> Style:
        blocked = isinstance(line, Action) and self._keymap.blocked(line, self._now)
        return self.look.dim if blocked else self.look.text

    def _style_above(self, index: int) -> Style:
        """Return the style of the line that a sentence began in."""
        whole = next(line for line in reversed(self.lines[:index]) if not isinstance(line, More))
        return self._style_of(whole)


class KeysScreen(Dialog[Action]):
    """All keys of the view, by what they are for, and what the signs in its rows mean."""

    title_words = "Keys"

    DEFAULT_CSS = """
    KeysScreen { .panel { width: 92; padding: 1 1 0 1; } KeyList { height: auto; margin-top: 1; } }
    """

    def __init__(self, keymap: Keymap, situation: Callable[[], Situation]) -> None:
        """List the keys of a view, whose `situation` changes while a text is read."""
        super().__init__()
        self._situation, now = situation, situation()
        self._actions = keymap.in_view(now.view)
        self._elsewhere = [Elsewhere(action, view.title) for view, action in keymap.of_other_views(now.view)]
        self._signs = MEANINGS if now.view in LISTS else ()
        self._tokens = tokens_of(now.view)
        self._input = SafeInput(placeholder="what to do, a key, or a word such as strength")
        self._opened_by = keymap.key_for("keys")
        self._list = KeyList(keymap, now)

    def compose(self) -> ComposeResult:
        """Lay out the line to search in, and the keys."""
        keys = (("↑ ↓", "choose"), ("enter", "does it"), ("esc", "close"))
        yield self.panel(self._input, self._list, hint(*keys))

    def on_mount(self) -> None:
        """Start typing."""
        self.set_focus(self._input)
        self._show()
        self.set_interval(_LOOK_EVERY, lambda: self._list.take(self._situation()))

    def on_input_changed(self) -> None:
        """Show the keys that have what was typed; the key that opened the page closes it."""
        if self._input.value == self._opened_by:
            self.dismiss(None)
        else:
            self._show()

    def share_room(self) -> None:
        """Make the list as high as the terminal allows."""
        self._list.styles.height = max(self.app.size.height - 9, 3)

    def _show(self) -> None:
        typed = self._input.value
        self._list.show(help_lines(self._actions, typed, self._signs, self._tokens, self._elsewhere))

    def pressed(self, key: str) -> bool:
        """Move, do what is under the cursor, or close."""
        steps = {"down": 1, "up": -1, "pagedown": self._list.page, "pageup": -self._list.page}
        if key in steps:
            self._list.move_by(steps[key])
        elif key == "enter":
            self.dismiss(self._list.action)
        else:
            return super().pressed(key)
        return True

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Keep the cursor's moves to this page."""
        event.stop()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Do what was double-clicked."""
        event.stop()
        self.dismiss(self._list.action)


def tokens_of(view: ViewId) -> Sequence[Meaning]:
    """Return the tokens that the filter of a view takes, each with what it asks for."""
    tokens = op_filter.TOKENS if view is ViewId.HISTORY else TOKENS if view in (*LISTS, ViewId.TIME) else {}
    return [Meaning(f"{key}:", capitalised(means)) for key, means in tokens.items()]


def help_lines(
    actions: Sequence[Action],
    typed: str,
    signs: Sequence[Meaning] = (),
    tokens: Sequence[Meaning] = (),
    elsewhere: Sequence[Elsewhere] = (),
) -> list[HelpLine]:
    """Return the actions that have all the typed words in them or are on the typed key, under headings.

    Below them stand those of other views whose words begin as the typed ones, then the signs of the view's
    rows, the tokens of its filter and the words of the screen, searched alike. A capital or a sign alone is
    a key, and no word.
    """
    words = typed.lower().split()
    key = typed if len(typed) == 1 and not typed.islower() else ""
    lines: list[HelpLine] = []
    for group in Group:
        of_group = [action for action in actions if action.group is group]
        members = [action for action in of_group if (_on(action, key) if key else _has(action, typed, words))]
        if members:
            lines += [*([None] if lines else []), group, *members]
    others = [line for line in elsewhere if _is_called(line.action, words)]
    if others:
        lines += [*([None] if lines else []), ELSEWHERE, *others]
    for heading, meanings in () if key else ((SIGNS, signs), (FILTER, tokens), (WORDS, GLOSSARY)):
        matching = [
            m for m in meanings if all(word in f"{m.sign} {m.means} {heading}".lower() for word in words)
        ]
        if matching:
            lines += [*([None] if lines else []), heading, *matching]
    return lines


def _on(action: Action, key: str) -> bool:
    return key in map(key_name, action.keys)


def _is_called(action: Action, words: Sequence[str]) -> bool:
    """Say whether each word is long enough to mean something, and begins one of what the action is called."""
    called = f" {action.label} {action.help}".lower()
    return bool(words) and all(len(word) >= _SHORTEST and f" {word}" in called for word in words)


def _has(action: Action, typed: str, words: Sequence[str]) -> bool:
    entry = f"{action.label} {action.help} {action.group}".lower()
    return _on(action, typed.strip()) or all(word in entry for word in words)

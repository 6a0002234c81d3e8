"""The keys screen and the palette, both made from the registry."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import ComposeResult

from memtui.tui.keys.action import Action, Group, Situation
from memtui.tui.keys.keymap import Keymap, shown
from memtui.tui.keys.views import ViewId
from memtui.tui.themes import Look, look
from memtui.tui.widgets.dialogs import Dialog, hint
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.line_list import LineList, fitted, right
from memtui.tui.widgets.pages import Line, Page


class KeysScreen(Dialog[None]):
    """All keys of the view, by what they are for."""

    title_words = "Keys"

    DEFAULT_CSS = """
    KeysScreen { .panel { width: 92; padding: 1 1 0 1; } Page { height: auto; max-height: 100%; } }
    """

    def __init__(self, keymap: Keymap, view: ViewId) -> None:
        super().__init__()
        self._keymap, self._view = keymap, view
        self._page = Page()

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield self.panel(self._page, hint(("j k", "scroll"), ("esc", "close")))

    def on_mount(self) -> None:
        """Show the keys."""
        lines = keys_lines(self._keymap.in_view(self._view), look(self.app.theme))
        self._page.styles.height = min(len(lines), max(self.app.size.height - 7, 3))
        self._page.show_lines(lines)
        self.set_focus(self._page)

    def pressed(self, key: str) -> bool:
        """Scroll or close."""
        page = self._page
        steps = {"j": 1, "down": 1, "k": -1, "up": -1, "pagedown": page.page, "pageup": -page.page}
        steps |= {"ctrl+d": page.page // 2, "ctrl+u": -page.page // 2, "space": page.page}
        if key in steps:
            page.move_by(steps[key])
        elif key in {"g", "home"}:
            page.move_to(0)
        elif key in {"G", "end"}:
            page.move_to(page.count)
        elif key in {"escape", "q", "question_mark", "enter"}:
            self.dismiss(None)
        return True


def keys_lines(actions: Sequence[Action], look: Look) -> list[Line]:
    """Return the keys page as lines."""
    lines: list[Line] = []
    for group in Group:
        members = [action for action in actions if action.group is group]
        if not members:
            continue
        lines += [[]] if lines else []
        lines.append([Segment(f" {group}", look.dim)])
        for action in members:
            keys = " ".join(shown(key) for key in action.keys)
            lines.append(
                [
                    Segment(f" {fitted(keys, 14)}", look.accent),
                    Segment(action.help.replace("`", ""), look.text),
                ]
            )
    return lines


class ActionList(LineList):
    """The actions that match what was typed."""

    def __init__(self) -> None:
        super().__init__()
        self.actions: list[Action] = []
        self.reasons: list[str] = []
        self.empty = ("No action has that name",)
        self.can_focus = False

    always_active = True

    def draw(self, index: int, width: int) -> Sequence[Segment]:
        """Return one action: its label, what it does, its key."""
        action, reason = self.actions[index], self.reasons[index]
        keys = " ".join(shown(key) for key in action.keys)
        label = f" {fitted(action.label, 18)}"
        room = max(width - cell_len(label) - cell_len(keys) - 3, 0)
        words = reason or action.help.replace("`", "")
        return [
            Segment(label, self.look.dim if reason else self.look.text),
            Segment(fitted(words, room), self.look.dim),
            Segment(right(keys, width - cell_len(label) - room - 1) + " ", self.look.accent),
        ]


class Palette(Dialog[Action]):
    """Finds an action by its name."""

    title_words = "Actions"

    DEFAULT_CSS = """
    Palette { align: center top; .panel { width: 92; margin-top: 2; } }
    ActionList { height: 14; margin-top: 1; }
    """

    def __init__(self, keymap: Keymap, situation: Situation) -> None:
        super().__init__()
        self._keymap, self._situation = keymap, situation
        self._all = [a for a in keymap.in_view(situation.view) if a.group is not Group.MOVE]
        self._input = SafeInput(placeholder="drop, sort, theme …")
        self._list = ActionList()

    def compose(self) -> ComposeResult:
        """Lay out the line and the actions."""
        yield self.panel(self._input, self._list)

    def on_mount(self) -> None:
        """Start typing."""
        self.set_focus(self._input)
        self._match("")

    def on_input_changed(self) -> None:
        """Show what matches."""
        self._match(self._input.value)

    def _match(self, typed: str) -> None:
        words = typed.lower().split()
        found = [
            action for action in self._all
            if all(word in f"{action.label} {action.help}".lower() for word in words)
        ]  # fmt: skip
        found.sort(key=lambda action: not action.label.lower().startswith(typed.strip().lower()))
        self._list.actions = found
        self._list.reasons = [self._keymap.blocked(action, self._situation) for action in found]
        self._list.lines_changed(len(found), 0, keep_line=False)

    def pressed(self, key: str) -> bool:
        """Move, choose or leave."""
        if key in {"down", "up", "ctrl+n", "ctrl+p", "tab"}:
            self._list.move_by(-1 if key in {"up", "ctrl+p"} else 1)
            return True
        if key == "enter":
            self._choose()
            return True
        return super().pressed(key)

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Choose with a click as well as with enter."""
        event.stop()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Choose what was double-clicked."""
        event.stop()
        self._choose()

    def _choose(self) -> None:
        if self._list.actions:
            self.dismiss(self._list.actions[self._list.cursor])

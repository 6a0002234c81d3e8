"""The keys screen, made from the registry."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.app import ComposeResult

from memtui.tui.keys.action import Action, Group
from memtui.tui.keys.keymap import Keymap, shown
from memtui.tui.keys.views import ViewId
from memtui.tui.themes import Look, look
from memtui.tui.widgets.dialogs import Dialog, hint
from memtui.tui.widgets.line_list import fitted
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

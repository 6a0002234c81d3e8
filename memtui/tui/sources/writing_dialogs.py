"""What is shown of linked files before memtui writes to them, with the question."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from memtui.config.places import files_from_home
from memtui.domain.counting import plural
from memtui.tui.sources.linked import Linked
from memtui.tui.sources.plan_lines import plan_lines
from memtui.tui.themes import Look, look
from memtui.tui.widgets.dialogs import Confirmation, Keys, hint
from memtui.tui.widgets.pages import Page, text_lines

if TYPE_CHECKING:
    from memtui.formats.changes import Plan
    from memtui.sources.allowing import LookedAt
    from memtui.tui.widgets.pages import Line


_WRITTEN_NOW = (
    "After that what you drop, edit, pin or restore is written at once, and undo puts the old bytes back."
)
_WRITTEN_FROM_NOW = (
    "Nothing waits to be written. From now on what you drop, edit, pin or restore is written to them at "
    "once; all else in them stays as it is, and undo puts the old bytes back."
)


class WritingDialog(Confirmation):
    """Shows the lines that would be changed now, before writing is allowed."""

    DEFAULT_CSS = """
    WritingDialog {
        .panel { width: 104; }
        Page, .note { margin-top: 1; }
        &.-tight Page { margin-top: 0; }
    }
    """
    widest = 104

    def __init__(self, where: str, *, writes: bool) -> None:
        super().__init__()
        self._where = where
        self._then = _WRITTEN_NOW if writes else _WRITTEN_FROM_NOW
        self._keys = (("enter", "write them" if writes else "allow it"), ("esc", "leave the files alone"))
        self._hint = hint()
        self._page = Page()

    @abstractmethod
    def _lines(self, width: int, look: Look) -> list[Line]:
        """Return the lines to show."""

    def compose(self) -> ComposeResult:
        """Lay out the lines and the keys."""
        yield self.panel(
            Static(Content(self._where), classes="where"),
            self._page,
            Static(Content(self._then), classes="note"),
            self._hint,
        )

    def on_mount(self) -> None:
        """Scroll the lines."""
        self.set_focus(self._page)

    def share_room(self) -> None:
        """Wrap the lines to the room there is, let them give way to what is asked, and name the keys."""
        width = min(self.widest, self.app.size.width) - 6
        lines = self._lines(width, look(self.app.theme))
        self._page.display = bool(lines)
        self._page.show_lines(lines, from_top=not self._page.count)
        yes, no = self._keys
        keys = [yes, no] if len(lines) <= self._room(self._keys) else [yes, ("↑ ↓", "scroll"), no]
        self._page.styles.height = self._page.styles.max_height = min(len(lines), max(self._room(keys), 1))
        self._hint.show(keys)

    def _room(self, keys: Keys) -> int:
        return self.room_beside(self._where, self._then, keys=keys) - 1


class OneWritingDialog(WritingDialog):
    """Shows that of one source."""

    def __init__(self, row: Linked, plan: Plan) -> None:
        super().__init__(files_from_home(row.path, row.files), writes=bool(plan.files))
        self._plan = plan
        self.title_words = "Let memtui write to these files?"

    def _lines(self, width: int, look: Look) -> list[Line]:
        return plan_lines(self._plan, width, look)


class DropAgainDialog(OneWritingDialog):
    """Shows the lines that say again what was dropped, before they are taken out."""

    def __init__(self, row: Linked, plan: Plan) -> None:
        super().__init__(row, plan)
        self.title_words = "Take what you dropped out of these files again?"
        self._then = "You dropped this, and an agent wrote it again. Undo puts these lines back."
        self._keys = (("enter", "take it out"), ("esc", "leave the files alone"))


class AllWritingDialog(WritingDialog):
    """Shows what would be written to each of several places, before writing to all of them is allowed."""

    def __init__(self, looked: Sequence[tuple[str, LookedAt]]) -> None:
        fit = [one for _, one in looked if not one.problem]
        files = sum(len(one.plan.files) for one in fit)
        now = f"{plural(files, 'file')} would change now" if files else "nothing waits to be written now"
        super().__init__(f"{plural(len(fit), 'place')}; {now}", writes=bool(files))
        self._looked = looked
        self.title_words = "Let memtui write to all these files?"

    def _lines(self, width: int, look: Look) -> list[Line]:
        lines: list[Line] = []
        for place, one in self._looked:
            state = f": left as it is, {one.problem}" if one.problem else ""
            lines += text_lines(f"{place}{state}", width, look.warn if state else look.strong)
            lines += plan_lines(one.plan, width, look)
        return lines

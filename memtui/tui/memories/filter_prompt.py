"""The live filter of a table of memories, typed at the bottom of the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.widgets import Input

from memtui.domain.filter import FilterError
from memtui.tui.view import NARROW
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.prompts import Prompt

if TYPE_CHECKING:
    from memtui.tui.memories.view import MemoriesView


class FilterPrompt(Prompt):
    """The live filter: the table follows every key."""

    def __init__(self, view: MemoriesView) -> None:
        super().__init__(
            "/",
            SafeInput(
                view.line, placeholder="words  in:/project  type:episodic  cat:infra  older:30d  below:0.1"
            ),
        )
        self.view = view
        self._valid = True

    def tell(self, count: str) -> None:
        """Show how much the filter finds."""
        if self._valid:
            self.note(count if self.app.size.width < NARROW else f"{count} · enter keeps · esc clears")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Apply what was typed so far, or say what is wrong with it."""
        event.stop()
        try:
            self.view.apply_filter(event.value)
        except FilterError as error:
            self._valid = False
            rows = (
                f"the rows are those of “{self.view.line}”" if self.view.line else "the rows are not filtered"
            )
            self.note(f"{error} · {rows}", error=True)
        else:
            self._valid = True
            self.tell(self.view.status().count)
        self.view.table.show_stale(not self._valid)

    def on_unmount(self) -> None:
        """Let the rows look like what is listed again."""
        self.view.table.show_stale(False)

    def on_key(self, event: events.Key) -> None:
        """Keep or clear the filter, not one with a mistake; move in the table without leaving the line."""
        moves = {"down": 1, "up": -1, "pagedown": self.view.table.page, "pageup": -self.view.table.page}
        if event.key in {"enter", "tab", "escape"} or event.key in moves:
            event.stop()
            event.prevent_default()
        if event.key in moves:
            self.view.table.move_by(moves[event.key])
        elif event.key in {"enter", "tab"} and self._valid:
            self.close()
        elif event.key == "escape":
            self.view.apply_filter("")
            self.close()

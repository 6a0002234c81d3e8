"""The live filter of a table of memories, typed at the bottom of the screen."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.widgets import Input

from memtui.domain.filter import FilterError
from memtui.tui.memories.table import MemoryTable
from memtui.tui.view import NARROW
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.prompts import Prompt

_EXAMPLE = "words  in:/project  type:episodic  cat:infra  older:30d  below:0.1"


class FilterPrompt(Prompt):
    """The live filter: the table follows every key."""

    def __init__(
        self,
        table: MemoryTable,
        line: Callable[[], str],
        apply: Callable[[str], None],
        count: Callable[[], str],
    ) -> None:
        """Filter `table` with `apply`, which may raise FilterError; `line` is the filter that is in force,
        `count` how many rows it leaves.
        """
        super().__init__("/", SafeInput(line(), placeholder=_EXAMPLE))
        self._table, self._line, self._apply, self._count = table, line, apply, count
        self._valid = True

    def tell(self, count: str) -> None:
        """Show how much the filter finds."""
        if self._valid:
            self.note(count if self.app.size.width < NARROW else f"{count} · enter keeps · esc clears")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Apply what was typed so far, or say what is wrong with it."""
        event.stop()
        try:
            self._apply(event.value)
        except FilterError as error:
            self._valid = False
            line = self._line()
            rows = f"the rows are those of “{line}”" if line else "the rows are not filtered"
            self.note(f"{error} · {rows}", error=True)
        else:
            self._valid = True
            self.tell(self._count())
        self._table.show_stale(not self._valid)

    def on_unmount(self) -> None:
        """Let the rows look like what is listed again."""
        self._table.show_stale(False)

    def on_key(self, event: events.Key) -> None:
        """Keep or clear the filter, not one with a mistake; move in the table without leaving the line."""
        moves = {"down": 1, "up": -1, "pagedown": self._table.page, "pageup": -self._table.page}
        if event.key in {"enter", "tab", "escape"} or event.key in moves:
            event.stop()
            event.prevent_default()
        if event.key in moves:
            self._table.move_by(moves[event.key])
        elif event.key in {"enter", "tab"} and self._valid:
            self.close()
        elif event.key == "escape":
            self._apply("")
            self.close()

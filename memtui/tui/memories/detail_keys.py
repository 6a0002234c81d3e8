"""The keys for how a memory is shown in the detail: its formula, its text as written, its secret."""

from __future__ import annotations

from collections.abc import Callable

from memtui.secrets.masking import masked
from memtui.tui.memories.table import MemoryTable
from memtui.tui.view import PaneView
from memtui.tui.widgets.detail import Detail


class DetailKeys:
    """Changes what the detail shows of the memory under the cursor."""

    def __init__(
        self, view: PaneView, table: MemoryTable, detail: Detail, open_detail: Callable[[], None]
    ) -> None:
        """Change `detail`, which shows what is under the cursor of `table`; both are panes of `view`."""
        self._view, self._table, self._detail = view, table, detail
        self._open_detail = open_detail

    def do_formula(self) -> None:
        """Show the sum behind the strength, or leave it out again."""
        self._detail.show_formula(not self._detail.formula)

    def do_raw(self) -> None:
        """Show the text as it was written, or its markdown rendered again."""
        self._detail.show_raw(not self._detail.raw)

    def do_reveal(self) -> None:
        """Show the secret in the memory under the cursor, or mask it again."""
        memory, host = self._table.memory, self._view.host
        if memory is None or masked(memory.text) == memory.text:
            host.say("There is no masked secret in this memory")
            return
        if not self._detail.display:
            self._open_detail()
        again = host.keymap.key_for("reveal")
        host.say(
            f"The secret is shown until you move; {again} masks it" if self._detail.reveal() else "Masked"
        )

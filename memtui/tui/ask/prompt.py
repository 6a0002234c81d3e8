"""The line that a question is typed in; the answer follows every key."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.widgets import Input

from memtui.tui.view import NARROW
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.prompts import Prompt

_EXAMPLE = "what machine does Ada use"


class AskPrompt(Prompt):
    """Asks while one types: enter keeps the question, esc goes back to the one before."""

    def __init__(self, answers: LineList, before: str, ask: Callable[[str], None]) -> None:
        """Call `ask` with what is typed; the keys that move, move in `answers`."""
        super().__init__("ask ❯", SafeInput(before, placeholder=_EXAMPLE))
        self._answers, self._before, self._ask = answers, before, ask

    def tell(self, count: str) -> None:
        """Show how much is told."""
        self.note(count if self.app.size.width < NARROW else f"{count} · enter keeps · esc")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Ask what was typed so far."""
        event.stop()
        self._ask(event.value)

    def on_key(self, event: events.Key) -> None:
        """Keep the question or go back; move in the answer without leaving the line."""
        moves = {"down": 1, "up": -1, "pagedown": self._answers.page, "pageup": -self._answers.page}
        if event.key in {"enter", "tab", "escape"} or event.key in moves:
            event.stop()
            event.prevent_default()
        if event.key in moves:
            self._answers.move_by(moves[event.key])
        elif event.key in {"enter", "tab"}:
            self.close()
        elif event.key == "escape":
            self._ask(self._before)
            self.close()

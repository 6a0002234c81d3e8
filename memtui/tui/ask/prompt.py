"""The line that a question is typed in; the answer follows every key."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from textual import events
from textual.widgets import Input

from memtui.tui.keys.keymap import name_of
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.prompts import Prompt

_EXAMPLE = "as you would ask an agent"
_MOST_LINES = 3
"""Lines of what is pasted as a question; a question is short, and may be broken for its width. Chosen."""
_ALONE = 0.7
"""Seconds after which a digit that nothing follows is a key and no question, as in `409 on`. Chosen."""


class _QuestionLine(SafeInput):
    """A line to type in; while nothing is typed yet, `takes` may take a key and say that it did.

    A question may begin with a digit, so that is typed, and offered only where nothing follows it.
    """

    def __init__(self, before: str, takes: Callable[[str], bool]) -> None:
        super().__init__(before, placeholder=_EXAMPLE)
        self._takes = takes

    def on_paste(self, event: events.Paste) -> None:
        """Take a question as one line; leave a text, which has more lines than a question, to Extract."""
        if len(event.text.strip().splitlines()) > _MOST_LINES:
            event.prevent_default()
        else:
            super().on_paste(event)

    def on_key(self, event: events.Key) -> None:
        """Leave the first key to what may take it."""
        key = name_of(event)
        if self.value:
            return
        if key.isdigit():
            self.set_timer(_ALONE, lambda: self.value == key and self._takes(key))
        elif self._takes(key):
            event.stop()
            event.prevent_default()


Takes = Callable[[str, Callable[[], None]], bool]
"""Is offered a key with what closes the line; says whether it took the key."""


class AskPrompt(Prompt):
    """Asks while one types: enter keeps the question, esc goes back to the one before."""

    def __init__(
        self,
        answers: LineList,
        before: str,
        ask: Callable[[str], None],
        left: Callable[[], None],
        *,
        takes: Takes | None = None,
    ) -> None:
        """Call `ask` with what is typed, and `left` at the end; the keys that move, move in `answers`.

        `takes` is offered a key while nothing is typed yet, with what closes the line; it says whether it
        took the key. With it the line begins empty, without it with the question `before`.
        """
        offered = (lambda key: takes(key, self._back)) if takes is not None else lambda _key: False
        super().__init__("ask ❯", _QuestionLine(before if takes is None else "", offered))
        self._answers, self._before, self._ask, self._left = answers, before, ask, left

    def on_unmount(self) -> None:
        """Say that the line is closed."""
        self._left()

    def tell(self, count: str) -> None:
        """Show how much is told."""
        shown, keys = count.partition(",")[0], " · enter keeps · esc back"
        room = self.app.size.width // 2
        self.note(next((note for note in (count + keys, shown + keys) if cell_len(note) <= room), shown))

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
            self._back()

    def _back(self) -> None:
        self._ask(self._before)
        self.close()

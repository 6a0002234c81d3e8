"""The line that questions are typed in, one after the other; the answer follows every key.

While it is open no letter is a key, so whoever asks three questions in a row does nothing to memories.
"""

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
_NEXT = "the next question, or → to change this one"
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
    """Asks while one types. Enter keeps the question and empties the line for the next one.

    Enter in the empty line goes into the answer, where letters are keys; so do tab and esc at any time, tab
    with what is typed and esc with the question kept before.
    """

    def __init__(
        self,
        answers: LineList,
        before: str,
        ask: Callable[[str], None],
        left: Callable[[], None],
        takes: Takes,
        *,
        changes: bool,
    ) -> None:
        """Call `ask` with what is typed, and `left` at the end; the keys that move, move in `answers`.

        `takes` is offered a key while nothing is typed, with what closes the line; it says whether it took
        the key. With `changes` the question `before` stands in the line at first, else nothing does.
        """
        super().__init__("ask ❯", _QuestionLine(before * changes, lambda key: takes(key, self._back)))
        self._answers, self._before, self._ask, self._left = answers, before, ask, left
        self._emptied = "" if changes else before
        """What is asked while the line is empty."""
        self._count = ""

    def on_unmount(self) -> None:
        """Say that the line is closed."""
        self._left()

    def tell(self, count: str) -> None:
        """Show how much is told, and what enter does."""
        self._count = count
        shown = count.partition(",")[0]
        keys = " · enter keeps · esc back" if self.input.value else " · enter goes into the answer"
        room = self.app.size.width // 2
        self.note(next((note for note in (count + keys, shown + keys) if cell_len(note) <= room), shown))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Ask what was typed so far."""
        event.stop()
        self._ask(event.value or self._emptied)
        self.tell(self._count)

    def on_key(self, event: events.Key) -> None:
        """Keep the question, take it up again or leave; move in the answer without leaving the line."""
        moves = {"down": 1, "up": -1, "pagedown": self._answers.page, "pageup": -self._answers.page}
        typed = self.input.value
        takes_up = event.key == "right" and not typed
        if event.key in {"enter", "tab", "escape"} or event.key in moves or takes_up:
            event.stop()
            event.prevent_default()
        if event.key in moves:
            self._answers.move_by(moves[event.key])
        elif event.key == "tab" or (event.key == "enter" and not typed):
            self.close()
        elif event.key == "enter":
            self._keep(typed)
        elif event.key == "escape":
            self._back()
        elif takes_up:
            self.input.insert_text_at_cursor(self._emptied)

    def _keep(self, question: str) -> None:
        """Leave a question asked, and let the next one be typed."""
        self._before = self._emptied = question
        with self.prevent(Input.Changed):
            self.input.value = ""
        self.input.show_example(_NEXT)
        self.tell(self._count)

    def _back(self) -> None:
        self._ask(self._before)
        self.close()

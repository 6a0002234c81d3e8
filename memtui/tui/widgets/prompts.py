"""The line to type in at the bottom, in the place of the status line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from memtui.domain.scope import ScopeError, normalise
from memtui.domain.text import Longest, one_line
from memtui.tui.widgets.inputs import SafeInput

_LONGEST = 1.0
"""Seconds after which a key waits no more for one before it, which was handed to a line that is gone."""


class Prompt(Vertical):
    """A sign, a line to type in, and a note at the right. Takes the place of the status line.

    A mistake that has no room at the right is said in full beneath the line.
    """

    DEFAULT_CSS = """
    Prompt {
        height: auto;
        .line { height: 1; }
        .sign { width: auto; color: $accent; text-style: bold; }
        .note { width: auto; max-width: 60%; color: $dim; padding: 0 1 0 2; }
        .note.-error, .mistake { color: $error; }
        .mistake { height: auto; max-height: 4; padding: 0 1; display: none; }
    }
    """

    def __init__(self, sign: str, line: SafeInput) -> None:
        super().__init__()
        self._sign = sign
        self.input = line
        self._note = Static(classes="note")
        self._mistake = Static(classes="mistake")
        self.closed: Callable[[], None] = lambda: None
        """Puts back what this took the place of; given by whoever shows it."""
        self.said = ""
        """The note, or the mistake, as it is shown."""

    def compose(self) -> ComposeResult:
        """Lay out the line, and room for a mistake beneath it."""
        yield Horizontal(
            Static(Content(f" {self._sign} "), classes="sign"), self.input, self._note, classes="line"
        )
        yield self._mistake

    def on_mount(self) -> None:
        """Start typing."""
        self.screen.set_focus(self.input)

    def note(self, text: str, *, error: bool = False) -> None:
        """Say something at the right end, a long mistake beneath."""
        self.said = ("! " if error else "") + one_line(text, Longest.REASON)
        beneath = error and cell_len(self.said) > self.app.size.width // 2
        self._note.set_class(error, "-error")
        self._note.update(Content("" if beneath else self.said))
        self._mistake.update(Content(self.said if beneath else ""))
        self._mistake.display = beneath

    def typed(self) -> asyncio.Future[None]:
        """Return what is done once the keys that were handed to the line so far are dealt with.

        A key goes from the line through all that holds it, and so does what is called later.
        """
        loop = asyncio.get_running_loop()
        done, way = loop.create_future(), iter(self.input.ancestors_with_self)

        def end() -> None:
            if not done.done():
                done.set_result(None)

        def go_on() -> None:
            step = next(way, None)
            if step is None or step is self.parent or not step.call_later(go_on):
                end()

        go_on()
        loop.call_later(_LONGEST, end)
        return done

    def tell(self, count: str) -> None:
        """Take in how much is listed."""

    def close(self) -> None:
        """Put the status line back."""
        self.closed()

    def on_input_blurred(self) -> None:
        """Close when something else was clicked."""
        if self.is_attached and len(self.app.screen_stack) == 1:
            self.close()


class AskingPrompt(Prompt):
    """Asks for one value: enter takes it, tab accepts the suggestion, esc leaves."""

    def enter(self) -> None:
        """Take what was typed."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        """Take, complete or leave."""
        if event.key not in {"enter", "tab", "escape"}:
            return
        event.stop()
        event.prevent_default()
        if event.key == "tab":
            self.complete()
        elif event.key == "escape":
            self.close()
        else:
            self.enter()

    def complete(self) -> None:
        """Accept what is suggested behind the cursor."""
        self.input.action_cursor_right()


class ScopePrompt(AskingPrompt):
    """Asks for a scope, completing the known ones."""

    def __init__(
        self,
        start: str,
        known: list[str],
        then: Callable[[str], None],
        *,
        sign: str = "move to",
        verb: str = "moves",
    ) -> None:
        super().__init__(sign, SafeInput(start, suggestions=known))
        self._then, self._verb = then, verb

    def on_mount(self) -> None:
        """Say how to go on."""
        self.note(f"enter {self._verb} · → completes · esc")

    def enter(self) -> None:
        """Move, unless what was typed is no scope."""
        try:
            scope = normalise(self.input.value)
        except ScopeError as error:
            self.note(str(error), error=True)
            return
        self.close()
        self._then(scope)

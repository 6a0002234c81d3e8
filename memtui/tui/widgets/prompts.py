"""The line to type in at the bottom, in the place of the status line."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from memtui.domain.scope import ScopeError, meant, normalise
from memtui.domain.text import Longest, one_line
from memtui.tui.widgets.inputs import SafeInput

_SHARE = 0.6
"""How much of the width a note takes at most."""
_DOT = " · "


class Prompt(Vertical):
    """A sign, a line to type in, and a note at the right. Takes the place of the status line.

    What has no room at the right is said in full beneath the line.
    """

    DEFAULT_CSS = """
    Prompt {
        height: auto;
        .line { height: 1; }
        .sign { width: auto; color: $accent; text-style: bold; }
        .note { width: auto; max-width: 60%; color: $dim; padding: 0 1 0 2; }
        .beneath { height: auto; max-height: 4; padding: 0 1; color: $dim; display: none; }
        .note.-error, .beneath.-error { color: $error; }
    }
    """

    def __init__(self, sign: str, line: SafeInput) -> None:
        super().__init__()
        self._sign = sign
        self.input = line
        self._note = Static(classes="note")
        self._beneath = Static(classes="beneath")
        self.closed: Callable[[], None] = lambda: None
        """Puts back what this took the place of; given by whoever shows it."""
        self.said = ""
        """The note as it is shown."""
        self._noted = ("", "", False)
        """What stands of it beside the line and beneath it, and whether it is a mistake."""

    def compose(self) -> ComposeResult:
        """Lay out the line, and room beneath it."""
        yield Horizontal(
            Static(Content(f" {self._sign} "), classes="sign"), self.input, self._note, classes="line"
        )
        yield self._beneath

    def on_mount(self) -> None:
        """Start typing."""
        self.screen.set_focus(self.input)

    def note(self, text: str, *, error: bool = False) -> None:
        """Say something at the right end; a long mistake stands beneath, and so does a long first part.

        Parts stand between dots. Where not all have room the first one stays, then the last one.
        """
        whole = ("! " if error else "") + one_line(text, Longest.REASON)
        width = self.app.size.width
        aside, beneath, room = whole.split(_DOT), "", int(width * _SHARE) - 3
        if error:
            aside, beneath = ([], whole) if cell_len(whole) > width // 2 else ([whole], "")
        elif cell_len(aside[0]) > room:
            beneath = aside.pop(0)
        while len(aside) > 1 and cell_len(_DOT.join(aside)) > room:
            del aside[-2 if len(aside) > 2 else -1]
        self.said = _DOT.join(filter(None, [beneath, *aside]))
        said = (_DOT.join(aside), beneath, error)
        if said == self._noted:  # laying the screen out anew takes longer than drawing the rows of a search
            return
        self._noted = said
        self._note.set_class(error, "-error")
        self._note.update(Content(said[0]))
        self._beneath.set_class(error, "-error")
        self._beneath.update(Content(beneath))
        self._beneath.display = bool(beneath)

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
        self._known, self._then, self._verb = known, then, verb

    def on_mount(self) -> None:
        """Say how to go on."""
        self._say_how()

    def on_input_changed(self) -> None:
        """Say it again in the place of what was wrong with what stood there."""
        self._say_how()

    def _say_how(self) -> None:
        self.note(f"{self._which()}enter {self._verb} · → completes · esc")

    def _which(self) -> str:
        """Return which scope is meant where what was typed does not show it, or that it is a new one."""
        typed = self.input.value
        try:
            scope = meant(typed, self._known)
            if scope != normalise(typed):
                return f"{typed.strip()} is {scope} · "
        except ScopeError:
            return ""  # enter says what is wrong
        return "" if typed.endswith("/") or scope in self._known else "a new scope · "

    def enter(self) -> None:
        """Move, unless what was typed is no scope."""
        try:
            scope = meant(self.input.value, self._known)
        except ScopeError as error:
            self.note(str(error), error=True)
            return
        self.close()
        self._then(scope)

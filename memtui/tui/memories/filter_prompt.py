"""The live filter of a list, typed at the bottom of the screen: of a table of memories, or of History."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from textual import events
from textual.widgets import Input

from memtui.domain.filter import FilterError
from memtui.tui.view import NARROW
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.line_list import LineList, fitted
from memtui.tui.widgets.prompts import Prompt

_EXAMPLE = "words  in:/project  type:fact  cat:infra  older:30d  below:0.1"


class FilterPrompt(Prompt):
    """The live filter: the list follows every key."""

    def __init__(
        self,
        rows: LineList,
        line: Callable[[], str],
        apply: Callable[[str], None],
        count: Callable[[], str],
        complete: Callable[[str], list[str]],
        *,
        example: str = _EXAMPLE,
        show_stale: Callable[[bool], None] = lambda _: None,
        within: Callable[[], bool] = lambda: False,
        widen: Callable[[], None] = lambda: None,
    ) -> None:
        """Filter `rows` with `apply`, which may raise FilterError; `line` is the filter that is in force,
        `count` how many rows it leaves, `complete` what a line can become with tab.
        `show_stale` is told whether the rows answer an older line. While the list is one `within` a scope,
        a key calls `widen`, after which it is that of all.
        """
        super().__init__("/", SafeInput(line(), placeholder=example))
        self._rows, self._line, self._apply, self._count = rows, line, apply, count
        self._complete, self._show_stale = complete, show_stale
        self._within, self._widen = within, widen
        self._offered: list[str] = []
        """What tab goes through; the line is one of them while it does."""
        self._completed = ""
        """The line as tab made it."""
        self._wrong = ""
        """What is wrong with the line; empty when nothing is."""

    def tell(self, count: str) -> None:
        """Show how much the filter finds."""
        if not self._wrong:
            narrow = self.app.size.width < NARROW
            keys = "" if narrow else " · enter keeps · esc clears"
            keys += " · shift+tab all" if self._within() else ""
            self.note(f"{'' if narrow else self._next_words()}{count}{keys}")

    def _next_words(self) -> str:
        """Say what tab would make of the last word, unless that may well be a word of a question."""
        before, _, typed = self.input.value.rpartition(" ")
        if ":" not in typed and any(":" not in word and word[0] != "-" for word in before.split()):
            return ""
        following = self._following(self.input.value)
        word = following.rpartition(" ")[2]
        return f"tab {fitted(word, min(cell_len(word), 30))} · " if following else ""

    def _following(self, line: str) -> str:
        """Return what tab makes of a line: the first it can become, then the one after it; else nothing."""
        if line != self._completed or line not in self._offered:
            self._offered = self._complete(line)
            return self._offered[0] if self._offered else ""
        place = self._offered.index(line) + 1
        return self._offered[place % len(self._offered)] if len(self._offered) > 1 else ""

    def on_input_changed(self, event: Input.Changed) -> None:
        """Apply what was typed so far, or say what is wrong with it."""
        event.stop()
        if event.value != self._completed:
            self._offered = []
        try:
            self._apply(event.value)
        except FilterError as error:
            self._wrong = str(error)
            self._say_wrong(self._next_words())
        else:
            self._wrong = ""
            self.tell(self._count())
        self._show_stale(bool(self._wrong))

    def _say_wrong(self, before: str) -> None:
        """Say what is wrong with the line behind some words, and whose rows are listed meanwhile."""
        line = self._line()
        rows = f"the rows are those of “{line}”" if line else "the rows are not filtered"
        self.note(f"{before}{self._wrong} · {rows}", error=True)

    def on_unmount(self) -> None:
        """Let the rows look like what is listed again."""
        self._show_stale(False)

    def on_key(self, event: events.Key) -> None:
        """Keep, complete or clear the filter, not keep one with a mistake; move in the list meanwhile."""
        moves = {"down": 1, "up": -1, "pagedown": self._rows.page, "pageup": -self._rows.page}
        if event.key in {"enter", "tab", "shift+tab", "escape"} or event.key in moves:
            event.stop()
            event.prevent_default()
        if event.key in moves:
            self._rows.move_by(moves[event.key])
        elif event.key == "tab":
            if following := self._following(self.input.value):
                self._completed = self.input.value = following
                self.input.cursor_position = len(following)
        elif event.key == "shift+tab" and self._within():
            self._widen()
        elif event.key == "enter" and self._wrong:
            self._say_wrong("this line is still open: mend it, or esc clears it · ")
        elif event.key == "enter":
            self.close()
        elif event.key == "escape":
            self._apply("")
            self.close()

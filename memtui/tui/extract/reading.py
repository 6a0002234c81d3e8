"""How a text comes into the Extract view, and is read: pasted, typed, from a file or the clipboard.

The text is read by a child process (`child`); nothing is lost when that fails or is stopped: the text
stays, and so do the facts found until then. The base of ExtractView.
"""

from __future__ import annotations

import threading

from textual import events
from textual.widgets import TextArea

from memtui.capture.child import Found, Request
from memtui.child import Line
from memtui.domain.memory import State
from memtui.domain.text import one_line
from memtui.store import scopes
from memtui.tui.extract.child import Reading
from memtui.tui.extract.panes import ExtractPanes
from memtui.tui.extract.paste_box import LARGE, PasteBox, size_of, taken
from memtui.tui.extract.report import Told
from memtui.tui.extract.storing import warm_up

_AT_QUIT = 0.2
"""Seconds that a child gets to end when the screen is closed."""


class ReadingView(ExtractPanes):
    """The panes, with the keys that bring a text in and read it."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.filed_under = ""
        """The scope that the facts were compared with, and go to."""
        self._latest: Reading | None = None
        """The child that was started last; it may still be ending."""

    async def on_unmount(self) -> None:
        """Let no child read on for nobody."""
        if self._latest is not None:
            self._latest.stop()
            await self._latest.settle(_AT_QUIT)

    # -- the text ----------------------------------------------------------------------------

    def types(self, key: str) -> bool:
        """Say whether the box takes a key itself; typing leaves only a few to the view."""
        return self.writing and key not in {"ctrl+e", "ctrl+s", "escape", "tab", "shift+tab", "ctrl+p"}

    def on_paste(self, event: events.Paste) -> None:
        """Take a text, wherever the focus is."""
        event.stop()
        self.take(event.text)

    def _takes(self) -> bool:
        """Say whether a text can come in now; unsaved facts keep it out."""
        if self.child is not None:
            self.host.say("A text is being read; esc cancels that")
        elif self.facts.accepted:
            self.host.say("Accepted facts are not stored yet: s stores them, c starts anew")
        return self.child is None and not self.facts.accepted

    def take(self, pasted: str, file: str = "") -> None:
        """Add a pasted text, or that of a file, to the one there is."""
        if not self._takes():
            return
        text, refused, redacted = taken(pasted)
        if refused:
            self.host.say(refused, "error")
            return
        self.stop_writing()
        if self.found:
            self._forget()
            self.text, self.left_out = "", ()
        self.text = f"{self.text.rstrip()}\n\n{text}" if self.text.strip() else text
        words = f"{size_of(text)} from {file}" if file else f"Pasted {size_of(text)}"
        if redacted:
            self.left_out = tuple(dict.fromkeys((*self.left_out, *redacted)))
            words += f"; left out: {', '.join(redacted)}"
        self.host.say(words, "done")
        self.go_to(self.front)

    def do_open_file(self) -> None:
        """Ask for a file, and take its text."""
        from memtui.tui.extract.prompts import PathPrompt

        if self._takes():
            self.host.prompt(PathPrompt(lambda name, text: self.take(text, name)))

    def do_clipboard(self) -> None:
        """Take what is on the clipboard, as far as a program hands it out."""
        if self._takes():
            self.run_worker(self._from_clipboard(), group="clipboard", exclusive=True)

    async def _from_clipboard(self) -> None:
        from memtui.tui.extract.text_sources import NotReadError, text_on_clipboard

        try:
            text = await text_on_clipboard()
        except NotReadError as error:
            self.host.say(str(error), "error")
            return
        if not self.host.shows(self):
            self.host.say("The clipboard was not taken, since another view was opened")
        elif not text.strip():
            self.host.say("There is no text on the clipboard")
        else:
            self.take(text)

    def do_write(self) -> None:
        """Type, or edit the text that is there."""
        if self.child is not None:
            self.host.say("The text is being read; esc cancels that")
        elif len(self.text) > LARGE:
            self.host.say(f"{size_of(self.text)} are too much to edit here; x reads it, c starts anew")
        else:
            self.go_to(self.front)
            self.call_later(self._write)

    async def _write(self) -> None:
        if self.box is None:
            self.box = PasteBox()
            await self.mount(self.box, after=self.front)
        self.box.show(self.text)
        self.writing = True
        self.share_out()
        self.screen.set_focus(self.box)
        self.tell()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Nothing of what is typed concerns the app."""
        event.stop()

    def do_clear(self) -> None:
        """Start anew; asks once more when accepted facts would be lost."""
        if self.facts.accepted and not self.asked:
            self.asked = True
            self.host.say(f"{len(self.facts.accepted):,} accepted facts are not stored; c again drops them")
            return
        if self.child is not None:
            self.child.stop()
            self.child = None
        self._forget()
        self.text = ""
        self.left_out = ()
        self.scope_chosen = False
        self.scope = self.host.scope
        self.go_to(self.front)

    # -- how it is read ----------------------------------------------------------------------

    def do_file_under(self) -> None:
        """Ask for the scope of the facts."""
        from memtui.tui.widgets.prompts import ScopePrompt

        if self.child is not None or self.facts.accepted:
            self.host.say(f"What is known in {self.scope} decided on these facts; save them or press c")
            return
        known = [count.scope for count in scopes.tree(self.host.store, State.LIVE)]
        self.host.prompt(
            ScopePrompt(self.scope, known, self._file_under, sign="file facts under", verb="chooses")
        )

    def _file_under(self, scope: str) -> None:
        self.scope_chosen = True
        if scope != self.scope:
            self.scope = scope
            if self.facts.count:
                self.do_extract()
        self.show_all()

    def do_model(self) -> None:
        """Ask for the model that reads from now on, here and until memtui is closed."""
        from memtui.llm.programs.known import offers
        from memtui.tui.extract.prompts import ModelPrompt

        if not self._takes():
            return
        usual = self.host.settings.llm.model.strip() or next((o.model for o in offers()), "")
        verb = "reads again" if self.facts.count else "chooses"
        self.host.prompt(ModelPrompt(self.model, usual, self._read_by, verb=verb))

    def _read_by(self, model: str) -> None:
        if model != self.model:
            self.chosen_model, self.told.spent = model, ""
            if self.facts.count:
                self.do_extract()
        self.show_all()

    # -- reading -----------------------------------------------------------------------------

    def do_extract(self) -> None:
        """Start reading the text in a child process."""
        self.stop_writing()
        if self.child is not None or not self.text.strip():
            self.host.say("There is no text yet" if self.child is None else "The text is being read")
            return
        if self.facts.accepted and not self.asked:
            self.asked = True
            self.host.say(f"{len(self.facts.accepted):,} accepted facts are not stored; x again drops them")
            return
        self._forget()
        app = self.host
        request = Request(
            str(app.store.path),
            self.scope,
            app.store.now(),
            str(app.prompts or ""),
            app.settings.capture,
            app.settings.llm,
            app.settings.embeddings,
            self.chosen_model,
        )
        self.filed_under = self.scope
        self.child = self._latest = child = Reading(request, self.text)
        self.facts.empty = ("Reading …",)
        self.main = self.facts
        self.run_worker(self._listen(child, self.told), group="extract", exit_on_error=False)
        threading.Thread(target=warm_up, name="memtui-import", daemon=True).start()
        self.go_to(self.facts)

    async def _listen(self, child: Reading, told: Told) -> None:
        """Take in what the child tells until it ends."""
        try:
            async for batch in child.batches():
                if self.child is not child:
                    return
                self._told(batch)
        except (OSError, ValueError) as error:
            told.error = f"The reading could not be started: {one_line(str(error), 200)}"
            told.ended = True
        if self.child is child:
            if not told.ended:
                told.error = "The reading ended before the text did."
            self._ended()

    def _told(self, batch: list[Line]) -> None:
        """Take in some lines."""
        facts = [Found.of(line) for line in batch if line["is"] == "fact"]
        if facts:
            first = not self.facts.count
            self.facts.add(facts)
            if first:
                self.show_fact()
        for line in batch:
            self.told.take(line)
        self.show_head()
        self.tell()

    def _ended(self) -> None:
        """Show how the reading ended: the facts, or why there are none, with the text."""
        self.child = None
        app = self.host
        self.facts.empty = (
            "There is nothing worth keeping in this text",
            "",
            "tab  goes back to it",
            "c    starts anew",
        )
        self.facts.refresh()
        if self.error:
            app.say(self.error, "error")
        elif self.failed:
            app.say(f"A part could not be read: {self.failed[0]}", "error")
        if self.error and not self.facts.count:
            self.told.says = ""
            self.main = self.at = self.front
            if app.shows(self):
                self.go_to(self.front)
            else:
                self.share_out()
        self.show_all()

    def cancel(self) -> None:
        """Stop the reading; the text stays, and the facts found so far."""
        child, self.child = self.child, None
        if child is None:
            return
        child.stop()
        if self.facts.count:
            self.told.says = f"Cancelled; {self.told.says}" if self.told.says else "Cancelled"
            self.host.say(f"Cancelled; the {len(self.facts.rows):,} facts found until then are here")
            self.show_all()
        else:
            self.told.says = ""
            self.main = self.front
            self.host.say("Cancelled; the text is still here")
            self.go_to(self.front)

    def _forget(self) -> None:
        """Forget what was found."""
        self.facts.clear()
        self.told = Told()
        self.asked = False
        self.main = self.front

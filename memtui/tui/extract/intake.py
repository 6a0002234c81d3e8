"""How a text comes into the Extract view: pasted, typed, from a file or from the clipboard."""

from __future__ import annotations

from memtui.capture.transcripts.session_text import session_in
from memtui.domain.counting import plural
from memtui.domain.text import with_line_ends
from memtui.tui.extract.on_screen import OnScreen
from memtui.tui.extract.paste_box import LARGE, size_of, taken
from memtui.tui.host import Host
from memtui.tui.where_new_goes import where_new_goes

_AT_ONCE = 2_000_000
"""Characters of a pasted session that are read before the next key; a longer one is opened as a file."""


def would_lose_facts(screen: OnScreen, action: str) -> bool:
    """Say whether accepted facts keep an action from being done; pressed once more, it drops them."""
    accepted, extraction = len(screen.facts.accepted), screen.extraction
    if not accepted or extraction.warned:
        return False
    extraction.warned = True
    them = "it" if accepted == 1 else "them"
    screen.host.say(f"{plural(accepted, 'accepted fact')} not stored yet; {{{action}}} again drops {them}")
    return True


class Intake:
    """The keys that bring a text in."""

    def __init__(self, screen: OnScreen) -> None:
        """Bring texts into what `screen` shows."""
        self._screen = screen
        self._extraction = screen.extraction

    @property
    def _host(self) -> Host:
        return self._screen.host

    def takes(self) -> bool:
        """Say whether a text can come in now; unsaved facts keep it out."""
        if self._extraction.child is not None:
            self._host.say("A text is being read; {back} cancels that")
        elif self._screen.facts.accepted:
            self._host.say("Accepted facts are not stored yet: {save} stores them, {clear} starts anew")
        return self._extraction.child is None and not self._screen.facts.accepted

    def take(self, pasted: str, file: str = "") -> None:
        """Add a pasted text, or that of a file, to the one there is; it waits while its facts are open."""
        pasted = with_line_ends(pasted)
        if self._extraction.child is not None or self._screen.facts.open:
            self._let_wait(pasted)
            return
        session = session_in(pasted) if len(pasted) <= _AT_ONCE else None
        text, refused, redacted = taken(pasted if session is None else session.text)
        if refused:
            self._host.say(refused, "error")
            return
        self._screen.stop_writing()
        if self._screen.has_facts:
            self._screen.forget_facts()
            self._extraction.text, self._extraction.left_out, self._extraction.as_of = "", (), ""
        self._extraction.text = (
            f"{self._extraction.text.rstrip()}\n\n{text}" if self._extraction.text.strip() else text
        )
        sentence = f"{size_of(text)} from {file}" if file else f"Pasted {size_of(text)}"
        sentence += f", {session.named}" if session is not None else ""
        if redacted:
            self._extraction.left_out = tuple(dict.fromkeys((*self._extraction.left_out, *redacted)))
            sentence += f"; left out: {', '.join(redacted)}"
        self._host.say(sentence, "done")
        self._screen.go_to(self._screen.front)

    def _let_wait(self, pasted: str) -> None:
        before = self._extraction.waiting
        self._extraction.waiting = f"{before.rstrip()}\n\n{pasted}" if before else pasted
        self._screen.show_head()
        size, reading = size_of(self._extraction.waiting), self._extraction.child is not None
        until = "the facts of the text that is read" if reading else "these facts"
        stores = "{save} stores them" if self._screen.facts.accepted else "{accept} and {save} store them"
        self._host.say(f"{size} wait, and come in after {until}: {stores}, {{clear}} drops them")

    def take_waiting(self) -> None:
        """Take in what was pasted meanwhile."""
        waiting, self._extraction.waiting = self._extraction.waiting, ""
        self.take(waiting)

    def do_edit_outside(self) -> None:
        """Open the text in the person's editor."""
        from memtui.tui.outside import NotEdited, in_editor

        if not self.takes():
            return
        try:
            text = in_editor(self._host, self._extraction.text)
        except NotEdited as error:
            self._host.say(str(error), "error")
            return
        if text.strip() and text != self._extraction.text:
            self._screen.forget_facts()
            self._extraction.text = ""
            self.take(text)

    def do_open_file(self) -> None:
        """Ask for a file, and take its text."""
        from memtui.tui.extract.prompts import PathPrompt

        if self.takes():
            self._host.prompt(PathPrompt(lambda name, text: self.take(text, name)))

    def do_clipboard(self) -> None:
        """Take in the clipboard, if a program on this machine can read it."""
        if self.takes():
            self._screen.run_worker(self._from_clipboard(), group="clipboard", exclusive=True)

    async def _from_clipboard(self) -> None:
        from memtui.tui.extract.text_sources import NotReadError, text_on_clipboard

        try:
            text = await text_on_clipboard()
        except NotReadError as error:
            self._host.say(str(error), "error")
            return
        if not self._host.shows(self._screen):
            self._host.say("The clipboard was not taken, since another view was opened")
        elif not text.strip():
            self._host.say("There is no text on the clipboard")
        else:
            self.take(text)

    def do_write(self) -> None:
        """Type, or edit the text that is there."""
        if self._extraction.child is not None:
            self._host.say("The text is being read; {back} cancels that")
        elif len(self._extraction.text) > LARGE:
            self._host.say(
                f"{size_of(self._extraction.text)} are too much to edit here; "
                "{extract} reads it, {clear} starts anew"
            )
        else:
            self._screen.start_writing()

    def settle_scope(self) -> None:
        """Keep the scope that was chosen here until another is chosen in Memories; else take that."""
        extraction = self._extraction
        if not extraction.scope_chosen or extraction.chosen_over != self._host.scope:
            extraction.scope_chosen, extraction.scope = False, where_new_goes(self._host)

    def do_clear(self) -> None:
        """Start anew; asks once more when accepted facts would be lost."""
        if would_lose_facts(self._screen, "clear"):
            return
        if self._extraction.child is not None:
            self._extraction.child.stop()
            self._extraction.child = None
        stored = sum(row.stored for row in self._screen.facts.agreed)
        self._screen.forget_facts()
        self._extraction.clear()
        self.settle_scope()
        self._screen.go_to(self._screen.front)
        if self._extraction.waiting:
            self.take_waiting()
            return
        stays = (
            f"; what you stored stays: {plural(stored, 'fact')}" if stored else ": nothing of it was stored"
        )
        back = "; {undo} brings the text back" if self._extraction.cleared is not None else ""
        self._host.say(f"Begun anew{stays}{back}")

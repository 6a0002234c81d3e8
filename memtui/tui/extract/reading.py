"""The keys that choose how to read a text, and read it: scope, model, start and stop.

A child process reads it (`child`). When that fails or is stopped nothing is lost: the text and the facts
found so far stay.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from memtui.capture.child import FactLine, Request
from memtui.child import Line
from memtui.domain.counting import plural
from memtui.domain.memory import State
from memtui.domain.text import Longest, one_line
from memtui.store import scopes
from memtui.tui.extract.child import Reading
from memtui.tui.extract.intake import would_lose_facts
from memtui.tui.extract.on_screen import OnScreen
from memtui.tui.extract.report import ReadingReport
from memtui.tui.extract.storing import as_row, warm_up
from memtui.tui.host import Host

_AT_QUIT = 0.2
"""Seconds that a child gets to end when the screen is closed."""


class ReadingKeys:
    """Reads the text, and takes in what the reading reports."""

    def __init__(self, screen: OnScreen, takes: Callable[[], bool]) -> None:
        """Read the text of `screen`; `takes` says whether what was found before may be forgotten."""
        self._screen = screen
        self._extraction = screen.extraction
        self._takes = takes
        self._latest: Reading | None = None
        """The child that was started last; it may still be ending."""

    @property
    def _host(self) -> Host:
        return self._screen.host

    async def end(self) -> None:
        """Stop the child process: nobody would see what it reads."""
        if self._latest is not None:
            self._latest.stop()
            await self._latest.settle(_AT_QUIT)

    def do_file_under(self) -> None:
        """Ask for the scope of the facts."""
        from memtui.tui.widgets.prompts import ScopePrompt

        if self._extraction.child is not None or self._screen.facts.accepted:
            self._host.say(
                f"What is known in {self._extraction.scope} decided on these facts; "
                "{save} stores them, {clear} starts anew"
            )
            return
        known = [count.scope for count in scopes.tree(self._host.store, State.LIVE)]
        self._host.prompt(
            ScopePrompt(
                self._extraction.scope, known, self._file_under, sign="file facts under", verb="chooses"
            )
        )

    def _file_under(self, scope: str) -> None:
        self._extraction.scope_chosen, self._extraction.chosen_over = True, self._host.scope
        if scope != self._extraction.scope:
            self._extraction.scope = scope
            if self._screen.facts.count:
                self.do_extract()
        self._screen.show_all()

    def do_model(self) -> None:
        """Ask for the model that reads from now on, here and until memtui is closed."""
        from memtui.llm.programs.known import offers
        from memtui.tui.extract.prompts import ModelPrompt

        if not self._takes():
            return
        usual = self._host.settings.llm.model.strip() or next((o.model for o in offers()), "")
        verb = "reads" if self._screen.facts.count else "takes"
        prompt = ModelPrompt(self._screen.model, usual, self._read_by, verb=verb, without="rules")
        self._host.prompt(prompt)

    def _read_by(self, model: str) -> None:
        if model != self._screen.model:
            self._extraction.chosen_model, self._extraction.report.spent = model, ""
            if self._screen.facts.count:
                self.do_extract()
        self._screen.show_all()

    def do_as_of(self) -> None:
        """Ask which day the text is of; its facts are read anew."""
        from memtui.capture.dates import day_of
        from memtui.tui.extract.prompts import DayPrompt

        if self._takes():
            verb = "reads again" if self._screen.facts.count else "keeps"
            now = self._extraction.as_of or self._extraction.report.day
            today = day_of(self._host.store.now())
            self._host.prompt(DayPrompt(now, today, self._read_as_of, verb=verb))

    def _read_as_of(self, day: str) -> None:
        if day != self._extraction.as_of:
            self._extraction.as_of = day
            if self._screen.has_facts:
                self.do_extract()
        self._screen.show_all()

    def do_extract(self) -> None:
        """Start reading the text in a child process."""
        self._screen.stop_writing()
        if self._extraction.child is not None or not self._extraction.text.strip():
            self._host.say(
                "There is no text yet" if self._extraction.child is None else "The text is being read"
            )
            return
        if would_lose_facts(self._screen, "extract"):
            return
        self._screen.forget_facts()
        app = self._host
        request = Request(
            str(app.store.path),
            self._extraction.scope,
            app.store.now(),
            str(app.prompts or ""),
            app.settings.capture,
            app.settings.llm,
            app.settings.embeddings,
            self._extraction.chosen_model,
            self._extraction.as_of,
        )
        self._extraction.filed_under = self._extraction.scope
        self._extraction.child = self._latest = child = Reading(request, self._extraction.text)
        self._screen.facts.empty = ("Reading …",)
        self._screen.main = self._screen.facts
        self._screen.run_worker(
            self._listen(child, self._extraction.report), group="extract", exit_on_error=False
        )
        threading.Thread(target=warm_up, name="memtui-import", daemon=True).start()
        self._screen.go_to(self._screen.facts)

    async def _listen(self, child: Reading, report: ReadingReport) -> None:
        """Take in what the child reports until it ends."""
        try:
            async for batch in child.batches():
                if self._extraction.child is not child:
                    return
                self._take(batch)
        except (OSError, ValueError) as error:
            report.error = f"The reading could not be started: {one_line(str(error), Longest.SENTENCE)}"
            report.ended = True
        if self._extraction.child is child:
            if not report.ended:
                report.error = "The reading ended before the text did."
            self._ended()

    def _take(self, batch: list[Line]) -> None:
        """Take in some lines."""
        facts = [FactLine.of(line) for line in batch if line["is"] == "fact"]
        if facts:
            first = not self._screen.facts.count
            self._screen.facts.add(facts)
            if first:
                self._screen.show_fact()
        for line in batch:
            self._extraction.report.take(line)
        if any(line["is"] == "begin" for line in batch):
            self._screen.show_text()
        self._screen.mark_quotes()
        self._screen.show_head()
        self._screen.tell()

    def _ended(self) -> None:
        """Show how the reading ended: the facts, or why there are none, with the text."""
        self._extraction.child = None
        self._screen.facts.left = [as_row(each) for each in self._extraction.report.tally.left_out]
        app = self._host
        filled = self._host.keymap.filled
        self._screen.facts.empty = (
            "There is nothing worth keeping in this text",
            "",
            filled("{next_pane:5}goes back to it"),
            filled("{clear:5}starts anew"),
        )
        self._screen.facts.refresh()
        if self._extraction.report.error:
            app.say(self._extraction.report.error, "error")
        elif self._extraction.report.failed:
            app.say(f"A part could not be read: {self._extraction.report.failed[0]}", "error")
        elif look := self._extraction.report.second_look:
            app.say(f"{look[0].upper()}{look[1:]}")
        if self._extraction.report.error and not self._screen.facts.count:
            self._extraction.report.summary = ""
            self._screen.main = self._screen.at = self._screen.front
            if app.shows(self._screen):
                self._screen.go_to(self._screen.front)
            else:
                self._screen.share_out()
        self._screen.show_all()

    def cancel(self) -> None:
        """Stop the reading; the text stays, and the facts found so far."""
        child, self._extraction.child = self._extraction.child, None
        if child is None:
            return
        child.stop()
        report = self._extraction.report
        if self._screen.facts.count:
            report.summary = "; ".join(filter(None, [f"Cancelled in {report.progress}", report.summary]))
            found = plural(len(self._screen.facts.rows), "fact")
            self._host.say(f"Cancelled; what was found until then is here: {found}")
            self._screen.show_all()
        else:
            report.summary = ""
            self._screen.main = self._screen.front
            self._host.say("Cancelled; the text is still here")
            self._screen.go_to(self._screen.front)

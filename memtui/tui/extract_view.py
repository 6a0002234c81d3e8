"""The Extract view: a text goes in, its facts come out, and what a person accepts is stored as one change.

Three panes: the text, the facts, and one fact in full. While there are no facts the text has the screen.
The text is read by a child process (`extracting`); nothing is stored before it is saved, and nothing is
lost when the reading fails or is stopped: the text stays, and so do the facts found until then.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widgets import TextArea

from memtui.capture.child import Found, Request
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.child import Line
from memtui.domain.memory import Memory, State
from memtui.domain.text import normalised, one_line, printable_lines
from memtui.store import journal, memories, scopes
from memtui.store.database import Store
from memtui.tui.actions import Situation, ViewId
from memtui.tui.acts import BULK
from memtui.tui.chrome import OneLine, Rule, Status
from memtui.tui.extracting import Reading
from memtui.tui.fact_detail import fact_lines
from memtui.tui.facts_list import AGAINST, HELD, Choice, FactsHead, FactsList, Row
from memtui.tui.line_list import LineList, fitted
from memtui.tui.pages import Line as DrawnLine
from memtui.tui.pages import Page, text_lines
from memtui.tui.paste_box import LARGE, PasteBox, size_of, taken
from memtui.tui.themes import Look
from memtui.tui.view import PaneView

if TYPE_CHECKING:
    from memtui.lifecycle.learn import Learned

_SHOWN = 6_000
"""Characters of a text that are laid out when it is only looked at."""
_GLIMPSE = 2_000
"""The same of a large one."""
_AT_QUIT = 0.2
"""Seconds that a child gets to end when the screen is closed."""
_MANY = 50
"""Facts from which on storing runs in a thread."""


class ExtractHead(OneLine):
    """What is read or was found, where the facts go, who reads and what it costs."""

    def __init__(self) -> None:
        super().__init__()
        self.left = self.scope = self.reader = ""

    def parts(self, look: Look, width: int) -> tuple[list[Segment], list[Segment]]:
        """Return the words at the left and at the right."""
        right = [
            Segment(f"   into {self.scope} ", look.accent),
            Segment(f"  {self.reader} ", look.dim),
        ]
        return [Segment(fitted(f" {self.left}", min(cell_len(self.left) + 1, width)), look.text)], right


class ExtractView(PaneView):
    """Text, facts and one fact in full."""

    DEFAULT_CSS = """
    ExtractView {
        layout: vertical;
        ExtractHead { margin-bottom: 1; }
        .front, PasteBox { height: 1fr; width: 1fr; }
        .found { height: 1fr; width: 1fr; layout: vertical; }
        .listed, FactsList { height: 1fr; width: 1fr; }
        .fact { height: 45%; min-height: 6; }
        &.-wide .found { layout: horizontal; }
        &.-wide .fact { width: 45%; height: 1fr; border-left: solid $faint; }
        &.-alone .fact { width: 1fr; height: 1fr; border-left: none; }
    }
    """

    view_id = ViewId.EXTRACT

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.head = ExtractHead()
        self.front = self.main = Page()
        self.front.add_class("front")
        self.facts = FactsList()
        self.facts_head = FactsHead(self.facts)
        self.rule = Rule()
        self.fact = Page()
        self.fact.add_class("fact")
        self.box: PasteBox | None = None
        """Where the text is typed, made when it is first wanted."""
        self.writing = False
        self.text = ""
        self.scope = ""
        self.error = ""
        """Why the last reading failed."""
        self.child: Reading | None = None
        self.progress = ""
        self.says = ""
        """What the reading came to, in figures."""
        self.spent = ""
        self.failed: list[str] = []
        self.redacted: list[str] = []
        self._extractor = ("offline", "")
        self._windows = 0
        self._filed_under = ""
        self._latest: Reading | None = None
        """The child that was started last; it may still be ending."""
        self._asked = False
        self._scope_chosen = False
        self._model: str | None = None
        """The model that was chosen here, empty for the rules; None for that of the settings."""
        self._left_out: tuple[str, ...] = ()
        """Kinds of the secrets that were taken out of what was pasted."""

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        yield self.head
        yield self.front
        self.listed = Vertical(self.facts_head, self.facts, classes="listed")
        self.both_panes = Container(self.listed, self.rule, self.fact, classes="found")
        yield self.both_panes

    def on_mount(self) -> None:
        """Take the scope that is chosen in Memories, and say what to do."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.show_all())
        self.opened()

    def opened(self) -> None:
        """Take over the scope that was chosen in Memories, while there is nothing to file yet."""
        if not (self.text or self.facts.count or self._scope_chosen):
            self.scope = self.screen_app.scope
        self.store_changed()
        self.call_after_refresh(self.show_all)

    async def on_unmount(self) -> None:
        """Let no child read on for nobody."""
        if self._latest is not None:
            self._latest.stop()
            await self._latest.settle(_AT_QUIT)

    # -- panes -------------------------------------------------------------------------------

    @property
    def found(self) -> bool:
        """Whether there are facts, or there soon may be."""
        return bool(self.facts.count) or self.child is not None or bool(self.says)

    def panes(self) -> tuple[LineList, ...]:
        """Return the text, and once it is read its facts and the one under the cursor."""
        return (self.front, self.facts, self.fact) if self.found else (self.front,)

    def go_to(self, pane: LineList) -> None:
        """Give a pane the focus; typing ends."""
        if pane is not self.front and not self.found:
            pane = self.front
        self._stop_writing()
        super().go_to(pane)
        self.call_after_refresh(self.show_all)

    def share_out(self) -> None:
        """Show the text, or the facts and one of them."""
        super().share_out()
        at_text = self.here is self.front
        zoomed = self.alone and self.here is self.fact
        self.front.display = at_text and not self.writing
        if self.box is not None:
            self.box.display = at_text and self.writing
        self.both_panes.display = not at_text
        self.listed.display = self.facts.display = not zoomed
        self.fact.display = not self.alone or zoomed
        self.rule.display = not self.alone and not self.has_class("-wide")

    def on_resize(self) -> None:
        """Wrap anew."""
        super().on_resize()
        self.call_after_refresh(self.show_all)

    # -- what is shown -----------------------------------------------------------------------

    def show_all(self) -> None:
        """Bring every pane up to date."""
        self.show_head()
        self.show_text()
        self.show_fact()
        self.screen_app.tell(self)

    def show_head(self) -> None:
        """Say what is read or was found, where it goes, and who reads."""
        if self.here is not self.front:
            left = self.says or "Reading …"
            if self.failed:
                left += f" · {len(self.failed):,} {'part' if len(self.failed) == 1 else 'parts'} not read"
            if left_out := dict.fromkeys((*self._left_out, *self.redacted)):
                left += f" · left out: {', '.join(left_out)}"
        else:
            left = size_of(self.text) if self.text else "Text to facts"
        self.head.left, self.head.scope, self.head.reader = left, self.scope, self._reader()
        self.head.refresh()

    def _reader(self) -> str:
        model = one_line(self.model, 40)
        if not model:
            return "by rules, offline · free"
        most = self.screen_app.settings.llm.max_usd_per_run
        return f"{model} · {self.spent or f'at most ${most:,.2f}'}"

    @property
    def model(self) -> str:
        """The model that reads; empty when the rules do."""
        return self.screen_app.settings.llm.model.strip() if self._model is None else self._model

    def show_text(self) -> None:
        """Show the text, or what to do when there is none."""
        if self.front.display and self.front.line_width:
            self.front.empty = self._what_to_do()
            self.front.show_lines(self._text_lines(self.front.line_width), from_top=False)

    def _what_to_do(self) -> tuple[str, ...]:
        return (
            "Paste a text, and get the facts in it",
            "",
            "An agent's answer, a meeting note, a log. Each fact comes with the sentence",
            "it rests on, and nothing is stored before you accept it.",
            "",
            "o   open a file instead",
            "p   take what is on the clipboard",
            "i   type",
            "m   choose the scope of the facts",
            "M   choose the model that reads, or the rules",
            "",
            f"{one_line(self.model, 40)} reads" if self.model else "Rules read, offline",
            "memtui config set llm.model ollama/llama3.2 sets the usual model",
        )

    def _text_lines(self, width: int) -> list[DrawnLine]:
        look = self.front.look
        lines: list[DrawnLine] = []
        for words in [self.error, *self.failed][:5] if self.error or self.failed else []:
            lines += text_lines(f"! {one_line(words, 400)}", width, look.error, indent=2)
        if lines:
            words = "Nothing was stored, and the text is still here; x reads it again."
            lines += [*text_lines(words, width, look.dim, indent=4), []]
        if not self.text:
            return lines
        limit = _GLIMPSE if len(self.text) > LARGE else _SHOWN
        shown = printable_lines(self.text[:limit])
        lines += text_lines(shown, width, look.text, indent=2)
        if len(self.text) > limit:
            more = "; i shows and edits all" if len(self.text) <= LARGE else ""
            words = f"… {len(self.text) - limit:,} characters more, all of which are read{more}"
            lines += [[], *text_lines(words, width, look.dim, indent=2)]
        return lines

    def show_fact(self) -> None:
        """Show the fact under the cursor in full."""
        page, row = self.fact, self.facts.row
        if self.here is self.front or not page.display or not page.line_width:
            return
        if row is not None:
            page.show_lines(fact_lines(row, _memory(self.screen_app.store, row), page.line_width, page.look))
        elif self.facts.on_fold:
            verb = "hides" if self.facts.unfolded else "shows"
            words = f"Held back by the gates; enter {verb} them, e on one makes it a fact in your own words."
            page.show_lines(list(text_lines(words, page.line_width, page.look.dim)))
        else:
            page.show_lines([])

    def situation(self) -> Situation:
        """Return what the actions may ask about."""
        return Situation(
            self.view_id,
            rows=self.facts.count,
            marked=len(self.facts.accepted),
            aside=self.here is self.front,
            busy=self.screen_app.acts.busy,
            text=bool(self.text.strip()) or self.writing,
        )

    def status(self) -> Status:
        """Return how many facts there are and are accepted, and how far the reading is."""
        rows, accepted = len(self.facts.rows), len(self.facts.accepted)
        return Status(
            count=f"{rows:,} {'fact' if rows == 1 else 'facts'}" if self.found else "",
            selected=f"{accepted:,} accepted" if accepted else "",
            busy=f"{self.progress} · esc cancels" if self.child is not None else "",
        )

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that work while a text is typed, else those of the registry."""
        if not self.writing:
            return super().hints()
        return [("ctrl+e", "extract"), ("esc", "done")]

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
            self.screen_app.say("A text is being read; esc cancels that")
        elif self.facts.accepted:
            self.screen_app.say("Accepted facts are not stored yet: s stores them, c starts anew")
        return self.child is None and not self.facts.accepted

    def take(self, pasted: str, file: str = "") -> None:
        """Add a pasted text, or that of a file, to the one there is."""
        if not self._takes():
            return
        text, refused, redacted = taken(pasted)
        if refused:
            self.screen_app.say(refused, "error")
            return
        self._stop_writing()
        if self.found:
            self._forget()
            self.text, self._left_out = "", ()
        self.text = f"{self.text.rstrip()}\n\n{text}" if self.text.strip() else text
        words = f"{size_of(text)} from {file}" if file else f"Pasted {size_of(text)}"
        if redacted:
            self._left_out = tuple(dict.fromkeys((*self._left_out, *redacted)))
            words += f"; left out: {', '.join(redacted)}"
        self.screen_app.say(words, "done")
        self.go_to(self.front)

    def do_open_file(self) -> None:
        """Ask for a file, and take its text."""
        from memtui.tui.extract_prompts import PathPrompt

        if self._takes():
            self.screen_app.prompt(PathPrompt(lambda name, text: self.take(text, name)))

    def do_clipboard(self) -> None:
        """Take what is on the clipboard, as far as a program hands it out."""
        if self._takes():
            self.run_worker(self._from_clipboard(), group="clipboard", exclusive=True)

    async def _from_clipboard(self) -> None:
        from memtui.tui.text_sources import NotReadError, text_on_clipboard

        try:
            text = await text_on_clipboard()
        except NotReadError as error:
            self.screen_app.say(str(error), "error")
            return
        if self.screen_app.view is not self:
            self.screen_app.say("The clipboard was not taken, since another view was opened")
        elif not text.strip():
            self.screen_app.say("There is no text on the clipboard")
        else:
            self.take(text)

    def do_write(self) -> None:
        """Type, or edit the text that is there."""
        if self.child is not None:
            self.screen_app.say("The text is being read; esc cancels that")
        elif len(self.text) > LARGE:
            self.screen_app.say(f"{size_of(self.text)} are too much to edit here; x reads it, c starts anew")
        else:
            super().go_to(self.front)
            self.call_later(self._write)

    async def _write(self) -> None:
        if self.box is None:
            self.box = PasteBox()
            await self.mount(self.box, after=self.front)
        self.box.show(self.text)
        self.writing = True
        self.share_out()
        self.screen.set_focus(self.box)
        self.screen_app.tell(self)

    def _stop_writing(self) -> None:
        if self.writing and self.box is not None:
            self.writing = False
            self.text = self.box.written(self.text)
            self.share_out()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Nothing of what is typed concerns the app."""
        event.stop()

    def do_file_under(self) -> None:
        """Ask for the scope of the facts."""
        from memtui.tui.prompts import ScopePrompt

        if self.child is not None or self.facts.accepted:
            self.screen_app.say(f"What is known in {self.scope} decided on these facts; save them or press c")
            return
        known = [count.scope for count in scopes.tree(self.screen_app.store, State.LIVE)]
        self.screen_app.prompt(
            ScopePrompt(self.scope, known, self._file_under, sign="file facts under", verb="chooses")
        )

    def _file_under(self, scope: str) -> None:
        self._scope_chosen = True
        if scope != self.scope:
            self.scope = scope
            if self.facts.count:
                self.do_extract()
        self.show_all()

    def do_model(self) -> None:
        """Ask for the model that reads from now on, here and until memtui is closed."""
        from memtui.tui.extract_prompts import ModelPrompt

        if not self._takes():
            return
        usual = self.screen_app.settings.llm.model.strip()
        verb = "reads again" if self.facts.count else "chooses"
        self.screen_app.prompt(ModelPrompt(self.model, usual, self._read_by, verb=verb))

    def _read_by(self, model: str) -> None:
        if model != self.model:
            self._model, self.spent = model, ""
            if self.facts.count:
                self.do_extract()
        self.show_all()

    def do_clear(self) -> None:
        """Start anew; asks once more when accepted facts would be lost."""
        if self.facts.accepted and not self._asked:
            self._asked = True
            self.screen_app.say(
                f"{len(self.facts.accepted):,} accepted facts are not stored; c again drops them"
            )
            return
        if self.child is not None:
            self.child.stop()
            self.child = None
        self._forget()
        self.text = ""
        self._left_out = ()
        self._scope_chosen = False
        self.scope = self.screen_app.scope
        self.go_to(self.front)

    def _forget(self) -> None:
        """Forget what was found."""
        self.facts.clear()
        self.says = self.spent = self.error = ""
        self.failed, self.redacted = [], []
        self._asked = False
        self.main = self.front

    # -- reading -----------------------------------------------------------------------------

    def do_extract(self) -> None:
        """Start reading the text in a child process."""
        self._stop_writing()
        if self.child is not None or not self.text.strip():
            self.screen_app.say("There is no text yet" if self.child is None else "The text is being read")
            return
        if self.facts.accepted and not self._asked:
            self._asked = True
            self.screen_app.say(
                f"{len(self.facts.accepted):,} accepted facts are not stored; x again drops them"
            )
            return
        self._forget()
        app = self.screen_app
        request = Request(
            str(app.store.path),
            self.scope,
            app.store.now(),
            str(app.prompts or ""),
            app.settings.capture,
            app.settings.llm,
            app.settings.embeddings,
            self._model,
        )
        self._filed_under = self.scope
        self.child = self._latest = child = Reading(request, self.text)
        self.progress = "starting"
        self.facts.empty = ("Reading …",)
        self.main = self.facts
        self.run_worker(self._listen(child), group="extract", exit_on_error=False)
        threading.Thread(target=_warm_up, name="memtui-import", daemon=True).start()
        self.go_to(self.facts)

    async def _listen(self, child: Reading) -> None:
        """Take in what the child tells until it ends."""
        ended = False
        try:
            async for batch in child.batches():
                if self.child is not child:
                    return
                ended = self._told(batch) or ended
        except (OSError, ValueError) as error:
            self.error = f"The reading could not be started: {one_line(str(error), 200)}"
            ended = True
        if self.child is child:
            if not ended:
                self.error = "The reading ended before the text did."
            self._ended()

    def _told(self, batch: list[Line]) -> bool:
        """Take in some lines; say whether the last one was among them."""
        facts = [Found.of(line) for line in batch if line["is"] == "fact"]
        if facts:
            first = not self.facts.count
            self.facts.add(facts)
            if first:
                self.show_fact()
        ended = False
        for line in batch:
            kind = line["is"]
            if kind == "begin":
                self._windows = int(line["windows"])
                self._extractor = (str(line["extractor"]), str(line["version"]))
                self.redacted = [str(word) for word in line["redacted"]]
                self.progress = f"window 1 of {self._windows:,}"
            elif kind in {"window", "end"}:
                self.says = str(line["says"])
                self._take_usage(line)
                if kind == "window":
                    self.progress = (
                        f"window {min(int(line['done']) + 1, self._windows):,} of {self._windows:,}"
                    )
                else:
                    self.failed = [str(words) for words in line["failed"]]
                    ended = True
            elif kind == "error":
                self.error = str(line["says"])
                ended = True
        self.show_head()
        self.screen_app.tell(self)
        return ended

    def _take_usage(self, line: Line) -> None:
        if line.get("tokens"):
            price = "price unknown" if line["unpriced"] else f"${line['usd']:.4f}"
            self.spent = f"{int(line['tokens']):,} tokens, {price}"

    def _ended(self) -> None:
        """Show how the reading ended: the facts, or why there are none, with the text."""
        self.child = None
        app = self.screen_app
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
            self.says = ""
            self.main = self.at = self.front
            if app.view is self:
                self.go_to(self.front)
            else:
                self.share_out()
        self.show_all()

    def _cancel(self) -> None:
        """Stop the reading; the text stays, and the facts found so far."""
        child, self.child = self.child, None
        if child is None:
            return
        child.stop()
        if self.facts.count:
            self.says = f"Cancelled; {self.says}" if self.says else "Cancelled"
            self.screen_app.say(f"Cancelled; the {len(self.facts.rows):,} facts found until then are here")
            self.show_all()
        else:
            self.says = ""
            self.main = self.front
            self.screen_app.say("Cancelled; the text is still here")
            self.go_to(self.front)

    # -- moving ------------------------------------------------------------------------------

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Show the fact the cursor came to."""
        event.stop()
        self._asked = False
        if event.list is self.facts:
            self.show_fact()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Open what was double-clicked."""
        event.stop()
        if event.list is not self.front:
            self.do_open()

    def do_open(self) -> None:
        """Show the fact in full, or what is below the fold; from the text, type."""
        if self.here is self.front:
            self.do_write()
        elif self.here is self.fact and self.zoomed:
            self.do_back()
        elif self.facts.on_fold:
            self.facts.fold(not self.facts.unfolded)
            self.show_fact()
        else:
            self.zoomed = True
            self.go_to(self.fact)

    def do_left(self) -> None:
        """Fold what is held back, or go one pane to the left."""
        if self.here is self.facts and self.facts.unfolded and self.facts.cursor >= len(self.facts.rows):
            self.facts.fold(False)
            self.show_fact()
        else:
            super().do_left()

    def do_right(self) -> None:
        """Show what is held back, or go one pane to the right."""
        if self.here is self.facts and self.facts.on_fold and not self.facts.unfolded:
            self.facts.fold(True)
        else:
            super().do_right()

    def do_back(self) -> None:
        """Go one step back: end the typing, cancel the reading, leave the zoom or a side pane."""
        if self.writing:
            self.go_to(self.front)
        elif self.child is not None:
            self._cancel()
        else:
            super().do_back()

    # -- deciding ----------------------------------------------------------------------------

    def do_accept(self) -> None:
        """Accept the fact under the cursor."""
        self._choose(Choice.YES)

    def do_both(self) -> None:
        """Accept the fact, and keep the memory it would take the place of."""
        row = self.facts.row
        if row is not None and row.outcome not in AGAINST:
            self.screen_app.say("There is no memory that it would take the place of; y accepts it")
        else:
            self._choose(Choice.BOTH)

    def do_refuse(self) -> None:
        """Refuse the fact under the cursor."""
        self._choose(Choice.NO)

    def do_toggle(self) -> None:
        """Accept the fact, or leave it open again."""
        row = self.facts.row
        self._choose(Choice.OPEN if row is not None and row.accepted else Choice.YES)

    def _choose(self, choice: Choice) -> None:
        row = self.facts.row
        if row is None:
            self.screen_app.say("Held back by the gates; enter shows them")
        elif row.stored:
            self.screen_app.say("It is stored already; u takes it back")
        elif choice in {Choice.YES, Choice.BOTH} and row.outcome is Outcome.DUPLICATE:
            self.screen_app.say("The store has it already, so there is nothing to accept")
        elif choice in {Choice.YES, Choice.BOTH} and row.outcome in HELD and not row.edited:
            self.screen_app.say("Held back; e makes it a fact in your own words")
        else:
            self.facts.choose(row, choice)
            self._asked = False
            self.facts.repaint_line(self.facts.cursor)
            self.facts.move_by(1)
            self.show_fact()

    def do_accept_all(self) -> None:
        """Accept every fact that is new and was not refused."""
        rows = [row for row in self.facts.rows if row.outcome is Outcome.NEW and row.choice is Choice.OPEN]
        for row in rows:
            self.facts.choose(row, Choice.YES)
        self.facts.forget_strips()
        self.facts.refresh()
        self.show_fact()
        asking = sum(
            row.choice is Choice.OPEN and (row.outcome in AGAINST or row.outcome is Outcome.SUPPRESSED)
            for row in self.facts.rows
        )
        words = f"Accepted {len(rows):,} new · s stores them" if rows else "No new facts are left to accept"
        words += f"; {asking:,} more want a y of their own" if asking else ""
        self.screen_app.say(words)

    def do_edit_fact(self) -> None:
        """Edit the fact under the cursor, then accept it."""
        from memtui.tui.fact_form import FactForm

        row = self.facts.row
        if row is None or row.stored:
            self._choose(Choice.YES)
            return

        def edited(candidate: Candidate | None) -> None:
            if candidate is not None:
                row.candidate = candidate
                self.facts.choose(row, Choice.YES)
                self.facts.forget_strips()
                self.facts.refresh()
                self.show_all()

        self.app.push_screen(FactForm(row.candidate), edited)

    # -- storing -----------------------------------------------------------------------------

    def do_save(self) -> None:
        """Store what is accepted as one op."""
        from memtui.capture.saving import Origins, save

        rows = self.facts.accepted
        app = self.screen_app
        origins = Origins(*self._extractor)
        allowed = any(row.outcome is Outcome.SUPPRESSED for row in rows)
        scope = self._filed_under

        def verb(store: Store, _progress: object, _cancelled: object) -> tuple[Learned, set[str]]:
            facts = _to_store(store, rows)
            saved = save(
                store, facts, scope=scope, by=app.actor, origins=origins, chosen=True, allow_dropped=allowed
            )
            stored = memories.get_many(store, saved.learned.ids)
            return saved.learned, {normalised(memory.text) for memory in stored}

        app.acts.run(
            verb,
            lambda done: self._saved(rows, *done),
            size=BULK + 1 if len(rows) > _MANY else len(rows),
            title=f"storing {len(rows):,}",
        )

    def _saved(self, rows: list[Row], learned: Learned, texts: set[str]) -> None:
        """Show what was stored, and say it."""
        for row in rows:
            if learned.op is not None and normalised(row.candidate.text) in texts:
                row.op = learned.op.id
        self.store_changed()
        app = self.screen_app
        count = len(learned.ids)
        words = f"Stored {count:,} {'fact' if count == 1 else 'facts'}"
        if learned.superseded:
            words += f" in the place of {len(learned.superseded):,}"
        left = [f"{learned.duplicates:,} known meanwhile"] if learned.duplicates else []
        left += [f"{learned.suppressed:,} dropped meanwhile"] if learned.suppressed else []
        left += [f"{learned.stale:,} not, its memory changed meanwhile"] if learned.stale else []
        left += learned.refused[:1]
        words = "; ".join([words if count else "Nothing was stored", *left])
        if count:
            app.say(f"{words} · {app.keymap.key_for('undo')} to undo", "done")
            app.review_changes()
        else:
            app.say(words)

    def follow(self, changed: Iterable[int], *, complete: bool, to: int | None = None) -> None:
        """Show what an undo or redo has done to the facts that were stored."""
        super().follow(changed, complete=complete, to=to)
        self.show_all()

    def store_changed(self) -> None:
        """See which of the facts are stored: those of an op that was not undone, or was done again."""
        rows = [row for row in self.facts.agreed if row.op is not None]
        if not rows:
            return
        store = self.screen_app.store
        standing = {op: _in_force(store, op) for op in {row.op for row in rows if row.op is not None}}
        for row in rows:
            row.stored = row.op is not None and standing[row.op]
        self.facts.forget_strips()
        self.facts.refresh()
        self.show_fact()
        self.screen_app.tell(self)


def _to_store(store: Store, rows: Iterable[Row]) -> list[Fact]:
    """Return facts as the yes to each says: beside what is known, or in the place of a memory."""
    facts = []
    for row in rows:
        fact = replace(row.found.fact, candidate=row.candidate)
        target = _memory(store, row) if row.outcome in AGAINST and row.choice is Choice.YES else None
        if target is None:
            facts.append(replace(fact, outcome=Outcome.NEW))
        else:
            compared = replace(target, version=row.found.target_version)
            facts.append(replace(fact, outcome=Outcome.UPDATES, target=compared))
    return facts


def _memory(store: Store, row: Row) -> Memory | None:
    """Return the memory a verdict is about, as it is now."""
    target = row.found.target
    return None if target is None else next(iter(memories.get_many(store, [target])), None)


def _in_force(store: Store, op_id: int) -> bool:
    """Say whether an op stands: it was not undone, or its undo was."""
    stands = True
    op = journal.op(store, op_id)
    while op is not None and op.undone_by is not None:
        stands = not stands
        op = journal.op(store, op.undone_by)
    return stands


def _warm_up() -> None:
    """Import what saving takes, so that the key for it answers at once."""
    import memtui.capture.saving  # noqa: F401 - for later

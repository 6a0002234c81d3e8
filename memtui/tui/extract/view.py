"""The Extract view: a text goes in, its facts come out, and what a person accepts is stored as one change.

Three panes: the text, the facts, and one fact in full; while there are no facts the text has the screen, and
where there is little room the facts have it. A text comes in by `intake`, is read by `reading`, and its facts
are decided on in `deciding`. Nothing is stored before it is saved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.widgets import TextArea

from memtui.capture.child import SHOWN
from memtui.capture.tally import Tally
from memtui.domain.counting import plural
from memtui.domain.text import Longest, one_line
from memtui.secrets.masking import masked
from memtui.tui.background.vectors import fill_vectors
from memtui.tui.extract.deciding import Deciding
from memtui.tui.extract.extraction import Extraction
from memtui.tui.extract.fact_detail import fact_lines
from memtui.tui.extract.facts_list import FactsHead, FactsList
from memtui.tui.extract.intake import Intake
from memtui.tui.extract.page import DateLine, ExtractHead, TallyLine, most_words, page_lines, what_to_do
from memtui.tui.extract.paste_box import PasteBox, size_of
from memtui.tui.extract.read_text import ReadText
from memtui.tui.extract.reading import ReadingKeys
from memtui.tui.extract.report import ReadingReport
from memtui.tui.extract.storing import comes_of, memory_of, note_stored
from memtui.tui.keys.action import Situation
from memtui.tui.keys.views import ViewId
from memtui.tui.view import NARROW, ROOMY, PaneView
from memtui.tui.widgets.borders import Fence, Rule
from memtui.tui.widgets.chrome import Status
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.pages import Page, text_lines

if TYPE_CHECKING:
    import subprocess


class ExtractView(PaneView):
    """The text, its facts, and one fact in full."""

    DEFAULT_CSS = """
    ExtractView {
        layout: vertical;
        .front, PasteBox { height: 1fr; width: 1fr; }
        .found { height: 1fr; width: 1fr; layout: horizontal; }
        .told, .listed, FactsList { height: 1fr; width: 1fr; }
        .fact { height: 45%; min-height: 6; }
        &.-wide ReadText { width: 45%; height: 1fr; }
        &.-alone .fact, &.-alone ReadText { width: 1fr; height: 1fr; }
    }
    """

    view_id = ViewId.EXTRACT
    wide = ROOMY

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.head = ExtractHead()
        self.dated = DateLine()
        self.tally = TallyLine()
        self.front = self.main = Page()
        self.front.add_class("front")
        self.facts = FactsList()
        self.facts_head = FactsHead(self.facts)
        self.read = ReadText(self.facts)
        self.fence = Fence(self.read, "text_width", self.facts)
        self.fact = Page()
        self.fact.add_class("fact")
        self.rule = Rule(self.fact, "page_height")
        self.borders = (self.fence, self.rule)
        self.box: PasteBox | None = None
        """Where the text is typed, made when it is first wanted."""
        self.writing = False
        self.extraction = Extraction()
        self.intake = Intake(self)
        self.reading = ReadingKeys(self, self.intake.takes)
        self.deciding = Deciding(self)
        self._filling: subprocess.Popen[bytes] | None = None
        """What gives memories vectors, by which facts are compared with them."""

    def holds(self) -> Sequence[object]:
        """Return the objects that bring in a text, read it, and decide on its facts."""
        return (self.intake, self.reading, self.deciding)

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        yield self.head
        yield self.dated
        yield self.tally
        yield self.front
        self.listed = Vertical(self.facts_head, self.facts, classes="listed")
        self.told = Container(self.listed, self.rule, self.fact, classes="told")
        self.found = Container(self.read, self.fence, self.told, classes="found")
        yield self.found

    def on_mount(self) -> None:
        """Take the scope that is chosen in Memories, and say what to do."""
        if not self.app.is_headless:
            self._filling = fill_vectors(self.host.store.path, self.host.settings.embeddings.model)
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.show_all())
        self.opened()

    def opened(self) -> None:
        """Take the scope for the facts from the one chosen in Memories, while there are no facts yet."""
        if not (self.extraction.text or self.facts.count):
            self.intake.settle_scope()
        self.store_changed()
        self.call_after_refresh(self.show_all)

    async def on_unmount(self) -> None:
        """Stop the child process: nobody would see what it reads."""
        await self.reading.end()

    # -- panes -------------------------------------------------------------------------------

    @property
    def has_facts(self) -> bool:
        """Whether there are facts, or there soon may be."""
        return (
            bool(self.facts.count)
            or self.extraction.child is not None
            or bool(self.extraction.report.summary)
        )

    def panes(self) -> tuple[LineList, ...]:
        """Return the text, and once it is read its facts and the one under the cursor."""
        if not self.has_facts:
            return (self.front,)
        beside = self.pane is not self.front and self.app.size.width >= self.wide
        return (self.read if beside else self.front, self.facts, self.fact)

    def go_to(self, pane: LineList) -> None:
        """Give a pane the focus; typing ends."""
        if pane is not self.front and not self.has_facts:
            pane = self.front
        self.stop_writing()
        super().go_to(pane)
        self.call_after_refresh(self.show_all)

    def types(self, key: str) -> bool:
        """Say whether the box takes a key itself; typing leaves only a few to the view."""
        return self.writing and key not in {"ctrl+e", "ctrl+s", "escape", "tab", "shift+tab", "ctrl+p"}

    def on_paste(self, event: events.Paste) -> None:
        """Take a text, wherever the focus is."""
        event.stop()
        self.intake.take(event.text)

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Nothing of what is typed concerns the app."""
        event.stop()

    def start_writing(self) -> None:
        """Show the box to type a text in."""
        self.go_to(self.front)
        self.call_later(self._write)

    async def _write(self) -> None:
        if self.box is None:
            self.box = PasteBox()
            await self.mount(self.box, after=self.front)
        self.box.show(self.extraction.text)
        self.writing = True
        self.share_out()
        self.screen.set_focus(self.box)
        self.tell()

    def stop_writing(self) -> None:
        """Take over what was typed."""
        if self.writing and self.box is not None:
            self.writing = False
            self.extraction.text = self.box.written(self.extraction.text)
            self.share_out()

    def share_out(self) -> None:
        """Show the text, or the facts and one of them; also the text beside them if there is room."""
        if self.pane is self.read and self.app.size.width < self.wide:
            self.at = self.facts
        super().share_out()
        at_text, alone = self.pane is self.front, self.pane if self.alone else None
        self.front.display = at_text and not self.writing
        self.front.take_edge(False)
        if self.box is not None:
            self.box.display = at_text and self.writing
        self.found.display = not at_text
        self.read.display = alone is self.read or self.has_class("-wide")
        self.told.display = alone is not self.read
        self.listed.display = self.facts.display = alone in {None, self.facts}
        zoomed_list = alone is self.facts and self.app.size.width >= NARROW
        self.fact.display = alone in {None, self.fact} or zoomed_list  # it says what a fact disagrees with
        self.fence.display = self.has_class("-wide")
        self.rule.display = alone is None or zoomed_list
        self.settle_borders()
        self.call_after_refresh(self.show_fact)

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
        self.tell()

    def show_head(self) -> None:
        """Say what is read or was found, where it goes, and who reads."""
        self.head.left = self._found_words() if self.pane is not self.front else self._text_words()
        self.head.scope, self.head.reader = masked(self.extraction.scope), self._reader()
        self.head.refresh()
        dated = self.extraction.dated
        self.dated.words = dated and f"{dated} · {self.host.keymap.key_for('as_of')} changes it"
        self.dated.refresh()
        tally = self.extraction.report.tally if self.pane is not self.front else Tally()
        self.tally.show(tally, self.host.keymap.key_for("left_out"))

    def _text_words(self) -> str:
        return size_of(self.extraction.text) if self.extraction.text else "Text to facts"

    def _found_words(self) -> str:
        """Say what was found, what could not be read, and what was left out."""
        report = self.extraction.report
        parts = [report.summary or "Reading …"]
        if failed := len(report.failed):
            parts.append(f"{plural(failed, 'part')} not read")
        if left_out := dict.fromkeys((*self.extraction.left_out, *report.redacted)):
            parts.append(f"left out: {', '.join(left_out)}")
        if waiting := self.extraction.waiting:
            parts.append(f"{size_of(waiting)} wait")
        return " · ".join(parts)

    def _reader(self) -> str:
        model = one_line(self.model, Longest.NAME)
        if not model:
            return "by rules, offline · free"
        return f"{model} · {self.extraction.report.spent or most_words(self.host.settings.llm, model)}"

    @property
    def model(self) -> str:
        """The model that reads; empty when the rules do."""
        chosen = self.extraction.chosen_model
        return self.host.settings.llm.model.strip() if chosen is None else chosen

    def show_text(self) -> None:
        """Show the text, or what to do when there is none; and beside its facts the text as it was read."""
        if self.read.display and self.read.line_width:
            text = self.extraction.report.text
            self.read.show(text, more=len(self.extraction.text) - len(text) if len(text) >= SHOWN else 0)
            self.mark_quotes()
        page, width = self.front, self.front.line_width
        if page.display and width:
            report = self.extraction.report
            troubles = [report.error, *report.failed][:5] if report.error or report.failed else []
            filled = self.host.keymap.filled
            page.empty = [filled(line) for line in what_to_do(self.model)]
            page.show_lines(
                page_lines(self.extraction.text, troubles, width, page.look, filled), from_top=False
            )

    def mark_quotes(self) -> None:
        """Mark in the text beside the facts what they rest on."""
        if self.read.display:
            self.read.mark()

    def show_fact(self) -> None:
        """Show the fact under the cursor in full."""
        page, row = self.fact, self.facts.row
        self.mark_quotes()
        if self.pane is self.front or not page.display or not page.line_width:
            return
        if row is not None:
            known = memory_of(self.host.store, row)
            filled, in_sight = self.host.keymap.filled, self.read.display and self.read.holds_quote_of(row)
            comes = comes_of(self.host.store, row, known)
            lines = fact_lines(
                row, known, page.line_width, page.look, filled, comes_of=comes, in_sight=in_sight
            )
            page.show_lines(lines)
        elif self.facts.on_fold:
            page.show_lines(list(text_lines(self._fold_words(), page.line_width, page.look.dim)))
        else:
            page.show_lines([])

    def _fold_words(self) -> str:
        """Say what is below the fold, and what can be done with it."""
        verb = "hides" if self.facts.unfolded else "shows"
        how = f"{{open}} {verb} them, {{edit_fact}} on one makes it a fact in your own words."
        why = "Held back: of little weight, without proof in the text, or secret; each says which."
        return self.host.keymap.filled(f"{why} {how}")

    def situation(self) -> Situation:
        """Return what the actions may ask about."""
        return Situation(
            self.view_id,
            rows=self.facts.count,
            marked=len(self.facts.accepted),
            aside=self.pane in {self.front, self.read},
            busy=self.host.acts.busy,
            text=bool(self.extraction.text.strip()) or self.writing,
            typing=self.writing,
            reading=self.extraction.child is not None,
        )

    def status(self) -> Status:
        """Return how many facts there are and are accepted, and how far the reading is."""
        rows, accepted = len(self.facts.rows), len(self.facts.accepted)
        return Status(
            count=plural(rows, "fact") if self.has_facts else "",
            selected=f"{accepted:,} accepted" if accepted else "",
            busy=f"{self.extraction.report.progress} · {self.host.keymap.key_for('back')} cancels"
            if self.extraction.child is not None
            else "",
        )

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that work while a text is typed, else those of the registry."""
        if not self.writing:
            return super().hints()
        return [("ctrl+e", "extract"), ("esc", "done")]

    def take_waiting(self) -> None:
        """Take in what was pasted while facts were open."""
        self.intake.take_waiting()

    def forget_facts(self) -> None:
        """Forget what was found."""
        self.facts.clear()
        self.extraction.report = ReadingReport()
        self.extraction.warned = False
        self.main = self.front

    @property
    def unsaved(self) -> str:
        """The facts that were accepted and are not stored, or the text that was not read to its end."""
        count = len(self.facts.accepted)
        if count:
            return f"{count:,} accepted {'fact is' if count == 1 else 'facts are'} not stored yet"
        if self.extraction.child is not None:
            return "A text is being read, and nothing of it is kept yet"
        return ""

    @property
    def can_save(self) -> bool:
        """Whether there are accepted facts."""
        return bool(self.facts.accepted)

    def save_unsaved(self) -> None:
        """Store them."""
        self.deciding.do_save()

    def follow(self, changed: Iterable[int], *, complete: bool, to: int | None = None) -> None:
        """Show what an undo or redo has done to the facts that were stored."""
        super().follow(changed, complete=complete, to=to)
        self.show_all()

    def store_changed(self) -> None:
        """See which of the facts are stored; an undo may have taken them back."""
        if note_stored(self.host.store, self.facts.agreed):
            self.facts.forget_strips()
            self.facts.refresh()
            self.show_fact()
            self.tell()

    # -- moving ------------------------------------------------------------------------------

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Show the fact the cursor came to."""
        event.stop()
        self.extraction.warned = False
        if event.list is self.facts:
            self.show_fact()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Open what was double-clicked."""
        event.stop()
        if event.list in {self.facts, self.fact}:
            self.do_open()

    def do_open(self) -> None:
        """Show the fact in full, or what is below the fold; from the text, type."""
        if self.pane in {self.front, self.read}:
            self.intake.do_write()
        elif self.pane is self.fact and self.zoomed:
            self.do_back()
        elif self.facts.on_fold:
            self.facts.fold(not self.facts.unfolded)
            self.show_fact()
        else:
            self.zoomed = True
            self.go_to(self.fact)

    def do_left(self) -> None:
        """Fold what is held back, or go one pane to the left."""
        if self.pane is self.facts and self.facts.unfolded and self.facts.cursor >= len(self.facts.rows):
            self.facts.fold(False)
            self.show_fact()
        else:
            super().do_left()

    def do_right(self) -> None:
        """Show what is held back, or go one pane to the right."""
        if self.pane is self.facts and self.facts.on_fold and not self.facts.unfolded:
            self.facts.fold(True)
        else:
            super().do_right()

    def do_back(self) -> None:
        """Go one step back: end the typing, cancel the reading, leave the zoom or a side pane."""
        if self.writing:
            self.go_to(self.front)
        elif self.extraction.child is not None:
            self.reading.cancel()
        else:
            super().do_back()

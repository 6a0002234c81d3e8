"""The panes of the Extract view, how they share the screen, and what they show.

Three panes: the text, the facts, and one fact in full. While there are no facts the text has the screen. The
base of ReadingView, which brings a text in.
"""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container, Vertical

from memtui.domain.text import one_line
from memtui.secrets.masking import masked
from memtui.tui.extract.child import Reading
from memtui.tui.extract.fact_detail import fact_lines
from memtui.tui.extract.facts_list import FactsHead, FactsList
from memtui.tui.extract.page import ExtractHead, page_lines, what_to_do
from memtui.tui.extract.paste_box import PasteBox, size_of
from memtui.tui.extract.report import Told
from memtui.tui.extract.storing import memory_of
from memtui.tui.keys.action import Situation
from memtui.tui.keys.views import ViewId
from memtui.tui.view import PaneView
from memtui.tui.widgets.chrome import Rule, Status
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.pages import Page, text_lines


class ExtractPanes(PaneView):
    """Text, facts and one fact in full."""

    DEFAULT_CSS = """
    ExtractPanes {
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
        self.left_out: tuple[str, ...] = ()
        """Kinds of the secrets that were taken out of what was pasted."""
        self.scope = ""
        self.scope_chosen = False
        self.chosen_model: str | None = None
        """The model that was chosen here, empty for the rules; None for that of the settings."""
        self.child: Reading | None = None
        self.told = Told()
        """What the latest reading told of itself."""
        self.asked = False
        """Whether it was said that going on loses accepted facts."""

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
        if not (self.text or self.facts.count or self.scope_chosen):
            self.scope = self.host.scope
        self.store_changed()
        self.call_after_refresh(self.show_all)

    # -- panes -------------------------------------------------------------------------------

    @property
    def found(self) -> bool:
        """Whether there are facts, or there soon may be."""
        return bool(self.facts.count) or self.child is not None or bool(self.told.says)

    def panes(self) -> tuple[LineList, ...]:
        """Return the text, and once it is read its facts and the one under the cursor."""
        return (self.front, self.facts, self.fact) if self.found else (self.front,)

    def go_to(self, pane: LineList) -> None:
        """Give a pane the focus; typing ends."""
        if pane is not self.front and not self.found:
            pane = self.front
        self.stop_writing()
        super().go_to(pane)
        self.call_after_refresh(self.show_all)

    def stop_writing(self) -> None:
        """Take over what was typed."""
        if self.writing and self.box is not None:
            self.writing = False
            self.text = self.box.written(self.text)
            self.share_out()

    def share_out(self) -> None:
        """Show the text, or the facts and one of them."""
        super().share_out()
        at_text = self.pane is self.front
        zoomed = self.alone and self.pane is self.fact
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
        self.tell()

    def show_head(self) -> None:
        """Say what is read or was found, where it goes, and who reads."""
        if self.pane is not self.front:
            left = self.told.says or "Reading …"
            if self.failed:
                left += f" · {len(self.failed):,} {'part' if len(self.failed) == 1 else 'parts'} not read"
            if left_out := dict.fromkeys((*self.left_out, *self.redacted)):
                left += f" · left out: {', '.join(left_out)}"
        else:
            left = size_of(self.text) if self.text else "Text to facts"
        self.head.left, self.head.scope, self.head.reader = left, masked(self.scope), self._reader()
        self.head.refresh()

    def _reader(self) -> str:
        model = one_line(self.model, 40)
        if not model:
            return "by rules, offline · free"
        most = self.host.settings.llm.max_usd_per_run
        return f"{model} · {self.told.spent or f'at most ${most:,.2f}'}"

    @property
    def model(self) -> str:
        """The model that reads; empty when the rules do."""
        return self.host.settings.llm.model.strip() if self.chosen_model is None else self.chosen_model

    @property
    def error(self) -> str:
        """Why the last reading failed."""
        return self.told.error

    @property
    def failed(self) -> list[str]:
        """Why parts of the text could not be read."""
        return self.told.failed

    @property
    def redacted(self) -> list[str]:
        """Kinds of the secrets that were taken out before the text was read."""
        return self.told.redacted

    def show_text(self) -> None:
        """Show the text, or what to do when there is none."""
        page, width = self.front, self.front.line_width
        if page.display and width:
            troubles = [self.error, *self.failed][:5] if self.error or self.failed else []
            page.empty = what_to_do(self.model)
            page.show_lines(page_lines(self.text, troubles, width, page.look), from_top=False)

    def show_fact(self) -> None:
        """Show the fact under the cursor in full."""
        page, row = self.fact, self.facts.row
        if self.pane is self.front or not page.display or not page.line_width:
            return
        if row is not None:
            known = memory_of(self.host.store, row)
            page.show_lines(fact_lines(row, known, page.line_width, page.look))
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
            aside=self.pane is self.front,
            busy=self.host.acts.busy,
            text=bool(self.text.strip()) or self.writing,
        )

    def status(self) -> Status:
        """Return how many facts there are and are accepted, and how far the reading is."""
        rows, accepted = len(self.facts.rows), len(self.facts.accepted)
        return Status(
            count=f"{rows:,} {'fact' if rows == 1 else 'facts'}" if self.found else "",
            selected=f"{accepted:,} accepted" if accepted else "",
            busy=f"{self.told.progress} · esc cancels" if self.child is not None else "",
        )

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that work while a text is typed, else those of the registry."""
        if not self.writing:
            return super().hints()
        return [("ctrl+e", "extract"), ("esc", "done")]

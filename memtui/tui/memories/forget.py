"""The bulk forget: a filter, how many memories it takes, the first of them, and then a yes."""

from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread

from rich.segment import Segment
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from memtui.domain.counting import plural
from memtui.domain.filter import Filter, FilterError, parse
from memtui.domain.memory import MemoryType, State
from memtui.domain.scope import ROOT
from memtui.domain.text import one_line
from memtui.secrets.masking import masked
from memtui.store import listing as listings
from memtui.store import memories, scopes, selection, sources
from memtui.store.database import Store
from memtui.store.listing import Listing, Order
from memtui.tui.background.unforeseen import error_words, say_of
from memtui.tui.memories.listing_reader import ListingReader, Question, Read
from memtui.tui.memories.table import ORDERS
from memtui.tui.sources.names import files_words
from memtui.tui.themes import look
from memtui.tui.widgets.dialogs import (
    WIDTH,
    Dialog,
    Keys,
    KeysLine,
    answer,
    keys_lines,
    preview_row,
)
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.pages import Page

_AT_ONCE = 5_000
_SHOWN = 8
_READ_ON = 200
_SCROLL = {"up", "down", "pageup", "pagedown"}
_TOKENS = (
    ("in:", "scope"),
    ("older:", "6m"),
    ("idle:", "30d"),
    ("type:", "fact"),
    ("cat:", "infra"),
    ("below:", "0.1"),
)


@dataclass
class Looked(Message):
    """A thread has looked for what is special about many memories."""

    wanted: Filter
    warning: str


def special(store: Store, wanted: Filter) -> str:
    """Say how many of the memories were meant to stay, pinned ones and rules, and how many stand in files."""
    filters: dict[str, Filter] = {}
    if wanted.pinned is not False:
        filters["pinned"] = replace(wanted, pinned=True)
    if not wanted.types or MemoryType.CONSTITUTIONAL in wanted.types:
        filters["rules"] = replace(wanted, types=frozenset({MemoryType.CONSTITUTIONAL}))
    filters["in linked files"] = replace(wanted, signs=wanted.signs | {"linked"})
    counts = {kind: selection.count(store, among) for kind, among in filters.items()}
    counts_by_kind = ", ".join(f"{count:,} {kind}" for kind, count in counts.items() if count)
    among = f" · {counts_by_kind} among them" if counts_by_kind else ""
    return among + (_files_that_change(store, wanted) if counts["in linked files"] else "")


def _files_that_change(store: Store, wanted: Filter) -> str:
    """Say which linked files lose what they say of the memories, where writing to them is allowed."""
    ids = list(selection.ids(store, replace(wanted, signs=wanted.signs | {"linked"})))
    written = [Path(file) for file in sources.files_written_for(store, ids)]
    return f" · {files_words(written)} will change" if written else ""


def _where(wanted: Filter) -> str:
    """Say which scope a filter names, which may have been typed as a part of its path."""
    return "" if wanted.scope == ROOT else f" in {masked(wanted.scope)}"


class ForgetDialog(Dialog[tuple[Filter, int]]):
    """Returns the filter to forget and how many memories it selects."""

    title_words = "Forget many"

    DEFAULT_CSS = """
    ForgetDialog {
        .count { height: auto; margin-top: 1; text-style: bold; }
        .count.-error { color: $error; text-style: none; }
        Page { height: 9; }
    }
    """

    def __init__(
        self, store: Store, start: str, *, undo: str, order: Order = Order.STRENGTH, turned: bool = False
    ) -> None:
        """Ask for a filter, beginning with `start`; `undo` is the key that takes it back.

        What would go is listed in `order`, from its end where that is `turned`.
        """
        super().__init__()
        self._order, self._turned = order, turned
        self._undo = undo
        self.store = store
        self.input = SafeInput(start + (" " if start else ""), placeholder="in:/project/old older:6m")
        self._count = Static(classes="count")
        self._tokens = KeysLine(_TOKENS, gap=2, classes="note")
        self._page = Page()
        self._page.can_focus = False
        self._words = ""
        """The count, and what is special about the memories."""
        self._keys: Keys = ()
        self._hint = KeysLine(())
        self._chosen: tuple[Filter, int] | None = None
        self._asked: Filter | None = None
        self._listing: Listing | None = None
        """What would go."""
        self._rows: list[str] = []
        """As much of it as was read, as lines."""
        self._sure = False
        self._fits = False
        """There is room for the count and the question, as they are now; the layout may be a frame behind."""

    def compose(self) -> ComposeResult:
        """Lay out the filter, the count and the first rows."""
        yield self.panel(
            self.input,
            self._tokens,
            self._count,
            self._page,
            self._hint,
        )

    def on_mount(self) -> None:
        """Start typing, with the view's filter to start from."""
        self.reader = ListingReader(self, self.store)
        self.set_focus(self.input)
        self.input.cursor_position = len(self.input.value)
        self._read(self.input.value)

    def on_unmount(self) -> None:
        """Let no thread go on reading for nothing."""
        self.reader.cancel()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Count anew."""
        self._read(event.value)

    def _read(self, typed: str) -> None:
        """Count what a typed filter selects, and show the first of it."""
        self._step_back()
        self._chosen = self._asked = self._listing = None
        try:
            wanted = parse(typed, scope_named=lambda part: scopes.named(self.store, part)[0])
            wanted = replace(wanted, states=frozenset({State.LIVE}))
        except FilterError as error:
            self._show([], f"! {error}", error=True)
            return
        if not wanted.narrows:
            self._show([], "Nothing yet: a filter says what to forget")
            return
        self._asked = wanted
        order, turned = self._order, self._turned
        is_small = order is not Order.WORTH and scopes.count(self.store, ROOT) <= _AT_ONCE
        if is_small or (order is Order.STRENGTH and wanted.only_scope):
            self._take(listings.listing(self.store, wanted, order=order, turned=turned))
        else:
            self._show([], "… counting")
            self.reader.ask(Question(wanted, order, self.store.now(), turned))

    def on_read(self, answer: Read) -> None:
        """Take over a count that was made in a thread."""
        preview = self.reader.accept(answer)
        if preview is not None:
            self._take(preview)
        elif self.reader.is_current(answer):
            self._show([], f"! {answer.error}", error=True)

    def _take(self, listing: Listing) -> None:
        if self._asked is None:
            return
        self._listing, self._rows = listing, []
        first = self._read_rows(_SHOWN)
        if listing.count:
            self._chosen = (self._asked, listing.count)
        summary = f"{plural(listing.count)}{_where(self._asked)}" if listing.count else "No memory matches"
        if listing.count and scopes.count(self.store, ROOT) <= _AT_ONCE:
            summary += special(self.store, self._asked)
        elif listing.count:
            Thread(target=self._look, args=(self._asked, summary), name="memtui-look", daemon=True).start()
        self._show(first, summary, listing.count)

    def _read_rows(self, more: int) -> list[str]:
        """Read on in what would go; return all rows that were read."""
        if self._listing is not None and len(self._rows) < self._listing.count:
            now, ids = self.store.now(), self._listing.ids(len(self._rows), len(self._rows) + more)
            self._rows += [preview_row(memory, now) for memory in memories.get_many(self.store, ids)]
        return self._rows

    def _scrolls(self, key: str) -> bool:
        """Scroll by a key through all that would go, reading on near the end; say whether it is one."""
        if key not in _SCROLL or self._listing is None:
            return False
        page = self._page
        if page.cursor + 2 * page.page >= len(self._rows) < self._listing.count:
            self._list(self._read_rows(_READ_ON), self._listing.count, from_top=False)
        return page.scrolls(key)

    def _list(self, rows: list[str], count: int, *, from_top: bool = True) -> None:
        styles = look(self.app.theme)
        lines = [[Segment(f"  {line}", styles.text)] for line in rows]
        if count > len(rows):
            lines.append([Segment(f"  … and {count - len(rows):,} more", styles.dim)])
        self._page.show_lines(lines, from_top=from_top)

    def _look(self, wanted: Filter, summary: str) -> None:
        try:
            with self.store.sibling() as store:
                self.post_message(Looked(wanted, summary + special(store, wanted)))
        except Exception as error:  # noqa: BLE001 - a thread must not end silently
            sentence = f"What is special about them could not be looked up: {error_words(error)}"
            say_of(self, sentence)

    def on_looked(self, looked: Looked) -> None:
        """Tell what is special about the memories, if the question is still about them."""
        if looked.wanted is self._asked:
            self._words = looked.warning
            self._count.update(Content(looked.warning))
            self.share_room()

    def _show(self, first: list[str], summary: str, count: int = 0, *, error: bool = False) -> None:
        self._words = one_line(summary)
        self._count.update(Content(self._words))
        self._count.set_class(error, "-error")
        self._list(first, count)
        self._tell()

    def _tell(self) -> None:
        if self._sure and self._chosen is not None:
            choices = [
                ("enter", f"forget {self._chosen[1]:,}; {self._undo} brings them back"),
                ("esc", "change the filter"),
            ]
        else:
            choices = [("enter", "go on"), ("esc", "leave")] if self._chosen else [("esc", "leave")]
        if self._chosen is not None and self._chosen[1] > _SHOWN:
            choices.insert(1, ("↑ ↓", f"see all, {ORDERS[self._order][self._turned]}"))
        self._keys = choices
        self._hint.show(choices)
        self.share_room()

    def share_room(self) -> None:
        """Let the rows give way first, then the tokens: the count and the question stay."""
        room = self.room_beside(self._words, keys=self._keys) - 1
        self._fits = room >= 0
        tokens = len(keys_lines(_TOKENS, min(WIDTH, self.app.size.width) - 6, gap=2))
        self._tokens.display = room >= tokens
        self._page.styles.height = min(max(room - tokens, 0), _SHOWN + 1)

    def _step_back(self) -> None:
        self._sure = False
        self._tell()

    def on_input_submitted(self) -> None:
        """Ask whether that is meant."""
        if self._chosen is not None:
            self._sure = True
            self.set_focus(None)
            self._tell()

    def pressed(self, key: str) -> bool:
        """Confirm what can be read, scroll, step back, or leave."""
        if self._scrolls(key):
            return True
        if not self._sure:
            return super().pressed(key)
        sure = answer(key)
        if sure and self._fits and self.shows(self._count) and self.shows(self._hint):
            self.dismiss(self._chosen)
        elif sure is False:
            self._step_back()
            self.set_focus(self.input)
        return True

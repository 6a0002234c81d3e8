"""The Memories view: scopes, the table, and one memory in full.

The Dropped view is the same over other states. The view owns the filter, the order, the listing and the
selection; what changes memories is in `verbs`.
"""

from collections.abc import Iterable
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from memtui.domain.filter import Filter
from memtui.domain.instant import Instant
from memtui.domain.memory import State
from memtui.domain.scope import ROOT
from memtui.secrets.masking import masked
from memtui.store import journal, scopes
from memtui.store import listing as listings
from memtui.store.listing import Listing, Order
from memtui.store.scopes import ScopeCount
from memtui.tui.keys.action import Situation
from memtui.tui.keys.views import ViewId
from memtui.tui.memories.counting import FEW, Counted, CountsReader
from memtui.tui.memories.listing_reader import ListingReader, Read
from memtui.tui.memories.marks import Marks
from memtui.tui.memories.rows import Rows
from memtui.tui.memories.scope_tree import ScopeTree
from memtui.tui.memories.table import ORDERS, MemoryTable, TableHead
from memtui.tui.memories.verbs import MemoryActs
from memtui.tui.sources.names import places_of
from memtui.tui.widgets.chrome import Rule, Status
from memtui.tui.widgets.detail import Detail
from memtui.tui.widgets.line_list import LineList

_AT_ONCE = 5_000
"""Up to so many memories any filter and order is read at once, without a thread."""
_KEPT = (State.LIVE, State.ARCHIVED, State.DROPPED)
_FOLLOWED = 1_000
"""After a change to more memories than this the listing is read anew instead of amended."""


class MemoriesView(MemoryActs):
    """Live memories, strongest first."""

    DEFAULT_CSS = """
    MemoriesView {
        layout: vertical;
        .browse, .list { height: 1fr; width: 1fr; }
        ScopeTree { width: 22; border-right: solid $faint; }
        Detail { height: 30%; min-height: 6; }
        &.-roomy ScopeTree { width: 26; }
        &.-wide { layout: horizontal; }
        &.-wide Detail { width: 32%; height: 1fr; border-left: solid $faint; }
        &.-alone ScopeTree { width: 1fr; border-right: none; }
        &.-alone Detail { width: 1fr; height: 1fr; border-left: none; }
    }
    """

    view_id = ViewId.MEMORIES
    states = frozenset({State.LIVE})
    first_order = Order.STRENGTH
    wide = 280
    """Narrower, a memory beside the table would take the room that the texts of the rows need."""
    empty: tuple[str, ...] = (
        "No memories yet",
        "",
        "a                     write the first one",
        "memtui import PATH    bring in what your agents remember",
        "memtui demo           look around in examples first",
    )

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.marks = Marks()
        self.scope_tree = ScopeTree()
        self.table = self.main = MemoryTable(self.marks)
        self.head = TableHead(self.table)
        self.detail = Detail()
        self.order = self.first_order
        self.turned = False
        """Whether the order is read from its end: weakest first."""
        self.line = ""
        """The filter as it was typed."""
        self.wanted = Filter(states=self.states)
        """What is listed, or about to be."""
        self.waiting = False
        self._awaited: tuple[int | None, bool] = (None, False)
        self._outdated = False
        """Whether others wrote while a listing was being read."""
        self.total = 0
        self._before_jump: int | None = None
        """The memory the cursor was on before it went somewhere else at once."""

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        browse = Horizontal(
            self.scope_tree, Vertical(self.head, self.table, classes="list"), classes="browse"
        )
        yield browse
        yield Rule(self.scope_tree)
        yield self.detail

    def on_mount(self) -> None:
        """Read the first page before the first paint: with the ranked index that takes a millisecond."""
        self.reader = ListingReader(self, self.store)
        self.counts = CountsReader(self, self.store, self.states)
        self.load_counts()
        self.load(keep=False)
        self.screen.set_focus(self.table)

    def on_unmount(self) -> None:
        """Let no thread go on reading for nothing."""
        self.reader.cancel()
        self.counts.end()

    @property
    def chosen_scope(self) -> str:
        """The scope under the tree's cursor."""
        return self.scope_tree.scope

    # -- panes -------------------------------------------------------------------------------

    def panes(self) -> tuple[LineList, ...]:
        """Return the tree, the table and the detail."""
        return (self.scope_tree, self.table, self.detail)

    def share_out(self) -> None:
        """Show the panes that have room, and the whole text where the detail has the screen."""
        super().share_out()
        alone, here = self.alone, self.here
        self.query_one(".browse").display = not alone or here is not self.detail
        self.query_one(".list").display = not alone or here is self.table
        self.query_one(Rule).display = not alone and not self.has_class("-wide")
        self.detail.show_whole(alone and here is self.detail)

    # -- reading -----------------------------------------------------------------------------

    def load_counts(self) -> None:
        """Read the counts of the tree anew; those of many scopes come later."""
        if scopes.how_many(self.store) > FEW:
            self.counts.ask()
            self.total = sum(scopes.count(self.store, ROOT, state) for state in self.states)
            self.tell()
        else:
            self._show_counts(scopes.tree(self.store, *self.states))

    def on_counted(self, answer: Counted) -> None:
        """Take over the counts that a thread has read."""
        self._show_counts(answer.counts)

    def _show_counts(self, counts: list[ScopeCount]) -> None:
        self.total = counts[0].total if counts else 0
        self.scope_tree.show(counts)
        self.tell()

    def filter_from(self, line: str) -> Filter:
        """Return the filter for a typed line under the tree's scope. Raises FilterError."""
        from memtui.domain.filter import parse

        return parse(line, Filter(scope=self.scope_tree.scope, states=self.states), prefix=True)

    def load(self, *, keep: bool = True) -> None:
        """List what is wanted; `keep` leaves the cursor on its memory, else it goes to the top."""
        now = self.store.now()
        self._outdated = False
        keep_id = self.table.cursor_id if keep else None
        self._awaited = (keep_id, keep)
        self.reader.cancel()
        if self._quick():
            self.waiting = False
            self.take(self._listing(now))
        else:
            self.waiting = True
            self.reader.ask(self.wanted, self.order, now, turned=self.turned)
            self.tell()

    def _listing(self, now: Instant) -> Listing:
        return listings.listing(self.store, self.wanted, order=self.order, turned=self.turned, now=now)

    def _quick(self) -> bool:
        if self.wanted.only_scope and self.order is Order.STRENGTH:
            return True
        return self._count_all() <= _AT_ONCE

    def _count_all(self) -> int:
        return sum(scopes.count(self.store, ROOT, state) for state in self.wanted.states)

    def on_read(self, answer: Read) -> None:
        """Take over what a thread has read."""
        answered = self.reader.accept(answer)
        if answered is not None:
            self.waiting = False
            self.take(answered)
            if self._outdated:
                self.load()
        elif self.reader.is_current(answer):
            self.waiting = False
            self.screen_app.say(answer.error, "error")
            self.tell()

    def take(self, listing: Listing) -> None:
        """Show a listing, with the cursor where it belongs."""
        keep_id, keep = self._awaited
        line = self._line_of(listing, keep_id) if keep else 0
        self.note_hidden(listing)
        self.table.with_scope = self.scope_tree.varies(listing.filter.scope)
        self.table.empty = self._empty()
        self.table.show(Rows(self.store, listing), line, keep_line=keep)
        usual = self.order is self.first_order and not self.turned
        self.head.words = "" if usual else ORDERS[self.order][self.turned]
        self.head.refresh()
        self.show_detail()
        self.tell()

    def _line_of(self, listing: Listing, memory_id: int | None) -> int:
        """Return the line of a memory; where it is gone, the line the cursor is on."""
        before = self.table.cursor
        if memory_id is None or listing.id_at(before) == memory_id:
            return before
        found = listing.position_of(memory_id)
        return before if found is None else found

    def _empty(self) -> tuple[str, ...]:
        if self.line:
            return ("Nothing matches this filter", "", "esc  clears the filter", "/    changes it")
        if self.wanted.scope != ROOT and self.total:
            return (f"Nothing in {masked(self.wanted.scope)}", "", "h  goes to the scopes")
        offer = self._offer()
        return (*offer, *self.empty[2:]) if offer else self.empty

    def _offer(self) -> tuple[str, ...]:
        """Return what is offered to a store that nothing was ever in."""
        app = self.screen_app
        return app.on_machine.offer() if app.own and self.is_empty else ()

    @property
    def is_empty(self) -> bool:
        """Whether the store holds nothing, in any state."""
        return not any(scopes.count(self.store, ROOT, state) for state in _KEPT)

    def sources_changed(self) -> None:
        """Offer what was found, and show anew where the memory under the cursor stands."""
        self.table.empty = self._empty()
        self.table.refresh()
        self.show_detail()

    # -- what changed ------------------------------------------------------------------------

    def follow(self, changed: Iterable[int], *, complete: bool, to: int | None = None) -> None:
        """Show what this process just changed; `to` is a memory to put the cursor on.

        `complete` says that `changed` names all of them.
        """
        ids = list(changed)
        rows = self.table.rows
        if rows is None or not complete or len(ids) > _FOLLOWED or self.waiting:
            self.load_counts()
            self.load()
            return
        wanted = to if to is not None else self.table.cursor_id
        rows.listing.refresh(ids)
        rows.forget()
        line = self._line_of(rows.listing, wanted)
        self.total = self._count_all()
        self.table.empty = self._empty()
        self.table.show(rows, line)
        self.show_detail()
        self.tell()
        self.call_after_refresh(self.load_counts)

    def store_changed(self) -> None:
        """List anew, because others wrote; the cursor stays on its memory.

        A listing that is being read is let finish first: who writes all the time must not keep it
        from ever being shown.
        """
        self.load_counts()
        if self.waiting:
            self._outdated = True
        else:
            self.load()

    def opened(self) -> None:
        """Catch up with what happened while another view was shown."""
        self.store_changed()

    def renew(self) -> None:
        """Take the present as the listing's now; strengths and ages move on."""
        if self._quick() and not self.waiting:
            self.load()

    # -- following the cursor ----------------------------------------------------------------

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Show the scope or the memory the cursor came to."""
        event.stop()
        if event.list is self.scope_tree:
            self.scope_chosen()
        elif event.list is self.table:
            self.show_detail()
            if self.table.range_from is not None:
                self.tell()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Open what was double-clicked."""
        event.stop()
        self.do_open()

    def scope_chosen(self) -> None:
        """List the scope under the tree's cursor."""
        if self.wanted.scope != self.scope_tree.scope:
            self._note_jump()
            self.wanted = replace(self.wanted, scope=self.scope_tree.scope)
            self._keep_marks()
            self.load(keep=False)

    def show_detail(self) -> None:
        """Show the memory under the cursor in the detail."""
        memory = self.table.memory
        if not self.detail.display:
            return
        changes = journal.history_of(self.store, memory.id, limit=20) if memory else []
        places = places_of(self.store, memory.id) if memory else []
        self.detail.show(memory, changes, self._now(), self.store.decay, places)

    def _now(self) -> Instant:
        return self.table.rows.listing.now if self.table.rows else self.store.now()

    # -- status ------------------------------------------------------------------------------

    def tell(self) -> None:
        """Bring the status line up to date."""
        self.screen_app.tell(self)

    def situation(self) -> Situation:
        """Return what the actions may ask about."""
        rows = None if self.waiting else self.table.count
        aside = self.here is self.scope_tree
        offers = frozenset({"sources"}) if not rows and not self.line and self._offer() else frozenset()
        busy = self.screen_app.acts.busy
        return Situation(self.view_id, rows, self.marked, aside, offers=offers, busy=busy)

    def status(self) -> Status:
        """Return scope, filter, counts and selection."""
        shown = "…" if self.waiting else f"{self.table.count:,}"
        count = shown if not self.waiting and self.table.count == self.total else f"{shown} of {self.total:,}"
        marked = self.marked
        return Status(
            scope=self.wanted.scope,
            filter=self.line,
            count=count,
            selected=f"{marked:,} selected{self.hidden_words}" if marked else "",
        )

    # -- keys --------------------------------------------------------------------------------

    def do_left(self) -> None:
        """Fold the scope, or go one pane to the left."""
        if self.here is self.scope_tree:
            self.scope_tree.fold()
            self.scope_chosen()
        else:
            super().do_left()

    def do_right(self) -> None:
        """Unfold the scope, or go one pane to the right."""
        if self.here is not self.scope_tree or not self.scope_tree.unfold():
            super().do_right()

    def do_open(self) -> None:
        """Show the memory in full; from the tree, go to its memories."""
        if "sources" in self.situation().offers:
            self.screen_app.open_view(ViewId.SOURCES)
        elif self.here is self.scope_tree:
            self.go_to(self.table)
        elif self.here is self.detail and self.zoomed:
            self.do_back()
        else:
            self.zoomed = True
            self.go_to(self.detail)
            self.show_detail()

    def do_back(self) -> None:
        """Go one step back: zoom, side pane, range, selection, filter."""
        if self.zoomed or self.here is not self.table:
            super().do_back()
        elif self.table.range_from is not None:
            self.table.range_from = None
            self.repaint()
        elif self.marked:
            self.marks.clear()
            self.repaint()
        elif self.line:
            self.apply_filter("")

    def do_filter(self) -> None:
        """Open the filter line."""
        from memtui.tui.memories.filter_prompt import FilterPrompt

        self._note_jump()
        self.screen_app.prompt(FilterPrompt(self))

    def _note_jump(self) -> None:
        if self.table.cursor_id is not None:
            self._before_jump = self.table.cursor_id

    def do_first(self) -> None:
        """Go to the first line."""
        self._note_jump()
        super().do_first()

    def do_last(self) -> None:
        """Go to the last line."""
        self._note_jump()
        super().do_last()

    def do_jump(self) -> None:
        """Go back to the memory one was at before going elsewhere at once; again comes back."""
        back, rows = self._before_jump, self.table.rows
        self._note_jump()
        if back is None or rows is None or self.waiting:
            self.screen_app.say("There is nowhere to go back to yet")
            return
        line = rows.listing.position_of(back)
        if line is not None:
            self.table.move_to(line)
        elif self.line:
            self.table.cursor_id = back
            self.apply_filter("")
        else:
            self.screen_app.say("The memory one was at is not in this list")

    def apply_filter(self, line: str) -> None:
        """List what a typed line asks for. Raises FilterError, and then lists what it did."""
        wanted = self.filter_from(line)
        cleared = bool(self.line) and not line
        self.line = line.strip()
        if wanted != self.wanted:
            self.wanted = wanted
            self._keep_marks()
            self.load(keep=cleared)
        self.tell()

    def _keep_marks(self) -> None:
        """Keep what is selected by name; "all that is listed" ends with the listing, which is said."""
        if self.marks.all_but:
            self.marks.clear()
            self.screen_app.say("Nothing is selected now: all that was listed was, and that has changed")

    def do_sort(self) -> None:
        """Go to the next order."""
        orders = list(Order)
        self._sort(orders[(orders.index(self.order) + 1) % len(orders)])

    def do_turn(self) -> None:
        """Turn the order round: weakest first, or strongest first again."""
        self._sort(self.order, turned=not self.turned)

    def on_table_head_sorted(self, event: TableHead.Sorted) -> None:
        """Sort by the column that was clicked, or turn that round."""
        event.stop()
        self._sort(event.order, turned=event.order is self.order and not self.turned)

    def _sort(self, order: Order, *, turned: bool = False) -> None:
        self._note_jump()
        self.order, self.turned = order, turned
        words = ORDERS[order][turned]
        self.screen_app.say(words[0].upper() + words[1:])
        self.load(keep=False)

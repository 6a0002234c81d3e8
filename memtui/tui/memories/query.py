"""What a table of memories lists: a filter, an order, and the listing that answers them.

A view with a table holds a `TableQuery`. What takes long is read in a thread (`listing_reader`), and the old
rows stay on the screen until the new ones are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from memtui.domain.filter import Filter, FilterError, parse, understood
from memtui.domain.instant import Instant
from memtui.domain.scope import ROOT
from memtui.domain.text import capitalised
from memtui.store import memories, scopes
from memtui.store.database import Store
from memtui.store.listing import Listing, Order
from memtui.store.selection import uses_seen
from memtui.tui.memories.collection import Collection
from memtui.tui.memories.listing_reader import ListingReader, Question, Read
from memtui.tui.memories.matches import Matches
from memtui.tui.memories.rows import Rows
from memtui.tui.memories.scope_tree import ScopeTree
from memtui.tui.memories.selection import Selection
from memtui.tui.memories.table import ORDERS, MemoryTable
from memtui.tui.view import PaneView

if TYPE_CHECKING:
    from memtui.recall.finding import SearchResult
    from memtui.tui.memories.meanings import Meanings

_AT_ONCE = 5_000
"""Up to so many memories any filter and order is read at once, without a thread."""
_FOLLOWED = 1_000
"""After a change to more memories than this the listing is read anew instead of amended."""


class Spot(NamedTuple):
    """Where the cursor of a table stands."""

    memory: int | None
    above: int | None = None
    """How many lines of the screen are above it; None where it stays at the height it has."""


class TableQuery:
    """The question that a table answers, and the keys that change it."""

    def __init__(
        self,
        view: PaneView,
        table: MemoryTable,
        scope_tree: ScopeTree,
        collection: Collection,
        shown: Callable[[], None],
    ) -> None:
        """List in `table`, part of `view`, what is asked of `collection`, and call `shown` then."""
        self._view = view
        self._table = table
        self._tree = scope_tree
        self._collection = collection
        self._shown = shown
        self.selection = Selection(view, table, lambda: self.wanted)
        self.order = collection.order
        self.turned = False
        """Whether the order is read from its end: weakest first."""
        self.line = ""
        """The filter as it was typed."""
        self.visited = False
        """Whether a link asked for that filter, and nobody has typed one since."""
        self.typed = Filter(states=collection.states)
        """What is asked for: the typed line under the tree's scope."""
        self.wanted = self.typed
        """What is listed, or about to be: the same, with the words that a search understood."""
        self.sorted = False
        """Whether an order was chosen since words were typed, in place of the best match first."""
        self.meaning: Meanings | None = None
        """Searches by meaning too, where that can be had."""
        self.waiting = False
        """Whether a listing is being read in a thread."""
        self._awaited: Spot | None = None
        """Where the cursor goes in the listing that is read; None for its top."""
        self._before_search: Spot | None = None
        """Where the cursor was before the filter line was opened."""
        self._outdated = False
        """Whether others wrote while a listing was being read."""
        self._before_jump: int | None = None
        """The memory the cursor was on before it went somewhere else at once."""
        self._reader: ListingReader | None = None

    @property
    def _store(self) -> Store:
        return self._view.host.store

    @property
    def reader(self) -> ListingReader:
        """What reads in a thread, made when it is first needed."""
        if self._reader is None:
            self._reader = ListingReader(self._view, self._store)
        return self._reader

    # -- reading -----------------------------------------------------------------------------

    def _parsed(self, line: str, scope: str) -> Filter:
        base = Filter(scope=scope, states=self._collection.states)
        return parse(line, base, prefix=True, scope_named=self._scope_named)

    def _scope_named(self, part: str) -> str:
        return scopes.named(self._store, part)[0]

    @property
    def counted(self) -> Filter | None:
        """The filter that the counts in the tree show besides all memories: the one typed in the line."""
        return replace(self._parsed(self.line, ROOT), words=self.wanted.words) if self.line else None

    @property
    def searching(self) -> bool:
        """Whether the rows are those of a search, the best match first."""
        return bool(self.typed.words) and not self.sorted

    def load(self, *, keep: bool = True, to: int | None = None) -> None:
        """List what is wanted; `keep` leaves the cursor on its memory, else it goes to `to` or the top."""
        self._load(Spot(self._table.cursor_id) if keep else None if to is None else Spot(to))

    def _load(self, spot: Spot | None) -> None:
        self._outdated = False
        self._awaited = spot
        self.wanted = self.typed
        self._ask(Question(self.typed, self.order, self._store.now(), self.turned, self.searching))

    def _ask(self, question: Question) -> None:
        """Answer at once what is quick, and have a thread read the rest."""
        self.reader.cancel()
        if self._quick():
            self.waiting = False
            *_, whole = question.answers(self._store)
            self._take(whole)
        else:
            self.waiting = True
            self.reader.ask(question)
            self._view.tell()

    def load_again(self) -> None:
        """List anew, because others wrote; the cursor stays on its memory.

        A listing that is being read is let finish first: who writes all the time must not keep it from ever
        being shown.
        """
        if self.waiting:
            self._outdated = True
        else:
            self.load()

    def renew(self) -> None:
        """Take the present as the listing's now; strengths and ages move on."""
        if self._quick() and not self.waiting:
            self.load()

    def _quick(self) -> bool:
        if self.order is Order.WORTH and not self.searching:
            return False
        if self.typed.only_scope and self.order is Order.STRENGTH:
            return True
        return self.count_all() <= _AT_ONCE

    def count_all(self) -> int:
        """Return how many memories the collection has, whatever the filter."""
        return sum(scopes.count(self._store, ROOT, state) for state in self.wanted.states)

    def answered(self, answer: Read) -> None:
        """Take over what a thread has read."""
        listing = self.reader.accept(answer)
        if isinstance(listing, Matches) and listing.first:
            self._take(listing)
            # The rest follows the same rows, so the cursor stays where it is by then.
            self._awaited = Spot(None)
        elif listing is not None:
            self.waiting = False
            self._take(listing)
            if self._outdated:
                self.load()
        elif self.reader.is_current(answer):
            self.waiting = False
            self._view.host.say(answer.error, "error")
            self._view.tell()

    def _take(self, listing: Listing) -> None:
        """Show a listing, with the cursor where it belongs."""
        spot = self._awaited
        line = self._line_of(listing, spot.memory) if spot else 0
        self.wanted = listing.filter
        if (
            isinstance(listing, Matches)
            and not (listing.by_meaning or listing.first)
            and self.meaning is not None
        ):
            self.meaning.ask(self.typed, listing.now)
        self.selection.note_unlisted(listing)
        self._table.with_scope = self._tree.varies(listing.filter.scope)
        rows = Rows(self._store, listing, since=self._view.host.seen_op)
        self._table.show(rows, line, keep_line=spot is not None, above=spot.above if spot else None)
        self._shown()

    def take_matches(self, typed: Filter, now: Instant, result: SearchResult) -> None:
        """Take over what a search by meaning found, unless something else is asked by now."""
        if typed == self.typed and self.searching and not self.waiting:
            self._awaited = None if self._table.at_top else Spot(self._table.cursor_id)
            self._ask(Question(typed, self.order, now, search=True, result=result))

    def _line_of(self, listing: Listing, memory_id: int | None) -> int:
        """Return the line of a memory; where it is gone, the line the cursor is on."""
        before = self._table.cursor
        if memory_id is None or listing.id_at(before) == memory_id:
            return before
        position = listing.position_of(memory_id)
        return before if position is None else position

    def amend(self, changed: Iterable[int], *, to: int | None) -> bool:
        """Bring the rows up to date with a few changed memories; say whether that could be done."""
        ids, rows = list(changed), self._table.rows
        if rows is None or len(ids) > _FOLLOWED or self.waiting:
            return False
        wanted = to if to is not None else self._table.cursor_id
        rows.listing.refresh(ids)
        rows.forget()
        self._table.show(rows, self._line_of(rows.listing, wanted))
        return True

    # -- which rows --------------------------------------------------------------------------

    def do_filter(self) -> None:
        """Open the filter line."""
        from memtui.tui.memories.completing import completions
        from memtui.tui.memories.filter_prompt import FilterPrompt

        self.note_jump()
        self._before_search = Spot(self._table.cursor_id, self._table.above_cursor)
        self._search_by_meaning()
        prompt = FilterPrompt(
            self._table,
            lambda: self.line,
            self._apply_typed,
            lambda: self._view.status().count,
            lambda line: completions(self._store, line),
            show_stale=self._table.show_stale,
            within=lambda: bool(self.line) and self.typed.scope != ROOT,
            widen=self.widen,
        )
        self._view.host.prompt(prompt)

    def _search_by_meaning(self) -> None:
        """Start the search by meaning early, so that it is ready when the first words are typed."""
        host = self._view.host
        if self.meaning is None and host.settings.embeddings.model and not host.is_headless:
            from memtui.tui.memories.meanings import Meanings

            host.meaning.start()
            self.meaning = Meanings(self._view, host.meaning)

    def apply(self, line: str) -> None:
        """List what a line asks for; the cursor stays on its memory where that is nothing less than all."""
        self._apply(line, Spot(self._table.cursor_id))

    def _apply_typed(self, line: str) -> None:
        """List what was typed so far. Raises FilterError, and then lists what the rest asks for.

        Where nothing is left of it the cursor is where it was before, and not on what a letter found.
        """
        try:
            self._apply(line, self._before_search)
        except FilterError:
            self._apply(understood(line, scope_named=self._scope_named), self._before_search)
            raise

    def _apply(self, line: str, cleared: Spot | None) -> None:
        """List what a line asks for; one that is `cleared` leaves the cursor there."""
        typed = self._parsed(line, self._tree.scope)
        was_line, self.line = self.line, line.strip()
        self.visited = False
        self.sorted = self.sorted and bool(typed.words)
        if typed != self.typed:
            self._want(typed, cleared if was_line and not line else None)
        self._view.tell()

    def visit(self, line: str, memory: int | None) -> None:
        """List what a line asks for in all scopes, with the cursor on a memory where one is given."""
        from memtui.domain.filter import parse

        self.note_jump()
        self._tree.go_home()
        self.line, self.visited = line, bool(line)
        wanted = parse(line, Filter(states=self._collection.states))
        if memory is not None:
            self.order, self.turned = self._collection.order, False
        self._want(wanted, None if memory is None else Spot(memory))

    def go_to(self, memory_id: int) -> bool:
        """Put the cursor on a memory, in what is listed or else in all; say whether there is one to go to."""
        memory = memories.get(self._store, memory_id)
        if memory is None or memory.state not in self._collection.states:
            return False
        rows = self._table.rows
        line = rows.listing.position_of(memory_id) if rows is not None and not self.waiting else None
        if line is not None:
            self.note_jump()
            self._table.move_to(line)
        elif self.waiting:
            self._awaited = Spot(memory_id)
        else:
            self.visit("", memory_id)
        return True

    def choose_scope(self, scope: str) -> None:
        """List a scope, filtered as before."""
        if self.typed.scope != scope:
            self.note_jump()
            self._want(replace(self.typed, scope=scope), None)

    def widen(self) -> None:
        """List in all scopes what the line asks for."""
        self._tree.go_home()
        self.choose_scope(ROOT)
        self._view.tell()

    def _want(self, typed: Filter, spot: Spot | None) -> None:
        """List something else, with the cursor at `spot` or at the top.

        What is selected by name stays; "all that is listed" ends with the listing.
        """
        self.typed = typed
        if self.selection.marks.all_but:
            self.selection.marks.clear()
            self._view.host.say("Nothing is selected now: all that was listed was, and that has changed")
        self._load(spot)

    # -- in which order ----------------------------------------------------------------------

    @property
    def order_name(self) -> str:
        """What the order is called, when it is not the one the view begins with."""
        if self.searching:
            return "best match first"
        return "" if self.is_usual else ORDERS[self.order][self.turned]

    @property
    def is_usual(self) -> bool:
        """Whether the order is the one that the view begins with."""
        return self.order is self._collection.order and not self.turned and not self.sorted

    def do_sort(self) -> None:
        """Go to the next order; of a search the one after the last is the best match first again."""
        orders = list(Order)
        if self.searching:
            self.sort(orders[0])
        elif self.sorted and self.order is orders[-1]:
            self.sort_by_match()
        else:
            self.sort(orders[(orders.index(self.order) + 1) % len(orders)])

    def do_turn(self) -> None:
        """Turn the order round: weakest first, or strongest first again.

        Of a search, and of what is worth a look, it is weakest first.
        """
        worth = self.order is Order.WORTH
        self.sort(self._collection.order if worth else self.order, turned=worth or not self.turned)

    def do_worth(self) -> None:
        """List what is worth a look first, or in the view's own order again."""
        self.sort(self._collection.order if self.order is Order.WORTH else Order.WORTH)

    def sort_as_usual(self) -> None:
        """List in the view's own order again; whoever went to a memory meanwhile stays on it."""
        self.sort(self._collection.order, keep=not self._table.at_top)

    def sort(self, order: Order, *, turned: bool = False, keep: bool = False) -> None:
        """List in an order, or in that order from its end, and say so; `keep` stays on the memory."""
        self.note_jump()
        self.sorted = bool(self.typed.words)
        self.order, self.turned = order, turned
        told = capitalised(ORDERS[order][turned])
        if order is Order.STRENGTH and turned and not uses_seen(self._store):
            worth = self._view.host.keymap.key_for("worth")
            told += f": the oldest, as no use was ever reported; {worth} begins with what reads like junk"
        self._view.host.say(told)
        self.load(keep=keep)

    def sort_by_match(self) -> None:
        """List what matches the words of the search best first again."""
        self.note_jump()
        self.sorted, self.order, self.turned = False, self._collection.order, False
        self._view.host.say("Best match first")
        self.load(keep=False)

    # -- going back --------------------------------------------------------------------------

    def note_jump(self) -> None:
        """Remember the memory under the cursor, which is about to go somewhere else at once."""
        if self._table.cursor_id is not None:
            self._before_jump = self._table.cursor_id

    def do_jump(self) -> None:
        """Go back to the memory one was at before going elsewhere at once; again comes back."""
        back, rows = self._before_jump, self._table.rows
        self.note_jump()
        if back is None or rows is None or self.waiting:
            self._view.host.say("There is nowhere to go back to yet")
            return
        line = rows.listing.position_of(back)
        if line is not None:
            self._table.move_to(line)
        elif self.line:
            self._table.cursor_id = back
            self.apply("")
        else:
            self._view.host.say("The memory one was at is not in this list")

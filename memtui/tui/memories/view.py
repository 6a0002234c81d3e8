"""The Memories view: scopes, the table, and one memory in full.

The Dropped view is the same over another `Collection`. What the table lists is in `query`, what is selected
in `selection`, what the keys do to memories in `verbs`; the view holds the three, and lays out the panes.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from memtui.domain.memory import VISIBLE_STATES, State
from memtui.domain.scope import ROOT
from memtui.secrets.masking import masked
from memtui.store import scopes
from memtui.tui.keys.action import Can, Situation
from memtui.tui.keys.views import ViewId
from memtui.tui.memories import counting
from memtui.tui.memories.collection import LIVE, Collection
from memtui.tui.memories.counting import FEW, Counted, CountsReader, NearCounts, gone_to
from memtui.tui.memories.detail_keys import DetailKeys
from memtui.tui.memories.listing_reader import Read
from memtui.tui.memories.marks import Marks
from memtui.tui.memories.matches import Matches
from memtui.tui.memories.outside_verbs import OutsideVerbs
from memtui.tui.memories.query import TableQuery
from memtui.tui.memories.related_reader import Found, RelatedReader
from memtui.tui.memories.scope_tree import ScopeTree
from memtui.tui.memories.table import MemoryTable, TableHead
from memtui.tui.memories.table_verbs import TableVerbs
from memtui.tui.memories.tree_verbs import TreeVerbs
from memtui.tui.memories.verbs import Verbs
from memtui.tui.view import Mode, PaneView
from memtui.tui.widgets.borders import Fence, Rule
from memtui.tui.widgets.chrome import Status
from memtui.tui.widgets.detail import Detail
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.links import Link, LinkPage

if TYPE_CHECKING:
    from memtui.tui.memories.meanings import FoundByMeaning


class MemoriesView(PaneView):
    """Memories of one collection: the live ones strongest first, unless told otherwise."""

    DEFAULT_CSS = """
    MemoriesView {
        layout: vertical;
        .browse, .list { height: 1fr; width: 1fr; }
        ScopeTree { width: 21; }
        Detail { height: 30%; min-height: 6; }
        &.-roomy ScopeTree { width: 23; }
        &.-wide { layout: horizontal; }
        &.-wide Detail { width: 32%; height: 1fr; border-left: solid $faint; }
        &.-wide Detail:focus { border-left: solid $accent; }
        &.-alone ScopeTree { width: 1fr; }
        &.-alone Detail { width: 1fr; height: 1fr; border-left: none; }
    }
    """

    wide = 280
    """Narrower, a memory beside the table would take the room that the texts of the rows need."""

    def __init__(self, collection: Collection = LIVE, *, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.view_id = collection.view_id
        self.collection = collection
        self.marks = Marks()
        self.scope_tree = ScopeTree()
        self.table = self.main = MemoryTable(self.marks, gone=State.LIVE not in collection.states)
        self.head = TableHead(self.table)
        self.detail = Detail()
        self.fence = Fence(self.scope_tree, "scopes_width", self.table)
        self.rule = Rule(self.detail, "page_height", fence=self.fence)
        self.borders = (self.fence, self.rule)
        self.listed = TableQuery(self, self.table, self.scope_tree, collection, self.rows_shown)
        self.selection = self.listed.selection
        self.verbs = Verbs(self, self.selection, self.scope_tree)
        self.table_verbs = TableVerbs(self, self.selection, self.verbs)
        self._tree_verbs = TreeVerbs(
            self, self.verbs, self.table_verbs, self.scope_tree, self.listed.choose_scope
        )
        self._outside = OutsideVerbs(self, self.selection, self.verbs)
        self._detail_keys = DetailKeys(self, self.table, self.detail, self.do_open)
        self.total = 0
        self._counted_line = ""
        """The filter that the counts of the tree follow."""

    def holds(self) -> Sequence[object]:
        """Return the objects that list, select and act; on scopes too, while the tree has the focus."""
        parts = (
            self._outside,
            self._detail_keys,
            self.verbs,
            self.table_verbs,
            self.selection,
            self.listed,
        )
        return parts if self.pane is not self.scope_tree else (self._tree_verbs, *parts)

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        browse = Horizontal(
            self.scope_tree, self.fence, Vertical(self.head, self.table, classes="list"), classes="browse"
        )
        yield browse
        yield self.rule
        yield self.detail

    def on_mount(self) -> None:
        """Read the first page before the first paint: with the ranked index that takes a millisecond."""
        self.detail.open_key = self.host.keymap.key_for("open")
        self.related = RelatedReader(self, self.host.store)
        self._near = NearCounts(self.host.store)
        self._counted: Counted | None = None
        self.counts = CountsReader(self, self.host.store, self.collection.states)
        self.load_counts()
        self._take_rows()
        self.listed.load(keep=False)
        self.screen.set_focus(self.table)

    def on_unmount(self) -> None:
        """Let no thread go on reading for nothing."""
        self.listed.reader.cancel()
        self.related.cancel()
        self.counts.end()

    @property
    def chosen_scope(self) -> str:
        """The scope that the filter names, else that under the tree's cursor."""
        return self.listed.typed.scope if self.listed.line else self.scope_tree.scope

    # -- panes -------------------------------------------------------------------------------

    def panes(self) -> tuple[LineList, ...]:
        """Return the tree, the table and the detail."""
        return (self.scope_tree, self.table, self.detail)

    def share_out(self) -> None:
        """Show the panes that have room, and the whole text where the detail has the screen."""
        super().share_out()
        alone, pane = self.alone, self.pane
        self.query_one(".browse").display = not alone or pane is not self.detail
        self.query_one(".list").display = not alone or pane is self.table
        self.fence.display = not alone
        self.rule.display = not alone and not self.has_class("-wide")
        self.settle_borders()
        self.detail.show_whole(alone and pane is self.detail)
        if self.detail.display:
            self.after_paint(self._catch_up)

    def _catch_up(self) -> None:
        """Show the memory under the cursor, where the detail was away when the cursor came to it."""
        memory = self.table.memory
        if self.detail.display and memory is not None and memory.id != self.detail.memory_id:
            self.show_detail()

    # -- reading -----------------------------------------------------------------------------

    def load_counts(self) -> None:
        """Read the counts of the tree anew; those of many scopes, or under a filter of much, come later."""
        store, states, wanted = self.host.store, self.collection.states, self.listed.counted
        self._counted_line = self.listed.line
        self.total = sum(scopes.count(store, ROOT, state) for state in states)
        if scopes.how_many(store) > FEW or (wanted is not None and self.total > FEW):
            self.counts.ask(wanted)
            self.tell()
        else:
            self.on_counted(counting.read(store, states, wanted))

    def on_counted(self, answer: Counted) -> None:
        """Take over the counts that were read."""
        self._counted = answer
        self._show_counts()
        self.tell()

    def _show_counts(self) -> None:
        """Show what was counted, with the rows that only come near what is looked for."""
        if (answer := self._counted) is not None:
            matching = answer.matching if answer.filter == self.listed.counted else None
            self.scope_tree.show(answer.counts, matching and self._near.added_to(matching, self.listed.line))

    def on_read(self, answer: Read) -> None:
        """Take over what a thread has read."""
        self.listed.answered(answer)

    def on_found_by_meaning(self, answer: "FoundByMeaning") -> None:
        """Take over what a search by meaning found."""
        self.listed.take_matches(answer.typed, answer.now, answer.result)

    def rows_shown(self) -> None:
        """Say how the rows are ordered, or why there are none, and show the memory under the cursor."""
        listing = self.table.rows.listing if self.table.rows else None
        if isinstance(listing, Matches):
            self._near.take(self.listed.line, listing)
            self._show_counts()
        if self.listed.line != self._counted_line:
            self.load_counts()
        self.table.empty = self._empty()
        self.head.order_name = self.listed.order_name
        self.head.refresh()
        self.after_paint(self.show_detail)
        self.tell()

    def _empty(self) -> list[str]:
        """Return the words for an empty list."""
        lines: Sequence[str] = self.collection.empty
        if self.listed.line:
            lines = ("Nothing matches this filter", "", "{back:5}clears the filter", "{filter:5}changes it")
        elif self.listed.wanted.scope != ROOT and self.total:
            lines = (f"Nothing in {masked(self.listed.wanted.scope)}", "", "{left}  goes to the scopes")
        elif offer := self._offer():
            lines = (*offer, *lines[2:])
        return [lines[0], *map(self.host.keymap.filled, lines[1:])]

    def _offer(self) -> tuple[str, ...]:
        """Return the offers for a store that never held anything."""
        return self.host.on_machine.offer() if self.host.own and self.is_empty else ()

    @property
    def is_empty(self) -> bool:
        """Whether the store holds nothing, in any state."""
        return not any(scopes.count(self.host.store, ROOT, state) for state in VISIBLE_STATES)

    # -- what changed ------------------------------------------------------------------------

    def sources_changed(self) -> None:
        """Offer the places that were found, and update the files of the memory under the cursor."""
        self.table.empty = self._empty()
        self.table.refresh()
        self.show_detail()

    def follow(self, changed: Iterable[int], *, complete: bool, to: int | None = None) -> None:
        """Show what this process just changed; `to` is a memory to put the cursor on.

        `complete` says that `changed` names all of them.
        """
        ids = list(changed)
        chosen, states = self.scope_tree.scope, self.collection.states
        if to is not None and (home := gone_to(self.host.store, chosen, states, ids)):
            self.load_counts()
            self.scope_tree.choose(home)
            self.listed.choose_scope(self.scope_tree.scope)
            return
        if not complete or not self.listed.amend(ids, to=to):
            self.load_counts()
            self.listed.load()
            return
        self.total = self.listed.count_all()
        self.rows_shown()
        self.after_paint(self.load_counts)

    def store_changed(self) -> None:
        """List anew, because others wrote; what a range spans by now is selected, for its lines may move."""
        if self.table.range_from is not None:
            self.selection.close_range()
        self.load_counts()
        self.listed.load_again()

    def opened(self) -> None:
        """Catch up with what happened while another view was shown."""
        self._take_rows()
        self.store_changed()

    def visit(self, line: str | None, memory: int | None) -> None:
        """List what a filter asks for in all scopes, with the cursor on a memory.

        Without one it stays as it is, but for what a link asked for: that is over once the view was left.
        """
        if line is not None:
            self.listed.visit(line, memory)
            self.at = self.table
        elif self.listed.visited:
            self.listed.apply("")

    def renew(self) -> None:
        """Take the present as the listing's now."""
        self.listed.renew()

    def go_to_scope(self, scope: str) -> None:
        """List a scope, and nothing less of it."""
        self.listed.apply("")
        self.scope_tree.choose(scope)
        self.listed.choose_scope(scope)
        self.go_to(self.table)

    def go_to_memory(self, memory_id: int) -> None:
        """Put the cursor on a memory, among all there are."""
        self.table.cursor_id = memory_id
        self.go_to_scope(ROOT)
        self.listed.go_to(memory_id)

    # -- following the cursor ----------------------------------------------------------------

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Show the scope or the memory the cursor came to."""
        event.stop()
        if event.list is self.scope_tree:
            self.listed.choose_scope(self.scope_tree.scope)
        elif event.list is self.table:
            self.show_detail()
            if self.table.range_from is not None:
                self.tell()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Open what was double-clicked."""
        event.stop()
        self.do_open()

    def on_table_head_sorted(self, event: TableHead.Sorted) -> None:
        """Sort by the column that was clicked, or turn that round."""
        event.stop()
        self.listed.sort(event.order, turned=event.order is self.listed.order and not self.listed.turned)

    def show_detail(self) -> None:
        """Show the memory under the cursor in the detail."""
        if not self.detail.display:
            return
        from memtui.tui.widgets.about_memory import About  # the first rows do without what is told of them

        memory, rows = self.table.memory, self.table.rows
        self.related.cancel()
        now = rows.listing.now if rows else self.host.store.now()
        was_shown = self.detail.revealed is not None
        self.detail.show(About.of(self.host.store, memory, now) if memory is not None else None)
        if was_shown and self.detail.revealed is None:
            self.host.say("The secret is masked again")
        if memory is not None:
            self.related.ask(memory)

    def on_found(self, answer: Found) -> None:
        """Show what a thread has found related to the memory under the cursor."""
        self.detail.show_related(answer.memory_id, answer.related)

    # -- status ------------------------------------------------------------------------------

    def has_read(self) -> bool:
        """Say whether the rows are those of the filter."""
        return not self.listed.waiting

    def situation(self) -> Situation:
        """Return what the actions may ask about."""
        rows = None if self.listed.waiting else self.table.count
        aside = self.pane is self.scope_tree
        offered = not rows and not self.listed.line and bool(self._offer())
        offers = frozenset({Can.LINK}) if offered else frozenset()
        busy = self.host.acts.busy
        return Situation(self.view_id, rows, self.selection.marked, aside, offers=offers, busy=busy)

    def status(self) -> Status:
        """Return scope, filter, counts and selection."""
        waiting = self.listed.waiting
        listing = self.table.rows.listing if self.table.rows else None
        shown = listing.with_all_words if isinstance(listing, Matches) else self.table.count
        listed = "…" if waiting else f"{shown:,}"
        count = listed if not waiting and shown == self.total else f"{listed} of {self.total:,}"
        if isinstance(listing, Matches) and not waiting:
            count = listing.said(count, self.total)
        if self._counted and (outside := self._counted.outside(self.listed.typed.scope, self.listed.counted)):
            count += f", {outside:,} elsewhere"
        selected = self.selection.summary
        return Status(scope=self.listed.wanted.scope, filter=self.listed.line, count=count, selected=selected)

    def modes(self) -> Iterator[Mode]:
        """Yield the range or the selection, the filter, and an order that is not the usual one."""
        if self.selection.marked:
            yield Mode("unselect", self.selection.step_back)
        if self.listed.line:
            yield Mode("no filter", lambda: self.listed.apply(""))
        if not self.listed.is_usual:
            yield Mode("usual order", self.listed.sort_as_usual)

    # -- keys --------------------------------------------------------------------------------

    def do_left(self) -> None:
        """Fold the scope, or go one pane to the left."""
        if self.pane is self.scope_tree:
            self.scope_tree.fold()
            self.listed.choose_scope(self.scope_tree.scope)
        else:
            super().do_left()

    def do_right(self) -> None:
        """Unfold the scope, or go one pane to the right."""
        if self.pane is not self.scope_tree or not self.scope_tree.unfold():
            super().do_right()

    def do_open(self) -> None:
        """Show the memory in full; from the tree, go to its memories."""
        if Can.LINK in self.situation().offers:
            self.host.open_view(ViewId.SOURCES)
        elif self.pane is self.scope_tree:
            self.go_to(self.table)
        elif self.pane is self.detail and self.detail.link is not None:
            self._follow(self.detail.link)
        elif self.pane is self.detail and self.zoomed:
            self.do_back()
        else:
            self.zoomed = True
            self.go_to(self.detail)
            self.show_detail()

    def do_ask_here(self) -> None:
        """Open Ask for the chosen scope; at the top, for the one of the memory under the cursor."""
        memory, scope = self.table.memory, self.scope_tree.scope
        self.host.ask_scope = memory.scope if scope == ROOT and memory is not None else scope
        self.host.open_view(ViewId.ASK)

    def _follow(self, link: Link) -> None:
        """Go to a related memory, where this collection holds it."""
        if link.memory is not None and self.listed.go_to(link.memory):
            self.zoomed = False
            self.go_to(self.table)
        else:
            other = ViewId.MEMORIES if self.view_id is ViewId.DROPPED else ViewId.DROPPED
            self.host.open_view(other, "", link.memory)

    def on_link_page_followed(self, event: LinkPage.Followed) -> None:
        """Follow what was double-clicked."""
        event.stop()
        self._follow(event.link)

    def do_rows(self) -> None:
        """Give each memory of the list two lines, or one again."""
        from memtui.tui.settings.changing import keep_rows

        keep_rows(self.host, "one" if self.host.settings.screen.rows == "two" else "two")
        self._take_rows()

    def _take_rows(self) -> None:
        self.table.take_height(2 if self.host.settings.screen.rows == "two" else 1)

    def do_first(self) -> None:
        """Go to the first line."""
        self.listed.note_jump()
        super().do_first()

    def do_last(self) -> None:
        """Go to the last line."""
        self.listed.note_jump()
        super().do_last()

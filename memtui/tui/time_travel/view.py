"""The Time view: the store as it was on a day, or as it will be when nobody uses or changes it.

Read-only. The journal is replayed once, in a thread, for as long as the view is shown; meanwhile each day
is read by itself. From then on a step to another day reads one page, of the scope under the tree's cursor.
While a thread reads a filter, or a day by itself, the rows before stay.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from memtui.domain.counting import plural
from memtui.domain.days import day
from memtui.domain.durations import Duration
from memtui.domain.filter import Filter, parse
from memtui.domain.instant import DAY, EARLIEST, LATEST, Instant
from memtui.domain.scope import ROOT
from memtui.lifecycle.outcome import Outcome
from memtui.secrets.masking import masked_memory
from memtui.store import listing, scopes
from memtui.store.database import Store
from memtui.store.listing import FixedListing, Order
from memtui.store.past import Past
from memtui.tui.keys.action import Situation
from memtui.tui.keys.views import ViewId
from memtui.tui.memories.counting import FEW
from memtui.tui.memories.marks import Marks
from memtui.tui.memories.scope_tree import ScopeTree
from memtui.tui.memories.table import MemoryTable, TableHead
from memtui.tui.time_travel.bringing_back import brought_back
from memtui.tui.time_travel.filtering import FoundThen, PastSearch
from memtui.tui.time_travel.replaying import DayRead, Days, Readable, Replay, Replayed, Replaying
from memtui.tui.time_travel.rows import PastRows, PlainRows, Spot, about_then, of_day, of_past
from memtui.tui.time_travel.timeline import LINES, days_from_today, timeline
from memtui.tui.view import ROOMY, Mode, PaneView
from memtui.tui.widgets.borders import Fence, Rule
from memtui.tui.widgets.chrome import Status
from memtui.tui.widgets.detail import Detail
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.pages import Page

_MONTH = Duration(1, "m")
_TALL_ENOUGH = 14
"""Lines of a screen from which on the whole time line has room above the list."""
_REST = 0.25
"""Seconds without a step after which very many scopes are counted."""
_LOOK_AWAY = 60.0
"""Seconds in another view after which Time opens on today again: no longer a look at something. Chosen."""


class TimeView(PaneView):
    """A time line over the scopes and the memories of a day."""

    DEFAULT_CSS = f"""
    TimeView {{
        layout: vertical;
        .timeline {{ height: {LINES + 1}; border-bottom: solid $faint; }}
        .browse, .list {{ height: 1fr; width: 1fr; }}
        ScopeTree {{ width: 21; }}
        MemoryTable {{ height: 1fr; }}
        Detail {{ height: 30%; min-height: 6; }}
        &.-roomy ScopeTree {{ width: 23; }}
        &.-alone ScopeTree, &.-alone Detail {{ width: 1fr; height: 1fr; }}
    }}
    """
    view_id = ViewId.TIME

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.line = Page(id="timeline")
        self.line.add_class("timeline")
        self.scope_tree = ScopeTree()
        self.table = MemoryTable(Marks())
        self.main = self.table
        self.head = TableHead(self.table)
        self.detail = Detail()
        self.fence = Fence(self.scope_tree, "scopes_width", self.table)
        self.rule = Rule(self.detail, "page_height", fence=self.fence)
        self.borders = (self.fence, self.rule)
        self.table.empty = ("Reading the journal …",)
        self.when: Instant = 0.0
        """The time that is shown."""
        self.past: Past | None = None
        self.filter_line = ""
        """The filter as it was typed."""
        self.wanted = Filter()
        """What is asked for: the typed line, under the tree's scope where the line names none."""
        self._before_filter: Spot | None = None
        self._back_to: Spot | None = None
        """Where the cursor goes with the next rows; None where it stays."""
        self.waiting = False
        """Whether a filter or a day is being read in a thread."""
        self.read = 0.0
        """How much of the journal is replayed for the first time, from 0 to 1."""
        self._tree_later: Timer | None = None
        self._today_after: Instant = LATEST
        """When the visit is over, so that the next begins on today."""

    def compose(self) -> ComposeResult:
        """Lay out the time line, the tree, the table and the detail."""
        yield self.line
        listed = Vertical(self.head, self.table, classes="list")
        yield Horizontal(self.scope_tree, self.fence, listed, classes="browse")
        yield self.rule
        yield self.detail

    def panes(self) -> Sequence[LineList]:
        """Return the tree, the table and the detail."""
        return (self.scope_tree, self.table, self.detail)

    def share_out(self) -> None:
        """Show the panes that have room."""
        super().share_out()
        alone, pane = self.alone, self.pane
        self.query_one(".browse").display = not alone or pane is not self.detail
        self.query_one(".list").display = not alone or pane is self.table
        self.fence.display = self.rule.display = not alone
        self.settle_borders()

    @property
    def chosen_scope(self) -> str:
        """The scope under the tree's cursor."""
        return self.scope_tree.scope

    # -- replaying ---------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Start at today, in the scope that is chosen elsewhere."""
        self.when = self.host.store.now()
        self.search = PastSearch(self, self.host.store)
        self.replay = Replay(self, self.host.store)
        self.days = Days(self, self.host.store)
        self.scope_tree.reveal(self.host.scope)
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._show())
        self._show()
        self.call_after_refresh(self.store_changed)  # which would hold up the first paint

    def on_unmount(self) -> None:
        """Let go of what was replayed."""
        self._leave_off()
        self.search.cancel()
        if self.past is not None:
            self.past.close()

    def on_hide(self) -> None:
        """Give up what nobody waits for any more."""
        self._leave_off()
        self._today_after = min(self._today_after, self.host.store.now() + _LOOK_AWAY)

    def _leave_off(self) -> None:
        self.replay.stop()
        self.days.read_with(None)

    def opened(self) -> None:
        """Go to today unless one only looked away, and catch up with what happened meanwhile."""
        if not self.display and self.host.store.now() >= self._today_after:
            self.do_today()
        self._today_after = LATEST
        self.store_changed()

    def store_changed(self) -> None:
        """Replay the journal anew, in a thread, if it went on; what was replayed stays until then."""
        if self.past is None or not self.past.is_current:
            self.replay.start(by_day=self.past is None)

    def on_replaying(self, event: Replaying) -> None:
        """Say how far the journal is replayed."""
        self.read = event.share
        if self.past is None:
            self.tell()

    def on_readable(self, event: Readable) -> None:
        """Show the day without waiting for all others."""
        if not self.replay.at_work or self.past is not None:
            event.each.close()
            return
        self.days.read_with(event.each)
        self._show()

    def on_replayed(self, event: Replayed) -> None:
        """Show the day from what was replayed."""
        self.replay.at_work = False
        self.days.read_with(None)
        if event.past is None:
            self.host.say(event.error, "error")
            return
        self.search.cancel()
        if self.past is not None:
            self.past.close()
        self.past = event.past
        self._show()

    # -- showing a day -----------------------------------------------------------------------

    def _show(self) -> None:
        """Show the day, of a filter what it selects as soon as that is read."""
        self.search.cancel()
        if self.past is None:
            self._show_meanwhile()
            return
        self.waiting = bool(self.filter_line)
        scope = self.wanted.scope if self.wanted.scope != ROOT else self.scope_tree.scope
        if self.waiting:
            self.search.ask(self.past, replace(self.wanted, scope=scope), self.when)
        else:
            self._list(of_past(self.past, self.past.listing(self.when, scope)))
            self._show_tree()
        self._show_line()
        self.tell()

    @property
    def _today(self) -> bool:
        """Whether today is shown, which needs no journal."""
        return abs(self.when - self.host.store.now()) < DAY / 2 and not self.filter_line

    @property
    def _known(self) -> bool:
        """Whether the memories of the day can be told, the journal being replayed or not."""
        return self.past is not None or self._today or (self.days.ready and not self.filter_line)

    def _show_meanwhile(self) -> None:
        """Show the day until the journal is replayed, today from the store; of a filter nothing yet."""
        self.days.cancel()
        self.waiting = self._known and not self._today
        if self.waiting:
            self.days.ask(self.when, self.scope_tree.scope)
            self.tell()
            return
        store, wanted = self.host.store, Filter(scope=self.scope_tree.scope)
        nothing = FixedListing(store, wanted, Order.STRENGTH, self.when, ids=array("q"))
        listed = listing.listing(store, wanted) if self._today else nothing
        self._put(PlainRows(store, listed))
        if scopes.how_many(store) <= FEW:
            self.scope_tree.show(scopes.tree(store))
        self.after_paint(self.show_detail)
        self.tell()

    def on_day_read(self, event: DayRead) -> None:
        """List a day that was read by itself, unless another was asked for since."""
        if self.past is not None or not self.days.is_current(event):
            return
        self.waiting = False
        if event.error:
            self.host.say(event.error, "error")
        elif event.day is not None:
            self._list(of_day(self.host.store, event.day))
        elif event.by_scope is not None:
            self.scope_tree.show(scopes.with_totals(event.by_scope))
        self.tell()

    def _list(self, rows: PastRows) -> None:
        nothing = "Nothing matches this filter" if self.filter_line else "Nothing was known"
        empty = (f"{nothing} on {day(self.when)}", "", "{day_back} and {day_on} step by a day")
        self.table.empty = [empty[0], *map(self.host.keymap.filled, empty[1:])]
        self._put(rows)
        self.after_paint(self.show_detail)

    def _put(self, rows: PlainRows) -> None:
        """Show rows, the cursor on the memory it was on, or was before a filter that is over."""
        spot, self._back_to = self._back_to or Spot.of(self.table), None
        line = spot.line_in(rows.listing)
        self.table.show(rows, line, keep_line=line > 0, above=spot.above)

    def on_found_then(self, event: FoundThen) -> None:
        """List what the filter selects of the day, unless another was asked for since."""
        if not self.search.is_current(event):
            return
        self.waiting = False
        if event.result is None:
            self.host.say(event.error, "error")
        else:
            self._list(of_past(event.past, event.result.listing))
            self._show_tree(event.result.by_scope)
        self.tell()

    def _show_tree(self, matches: Mapping[str, int] | None = None) -> None:
        """Show the scopes of the day, with what a filter finds in them; of very many, once the steps rest."""
        if self._tree_later is not None:
            self._tree_later.stop()
        if self.past is None:
            return
        past, when = self.past, self.when

        def show() -> None:
            if past is self.past:
                self.scope_tree.show(past.tree(when), matches)

        if len(past.eras.scopes) > FEW:
            self._tree_later = self.set_timer(_REST, show)
        else:
            self.after_paint(show)

    def _show_line(self) -> None:
        if self.past is not None and self.line.line_width:
            now, width, low = self.host.store.now(), self.line.line_width, self.app.size.height < _TALL_ENOUGH
            lines = timeline(self.past.weeks, self.when, now, width, self.line.look, low=low)
            self.line.styles.height = len(lines) + 1
            self.line.show_lines(lines)

    def show_detail(self) -> None:
        """Show the memory under the cursor as it was."""
        memory = self.table.memory
        if memory is None:
            self.detail.show(None)
            return
        self.detail.show(about_then(self.host.store, memory, self.when))

    def on_resize(self) -> None:
        """Give the time line the room there is."""
        super().on_resize()
        self.call_after_refresh(self._show_line)

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Show the memory the cursor came to, or the scope."""
        event.stop()
        if event.list is self.table:
            self.show_detail()
        elif event.list is self.scope_tree:
            self._show()

    def situation(self) -> Situation:
        """Return what the actions may ask about."""
        rows = self.table.count if self._known and not self.waiting else None
        aside = self.pane is self.scope_tree
        return Situation(self.view_id, rows, aside=aside, busy=self.host.acts.busy)

    def status(self) -> Status:
        """Show the day, and that nothing can be changed on it."""
        listed = "…" if self.waiting else f"{self.table.count:,}"
        days = round((self.when - self.host.store.now()) / DAY)
        near = days_from_today(days) + (f" · {self.filter_line}" if self.filter_line else "")
        if self.past is None:
            known = f"{listed if self.waiting else plural(self.table.count)} · " if self._known else ""
            reading = f"{known}reading the journal, {self.read:.0%}"
            return Status(scope=day(self.when), filter=near, count=reading)
        roomy = self.app.size.width >= ROOMY
        own = ", by their own dates" if roomy and self.when < self.past.journal_from else ""
        every = self.past.count(self.when)
        of = "" if listed == f"{every:,}" else f"{listed} of "
        all_ = plural(every) if roomy else f"{every:,}"  # beside the keys that step by a day
        return Status(scope=day(self.when), filter=near, count=f"{of}{all_}{own}, read-only")

    # -- keys --------------------------------------------------------------------------------

    def _go(self, when: Instant) -> None:
        self.when = min(max(when, EARLIEST + DAY), LATEST - DAY)
        self._show()

    def do_day_back(self) -> None:
        """Go a day back."""
        self._go(self.when - DAY)

    def do_day_on(self) -> None:
        """Go a day on."""
        self._go(self.when + DAY)

    def do_month_back(self) -> None:
        """Go a month back."""
        self._go(_MONTH.before(self.when))

    def do_month_on(self) -> None:
        """Go a month on."""
        self._go(_MONTH.after(self.when))

    def do_today(self) -> None:
        """Go back to today."""
        self._go(self.host.store.now())

    def do_filter_then(self) -> None:
        """Open the filter line."""
        from memtui.tui.memories.completing import completions
        from memtui.tui.memories.filter_prompt import FilterPrompt

        self.go_to(self.table)
        if not self.filter_line:
            self._before_filter = Spot.of(self.table)
        prompt = FilterPrompt(
            self.table,
            lambda: self.filter_line,
            self.apply,
            lambda: self.status().count,
            lambda line: completions(self.host.store, line),
            show_stale=self.table.show_stale,
        )
        self.host.prompt(prompt)

    def apply(self, line: str) -> None:
        """List what a typed line selects of the day. Raises FilterError, and then lists what it did."""
        self.wanted = parse(
            line, prefix=True, scope_named=lambda part: scopes.named(self.host.store, part)[0]
        )
        self.filter_line = line.strip()
        self._back_to = None if self.filter_line else self._before_filter
        self._show()

    def do_open(self) -> None:
        """Show the memory in full, or go back to the list; from the tree, go to its memories."""
        if self.pane is self.scope_tree:
            self.go_to(self.table)
        elif self.zoomed:
            self.do_back()
        else:
            self.zoomed = True
            self.go_to(self.detail)
            self.show_detail()

    def modes(self) -> Iterator[Mode]:
        """Yield the filter, and the view, which one comes to for a look."""
        if self.filter_line:
            yield Mode("no filter", lambda: self.apply(""))
        yield Mode("leave", self._leave)

    def _leave(self) -> None:
        self._today_after = 0.0
        if self.host.came_from is self.view_id:
            self.host.open_view(ViewId.MEMORIES)
        else:
            self.host.go_back()

    def do_copy_then(self) -> None:
        """Copy the text as it was."""
        memory = self.table.memory
        if memory is not None:
            self.app.copy_to_clipboard(masked_memory(memory).text)
            self.host.say(f"Copied as it was on {day(self.when)}", "done")

    def do_bring_back(self) -> None:
        """Make the memory again what it was."""
        memory = self.table.memory
        if memory is None:
            return

        def act(store: Store, **_: object) -> Outcome | None:
            return brought_back(store, memory, self.host.actor)

        self.host.acts.run(act, self._brought, size=1, title="bring back a memory")

    def _brought(self, outcome: Outcome | None) -> None:
        if outcome is None:
            self.host.say("It is what it was then: there is nothing to bring back")
            return
        self.host.say(f"{outcome.message} · {self.host.keymap.key_for('undo')} to undo", "done")
        self.store_changed()

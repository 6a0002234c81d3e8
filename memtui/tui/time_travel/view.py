"""The Time view: the store as it was on a day, or as it will be when nobody uses or changes it.

Read-only. The journal is replayed once, in a thread; from then on a step to another day reads one page.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.message import Message

from memtui.domain.durations import Duration
from memtui.domain.instant import DAY, EARLIEST, LATEST, Instant
from memtui.domain.memory import Memory, State
from memtui.lifecycle import change, states
from memtui.lifecycle.change import Edit
from memtui.lifecycle.outcome import Outcome
from memtui.secrets.masking import masked_memory
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.errors import Interrupted, StoreError
from memtui.store.past import Past
from memtui.tui.keys.action import Situation
from memtui.tui.keys.views import ViewId
from memtui.tui.memories.marks import Marks
from memtui.tui.memories.table import MemoryTable, TableHead
from memtui.tui.time_travel.rows import PastRows
from memtui.tui.time_travel.timeline import LINES, timeline
from memtui.tui.view import PaneView
from memtui.tui.widgets.chrome import Status
from memtui.tui.widgets.detail import About, Detail, day
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.pages import Page

_MONTH = Duration(1, "m")
_NEAR = 200
"""Among so many first memories the cursor stays on its own from day to day."""


@dataclass
class Replayed(Message):
    """The journal has been replayed, or could not be."""

    past: Past | None
    error: str = ""


class TimeView(PaneView):
    """A time line over the memories of a day."""

    DEFAULT_CSS = f"""
    TimeView {{
        layout: vertical;
        .timeline {{ height: {LINES + 1}; border-bottom: solid $faint; }}
        MemoryTable {{ height: 1fr; }}
        Detail {{ height: 30%; min-height: 6; border-top: solid $faint; }}
        &.-alone Detail {{ height: 1fr; border-top: none; }}
    }}
    """
    view_id = ViewId.TIME

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.line = Page(id="timeline")
        self.line.add_class("timeline")
        self.table = MemoryTable(Marks())
        self.main = self.table
        self.head = TableHead(self.table)
        self.detail = Detail()
        self.table.empty = ("Reading the journal …",)
        self.when: Instant = 0.0
        """The time that is shown."""
        self.past: Past | None = None
        self._replaying = False
        self._ended = False

    def compose(self) -> ComposeResult:
        """Lay out the time line, the table and the detail."""
        yield self.line
        yield self.head
        yield self.table
        yield self.detail

    def panes(self) -> Sequence[LineList]:
        """Return the table and the detail."""
        return (self.table, self.detail)

    # -- replaying ---------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Start at today."""
        self.when = self.host.store.now()
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._show())
        self.store_changed()

    def on_unmount(self) -> None:
        """Let go of what was replayed."""
        self._ended = True
        if self.past is not None:
            self.past.close()

    def opened(self) -> None:
        """Catch up with what happened while another view was shown."""
        self.store_changed()

    def store_changed(self) -> None:
        """Replay the journal anew, in a thread; what was replayed stays until then."""
        if not self._replaying:
            self._replaying = True
            store = self.host.store
            threading.Thread(target=self._replay, args=(store,), name="memtui-past", daemon=True).start()

    def _replay(self, store: Store) -> None:
        try:
            answer = Replayed(Past(store))
        except (StoreError, Interrupted) as error:
            answer = Replayed(None, str(error))
        if self._ended and answer.past is not None:
            answer.past.close()
        else:
            self.post_message(answer)

    def on_replayed(self, event: Replayed) -> None:
        """Show the day from what was replayed."""
        self._replaying = False
        if event.past is None:
            self.host.say(event.error, "error")
            return
        if self.past is not None:
            self.past.close()
        self.past = event.past
        self._show()

    # -- showing a day -----------------------------------------------------------------------

    def _show(self) -> None:
        if self.past is None:
            return
        self.table.empty = (f"Nothing was known on {day(self.when)}", "", "{left} and {right} step by a day")
        listing = self.past.listing(self.when)
        # Only looked for among the first: finding a far place would count half the store at each step.
        near, kept = listing.ids(0, _NEAR), self.table.cursor_id
        line = near.index(kept) if kept in near else 0
        self.table.show(PastRows(self.past, listing), line, keep_line=line > 0)
        self._show_line()
        self.show_detail()
        self.tell()

    def _show_line(self) -> None:
        if self.past is not None and self.line.line_width:
            today = self.host.store.now()
            lines = timeline(self.past.weeks, self.when, today, self.line.line_width, self.line.look)
            self.line.show_lines(lines)

    def show_detail(self) -> None:
        """Show the memory under the cursor as it was."""
        memory = self.table.memory
        if memory is None or self.past is None:
            self.detail.show(None)
            return
        about = About.of(self.past.store, memory, self.when)
        uses = [use for use in about.uses if use.at <= self.when]
        changes = [change for change in about.changes if change.op.at <= self.when]
        self.detail.show(About(memory, changes, self.when, about.rules, uses=uses, today_is="then"))

    def on_resize(self) -> None:
        """Give the time line the room there is."""
        super().on_resize()
        self.call_after_refresh(self._show_line)

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Show the memory the cursor came to."""
        event.stop()
        if event.list is self.table:
            self.show_detail()

    def situation(self) -> Situation:
        """Return what the actions may ask about."""
        rows = None if self.past is None else self.table.count
        return Situation(self.view_id, rows, busy=self.host.acts.busy)

    def status(self) -> Status:
        """Say which day it is, and that nothing can be changed on it."""
        if self.past is None:
            return Status(count="reading the journal …")
        days = round((self.when - self.host.store.now()) / DAY)
        near = "today" if days == 0 else f"{-days:,} days ago" if days < 0 else f"in {days:,} days"
        own = ", by their own dates" if self.when < self.past.journal_from else ""
        count = f"{self.table.count:,} memories{own}, read-only"
        return Status(scope=day(self.when), filter=near, count=count)

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

    def do_open(self) -> None:
        """Show the memory in full, or go back to the list."""
        if self.zoomed:
            self.do_back()
        else:
            self.zoomed = True
            self.go_to(self.detail)
            self.show_detail()

    def do_back(self) -> None:
        """Leave the memory, or the Time view."""
        if self.zoomed or self.pane is not self.main:
            super().do_back()
        else:
            came_from = self.host.came_from
            self.host.open_view(ViewId.MEMORIES if came_from is self.view_id else came_from)

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
            return brought_back(store, memory, self)

        self.host.acts.run(act, self._brought, size=1, title="bring back a memory")

    def _brought(self, outcome: Outcome | None) -> None:
        if outcome is None:
            self.host.say("It is what it was then: there is nothing to bring back")
            return
        self.host.say(f"{outcome.message} · {self.host.keymap.key_for('undo')} to undo", "done")
        self.store_changed()


def brought_back(store: Store, then: Memory, view: PaneView) -> Outcome | None:
    """Restore a memory that has left, or give it back what it said; None when it is as it was."""
    by = view.host.actor
    now = memories.get(store, then.id)
    if now is None or now.state is not State.LIVE:
        return states.restore(store, [then.id], by=by)
    if (now.text, now.scope, now.type, now.importance, now.pinned, now.categories) == (
        then.text, then.scope, then.type, then.importance, then.pinned, then.categories,
    ):  # fmt: skip
        return None
    wanted = Edit(
        text=then.text,
        abstract=then.abstract,
        scope=then.scope,
        type=then.type,
        importance=then.importance,
        pinned=then.pinned,
        categories=then.categories,
    )
    return change.edit(store, [then.id], wanted, by=by)

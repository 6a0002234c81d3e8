"""The keys of a table for many memories at once: merge, forget by a filter, erase for good.

A view with a table holds a `TableVerbs` beside its `Verbs`, which reports the outcome.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memtui.domain.filter import Filter
from memtui.domain.headings import row_text
from memtui.secrets.masking import masked_memory
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.listing import Order
from memtui.tui.host import Host
from memtui.tui.memories.selection import Selected, Selection
from memtui.tui.memories.verbs import Verbs
from memtui.tui.view import PaneView

if TYPE_CHECKING:
    from memtui.lifecycle.outcome import Outcome
    from memtui.tui.memories.merging import Merge


class TableVerbs:
    """The acts on what is selected in a table, or listed."""

    def __init__(self, view: PaneView, selection: Selection, verbs: Verbs) -> None:
        """Act on what `selection` says, for `view`; `verbs` shows and says what was done."""
        self._view = view
        self._selection = selection
        self._verbs = verbs

    @property
    def _host(self) -> Host:
        return self._view.host

    def do_merge(self) -> None:
        """Merge the selection into one, after a look at it."""
        from memtui.tui.memories.merging import MOST, MergeDialog

        chosen = self._selection.selected()
        if chosen.count > MOST:
            self._host.say(f"At most {MOST} memories are merged at once; {chosen.count:,} are selected")
        elif len(chosen.first) > 1:
            self._host.push_screen(MergeDialog(chosen.first, self._host.store.now()), self._merge)

    def _merge(self, merge: Merge | None) -> None:
        if merge is None:
            return
        from memtui.lifecycle import merge as verbs
        from memtui.lifecycle.meanwhile import ChangedMeanwhile
        from memtui.tui.memories.merging import MergeDialog

        by = self._host.actor

        def carry_out(store: Store, **_: object) -> Outcome | None:
            try:
                return verbs.merge(store, merge.keep, merge.others, merge.text, by=by, seen=merge.seen)
            except ChangedMeanwhile:
                return None

        def merged(outcome: Outcome | None) -> None:
            if outcome is None:
                now = memories.get_many(self._host.store, [memory.id for memory in merge.seen])
                self._host.push_screen(MergeDialog(now, self._host.store.now(), merge), self._merge)
                return
            self._verbs.finished(outcome)
            self._view.follow(outcome.ids, complete=True, to=merge.keep)

        self._host.acts.run(
            carry_out,
            merged,
            title=f"merging {len(merge.others) + 1:,}",
        )

    def do_forget(self) -> None:
        """Ask whether to forget what is selected; else open the bulk forget with what is listed."""
        if self._selection.marked:
            from memtui.lifecycle import states

            self._verbs.change("forget", states.drop, asks=True)
            return
        self.ask_to_forget(self._selection.wanted.describe())

    def ask_to_forget(self, start: str) -> None:
        """Open the bulk forget with a filter to start from, in the order of the table."""
        from memtui.tui.memories.forget import ForgetDialog

        rows, undo = self._selection.table.rows, self._host.keymap.key_for("undo")
        order, turned = (rows.listing.order, rows.listing.turned) if rows else (Order.STRENGTH, False)
        dialog = ForgetDialog(self._host.store, start, undo=undo, order=order, turned=turned)
        self._host.push_screen(dialog, self._forget)

    def _forget(self, chosen: tuple[Filter, int] | None) -> None:
        if chosen is None:
            return
        from memtui.lifecycle import states

        wanted, count = chosen
        self._host.acts.run(
            partial(states.forget, wanted=wanted, by=self._host.actor),
            self._verbs.finished,
            size=count,
            title=f"forget {count:,}",
        )

    def do_purge(self) -> None:
        """Erase the selection for good, after its count was typed."""
        from memtui.tui.widgets.dialogs import PurgeDialog

        chosen, states, left_out = self._selection.to_purge()
        if not chosen.count:
            self._host.say("Only archived memories are listed; mark those to erase one by one")
            return
        by_state = ", ".join(f"{states[state]:,} {state}" for state in sorted(states, reverse=True))
        rows = [f"{memory.state:<9} {row_text(masked_memory(memory))[0]}" for memory in chosen.first]
        kept = ""
        if left_out:
            stay = "stays" if left_out == 1 else "stay"
            kept = f"{left_out:,} archived {stay}; mark one by one what is to be erased of them"
        dialog = PurgeDialog(chosen.count, by_state, rows, kept)
        self._host.push_screen(dialog, lambda yes: self._purge(chosen) if yes else None)

    def _purge(self, chosen: Selected) -> None:
        from memtui.lifecycle.purge import PurgeReport
        from memtui.sources import purging

        def finished(report: PurgeReport) -> None:
            self._selection.clear()
            self._view.follow((), complete=False)
            self._host.say(report.message, "done")

        self._host.acts.run(
            lambda store, **_: purging.purge(
                store, chosen.ids(store), by=self._host.actor, gate=self._host.settings.gate
            ),
            finished,
            size=chosen.count,
            title=f"purge {chosen.count:,}",
        )

"""Dropping, restoring and archiving: moving memories between states, some or as many as a filter selects."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from memtui.domain.actor import Actor
from memtui.domain.counting import plural
from memtui.domain.filter import Filter
from memtui.domain.memory import State
from memtui.lifecycle import access, chunks
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import Cancelled, Outcome, Progress
from memtui.store import recording, selection
from memtui.store.database import Store, Transaction


@dataclass(frozen=True, slots=True)
class Move:
    """A verb of this module, called like a function: where it takes memories, and how it says so."""

    kind: str
    """What History calls it."""
    to: State
    done: str
    nothing: str
    """What is said when no memory had to change."""

    def __call__(
        self,
        store: Store,
        ids: Sequence[int],
        *,
        by: Actor,
        detail: str = "",
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Outcome:
        """Move the memories with these ids, as one op that can be undone. Raises StoreError."""
        change: chunks.Change = partial(
            recording.apply, values={"state": self.to.value}, unless_state=State.ABSENT
        )
        if self.to is State.LIVE:
            change = partial(_counted, change, by)
        outcome = chunks.run(
            store, self.kind, ids, change, by=by, detail=detail, progress=progress, cancelled=cancelled
        )
        if not outcome.changed:
            return replace(outcome, message=self.nothing)
        stopped = ", then stopped" if outcome.interrupted else ""
        return replace(outcome, message=f"{self.done} {plural(outcome.changed)}{stopped}")


def _counted(change: chunks.Change, by: Actor, tx: Transaction, op_id: int, ids: Sequence[int]) -> list[int]:
    """Bring memories back, and count that as a use of each."""
    changed = change(tx, op_id, ids)
    access.count(tx, changed, access.Use.RESTORED, by=by)
    return changed


drop = Move("drop", State.DROPPED, "Dropped", "Dropped already")
"""Takes memories out of every view but Dropped. `restore` and undo bring them back."""
restore = Move("restore", State.LIVE, "Restored", "Live already")
"""Brings dropped or archived memories back. A person's restore counts as a use."""
archive = Move("archive", State.ARCHIVED, "Archived", "Archived already")
"""Puts memories in cold storage: kept and searchable on request, never recalled on their own."""
_FORGET = Move("forget", State.DROPPED, "Forgot", "Nothing matches the filter")


def forget(
    store: Store,
    wanted: Filter,
    *,
    by: Actor,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Outcome:
    """Drop everything a filter selects, as one op.

    Raises Refused for a filter that narrows nothing: that would empty the store.
    """
    if not wanted.narrows:
        raise Refused(
            "forget needs a filter, such as a scope or an age; without one it would drop everything"
        )
    found = selection.ids(store, replace(wanted, states=wanted.states - {State.DROPPED}))
    return _FORGET(store, found, by=by, detail=wanted.describe(), progress=progress, cancelled=cancelled)

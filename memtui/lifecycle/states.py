"""Dropping, restoring and archiving: moving memories between states, some or as many as a filter selects."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

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
class _Move:
    """A verb of this module: where it takes memories, and how it says so."""

    kind: str
    to: State
    done: str
    nothing: str


_DROP = _Move("drop", State.DROPPED, "Dropped", "Dropped already")
_RESTORE = _Move("restore", State.LIVE, "Restored", "Live already")
_ARCHIVE = _Move("archive", State.ARCHIVED, "Archived", "Archived already")
_FORGET = _Move("forget", State.DROPPED, "Forgot", "Nothing matches the filter")


def drop(
    store: Store,
    ids: Sequence[int],
    *,
    by: Actor,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Outcome:
    """Take memories out of every view but Dropped. `restore` and undo bring them back."""
    return _moved(store, _DROP, ids, by=by, progress=progress, cancelled=cancelled)


def restore(
    store: Store,
    ids: Sequence[int],
    *,
    by: Actor,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Outcome:
    """Bring dropped or archived memories back. A person's restore counts as a use."""
    return _moved(store, _RESTORE, ids, by=by, progress=progress, cancelled=cancelled)


def archive(
    store: Store,
    ids: Sequence[int],
    *,
    by: Actor,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Outcome:
    """Put memories in cold storage: kept and searchable on request, never recalled on their own."""
    return _moved(store, _ARCHIVE, ids, by=by, progress=progress, cancelled=cancelled)


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
    return _moved(
        store, _FORGET, found, by=by, detail=wanted.describe(), progress=progress, cancelled=cancelled
    )


def _moved(
    store: Store,
    move: _Move,
    ids: Sequence[int],
    *,
    by: Actor,
    detail: str = "",
    progress: Progress | None,
    cancelled: Cancelled | None,
) -> Outcome:
    def change(tx: Transaction, op_id: int, chunk: Sequence[int]) -> list[int]:
        changed = recording.apply(
            tx, op_id, chunk, {"state": move.to.value}, store.decay, unless_state=State.ABSENT
        )
        if move.to is State.LIVE:
            access.count(tx, changed, access.Use.RESTORED, by=by, rules=store.decay)
        return changed

    outcome = chunks.run(
        store, move.kind, ids, change, by=by, detail=detail, progress=progress, cancelled=cancelled
    )
    if not outcome.changed:
        return replace(outcome, message=move.nothing)
    stopped = ", then stopped" if outcome.interrupted else ""
    return replace(outcome, message=f"{move.done} {plural(outcome.changed)}{stopped}")

"""Dropping, restoring and archiving: moving memories between states, some or as many as a filter selects."""

from collections.abc import Sequence
from dataclasses import replace

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.filter import Filter
from memtui.domain.memory import State
from memtui.lifecycle import chunks
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import Cancelled, Outcome, Progress, memories
from memtui.store import accesses, recording, selection
from memtui.store.database import Store, Transaction


def drop(
    store: Store,
    ids: Sequence[int],
    *,
    by: Actor,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Outcome:
    """Take memories out of every view but Dropped. `restore` and undo bring them back."""
    outcome = _to_state(store, "drop", ids, State.DROPPED, by=by, progress=progress, cancelled=cancelled)
    return _worded(outcome, "Dropped {}", "Dropped already")


def restore(
    store: Store,
    ids: Sequence[int],
    *,
    by: Actor,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Outcome:
    """Bring dropped or archived memories back. A person's restore counts as a use."""
    outcome = _to_state(store, "restore", ids, State.LIVE, by=by, progress=progress, cancelled=cancelled)
    return _worded(outcome, "Restored {}", "Live already")


def archive(
    store: Store,
    ids: Sequence[int],
    *,
    by: Actor,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Outcome:
    """Put memories in cold storage: kept and searchable on request, never recalled on their own."""
    outcome = _to_state(store, "archive", ids, State.ARCHIVED, by=by, progress=progress, cancelled=cancelled)
    return _worded(outcome, "Archived {}", "Archived already")


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
    ids = selection.ids(store, replace(wanted, states=wanted.states - {State.DROPPED}))
    outcome = _to_state(
        store,
        "forget",
        ids,
        State.DROPPED,
        by=by,
        detail=wanted.describe(),
        progress=progress,
        cancelled=cancelled,
    )
    return _worded(outcome, "Forgot {}", "Nothing matches the filter")


def _to_state(
    store: Store,
    kind: str,
    ids: Sequence[int],
    state: State,
    *,
    by: Actor,
    detail: str = "",
    progress: Progress | None,
    cancelled: Cancelled | None,
) -> Outcome:
    def change(tx: Transaction, op_id: int, chunk: Sequence[int]) -> list[int]:
        changed = recording.apply(
            tx, op_id, chunk, {"state": state.value}, store.decay, unless_state=State.ABSENT
        )
        if changed and state is State.LIVE and by.kind is ActorKind.PERSON:
            accesses.touch(tx, changed, by, store.decay)
        return changed

    return chunks.run(store, kind, ids, change, by=by, detail=detail, progress=progress, cancelled=cancelled)


def _worded(outcome: Outcome, done: str, nothing: str) -> Outcome:
    if not outcome.changed:
        return replace(outcome, message=nothing)
    stopped = ", then stopped; u takes it back" if outcome.interrupted else ""
    return replace(outcome, message=done.format(memories(outcome.changed)) + stopped)

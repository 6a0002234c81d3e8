"""Dropping, restoring and archiving: moving memories between states, some or as many as a filter selects."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from memtui.domain.actor import Actor
from memtui.domain.filter import Filter
from memtui.domain.memory import State
from memtui.domain.watch import UNWATCHED, Watch
from memtui.lifecycle import access, chunks
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import Outcome
from memtui.store import recording, selection
from memtui.store.database import Store, Transaction

_move = partial(recording.apply, unless_state=State.ABSENT)
_out = partial(_move, values={"state": State.DROPPED.value})

drop = partial(chunks.run, kind="drop", change=_out, done="Dropped {}", nothing="Dropped already")
"""Takes memories out of every view but Dropped. `restore` and undo bring them back."""

archive = partial(
    chunks.run,
    kind="archive",
    change=partial(_move, values={"state": State.ARCHIVED.value}),
    done="Archived {}",
    nothing="Archived already",
)
"""Puts memories in cold storage: kept and searchable on request, never recalled on their own."""


def restore(store: Store, ids: chunks.Ids, *, by: Actor, watch: Watch = UNWATCHED) -> Outcome:
    """Bring dropped or archived memories back. A person's restore counts as a use, which undo takes off."""

    def bring_back(tx: Transaction, op_id: int, chunk: Sequence[int]) -> list[int]:
        changed = _move(tx, op_id, chunk, values={"state": State.LIVE.value})
        with recording.uses_journalled(tx, op_id, changed):
            access.count(tx, changed, access.Use.RESTORED, by=by)
        return changed

    return chunks.run(
        store,
        ids,
        kind="restore",
        change=bring_back,
        done="Restored {}",
        nothing="Live already",
        by=by,
        watch=watch,
    )


def forget(store: Store, wanted: Filter, *, by: Actor, watch: Watch = UNWATCHED) -> Outcome:
    """Drop everything a filter selects, as one op.

    Raises Refused for a filter that narrows nothing: that would empty the store.
    """
    if not wanted.narrows:
        raise Refused(
            "forget needs a filter, such as a scope or an age; without one it would drop everything"
        )
    return chunks.run(
        store,
        selection.ids(store, replace(wanted, states=wanted.states - {State.DROPPED})),
        kind="forget",
        change=_out,
        done="Forgot {}",
        nothing="Nothing matches the filter",
        by=by,
        detail=wanted.describe(),
        watch=watch,
    )

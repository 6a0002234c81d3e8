"""Running a change over any number of memories as one op, without keeping others from the store.

A few memories are one transaction. Many are a series of them, each short, journalled together with its rows;
the op is marked running until the last. The longer a chunk took, the smaller the next one is.
"""

import time
from collections.abc import Callable, Sequence

from memtui.domain.actor import Actor
from memtui.domain.counting import plural
from memtui.domain.watch import UNWATCHED, Watch
from memtui.lifecycle.outcome import Outcome
from memtui.store import journal, recording
from memtui.store.database import Store, Transaction

_FIRST = 250
_SMALLEST = 100
_LARGEST = 4_000
"""Memories in the first chunk, and in any: the first is small because nobody knows yet how long one takes."""
_LOCK_SECONDS = 0.06
"""How long a chunk should hold the store's lock. Others wait that long at most, too briefly to be noticed."""
_TURN_SECONDS = 0.001
"""The pause between chunks, in which a process that waits gets the lock."""
_IDS_KEPT = 1_000
"""Ids that an outcome names, as a face shows no more of them; a million would fill the memory."""

Ids = Sequence[int] | Callable[[Store], Sequence[int]]
"""The ids of memories, or what looks them up where the change runs: a filter may select a million."""

Change = Callable[[Transaction, int, Sequence[int]], list[int]]
"""Changes some memories under the op it is given, and returns the ids that changed."""

_LIKE_THAT = "Nothing to change: it is like that already"


def looked_up(store: Store, ids: Ids) -> Sequence[int]:
    """Return the ids of the memories that are meant."""
    return ids(store) if callable(ids) else ids


def run(
    store: Store,
    ids: Ids,
    *,
    kind: str,
    change: Change,
    done: str = "",
    nothing: str = _LIKE_THAT,
    by: Actor,
    detail: str = "",
    watch: Watch = UNWATCHED,
) -> Outcome:
    """Apply `change` to all of `ids` as one op, which History calls `kind`. Raises StoreError.

    `done` is the sentence about it, with `{}` for the count, as in `Dropped {}`; `nothing` is the sentence
    for when no memory had to change.
    """
    ids = looked_up(store, ids)
    op_id: int | None = None
    changed: list[int] = []
    total = position = 0
    size = _FIRST
    stopped = False
    try:
        while True:
            started = time.perf_counter()
            chunk = ids[position : position + size]
            with store.write() as tx:
                this_op = recording.begin(tx, kind, by, detail=detail) if op_id is None else op_id
                of_chunk = change(tx, this_op, chunk)
                so_far, end = total + len(of_chunk), position + len(chunk)
                stopped = end < len(ids) and watch.cancelled()
                if stopped or end >= len(ids):
                    recording.finish(tx, this_op, so_far, interrupted=stopped)
                else:
                    recording.progress(tx, this_op, so_far)
            op_id, total, position = this_op, so_far, end
            changed += of_chunk[: max(_IDS_KEPT - len(changed), 0)]
            watch.progress(position, len(ids))
            if stopped or position >= len(ids):
                break
            took = time.perf_counter() - started
            size = max(_SMALLEST, min(_LARGEST, size * 2, int(size * _LOCK_SECONDS / max(took, 1e-4))))
            time.sleep(_TURN_SECONDS)
    except BaseException:
        if op_id is not None and position < len(ids):
            with store.write() as tx:
                recording.finish(tx, op_id, total, interrupted=True)
        raise
    if not total:
        return Outcome(None, 0, nothing, interrupted=stopped)
    message = done.replace("{}", plural(total), 1) + (", then stopped" if stopped else "")
    return Outcome(journal.op(store, op_id), total, message, changed, interrupted=stopped)

"""Dropping again: taking what a person dropped out of a file into which an agent wrote it anew."""

import json
from collections.abc import Mapping, Sequence

from memtui.domain.actor import Actor
from memtui.domain.memory import State
from memtui.lifecycle import chunks
from memtui.lifecycle.outcome import Outcome
from memtui.store import dropped_again, memories, recording
from memtui.store.database import Store, Transaction
from memtui.store.dropped_again import Line


def drop_again(store: Store, lines: Mapping[int, Sequence[Line]], *, by: Actor) -> Outcome:
    """Note that the lines of dropped memories are to go out of their files; undo puts them back there.

    `lines` are those of each memory. What was restored meanwhile is left alone.
    """

    def change(tx: Transaction, op_id: int, chunk: Sequence[int]) -> list[int]:
        changed: list[int] = []
        for memory in memories.get_many(store, chunk):
            provenance = dropped_again.noted(memory.provenance, lines[memory.id])
            values = {"provenance": json.dumps(provenance, ensure_ascii=False)}
            dropped = {"state": State.DROPPED.value}
            changed += recording.apply(tx, op_id, [memory.id], values, expected=dropped)
        return changed

    return chunks.run(
        store,
        list(lines),
        kind="drop again",
        change=change,
        done="Took {} that you had dropped out of files again",
        nothing="Nothing that you dropped is in these files",
        by=by,
    )

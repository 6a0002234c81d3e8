"""Erasing memories for good, from the linked files that may be written as well.

The faces call this one. A memory that still stands in such a file is dropped first, so that it is taken
out there as any dropped memory is; only then it is erased, with the copy that was kept of the file. Files
that may not be written, or hold the text in another place, are named in the report.
"""

from collections.abc import Sequence

from memtui.config.settings import Gate
from memtui.domain.actor import Actor
from memtui.domain.memory import State
from memtui.lifecycle import purge as purging
from memtui.lifecycle.purge import PurgeReport
from memtui.lifecycle.states import drop
from memtui.sources.syncing import sync
from memtui.store import memories, sources
from memtui.store.database import Store


def purge(store: Store, ids: Sequence[int], *, by: Actor, gate: Gate) -> PurgeReport:
    """Take memories out of the linked files that may be written, and erase them. Raises Refused.

    `gate` says what becomes of what those files bring meanwhile.
    """
    for source in sources.get_all(store):
        if source.agreed_at is not None:
            standing = [
                r.memory_id for r in sources.records_of_memories(store, source.id, ids) if r.fingerprint
            ]
            if standing:
                _drop(store, standing, by)
                sync(store, source, gate=gate)
    return purging.purge(store, ids, by=by)


def _drop(store: Store, ids: Sequence[int], by: Actor) -> None:
    live = [memory.id for memory in memories.get_many(store, ids) if memory.state is State.LIVE]
    if live:
        drop(store, live, by=by)

"""Erases memories for good, also from linked files that memtui may write.

The faces call it. A memory still in such a file is dropped first, so that writing back takes it out as
usual; then it is erased, with the kept copy of the file. The report names files that may not be written, or
hold the text elsewhere.
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

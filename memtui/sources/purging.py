"""Erases memories for good, also from linked files that memtui may write.

The faces call it. A memory still in such a file is dropped first, so that writing back takes it out as
usual; then it is erased, with the kept copy of the file. The report names files that may not be written, or
hold the text elsewhere, and live stores that still have it or keep the words of what they drop.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from memtui import installed
from memtui.config.settings import Gate
from memtui.domain.actor import Actor
from memtui.domain.memory import State
from memtui.lifecycle import purge as purging
from memtui.lifecycle.purge import PurgeReport
from memtui.lifecycle.states import drop
from memtui.live_stores import registry as live_stores
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
    left = list(_left_there(store, ids))
    done = purging.purge(store, ids, by=by)
    if not left:
        return done
    message = ". ".join([done.message, *(said for _, said in left)])
    return replace(
        done, verified=False, linked=[*done.linked, *(place for place, _ in left)], message=message
    )


def _left_there(store: Store, ids: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Yield live stores that keep words of these memories though they dropped them, each with a sentence."""
    names = installed.live_store_names()
    for source in sources.get_all(store) if ids else ():
        if source.format not in names or not live_stores.named(source.format).keeps_dropped:
            continue
        records = sources.records_of_memories(store, source.id, ids)
        if records and not any(record.fingerprint for record in records):
            yield source.path, f"{source.path} keeps the words of what was dropped there; erase it there, too"


def _drop(store: Store, ids: Sequence[int], by: Actor) -> None:
    live = [memory.id for memory in memories.get_many(store, ids) if memory.state is State.LIVE]
    if live:
        drop(store, live, by=by)

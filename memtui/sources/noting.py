"""Stores the state of a source, and up to which op it is in step; for linked files and live stores alike."""

from memtui.sources.synced import Synced
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source, Standing


def note_standing(store: Store, source: Source, status: Standing, message: str = "") -> None:
    """Note how a source stands; `message` says what is wrong with it."""
    with store.write() as tx:
        sources.note_standing(tx, source.id, status, message)


def note_in_step(store: Store, source: Source, op: int, synced: Synced) -> Source:
    """Note that a source is in step up to `op` and the ops of this sync; return it as it is now."""
    while op + 1 in synced.ops:
        op += 1
    with store.write() as tx:
        sources.note_synced(tx, source.id, op)
    return sources.find(store, source.path) or source

"""Counting uses that change nothing else: a copy, a "keep it", a recall."""

from collections.abc import Sequence

from memtui.domain.actor import Actor
from memtui.store import accesses
from memtui.store.database import Store


def touch(store: Store, ids: Sequence[int], *, by: Actor) -> None:
    """Count one use of each memory now."""
    with store.write() as tx:
        accesses.touch(tx, ids, by, store.decay)

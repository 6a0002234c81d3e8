"""This store's own part of an exchange, read and noted."""

import shlex
from collections.abc import Callable

from memtui.store import replicas
from memtui.store.database import Store
from memtui.store.replicas import OWN, Replica
from memtui.sync.errors import SyncError


def own_part(store: Store, place: str = OWN) -> Replica:
    """Return what this store knows of its own part at a place. Raises SyncError where it meets nobody."""
    own = replicas.replica(store, place)
    if own is not None:
        return own
    if place:
        command = f"memtui sync init WHERE --scope {shlex.quote(place)}"
        raise SyncError(f"{place} is shared with nobody; `{command}` does that")
    raise SyncError("this store meets no others yet; `memtui sync init WHERE` says where")


def note_own(
    store: Store, change: Callable[[Replica], Replica], place: str = OWN, *, durable: bool = False
) -> None:
    """Note something of this store's own part at a place; nothing where it has left meanwhile."""
    with store.write(durable=durable) as tx:
        own = replicas.replica(tx, place)
        if own is not None:
            replicas.keep(tx, change(own))

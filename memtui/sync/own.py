"""This store's own part of an exchange, read and noted."""

from collections.abc import Callable

from memtui.store import replicas
from memtui.store.database import Store
from memtui.store.replicas import Replica
from memtui.sync.errors import SyncError


def own_part(store: Store) -> Replica:
    """Return what this store knows of its own part. Raises SyncError when it meets no others."""
    own = replicas.replica(store)
    if own is None:
        raise SyncError("this store meets no others yet; `memtui sync init WHERE` says where")
    return own


def note_own(store: Store, change: Callable[[Replica], Replica], *, durable: bool = False) -> None:
    """Note something of this store's own part; nothing where it has left meanwhile."""
    with store.write(durable=durable) as tx:
        own = replicas.replica(tx)
        if own is not None:
            replicas.keep(tx, change(own))

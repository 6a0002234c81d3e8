"""Exchanging where a store meets others, now or when it is time to."""

from memtui.config.settings import Sync
from memtui.store import replicas
from memtui.store.database import Store
from memtui.sync.errors import SyncError
from memtui.sync.places import carrier_at
from memtui.sync.running import Exchanged, exchange
from memtui.sync.sealing import sealed
from memtui.sync.status import is_due


def exchange_now(store: Store, wanted: Sync) -> Exchanged:
    """Exchange now. Raises SyncError, also where the store meets nobody, and StoreError."""
    own = replicas.replica(store)
    if own is None:
        raise SyncError("this store meets no others yet; `memtui sync init WHERE` says where")
    return exchange(store, sealed(carrier_at(own.where, store.path), wanted), wanted)


def exchange_if_due(store: Store, wanted: Sync) -> Exchanged | None:
    """Exchange when it is time to; None when it is not. Raises SyncError and StoreError."""
    return exchange_now(store, wanted) if is_due(store, wanted) else None

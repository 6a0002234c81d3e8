"""Exchanging where a store meets others, now or when it is time to."""

from memtui.config.settings import Sync
from memtui.store.database import Store
from memtui.sync.exchanged import Exchanged
from memtui.sync.own import own_part
from memtui.sync.places import carrier_at
from memtui.sync.running import exchange
from memtui.sync.sealing import sealed
from memtui.sync.status import is_due


def exchange_now(store: Store, wanted: Sync) -> Exchanged:
    """Exchange now. Raises SyncError, also where the store meets nobody, and StoreError."""
    return exchange(store, sealed(carrier_at(own_part(store).where, store.path), wanted), wanted)


def exchange_if_due(store: Store, wanted: Sync) -> Exchanged | None:
    """Exchange when it is time to; None when it is not. Raises SyncError and StoreError."""
    return exchange_now(store, wanted) if is_due(store, wanted) else None

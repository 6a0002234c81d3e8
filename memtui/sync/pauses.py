"""Exchanging by itself while something of memtui is running: the worker does it between two jobs."""

from memtui.config.settings import Sync
from memtui.store import replicas
from memtui.store.database import Store
from memtui.sync.places import carrier_at
from memtui.sync.running import Exchanged, exchange
from memtui.sync.status import is_due


def exchange_if_due(store: Store, wanted: Sync) -> Exchanged | None:
    """Exchange when it is time to; None when it is not. Raises SyncError and StoreError."""
    own = replicas.replica(store)
    if own is None or not is_due(store, wanted):
        return None
    return exchange(store, carrier_at(own.where, store.path), wanted)

"""Exchanging where a store meets others, now or when it is time to."""

from memtui.addresses import without_password
from memtui.config.settings import Sync
from memtui.store import replicas
from memtui.store.database import Store
from memtui.sync.errors import OthersAtWork, SyncError
from memtui.sync.exchanged import Exchanged
from memtui.sync.own import own_part
from memtui.sync.places import carrier_at
from memtui.sync.running import exchange
from memtui.sync.sealing import sealed
from memtui.sync.status import is_due


def exchange_now(store: Store, wanted: Sync) -> Exchanged:
    """Exchange now at every place, the person's own machines first.

    A place that fails does not hold up the others. Raises SyncError where the store meets nobody and where
    every place fails, and StoreError.
    """
    parts = replicas.places(store) or [own_part(store)]
    done = Exchanged()
    failed: list[SyncError] = []
    for part in parts:
        try:
            carrier = sealed(carrier_at(part.where, store.path), wanted)
            done.add(exchange(store, carrier, wanted, part.place))
        except OthersAtWork:
            raise
        except SyncError as error:
            failed.append(error)
            done.troubles[part.place or without_password(part.where)] = str(error)
    if len(failed) == len(parts):
        raise failed[0]
    return done


def exchange_if_due(store: Store, wanted: Sync) -> Exchanged | None:
    """Exchange when it is time to; None when it is not. Raises SyncError and StoreError."""
    return exchange_now(store, wanted) if is_due(store, wanted) else None

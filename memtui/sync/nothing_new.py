"""Whether there is anything to exchange, asked without writing to the store."""

import hashlib
from collections.abc import Mapping

from memtui.config.settings import Sync
from memtui.store import carried, elsewhere, replicas
from memtui.store.database import Store
from memtui.store.replicas import Replica
from memtui.sync.errors import BrokenSegment
from memtui.sync.sealing import seal_mark
from memtui.sync.segments import Head


def nothing_to_tell(store: Store, own: Replica, wanted: Sync) -> bool:
    """Say whether the others have been told all that was done here."""
    if (own.scopes, own.come, own.sealed) != (wanted.scopes, wanted.come, seal_mark(wanted)):
        return False
    if carried.parts_to_send(store, own.place) or (own.is_partial and elsewhere.awaited(store, 1)):
        return False
    waits = carried.to_send(store, own.place) or replicas.to_rewrite(store, own.place)
    return not waits and all_is_packed(store, own)


def all_is_packed(store: Store, own: Replica) -> bool:
    """Say whether all that was done here is in segments."""
    return not (
        replicas.count_untold(store, own.op)
        or replicas.is_unseen(store, own.memory)
        or replicas.are_uses(store, own.used_at, own.place)
    )


def nothing_to_hear(store: Store, own: Replica, heads: Mapping[str, bytes]) -> bool:
    """Say whether no head has changed since the last exchange, neither ours nor those of others."""
    known = carried.devices(store, own.place)
    ours = heads.get(own.device)
    there = {device for device, machine in known.items() if machine.there}
    if ours is None or digest(ours) != own.head or heads.keys() != there | {own.device}:
        return False
    for device, data in heads.items():
        if device == own.device:
            continue
        try:
            head = Head.unpacked(device, data)
        except BrokenSegment:
            return False
        before = known[device]
        if before.trouble or (head.at, head.last) != (before.heard_at, before.taken):
            return False
    return True


def digest(head: bytes) -> str:
    """Return what tells a head from others."""
    return hashlib.sha256(head).hexdigest()

"""One exchange with the other stores: tell what was done here, take in what they did, tell what came of it.

What is told lies in the store's own outbox before anything is carried, and a segment is taken in one write.
So a run that is killed anywhere is simply run again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from memtui.addresses import without_password
from memtui.config.settings import Sync
from memtui.domain.stamp import new_device
from memtui.store import carried, locks, replicas
from memtui.store.database import Store
from memtui.store.replicas import Replica
from memtui.sync.carrier import Carrier
from memtui.sync.errors import OthersAtWork, SyncError
from memtui.sync.exchanged import Exchanged
from memtui.sync.nothing_new import digest, nothing_to_hear, nothing_to_tell
from memtui.sync.own import note_own, own_part
from memtui.sync.publishing import publish
from memtui.sync.sealing import seal_mark
from memtui.sync.segments import Head
from memtui.sync.sending import Sending
from memtui.sync.taking import Taking
from memtui.sync.tried import note_try

LOCK = "sync.lock"
_TOLD_ANEW = "what it had told was gone or was told by a copy; it was told anew"


def join(store: Store, where: str, name: str) -> Replica:
    """Begin to exchange at a place. Raises SyncError when this store does so already."""
    with store.write() as tx:
        known = replicas.replica(tx)
        if known is not None:
            place = without_password(known.where)
            raise SyncError(f"this store meets others at {place} already; leave there first")
        # What ops did until now is told with the memories as they are.
        own = Replica(new_device(), name, where, op=replicas.last_op(tx), used_at=tx.now)
        replicas.keep(tx, own)
    return own


def leave(store: Store, carrier: Carrier) -> None:
    """Stop: take away what lies at the carrier from this store, and forget the others. Memories stay."""
    own = own_part(store)
    carrier.leave(own.device)
    with store.write() as tx:
        replicas.forget(tx)


def exchange(store: Store, carrier: Carrier, wanted: Sync) -> Exchanged:
    """Tell the others what was done here and take in what they did. Raises SyncError and StoreError.

    Where there is nothing new on either side, nothing is written to the store.
    """
    note_try(store)
    try:
        done = _exchange(store, carrier, wanted)
    except OthersAtWork:
        raise
    except SyncError as error:
        _note(store, str(error))
        raise
    _note(store, "")
    return done


def _exchange(store: Store, carrier: Carrier, wanted: Sync) -> Exchanged:
    own = own_part(store)
    heads: Mapping[str, bytes] | None = None
    if nothing_to_tell(store, own, wanted):
        heads = carrier.heads()
        if nothing_to_hear(store, own, heads):
            return Exchanged()
    if locks.take(store, LOCK):
        raise OthersAtWork("another memtui is exchanging right now")
    try:
        # What was seen counts only if no other process has exchanged in between.
        if heads is None or own_part(store) != own:
            heads = carrier.heads()
        return _Exchange(store, carrier, wanted).run(heads)
    finally:
        locks.free(store, LOCK)


def _note(store: Store, trouble: str) -> None:
    """Note why an exchange failed, or that it did not."""
    own = replicas.replica(store)
    if own is not None and own.trouble != trouble:
        note_own(store, lambda now: replace(now, trouble=trouble))


@dataclass(slots=True)
class _Exchange:
    store: Store
    carrier: Carrier
    wanted: Sync
    done: Exchanged = field(default_factory=Exchanged)

    def run(self, heads: Mapping[str, bytes]) -> Exchanged:
        self._be_alone(heads)
        withheld = publish(self.store, self.wanted)
        Taking(self.store, self.carrier, self.wanted, self.done).run(heads)
        self.done.withheld = len(withheld | publish(self.store, self.wanted))
        Sending(self.store, self.carrier, self.done).run(heads)
        return self.done

    # -- who we are ------------------------------------------------------------------------------

    def _be_alone(self, heads: Mapping[str, bytes]) -> None:
        """See to it that nobody else writes as this device, and that what we once told is still there."""
        own = own_part(self.store)
        there = heads.get(own.device)
        if own.sealed != seal_mark(self.wanted):
            self.carrier.leave(own.device)
            self._begin_again(own, "it is sealed for others than before, so all was told anew")
        elif own.head and there is None:
            self._begin_again(own)
        elif there is not None and digest(there) != own.head:
            self._settle(own, Head.unpacked(own.device, there))

    def _settle(self, own: Replica, there: Head) -> None:
        """Tell a write of ours that was lost from a store that goes by our name."""
        ours = [name for _, name in carried.segments(self.store)]
        if list(there.names) == ours[: len(there.names)]:
            # Ours, and older or just not noted: what it lacks is sent again while it is here.
            if len(there.names) < len(ours) - len(carried.to_send(self.store)):
                self._begin_again(own)
            return
        self._begin_again(own)

    def _begin_again(self, own: Replica, why: str = _TOLD_ANEW) -> None:
        """Take a new name and tell everything anew: the others find what they know already, and keep it."""
        with self.store.write() as tx:
            replicas.forget(tx)
            fresh = Replica(new_device(), own.name, own.where, clock=own.clock, op=replicas.last_op(tx))
            replicas.keep(tx, replace(fresh, used_at=tx.now, sealed=seal_mark(self.wanted)))
        if own.head:
            self.done.troubles[own.name] = why

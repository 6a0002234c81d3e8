"""One exchange with the other stores: tell what was done here, take in what they did, tell what came of it.

What is told lies in the store's own outbox before anything is carried, and a segment is taken in one write.
So a run that is killed anywhere is simply run again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from memtui.config.settings import Sync
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.instant import DAY
from memtui.domain.stamp import new_device, time_of
from memtui.lifecycle.purge import purge
from memtui.store import locks, memories, replicas, tombstones
from memtui.store.database import Store
from memtui.store.replicas import Device, Replica
from memtui.sync import clashes
from memtui.sync.addresses import without_password
from memtui.sync.carrier import Carrier
from memtui.sync.errors import BrokenSegment, MayNotWrite, OthersAtWork, SyncError
from memtui.sync.merging import Merging
from memtui.sync.nothing_new import digest, nothing_to_hear, nothing_to_tell
from memtui.sync.publishing import Publishing, publish, publish_rest
from memtui.sync.sealing import seal_mark
from memtui.sync.segments import Head, Segment, is_whole, name_of
from memtui.sync.tried import note_try

LOCK = "sync.lock"
_TOLD_ANEW = "what it had told was gone or was told by a copy; it was told anew"
_AT_ONCE = 16
"""Segments fetched together."""
_AHEAD = DAY
"""By how much another's clock may be ahead before its acts have to wait."""


@dataclass(slots=True)
class Exchanged:
    """What one exchange did."""

    sent: int = 0
    """Segments that the carrier has now."""
    sent_bytes: int = 0
    taken: int = 0
    """Segments of others."""
    changed: int = 0
    """Memories that others changed here."""
    clashes: int = 0
    """Cards about what was changed on two machines."""
    erased: int = 0
    """Memories that others purged."""
    withheld: int = 0
    """New memories that look like secrets and were told to nobody."""
    troubles: dict[str, str] = field(default_factory=dict)
    """What could not be taken, by the machine's name."""

    @property
    def nothing(self) -> bool:
        """Whether nothing went and nothing came."""
        return not (self.sent or self.taken)


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
    own = _own(store)
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
    own = _own(store)
    heads: Mapping[str, bytes] | None = None
    if nothing_to_tell(store, own, wanted):
        heads = carrier.heads()
        if nothing_to_hear(store, own, heads):
            return Exchanged()
    if locks.take(store, LOCK):
        raise OthersAtWork("another memtui is exchanging right now")
    try:
        # What was seen counts only if no other process has exchanged in between.
        if heads is None or _own(store) != own:
            heads = carrier.heads()
        return _Exchange(store, carrier, wanted).run(heads)
    finally:
        locks.free(store, LOCK)


def _note(store: Store, trouble: str) -> None:
    """Note why an exchange failed, or that it did not."""
    own = replicas.replica(store)
    if own is None or own.trouble == trouble:
        return
    with store.write() as tx:
        own = replicas.replica(tx)
        if own is not None:
            replicas.keep(tx, replace(own, trouble=trouble))


def _own(store: Store) -> Replica:
    own = replicas.replica(store)
    if own is None:
        raise SyncError("this store meets no others yet; `memtui sync init WHERE` says where")
    return own


@dataclass(slots=True)
class _Exchange:
    store: Store
    carrier: Carrier
    wanted: Sync
    done: Exchanged = field(default_factory=Exchanged)

    def run(self, heads: Mapping[str, bytes]) -> Exchanged:
        self._be_alone(heads)
        withheld = publish(self.store, self.wanted)
        self._take(heads)
        self.done.withheld = len(withheld | publish(self.store, self.wanted))
        self._send(heads)
        return self.done

    # -- who we are ------------------------------------------------------------------------------

    def _be_alone(self, heads: Mapping[str, bytes]) -> None:
        """See to it that nobody else writes as this device, and that what we once told is still there."""
        own = _own(self.store)
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
        ours = [name for _, name in replicas.segments(self.store)]
        if list(there.names) == ours[: len(there.names)]:
            # Ours, and older or just not noted: what it lacks is sent again while it is here.
            if len(there.names) < len(ours) - len(replicas.to_send(self.store)):
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

    # -- taking ----------------------------------------------------------------------------------

    def _take(self, heads: Mapping[str, bytes]) -> None:
        own = _own(self.store)
        known = {}
        for device, data in heads.items():
            if device != own.device:
                try:
                    known[device] = Head.unpacked(device, data)
                except BrokenSegment as error:
                    self.done.troubles[device] = str(error)
        moving = True
        while moving:
            took = [self._take_from(head) for head in known.values()]
            moving = any(took)  # those that waited for others may go now
        for head in known.values():
            self._heard(head)

    def _take_from(self, head: Head) -> bool:
        """Take what can be taken of a device's next segments; returns whether that was anything."""
        before = self._device(head).taken
        names = head.names[before : before + _AT_ONCE]
        blobs = self.carrier.get(head.device, names) if names else {}
        number = before
        for name in names:
            number += 1
            try:
                if name not in blobs or not is_whole(name, blobs[name]):
                    raise BrokenSegment("a segment has not arrived whole yet")
                segment = Segment.unpacked(blobs[name])
                if (segment.device, segment.number) != (head.device, number):
                    raise BrokenSegment("a segment is not what its head says")
                self._check_time(segment)
            except BrokenSegment as error:
                self.done.troubles[head.name] = str(error)
                return number - 1 > before
            if not self._is_ready(segment):
                return number - 1 > before
            self._carry_out(head, segment)
        return number > before

    def _check_time(self, segment: Segment) -> None:
        ahead = max((time_of(act.stamp) for act in segment.acts), default=0.0) - self.store.now()
        if ahead > _AHEAD:
            raise BrokenSegment(
                f"its clock is {ahead / DAY:.0f} days ahead of this one; what it did waits until then, "
                "or until the clock that is wrong is set"
            )

    def _is_ready(self, segment: Segment) -> bool:
        """Say whether all that the device knew when it did this has been taken in here."""
        own = _own(self.store).device
        taken = replicas.taken(self.store)
        return all(
            taken.get(device, 0) >= number
            for device, number in segment.seen.items()
            if device not in {own, segment.device}
        )

    def _carry_out(self, head: Head, segment: Segment) -> None:
        self._purge(head, segment)
        with self.store.write() as tx:
            own = replicas.replica(tx)
            if own is None:
                raise SyncError("this store was taken out of the exchange meanwhile")
            look = Publishing(self.store, tx, own, self.wanted)
            publish_rest(look)
            device = self._device(head)
            merging = Merging(self.store, tx, own, device)
            merging.take(segment.acts)
            replicas.note_device(tx, replace(device, taken=segment.number))
            look.marks(merging.ahead)
            look.pack()
            self.done.clashes += clashes.ask(self.store, tx, merging.clashes, own.device)
            clashes.withdraw(self.store, tx, merging.settled)
            replicas.keep(tx, own)
        self.done.taken += 1
        self.done.changed += len(merging.changed)

    def _purge(self, head: Head, segment: Segment) -> None:
        """Erase what was purged there: before the segment counts as taken, so that it happens for certain."""
        uids = sorted({uid for act in segment.acts for uid in act.erased})
        stones = [stone for act in segment.acts for stone in act.tombstones]
        if not uids and not stones:
            return
        with self.store.write() as tx:
            new = tombstones.keep(tx, stones, machines=1 + len(replicas.devices(tx)))
        shared = replicas.shared_by_uid(self.store, uids)
        ids = {each.memory_id for each in shared.values()} | set(tombstones.said_here(self.store, new))
        there = [memory.id for memory in memories.get_many(self.store, sorted(ids), absent=True)]
        if there:
            purge(self.store, there, by=Actor(ActorKind.SYSTEM, head.name))
            self.done.erased += len(there)
        with self.store.write() as tx:
            own = replicas.replica(tx)
            if own is not None:
                replicas.purged_elsewhere(tx, uids)
                own.buried_at = tx.now
                replicas.keep(tx, own)

    def _device(self, head: Head) -> Device:
        return replicas.devices(self.store).get(head.device) or Device(
            head.device, head.name, 0, head.at, (), ""
        )

    def _heard(self, head: Head) -> None:
        known = replicas.devices(self.store).get(head.device)
        trouble, taken = self.done.troubles.get(head.name, ""), 0 if known is None else known.taken
        heard = Device(head.device, head.name, taken, head.at, head.erased, trouble)
        if heard != known:
            with self.store.write() as tx:
                replicas.note_device(tx, heard)

    # -- sending ---------------------------------------------------------------------------------

    def _send(self, heads: Mapping[str, bytes]) -> None:
        self._rewrite()
        own = _own(self.store)
        names = [name for _, name in replicas.segments(self.store)]
        seen = replicas.taken(self.store)
        head = Head(own.device, own.name, self.store.now(), tuple(names), seen, own.erased)
        there = heads.get(own.device)
        if there is not None and _says_the_same(there, head):
            self._arrived(replicas.to_send(self.store))
            return
        waiting = replicas.to_send(self.store)
        blobs = {name: replicas.blob(self.store, number) for number, name in waiting}
        self._keep(lambda now: replace(now, head=digest(head.packed())), durable=True)
        try:
            self.carrier.put(own.device, blobs, head.packed(), frozenset(names))
        except SyncError as error:
            denied = isinstance(error, MayNotWrite)
            self._keep(lambda now: replace(now, head=own.head, reads_only=denied))
            if denied:
                return  # said by `sync status`; what was taken in is worth as much
            raise
        sent = waiting[-1][0] if waiting else own.sent
        self._keep(lambda now: replace(now, sent=sent, reads_only=False))
        self.done.sent = len(blobs)
        self.done.sent_bytes = sum(map(len, blobs.values()))

    def _keep(self, change: Callable[[Replica], Replica], *, durable: bool = False) -> None:
        """Note something of this store's own part."""
        with self.store.write(durable=durable) as tx:
            own = replicas.replica(tx)
            if own is not None:
                replicas.keep(tx, change(own))

    def _arrived(self, waiting: list[tuple[int, str]]) -> None:
        """Let go of what the carrier has: it was there when we looked, which is after it was written."""
        if waiting:
            with self.store.write() as tx:
                replicas.sent(tx, [name for _, name in waiting])

    def _rewrite(self) -> None:
        """Write our own segments anew without the texts that were purged."""
        gone = frozenset(replicas.to_rewrite(self.store))
        if not gone:
            return
        own = _own(self.store)
        outbox = dict(replicas.to_send(self.store))
        for number, name in replicas.segments(self.store):
            blob = (
                replicas.blob(self.store, number)
                if number in outbox
                else self.carrier.get(own.device, [name]).get(name, b"")
            )
            segment = Segment.unpacked(blob)
            clean = replace(segment, acts=tuple(act.without(gone) for act in segment.acts))
            if clean != segment:
                packed = clean.packed()
                with self.store.write() as tx:
                    replicas.add_segment(tx, number, name_of(number, packed), packed)
        with self.store.write() as tx:
            replicas.rewritten(tx, sorted(gone))


def _says_the_same(data: bytes, head: Head) -> bool:
    """Say whether a head that lies there says what is to be said; the time of it does not count."""
    there = Head.unpacked(head.device, data)
    return replace(there, at=head.at) == head

"""Giving the carrier what this store told, and the head that says so; without what was purged since.

Segments go once a snapshot tells what they told and every machine that is still heard of has taken them.
Nothing goes before this machine has read, whole, what stands in its place.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from memtui.store import carried, replicas
from memtui.store.database import Store
from memtui.store.replicas import OWN, Replica
from memtui.sync.carrier import Carrier
from memtui.sync.drawing import Upkeep, draw, is_missed, own_head, pays
from memtui.sync.errors import MayNotWrite, OwnLost, SyncError
from memtui.sync.exchanged import Exchanged
from memtui.sync.nothing_new import digest
from memtui.sync.own import note_own, own_part
from memtui.sync.packing import is_whole, name_of, name_of_part
from memtui.sync.segments import Head, Segment
from memtui.sync.snapshots import Part

_AT_ONCE = 16
"""Parts of a snapshot fetched together."""


@dataclass(slots=True)
class Sending:
    """What one exchange gives the carrier."""

    store: Store
    carrier: Carrier
    upkeep: Upkeep
    done: Exchanged
    others: Mapping[str, Head]
    """What the others say of themselves, as far as it can be read."""
    place: str = OWN

    def run(self, heads: Mapping[str, bytes]) -> None:
        """Write the blobs that the carrier lacks, then our head. Raises SyncError."""
        self._rewrite()
        if self.place == OWN:  # in a team nobody tells the words of others: each one's own segments stay
            self._draw()
            self._let_go(heads)
        own = own_part(self.store, self.place)
        head = own_head(self.store, own, self.store.now())
        there = heads.get(own.device)
        if there is not None and _says_the_same(there, head):
            self._arrived()
            return
        before = "" if there is None else digest(there)
        self._note(lambda now: replace(now, head=digest(head.packed()), head_before=before), durable=True)
        try:
            keep = frozenset((*head.names, *head.parts))
            self.carrier.put(own.device, self._blobs(), head.packed(), keep)
        except SyncError as error:
            denied = isinstance(error, MayNotWrite)
            self._note(lambda now: replace(now, reads_only=denied))
            if denied:
                self.done.sent = self.done.sent_bytes = 0
                return  # said by `sync status`; what was taken in is worth as much
            raise
        self._note(lambda now: replace(now, sent=head.last, reads_only=False))

    def _blobs(self) -> Iterator[tuple[str, bytes]]:
        """Yield what the carrier does not have, one at a time."""
        for number, name in carried.to_send(self.store, self.place):
            yield self._counted(name, carried.blob(self.store, number, self.place))
        for number, name in self._parts_to_send():
            yield self._counted(name, carried.part(self.store, number))

    def _counted(self, name: str, blob: bytes) -> tuple[str, bytes]:
        self.done.sent += 1
        self.done.sent_bytes += len(blob)
        return name, blob

    def _note(self, change: Callable[[Replica], Replica], *, durable: bool = False) -> None:
        note_own(self.store, change, self.place, durable=durable)

    def _arrived(self) -> None:
        """Drop our copy of the blobs that the carrier has: we have seen them there."""
        waiting = carried.to_send(self.store, self.place)
        if waiting or self._parts_to_send():
            with self.store.write() as tx:
                carried.sent(tx, [name for _, name in waiting], self.place)
                if self.place == OWN:
                    carried.parts_sent(tx)
                own = replicas.replica(tx, self.place)
                if own is not None:
                    replicas.keep(tx, replace(own, head_before=own.head))

    def _parts_to_send(self) -> list[tuple[int, str]]:
        return [] if self.place else carried.parts_to_send(self.store)

    # -- snapshots -------------------------------------------------------------------------------

    def _draw(self) -> None:
        own = own_part(self.store, self.place)
        due = pays(self.store, own, self.others, self.upkeep) or is_missed(self.store, own, self.others)
        if due and not own.reads_only:
            draw(self.store)

    def _let_go(self, heads: Mapping[str, bytes]) -> None:
        """Let segments go that nobody needs any more, and our own snapshot where another tells more."""
        own = own_part(self.store, self.place)
        taken = self._taken_by_all(own, heads)
        gone, better = own.gone, False
        snapshots = [(own.device, own.covers)] + [(d, h.covers) for d, h in self.others.items() if h.parts]
        for device, covers in snapshots:
            until = min(covers.get(own.device, 0), taken)
            tells_more = device != own.device and _tells_more(covers, device, own)
            if (until > gone or tells_more) and (device == own.device or self._is_there(device)):
                gone, better = max(gone, until), better or tells_more
        if gone > own.gone or better:
            with self.store.write() as tx:
                carried.let_go(tx, gone)
                if better:
                    carried.drop_parts(tx)
                now = replicas.replica(tx)
                if now is not None:
                    replicas.keep(tx, replace(now, gone=gone, covers={} if better else now.covers))

    def _taken_by_all(self, own: Replica, heads: Mapping[str, bytes]) -> int:
        """Return the number of our last segment that every machine heard of lately has taken."""
        since = self.store.now() - self.upkeep.silent_after
        known = carried.devices(self.store)
        unread = heads.keys() - self.others.keys() - {own.device}
        if any(device in known and known[device].heard_at >= since for device in unread):
            return own.gone
        last = max(carried.last_segment(self.store), own.gone)
        return min(
            (head.seen.get(own.device, 0) for head in self.others.values() if head.at >= since), default=last
        )

    def _is_there(self, device: str) -> bool:
        """Say whether all of another's snapshot is there, whole."""
        names = self.others[device].parts
        for start in range(0, len(names), _AT_ONCE):
            some = names[start : start + _AT_ONCE]
            blobs = self.carrier.get(device, some)
            if not all(name in blobs and is_whole(name, blobs[name]) for name in some):
                return False
        return True

    # -- purges ----------------------------------------------------------------------------------

    def _rewrite(self) -> None:
        """Write our own segments and snapshot anew without the texts that were purged."""
        gone = frozenset(replicas.to_rewrite(self.store, self.place))
        if not gone:
            return
        outbox = dict(carried.to_send(self.store, self.place))
        for number, name in carried.segments(self.store, self.place):
            blob = carried.blob(self.store, number, self.place) if number in outbox else self._own_blob(name)
            segment = Segment.unpacked(blob)
            clean = replace(segment, acts=tuple(act.without(gone) for act in segment.acts))
            if clean != segment:
                packed = clean.packed()
                with self.store.write() as tx:
                    carried.add_segment(tx, number, name_of(number, packed), packed, self.place)
        if self.place == OWN:
            self._rewrite_snapshot(gone)
        with self.store.write() as tx:
            replicas.rewritten(tx, sorted(gone))

    def _rewrite_snapshot(self, gone: frozenset[str]) -> None:
        waiting = dict(carried.parts_to_send(self.store))
        for number, name in carried.parts(self.store):
            blob = carried.part(self.store, number) if number in waiting else self._own_blob(name)
            part = Part.unpacked(blob)
            without = part.without(gone)
            if without != part:
                packed = without.packed()
                with self.store.write() as tx:
                    carried.add_part(tx, number, name_of_part(number, packed), packed, of_next=False)

    def _own_blob(self, name: str) -> bytes:
        """Return what the carrier has of our own. Raises OwnLost."""
        blob = self.carrier.get(own_part(self.store, self.place).device, [name]).get(name, b"")
        if not is_whole(name, blob):
            raise OwnLost("what this machine had told is not at the meeting place any more")
        return blob


def _tells_more(covers: Mapping[str, int], device: str, own: Replica) -> bool:
    """Say whether another device's snapshot covers all that ours does: then ours can go."""
    if not own.covers or any(covers.get(each, 0) < number for each, number in own.covers.items()):
        return False
    return covers != own.covers or device < own.device


def _says_the_same(data: bytes, head: Head) -> bool:
    """Say whether the head there is up to date; its time does not count."""
    there = Head.unpacked(head.device, data)
    return replace(there, at=head.at) == head

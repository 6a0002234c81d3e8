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
from memtui.sync.drawing import Upkeep, draw, is_missed, own_head, pays, pays_alone
from memtui.sync.errors import MayNotWrite, OwnLost, SyncError
from memtui.sync.exchanged import Exchanged
from memtui.sync.folded import apart, parts_of, together
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
        if self.place == OWN:
            self._draw()
        else:
            self._fold()
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
        for number, name in carried.parts_to_send(self.store, self.place):
            yield self._counted(name, carried.part(self.store, number, self.place))

    def _counted(self, name: str, blob: bytes) -> tuple[str, bytes]:
        self.done.sent += 1
        self.done.sent_bytes += len(blob)
        return name, blob

    def _note(self, change: Callable[[Replica], Replica], *, durable: bool = False) -> None:
        note_own(self.store, change, self.place, durable=durable)

    def _arrived(self) -> None:
        """Drop our copy of the blobs that the carrier has: we have seen them there."""
        waiting = carried.to_send(self.store, self.place)
        if waiting or carried.parts_to_send(self.store, self.place):
            with self.store.write() as tx:
                carried.sent(tx, [name for _, name in waiting], self.place)
                carried.parts_sent(tx, self.place)
                own = replicas.replica(tx, self.place)
                if own is not None:
                    replicas.keep(tx, replace(own, head_before=own.head))

    # -- snapshots -------------------------------------------------------------------------------

    def _draw(self) -> None:
        own = own_part(self.store, self.place)
        due = pays(self.store, own, self.others, self.upkeep) or is_missed(self.store, own, self.others)
        if due and not own.reads_only and not own.is_partial:
            draw(self.store)

    def _fold(self) -> None:
        """Draw a snapshot of what this machine itself told a team, where that pays."""
        own = own_part(self.store, self.place)
        if own.reads_only or not pays_alone(self.store, own, self.upkeep):
            return
        last, covered = carried.last_segment(self.store, self.place), own.covers.get(own.device, 0)
        with self.store.write() as tx:
            carried.drop_next(tx, self.place)
        try:
            for number, blob in enumerate(parts_of(lambda: self._own_segments(covered)), 1):
                with self.store.write() as tx:
                    name = name_of_part(number, blob)
                    carried.add_part(tx, number, name, blob, self.place, of_next=True)
        except OwnLost:
            return  # what lies there is not whole at the moment: it stays as it is
        with self.store.write() as tx:
            carried.take_next(tx, self.place)
            now = replicas.replica(tx, self.place)
            if now is not None:
                replicas.keep(tx, replace(now, covers={own.device: last}))

    def _own_segments(self, until: int) -> Iterator[Segment]:
        """Yield our own segments: those that our snapshot tells, up to one, and those behind it."""
        for number, name in carried.parts(self.store, self.place):
            yield from apart(self._part(number, name))
        for number, name in carried.segments(self.store, self.place):
            if number > until:
                yield Segment.unpacked(self._segment(number, name))

    def _let_go(self, heads: Mapping[str, bytes]) -> None:
        """Let segments go that nobody needs any more, and our own snapshot where another tells more.

        In a team nobody's snapshot tells what another one told.
        """
        own = own_part(self.store, self.place)
        taken = self._taken_by_all(own, heads)
        gone, better = own.gone, False
        others = {} if self.place else self.others
        snapshots = [(own.device, own.covers)] + [(d, h.covers) for d, h in others.items() if h.parts]
        for device, covers in snapshots:
            until = min(covers.get(own.device, 0), taken)
            tells_more = device != own.device and _tells_more(covers, device, own)
            if (until > gone or tells_more) and (device == own.device or self._is_there(device)):
                gone, better = max(gone, until), better or tells_more
        if gone > own.gone or better:
            with self.store.write() as tx:
                carried.let_go(tx, gone, self.place)
                if better:
                    carried.drop_parts(tx)
                now = replicas.replica(tx, self.place)
                if now is not None:
                    replicas.keep(tx, replace(now, gone=gone, covers={} if better else now.covers))

    def _taken_by_all(self, own: Replica, heads: Mapping[str, bytes]) -> int:
        """Return the number of our last segment that every machine heard of lately has taken."""
        since = self.store.now() - self.upkeep.silent_after
        known = carried.devices(self.store, self.place)
        unread = heads.keys() - self.others.keys() - {own.device}
        if any(device in known and known[device].heard_at >= since for device in unread):
            return own.gone
        last = max(carried.last_segment(self.store, self.place), own.gone)
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
        for number, name in carried.segments(self.store, self.place):
            segment = Segment.unpacked(self._segment(number, name))
            clean = segment.without(gone)
            if clean != segment:
                packed = clean.packed()
                with self.store.write() as tx:
                    carried.add_segment(tx, number, name_of(number, packed), packed, self.place)
        self._rewrite_snapshot(gone)
        with self.store.write() as tx:
            replicas.rewritten(tx, sorted(gone))

    def _rewrite_snapshot(self, gone: frozenset[str]) -> None:
        for number, name in carried.parts(self.store, self.place):
            blob = self._part(number, name)
            packed = _folded_without(blob, gone) if self.place else _drawn_without(blob, gone)
            if packed is not None:
                with self.store.write() as tx:
                    named = name_of_part(number, packed)
                    carried.add_part(tx, number, named, packed, self.place, of_next=False)

    # -- what we told ----------------------------------------------------------------------------

    def _segment(self, number: int, name: str) -> bytes:
        """Return a segment of our own, from the outbox or from the carrier. Raises OwnLost."""
        waiting = (number, name) in carried.to_send(self.store, self.place)
        return carried.blob(self.store, number, self.place) if waiting else self._own_blob(name)

    def _part(self, number: int, name: str) -> bytes:
        """Return a part of our own snapshot, from the outbox or from the carrier. Raises OwnLost."""
        waiting = (number, name) in carried.parts_to_send(self.store, self.place)
        return carried.part(self.store, number, self.place) if waiting else self._own_blob(name)

    def _own_blob(self, name: str) -> bytes:
        """Return what the carrier has of our own. Raises OwnLost."""
        blob = self.carrier.get(own_part(self.store, self.place).device, [name]).get(name, b"")
        if not is_whole(name, blob):
            raise OwnLost("what this machine had told is not at the meeting place any more")
        return blob


def _drawn_without(blob: bytes, uids: frozenset[str]) -> bytes | None:
    """Return a part of a snapshot without these memories; None where it says nothing of them."""
    part = Part.unpacked(blob)
    without = part.without(uids)
    return None if without == part else without.packed()


def _folded_without(blob: bytes, uids: frozenset[str]) -> bytes | None:
    """Return a part of a team's snapshot without these memories; None where it says nothing of them."""
    segments = apart(blob)
    without = [segment.without(uids) for segment in segments]
    return None if without == segments else together(without)


def _tells_more(covers: Mapping[str, int], device: str, own: Replica) -> bool:
    """Say whether another device's snapshot covers all that ours does: then ours can go."""
    if not own.covers or any(covers.get(device, 0) < number for device, number in own.covers.items()):
        return False
    return covers != own.covers or device < own.device


def _says_the_same(data: bytes, head: Head) -> bool:
    """Say whether the head there is up to date; its time does not count."""
    there = Head.unpacked(head.device, data)
    return replace(there, at=head.at) == head

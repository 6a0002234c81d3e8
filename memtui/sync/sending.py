"""Giving the carrier what this store told, and the head that says so; without what was purged since."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from memtui.store import carried, replicas
from memtui.store.database import Store
from memtui.store.replicas import OWN, Replica
from memtui.sync.carrier import Carrier
from memtui.sync.errors import MayNotWrite, SyncError
from memtui.sync.exchanged import Exchanged
from memtui.sync.nothing_new import digest
from memtui.sync.own import note_own, own_part
from memtui.sync.segments import Head, Segment, name_of


@dataclass(slots=True)
class Sending:
    """What one exchange gives the carrier."""

    store: Store
    carrier: Carrier
    done: Exchanged
    place: str = OWN

    def run(self, heads: Mapping[str, bytes]) -> None:
        """Write what the carrier does not have, and what this store says of itself. Raises SyncError."""
        self._rewrite()
        own = own_part(self.store, self.place)
        names = [name for _, name in carried.segments(self.store, self.place)]
        seen = carried.taken(self.store, self.place)
        head = Head(own.device, own.name, self.store.now(), tuple(names), seen, own.erased, own.person)
        there = heads.get(own.device)
        if there is not None and _says_the_same(there, head):
            self._arrived(carried.to_send(self.store, self.place))
            return
        waiting = carried.to_send(self.store, self.place)
        self._note(lambda now: replace(now, head=digest(head.packed())), durable=True)
        try:
            self.carrier.put(own.device, self._blobs(waiting), head.packed(), frozenset(names))
        except SyncError as error:
            denied = isinstance(error, MayNotWrite)
            self._note(lambda now: replace(now, head=own.head, reads_only=denied))
            if denied:
                self.done.sent = self.done.sent_bytes = 0
                return  # said by `sync status`; what was taken in is worth as much
            raise
        sent = waiting[-1][0] if waiting else own.sent
        self._note(lambda now: replace(now, sent=sent, reads_only=False))

    def _blobs(self, waiting: Sequence[tuple[int, str]]) -> Iterator[tuple[str, bytes]]:
        """Yield what the carrier does not have, one at a time."""
        for number, name in waiting:
            blob = carried.blob(self.store, number, self.place)
            yield name, blob
            self.done.sent += 1
            self.done.sent_bytes += len(blob)

    def _note(self, change: Callable[[Replica], Replica], *, durable: bool = False) -> None:
        note_own(self.store, change, self.place, durable=durable)

    def _arrived(self, waiting: list[tuple[int, str]]) -> None:
        """Let go of what the carrier has: it was there when we looked, which is after it was written."""
        if waiting:
            with self.store.write() as tx:
                carried.sent(tx, [name for _, name in waiting], self.place)

    def _rewrite(self) -> None:
        """Write our own segments anew without the texts that were purged."""
        gone = frozenset(replicas.to_rewrite(self.store, self.place))
        if not gone:
            return
        own = own_part(self.store, self.place)
        outbox = dict(carried.to_send(self.store, self.place))
        for number, name in carried.segments(self.store, self.place):
            blob = (
                carried.blob(self.store, number, self.place)
                if number in outbox
                else self.carrier.get(own.device, [name]).get(name, b"")
            )
            segment = Segment.unpacked(blob)
            clean = replace(segment, acts=tuple(act.without(gone) for act in segment.acts))
            if clean != segment:
                packed = clean.packed()
                with self.store.write() as tx:
                    carried.add_segment(tx, number, name_of(number, packed), packed, self.place)
        with self.store.write() as tx:
            replicas.rewritten(tx, sorted(gone))


def _says_the_same(data: bytes, head: Head) -> bool:
    """Say whether a head that lies there says what is to be said; the time of it does not count."""
    there = Head.unpacked(head.device, data)
    return replace(there, at=head.at) == head

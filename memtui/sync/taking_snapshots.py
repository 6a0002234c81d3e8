"""Which snapshot to take in, and when: on a new machine, and where segments are gone that it needs.

A snapshot has to be there as a whole before any of it counts, and each part is taken in one write. When the
process is killed half way, its parts are taken in again later, from this snapshot or a newer one. Until then
the others are told that this store still needs it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from memtui.domain.stamp import time_of
from memtui.store import carried
from memtui.store.carried import Device
from memtui.store.database import Transaction
from memtui.sync.catching_up import CatchingUp, reached
from memtui.sync.errors import BrokenSegment
from memtui.sync.incoming import Incoming
from memtui.sync.merging import Merging
from memtui.sync.own import note_own, own_part
from memtui.sync.packing import is_whole
from memtui.sync.segments import Head
from memtui.sync.snapshots import Part

_AT_ONCE = 16
"""Parts fetched together."""


@dataclass(slots=True)
class Snapshots:
    """What is taken in of the snapshots that lie there."""

    incoming: Incoming

    def take(self, known: Mapping[str, Head]) -> None:
        """Take in snapshots where segments alone are not enough, the one that covers most first."""
        tried: set[str] = set()
        while (head := self._next_snapshot(known, tried)) is not None:
            tried.add(head.device)
            try:
                self._check(head, known)
                self._take_snapshot(head)
            except BrokenSegment as error:
                self.incoming.done.troubles[head.name] = f"its snapshot: {error}"

    def _next_snapshot(self, known: Mapping[str, Head], tried: set[str]) -> Head | None:
        taken, own = carried.taken(self.incoming.store), own_part(self.incoming.store)
        if not (own.half_taken or self._lacks(known, own.device, taken)):
            return None

        def more(head: Head) -> int:
            return sum(
                max(number - taken.get(device, 0), 0)
                for device, number in head.covers.items()
                if device != own.device
            )

        there = [head for head in known.values() if head.parts and head.device not in tried and more(head)]
        return max(there, key=lambda head: (more(head), head.device), default=None)

    def _lacks(self, known: Mapping[str, Head], own: str, taken: Mapping[str, int]) -> bool:
        """Say whether this is a new machine, or one that needs segments which are not there any more."""
        if not taken or any(head.gone > taken.get(device, 0) for device, head in known.items()):
            return True
        return any(
            number > taken.get(device, 0)
            for head in known.values()
            for device, number in head.seen.items()
            if device != own and device not in known
        )

    def parts(self, head: Head, read: Callable[[bytes], Part]) -> Iterator[Part]:
        """Yield the parts of a snapshot. Raises BrokenSegment where one is not what the head says."""
        for start in range(0, len(head.parts), _AT_ONCE):
            names = head.parts[start : start + _AT_ONCE]
            blobs = self.incoming.carrier.get(head.device, names)
            for number, name in enumerate(names, start + 1):
                if name not in blobs or not is_whole(name, blobs[name]):
                    raise BrokenSegment("a part has not arrived whole yet")
                part = read(blobs[name])
                if (part.device, part.number, part.covers) != (head.device, number, head.covers):
                    raise BrokenSegment("a part is not what its head says")
                yield part

    def _check(self, head: Head, known: Mapping[str, Head]) -> None:
        """Raise BrokenSegment for a snapshot that is incomplete, or tells what its device cannot know."""
        own = own_part(self.incoming.store)
        for device, number in head.covers.items():
            last = known[device].last if device in known else number
            if device == own.device:
                last = max(carried.last_segment(self.incoming.store), own.gone)
            if number > last:
                raise BrokenSegment("it tells of segments that are not there yet")
        for part in self.parts(head, Part.top_of):
            self.incoming.check_time(max(time_of(reach.clock) for reach in part.reaches.values()))

    def _take_snapshot(self, head: Head) -> None:
        store = self.incoming.store
        half, devices = own_part(store).half_taken, carried.devices(store)
        note_own(store, lambda now: replace(now, half_taken=_furthest(half, head.covers)))
        try:
            self._take_parts(head, devices)
        except BrokenSegment:
            # What it tells may never be told again: nobody is to wait for it.
            note_own(store, lambda now: replace(now, half_taken=half))
            raise
        self.incoming.done.taken += 1

    def _take_parts(self, head: Head, devices: Mapping[str, Device]) -> None:
        for part in self.parts(head, Part.unpacked):
            self.incoming.purge(head, part.acts)
            with self.incoming.store.write() as tx:
                merging, look = self.incoming.begin(tx, head)
                CatchingUp(merging, part, devices).take()
                merging.own.erased = tuple(dict.fromkeys((*merging.own.erased, *part.purged)))
                if part.number == len(head.parts):
                    self._note_reached(tx, merging, part)
                self.incoming.end(merging, look)

    def _note_reached(self, tx: Transaction, merging: Merging, part: Part) -> None:
        """Note that everything in a snapshot is taken in."""
        own = merging.own
        for device in reached(part, own.device, carried.devices(tx)):
            carried.note_device(tx, device)
        latest = max(f"{reach.clock}{device}" for device, reach in part.reaches.items())
        own.clock = max(own.clock, latest)
        taken = carried.taken(tx)
        own.half_taken = {
            device: number for device, number in own.half_taken.items() if number > taken.get(device, 0)
        }
        own.half_taken.pop(own.device, None)


def _furthest(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Return the further of two, for each device."""
    return {device: max(one.get(device, 0), other.get(device, 0)) for device in sorted({*one, *other})}

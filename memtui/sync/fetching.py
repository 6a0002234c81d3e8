"""Fetching memories that were passed over, and that others have filed since under a scope that comes.

The segments that speak of them were taken, and are not taken again. So what they say of these memories is
read once more, as a new machine would read it: from the snapshots that lie there, then from the segments
behind those, as far as this store has taken those of each device. All of it comes in one write. After that
these memories are what they would be if nothing of them had been passed over.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from memtui.store import carried, elsewhere
from memtui.store.carried import Device
from memtui.store.database import Transaction
from memtui.sync.catching_up import CatchingUp, reached
from memtui.sync.errors import BrokenSegment
from memtui.sync.incoming import Incoming
from memtui.sync.own import own_part
from memtui.sync.reading import Reading
from memtui.sync.segments import Head, Segment
from memtui.sync.snapshots import Part
from memtui.sync.taking_snapshots import Snapshots

_AT_ONCE = 2_000
"""Memories fetched in one write, which locks the store for others."""


def fetch(incoming: Incoming, heads: Mapping[str, Head]) -> None:
    """Fetch what is waited for; `heads` are those of all devices that are there, this one too.

    Raises BrokenSegment where not all that was said of it can be read now: it is tried again.
    """
    while uids := elsewhere.awaited(incoming.store, _AT_ONCE):
        _Fetch(incoming, heads, frozenset(uids)).run()


@dataclass(slots=True)
class _Fetch:
    """Some memories, and how far was read for them."""

    incoming: Incoming
    heads: Mapping[str, Head]
    uids: frozenset[str]
    own: str = field(init=False)
    taken: Mapping[str, int] = field(init=False)
    """How far this store has taken each device's segments: as far they are read."""
    devices: dict[str, Device] = field(default_factory=dict)
    """How far they are read."""
    reading: Reading = field(init=False)

    def __post_init__(self) -> None:
        store = self.incoming.store
        self.own, self.taken = own_part(store).device, carried.taken(store)
        self.reading = Reading(self.incoming.carrier, self.incoming.place, self.uids)

    def run(self) -> None:
        parts, segments = list(self._in_snapshots()), list(self._in_segments())
        with self.incoming.store.write() as tx:
            self._take(tx, parts, segments)

    def _take(
        self,
        tx: Transaction,
        parts: list[tuple[Part, Mapping[str, Device]]],
        segments: list[tuple[Segment, Device]],
    ) -> None:
        elsewhere.come(tx, self.uids)
        merging, look = self.incoming.begin(tx, min(self.heads.values(), key=self._is_own))
        merging.passing_over = None
        merging.begin()
        for part, read_before in parts:
            CatchingUp(merging, part, read_before).merge()
        for segment, device in segments:
            merging.device = device
            for act in segment.acts:
                merging.carry_out(act)
        merging.end()
        self.incoming.end(merging, look)

    def _is_own(self, head: Head) -> tuple[bool, str]:
        return head.device == self.own, head.device

    # -- snapshots -------------------------------------------------------------------------------

    def _in_snapshots(self) -> Iterator[tuple[Part, Mapping[str, Device]]]:
        """Yield what snapshots say of the memories, each with how far was read before it.

        The one that covers most comes first, others where segments are gone that it does not tell.
        """
        there = [head for head in self.heads.values() if head.parts and self._is_taken(head)]
        there.sort(key=lambda head: (sum(head.covers.values()), head.device), reverse=True)
        for head in there:
            if self.devices and not self._lacks():
                return
            before = dict(self.devices)
            for part in Snapshots(self.incoming).parts(head, partial(Part.unpacked, about=self.uids)):
                yield part, before
            self.devices |= {reach.device: reach for reach in reached(part, self.own, before)}
        if self._lacks():
            raise BrokenSegment(
                "what was filed here since is told by no snapshot yet; it comes with the next"
            )

    def _is_taken(self, head: Head) -> bool:
        """Say whether a snapshot tells nothing that this store has not taken in."""
        return all(
            self.taken.get(device, 0) >= number
            for device, number in head.covers.items()
            if device != self.own
        )

    def _lacks(self) -> bool:
        """Say whether segments are needed that are gone, or whose device is."""
        return any(
            self._read(device) < (self.heads[device].gone if device in self.heads else number)
            for device, number in self.taken.items()
        )

    def _read(self, device: str) -> int:
        return self.devices[device].taken if device in self.devices else 0

    # -- segments --------------------------------------------------------------------------------

    def _in_segments(self) -> Iterator[tuple[Segment, Device]]:
        """Yield what segments behind the snapshots say, each behind those that it was made on."""
        moving = True
        while moving:
            moving = False
            for head in self.heads.values():
                while segment := self._next_of(head):
                    moving = True
                    yield segment, self._note(head, segment)
        if any(self._read(device) < number for device, number in self.taken.items()):
            raise BrokenSegment("what was filed here since has not arrived whole yet")

    def _next_of(self, head: Head) -> Segment | None:
        """Return the next segment of a device that was taken; None where it waits for others."""
        if self._read(head.device) >= self.taken.get(head.device, 0):
            return None
        segment = self.reading.next_of(head, self._device(head))
        if segment is None:
            return None
        made_on = segment.seen.items() - {(self.own, segment.seen.get(self.own))}
        return segment if all(self._read(device) >= number for device, number in made_on) else None

    def _device(self, head: Head) -> Device:
        unread = replace(self.incoming.device(head), taken=0, clock="")
        return self.devices.get(head.device, unread)

    def _note(self, head: Head, segment: Segment) -> Device:
        self.devices[head.device] = replace(self._device(head), taken=segment.number)
        return self.devices[head.device]

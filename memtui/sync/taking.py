"""Taking in what other devices did: their segments, in an order in which each finds what it was made on."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace

from memtui.domain.stamp import clock_of, device_of, time_of
from memtui.store import carried
from memtui.store.indexes import BY_HASH
from memtui.store.loading import Loading
from memtui.store.replicas import OWN, Replica
from memtui.sync import border
from memtui.sync.errors import BrokenSegment
from memtui.sync.fetching import fetch
from memtui.sync.incoming import Incoming
from memtui.sync.own import own_part
from memtui.sync.reading import Reading
from memtui.sync.segments import Head, Segment
from memtui.sync.taking_snapshots import Snapshots

_MANY = 16
"""Blobs from which it pays to build the indexes at the end; one says 2,000 memories at most."""


@dataclass(slots=True)
class Taking(Incoming):
    """What one exchange takes in."""

    reading: Reading = field(init=False)

    def __post_init__(self) -> None:
        self.reading = Reading(self.carrier, self.place)

    def run(self, heads: Mapping[str, bytes]) -> dict[str, Head]:
        """Take in what the heads of others announce, note when each was heard of, and return the heads."""
        own = own_part(self.store, self.place)
        known = {}
        others = {device: data for device, data in heads.items() if device != own.device}
        for device, data in self._heard_of(others).items():
            try:
                known[device] = Head.unpacked(device, data)
            except BrokenSegment as error:
                self.done.troubles[device] = str(error)
        with self._put_in_fast(known):
            if self.place == OWN:
                Snapshots(self).take(known)
            moving = True
            while moving:
                took = [self._take_from(head) for head in known.values()]
                moving = any(took)  # those that waited for others may go now
        if own.is_partial:
            self._fetch(own, heads, known)
        for head in known.values():
            self._heard(head)
        self._note_who_left(heads)
        return known

    def _fetch(self, own: Replica, heads: Mapping[str, bytes], known: Mapping[str, Head]) -> None:
        """Fetch what was passed over and comes now."""
        try:
            ours = {own.device: Head.unpacked(own.device, heads[own.device])} if own.device in heads else {}
            fetch(self, {**known, **ours})
        except BrokenSegment as error:
            self.done.troubles.setdefault(own.name, str(error))

    def _put_in_fast(self, known: Mapping[str, Head]) -> AbstractContextManager[object]:
        """Return a context in which a new machine that is told much builds its indexes at the end."""
        taken = carried.taken(self.store, self.place)
        blobs = sum(
            len(head.behind(taken.get(device, 0))) + len(head.parts) for device, head in known.items()
        )
        return Loading(self.store, keeps={BY_HASH}) if blobs >= _MANY else nullcontext()

    def _heard_of(self, heads: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """Return the heads to take from: of a team, at most `MOST_MACHINES`, known ones first."""
        if not self.place or len(heads) <= border.MOST_MACHINES:
            return heads
        before = carried.devices(self.store, self.place)
        first = sorted(heads, key=lambda device: (device not in before, device))[: border.MOST_MACHINES]
        self.done.troubles[self.place] = f"{len(heads):,} machines are there, {len(first):,} are listened to"
        return {device: heads[device] for device in first}

    def _take_from(self, head: Head) -> bool:
        """Take in the next segments of a device; returns whether there were any."""
        before = self.device(head).taken
        try:
            while segment := self._next_of(head):
                self._carry_out(head, segment)
        except BrokenSegment as error:
            self.done.troubles.setdefault(head.name, str(error))
        return self.device(head).taken > before

    def _next_of(self, head: Head) -> Segment | None:
        """Return the next segment of a device as it may come in; None where it has to wait for others.

        Raises BrokenSegment.
        """
        known = self.device(head)
        if head.gone > known.taken and not (self.place and head.parts):
            raise BrokenSegment("what it did before has gone, and no snapshot is there")
        segment = self.reading.next_of(head, known)
        if segment is None:
            return None
        self.check_time(max((time_of(act.stamp) for act in segment.acts), default=0.0))
        segment = self._admitted(head, segment)
        return segment if self._is_ready(segment) else None

    def _admitted(self, head: Head, segment: Segment) -> Segment:
        """Return a segment as it may come in; a team's within its limits. Raises BrokenSegment."""
        at = self.border(head)
        if at is None:
            return segment
        border.check_rate(self.device(head), border.count(segment.acts), self.store.now())
        return replace(segment, acts=tuple(at.admitted(segment.acts)))

    def _is_ready(self, segment: Segment) -> bool:
        """Say whether this store has everything that the device knew when it did this."""
        own = own_part(self.store, self.place).device
        taken = carried.taken(self.store, self.place)
        return all(
            taken.get(device, 0) >= number
            for device, number in segment.seen.items()
            if device not in {own, segment.device}
        )

    def _carry_out(self, head: Head, segment: Segment) -> None:
        self.purge(head, segment.acts)
        with self.store.write() as tx:
            merging, look = self.begin(tx, head)
            merging.take(segment.acts)
            device = merging.device
            own_acts = [clock_of(act.stamp) for act in segment.acts if device_of(act.stamp) == head.device]
            brought = device.brought + border.count(segment.acts)
            clock = max([device.clock, *own_acts])
            carried.note_device(tx, replace(device, taken=segment.number, brought=brought, clock=clock))
            self.end(merging, look)
        self.done.taken += 1

    def _heard(self, head: Head) -> None:
        known = carried.device(self.store, head.device, self.place)
        trouble = self.done.troubles.get(head.name, "")
        heard = replace(
            self.device(head),
            name=head.name,
            person=head.person,
            heard_at=head.at,
            erased=head.erased,
            trouble=trouble,
            there=True,
        )
        if heard != known:
            with self.store.write() as tx:
                carried.note_device(tx, heard)

    def _note_who_left(self, heads: Mapping[str, bytes]) -> None:
        known = carried.devices(self.store, self.place).items()
        left = [device for name, device in known if device.there and name not in heads]
        if left:
            with self.store.write() as tx:
                for device in left:
                    carried.note_device(tx, replace(device, there=False))

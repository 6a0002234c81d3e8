"""Taking in what other devices did: their segments, in an order in which each finds what it was made on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from memtui.config.settings import Sync
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.instant import DAY
from memtui.domain.stamp import time_of
from memtui.domain.whose import Teller
from memtui.lifecycle.purge import purge
from memtui.store import carried, memories, replicas, tombstones
from memtui.store.carried import Device
from memtui.store.database import Store
from memtui.store.replicas import OWN
from memtui.sync import border, clashes
from memtui.sync.carrier import Carrier
from memtui.sync.errors import BrokenSegment, SyncError
from memtui.sync.exchanged import Exchanged
from memtui.sync.merging import Merging
from memtui.sync.own import own_part
from memtui.sync.publishing import Publishing, publish_rest
from memtui.sync.segments import Head, Segment, is_whole

_AT_ONCE = 16
"""Segments fetched together."""
_AHEAD = DAY
"""By how much another's clock may be ahead before its acts have to wait."""


@dataclass(slots=True)
class Taking:
    """What one exchange takes in."""

    store: Store
    carrier: Carrier
    wanted: Sync
    done: Exchanged
    place: str = OWN

    def run(self, heads: Mapping[str, bytes]) -> None:
        """Take what the heads of others tell of, and note what was heard of each."""
        own = own_part(self.store, self.place)
        known = {}
        others = {device: data for device, data in heads.items() if device != own.device}
        for device, data in self._heard_of(others).items():
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

    def _heard_of(self, heads: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """Return the heads that are listened to: of a team's no more than it can have."""
        if not self.place or len(heads) <= border.MOST_MACHINES:
            return heads
        before = carried.devices(self.store, self.place)
        first = sorted(heads, key=lambda device: (device not in before, device))[: border.MOST_MACHINES]
        self.done.troubles[self.place] = f"{len(heads):,} machines are there, {len(first):,} are listened to"
        return {device: heads[device] for device in first}

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
                segment = self._unpacked(blobs[name])
                if (segment.device, segment.number) != (head.device, number):
                    raise BrokenSegment("a segment is not what its head says")
                self._check_time(segment)
                segment = self._admitted(head, segment)
            except BrokenSegment as error:
                self.done.troubles[head.name] = str(error)
                return number - 1 > before
            if not self._is_ready(segment):
                return number - 1 > before
            self._carry_out(head, segment)
        return number > before

    def _unpacked(self, blob: bytes) -> Segment:
        if not self.place:
            return Segment.unpacked(blob)
        return Segment.unpacked(blob, packed=border.LARGEST_PACKED, unpacked=border.LARGEST)

    def _admitted(self, head: Head, segment: Segment) -> Segment:
        """Return a segment as it may come in; a team's within its limits. Raises BrokenSegment."""
        at = self._border(head)
        if at is None:
            return segment
        border.check_rate(self._device(head), border.count(segment.acts), self.store.now())
        return replace(segment, acts=tuple(at.admitted(segment.acts)))

    def _border(self, head: Head) -> border.Border | None:
        return border.Border(self.place, Teller(head.person, head.name)) if self.place else None

    def _check_time(self, segment: Segment) -> None:
        ahead = max((time_of(act.stamp) for act in segment.acts), default=0.0) - self.store.now()
        if ahead > _AHEAD:
            raise BrokenSegment(
                f"its clock is {ahead / DAY:.0f} days ahead of this one; what it did waits until then, "
                "or until the clock that is wrong is set"
            )

    def _is_ready(self, segment: Segment) -> bool:
        """Say whether all that the device knew when it did this has been taken in here."""
        own = own_part(self.store, self.place).device
        taken = carried.taken(self.store, self.place)
        return all(
            taken.get(device, 0) >= number
            for device, number in segment.seen.items()
            if device not in {own, segment.device}
        )

    def _carry_out(self, head: Head, segment: Segment) -> None:
        self._purge(head, segment)
        with self.store.write() as tx:
            own = replicas.replica(tx, self.place)
            if own is None:
                raise SyncError("this store was taken out of the exchange meanwhile")
            look = Publishing(self.store, tx, own, self.wanted)
            publish_rest(look)
            device = self._device(head)
            merging = Merging(self.store, tx, own, device, border=self._border(head))
            merging.take(segment.acts)
            brought = device.brought + border.count(segment.acts)
            carried.note_device(tx, replace(device, taken=segment.number, brought=brought))
            look.marks(merging.ahead)
            look.pack()
            self.done.clashes += clashes.ask(self.store, tx, merging.clashes, own)
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
            new = tombstones.keep(tx, stones, machines=1 + len(carried.devices(tx, self.place)))
        shared = replicas.shared_by_uid(self.store, uids, self.place)
        if self.place:  # a colleague erases what they told themselves; the rest is dropped, see `Merging`
            shared = {uid: each for uid, each in shared.items() if each.teller == head.device}
            uids = sorted(shared)
        ids = {each.memory_id for each in shared.values()} | set(tombstones.said_here(self.store, new))
        there = [memory.id for memory in memories.get_many(self.store, sorted(ids), absent=True)]
        if there:
            purge(self.store, there, by=Actor(ActorKind.SYSTEM, head.name))
            self.done.erased += len(there)
        with self.store.write() as tx:
            own = replicas.replica(tx, self.place)
            if own is not None:
                replicas.purged_elsewhere(tx, uids)
                own.buried_at = tx.now
                replicas.keep(tx, own)

    def _device(self, head: Head) -> Device:
        known = carried.devices(self.store, self.place).get(head.device)
        return known or Device(head.device, head.name, 0, head.at, (), "", self.place, since=self.store.now())

    def _heard(self, head: Head) -> None:
        known = carried.devices(self.store, self.place).get(head.device)
        trouble = self.done.troubles.get(head.name, "")
        heard = replace(
            self._device(head),
            name=head.name,
            person=head.person,
            heard_at=head.at,
            erased=head.erased,
            trouble=trouble,
        )
        if heard != known:
            with self.store.write() as tx:
                carried.note_device(tx, heard)

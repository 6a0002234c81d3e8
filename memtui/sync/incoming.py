"""One write that takes in a segment, or a part of a snapshot, from another device."""

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.config.settings import Sync
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.instant import DAY
from memtui.domain.whose import Teller
from memtui.lifecycle.purge import purge
from memtui.store import carried, memories, replicas, tombstones
from memtui.store.carried import Device
from memtui.store.database import Store, Transaction
from memtui.store.replicas import OWN
from memtui.sync import border, clashes
from memtui.sync.acts import Act
from memtui.sync.carrier import Carrier
from memtui.sync.errors import BrokenSegment, SyncError
from memtui.sync.exchanged import Exchanged
from memtui.sync.merging import Merging
from memtui.sync.passing_over import PassingOver
from memtui.sync.publishing import Publishing, publish_rest
from memtui.sync.segments import Head

_AHEAD = DAY
"""Seconds that another device's clock may be ahead; beyond that its acts wait."""


@dataclass(slots=True)
class Incoming:
    """The write, the place it comes from, and the counts of what it did."""

    store: Store
    carrier: Carrier
    wanted: Sync
    done: Exchanged
    place: str = OWN

    def begin(self, tx: Transaction, head: Head) -> tuple[Merging, Publishing]:
        """Put our own changes into the outbox before those of others are applied."""
        own = replicas.replica(tx, self.place)
        if own is None:
            raise SyncError("this store was taken out of the exchange meanwhile")
        look = Publishing(self.store, tx, own, self.wanted)
        publish_rest(look)
        apart = PassingOver(tx, self.wanted.comes) if own.is_partial else None
        return Merging(
            self.store, tx, own, self.device(head), border=self.border(head), passing_over=apart
        ), look

    def end(self, merging: Merging, look: Publishing) -> None:
        """Put what followed from it into the outbox, and make cards for the clashes."""
        tx, own = merging.tx, merging.own
        look.marks(merging.ahead)
        look.pack()
        self.done.clashes += clashes.ask(self.store, tx, merging.clashes, own)
        clashes.withdraw(self.store, tx, merging.settled)
        replicas.keep(tx, own)
        self.done.changed += len(merging.changed)

    def purge(self, head: Head, acts: Sequence[Act]) -> None:
        """Erase what was purged there, before the acts count as taken: a crash must not skip it."""
        uids = sorted({uid for act in acts for uid in act.erased})
        stones = [stone for act in acts for stone in act.tombstones]
        if not uids and not stones:
            return
        with self.store.write() as tx:
            new = tombstones.keep(tx, stones, machines=1 + len(carried.devices(tx, self.place)))
        shared = replicas.shared_by_uid(self.store, uids, self.place)
        if self.place:  # a colleague erases what they told themselves; the rest is dropped, see `Merging`
            shared = {uid: memory for uid, memory in shared.items() if memory.teller == head.device}
            uids = sorted(shared)
        ids = {memory.memory_id for memory in shared.values()} | set(tombstones.said_here(self.store, new))
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

    def device(self, head: Head) -> Device:
        """Return what is known of a device."""
        known = carried.device(self.store, head.device, self.place)
        return known or Device(head.device, head.name, 0, head.at, (), "", self.place, since=self.store.now())

    def border(self, head: Head) -> border.Border | None:
        """Return what guards a team against what comes from a device; None among one's own machines."""
        return border.Border(self.place, Teller(head.person, head.name), head.device) if self.place else None

    def check_time(self, at: float) -> None:
        """Raise BrokenSegment for an act from the future: that clock is wrong."""
        ahead = at - self.store.now()
        if ahead > _AHEAD:
            raise BrokenSegment(
                f"its clock is {ahead / DAY:.0f} days ahead of this one; what it did waits until then, "
                "or until the clock that is wrong is set"
            )

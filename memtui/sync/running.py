"""One exchange with the other stores: tell what was done here, take in what they did, tell what came of it.

What is told lies in the store's own outbox before anything is carried, and a segment is taken in one write.
So a run that is killed anywhere is simply run again.
"""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from memtui.addresses import without_password
from memtui.config.settings import Sync
from memtui.domain.scope import ROOT, contains, is_in_any
from memtui.domain.stamp import new_device
from memtui.domain.text import one_line
from memtui.store import carried, elsewhere, locks, replicas
from memtui.store.database import Store
from memtui.store.replicas import OWN, Replica
from memtui.sync.carrier import Carrier
from memtui.sync.drawing import USUAL, Upkeep
from memtui.sync.errors import BrokenSegment, MayNotWrite, OthersAtWork, OwnLost, SyncError
from memtui.sync.exchanged import Exchanged
from memtui.sync.nothing_new import digest, nothing_to_hear, nothing_to_tell
from memtui.sync.own import note_own, own_part
from memtui.sync.person import LONGEST_NAME
from memtui.sync.publishing import publish
from memtui.sync.sealing import seal_mark
from memtui.sync.segments import Head
from memtui.sync.sending import Sending
from memtui.sync.taking import Taking
from memtui.sync.tried import note_try

_LOCK = "sync.lock"
_TOLD_ANEW = "what it had told was gone or was told by a copy; it was told anew"


def join(store: Store, where: str, name: str, scope: str = OWN, person: str = "") -> Replica:
    """Begin to exchange at a place: with the person's own machines, or, of a scope, with a team.

    Raises SyncError for what this store shares already, and where two places would meet.
    """
    with store.write() as tx:
        for known in replicas.places(tx):
            _check_apart(known, where, scope)
        # What ops did until now is told with the memories as they are.
        own = Replica(new_device(), name, where, op=replicas.last_op(tx), used_at=tx.now)
        own.place, own.person = scope, person
        replicas.keep(tx, own)
    return own


def free_name(wanted: str, heads: Mapping[str, bytes]) -> str:
    """Return what a machine that joins is called: with a number where another machine there has the name."""
    taken = {head.name for head in _readable(heads)}
    names = (wanted if number == 1 else f"{wanted} {number}" for number in count(1))
    return next(name for name in names if name not in taken)


def _called(name: str, person: str, heads: Mapping[str, bytes]) -> list[str]:
    """Return the devices of a person's machines that are called so."""
    return [head.device for head in _readable(heads) if (head.name, head.person) == (name, person)]


def _readable(heads: Mapping[str, bytes]) -> Iterator[Head]:
    for device, head in heads.items():
        with contextlib.suppress(BrokenSegment):
            yield Head.unpacked(device, head)


def _check_apart(known: Replica, where: str, scope: str) -> None:
    """Raise SyncError when a memory would belong to two places."""
    place = without_password(known.where)
    if known.place == scope:
        met = f"{scope} is shared" if scope else "this store meets others"
        raise SyncError(f"{met} at {place} already; leave there first")
    if known.where == where:
        raise SyncError(f"{place} has {known.place or 'what your own machines share'} already; name another")
    if scope and known.place and (contains(scope, known.place) or contains(known.place, scope)):
        raise SyncError(f"{known.place} is shared at {place}; of two scopes none may lie in the other")


def leave(store: Store, carrier: Carrier, place: str = OWN) -> None:
    """Stop exchanging at a place and forget the others there. Memories stay.

    What this store told its person's own machines is taken away. What it told a team stays with the team,
    since others rest on it; what is to go has to be purged before.
    """
    own = own_part(store, place)
    if not place:
        carrier.leave(own.device)
    with store.write() as tx:
        replicas.forget(tx, place)


def exchange(
    store: Store, carrier: Carrier, wanted: Sync, place: str = OWN, *, upkeep: Upkeep = USUAL
) -> Exchanged:
    """Tell the others of a place what was done here and take in what they did.

    Where there is nothing new on either side, nothing is written to the store. Raises SyncError and
    StoreError.
    """
    note_try(store)
    wanted = _wanted_at(store, wanted, place)
    try:
        done = _exchange(store, carrier, wanted, place, upkeep)
    except OthersAtWork:
        raise
    except SyncError as error:
        _note(store, place, str(error))
        raise
    _note(store, place, "")
    return done


def _wanted_at(store: Store, wanted: Sync, place: str) -> Sync:
    """Return the settings with the scopes that go to this place."""
    if place:
        return replace(wanted, share=(place,), come=(ROOT,))
    return replace(wanted, keep=(*wanted.keep, *replicas.shared_scopes(store)))


def _exchange(store: Store, carrier: Carrier, wanted: Sync, place: str, upkeep: Upkeep) -> Exchanged:
    own = _by_its_name(store, own_part(store, place), wanted)
    heads: Mapping[str, bytes] | None = None
    if nothing_to_tell(store, own, wanted):
        heads = carrier.heads()
        if nothing_to_hear(store, own, heads):
            return Exchanged()
    if locks.take(store, _LOCK):
        raise OthersAtWork("another memtui is exchanging right now")
    try:
        # What was seen counts only if no other process has exchanged in between.
        if heads is None or own_part(store, place) != own:
            heads = carrier.heads()
        return _Exchange(store, carrier, wanted, place, upkeep).run(heads)
    finally:
        locks.free(store, _LOCK)


def _by_its_name(store: Store, own: Replica, wanted: Sync) -> Replica:
    """Return what this store is called at a place; its person may have renamed it since."""
    person = one_line(wanted.person.strip(), LONGEST_NAME)
    if not own.place or not person or person == own.person:
        return own
    note_own(store, lambda now: replace(now, person=person), own.place)
    return own_part(store, own.place)


def _note(store: Store, place: str, trouble: str) -> None:
    """Note why an exchange failed; nothing when it did not."""
    own = replicas.replica(store, place)
    if own is not None and own.trouble != trouble:
        note_own(store, lambda now: replace(now, trouble=trouble), place)


@dataclass(slots=True)
class _Exchange:
    store: Store
    carrier: Carrier
    wanted: Sync
    place: str
    upkeep: Upkeep
    done: Exchanged = field(default_factory=Exchanged)

    def run(self, heads: Mapping[str, bytes]) -> Exchanged:
        heads = self._be_alone(heads)
        try:
            return self._run(heads)
        except OwnLost:
            return self._run(self._tell_anew(heads, _TOLD_ANEW))

    def _run(self, heads: Mapping[str, bytes]) -> Exchanged:
        self._be_called_apart(heads)
        self._knock()
        withheld = publish(self.store, self.wanted, self.place)
        others = Taking(self.store, self.carrier, self.wanted, self.done, self.place).run(heads)
        self.done.withheld = len(withheld | publish(self.store, self.wanted, self.place))
        Sending(self.store, self.carrier, self.upkeep, self.done, others, self.place).run(heads)
        return self.done

    def _knock(self) -> None:
        """Show that this machine is there before it first takes anything in.

        So it is known whether it may write: of who may only read nobody hears, and their own memory must not
        stand for another's that says the same (see `Merging`).
        """
        own = own_part(self.store, self.place)
        if own.head:
            return
        head = Head(own.device, own.name, self.store.now(), (), {}, person=own.person, partial=own.is_partial)
        try:
            self.carrier.put(own.device, (), head.packed(), frozenset())
        except MayNotWrite:
            note_own(self.store, lambda now: replace(now, reads_only=True), self.place)

    # -- who we are ------------------------------------------------------------------------------

    def _be_called_apart(self, heads: Mapping[str, bytes]) -> None:
        """Take a number behind our name where another machine of the same person has it, too.

        Two may join before they hear of each other. The one with the later device gives way.
        """
        own = own_part(self.store, self.place)
        others = {device: head for device, head in heads.items() if device != own.device}
        if any(device < own.device for device in _called(own.name, own.person, others)):
            name = free_name(own.name, others)
            note_own(self.store, lambda now: replace(now, name=name), self.place)

    def _be_alone(self, heads: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """Make sure that nobody else writes under our name, and that what we told is still there.

        Returns the heads that lie there then.
        """
        own = own_part(self.store, self.place)
        there = heads.get(own.device)
        if own.sealed != seal_mark(self.wanted):
            return self._tell_anew(heads, "it is sealed for others than before, so all was told anew")
        more_comes = not all(is_in_any(scope, own.come) for scope in self.wanted.come)
        if more_comes and elsewhere.count(self.store):
            return self._tell_anew(heads, "more comes here than before, so all was read anew")
        if ("" if there is None else digest(there)) not in {own.head, own.head_before}:
            self._settle(own, None if there is None else Head.unpacked(own.device, there))
        return heads

    def _tell_anew(self, heads: Mapping[str, bytes], why: str) -> Mapping[str, bytes]:
        """Take away what we told, and begin again under a new name; returns the heads that are left."""
        own = own_part(self.store, self.place)
        with contextlib.suppress(MayNotWrite):  # then nothing of ours is there
            self.carrier.leave(own.device)
        self._begin_again(own, why)
        return {device: head for device, head in heads.items() if device != own.device}

    def _settle(self, own: Replica, there: Head | None) -> None:
        """Find out whether the head there is ours though it differs, or another store uses our name.

        It is ours when it holds nothing that we did not tell. What it lacks is sent again if it is still
        here; else, and for another store's head, this store takes a new name.
        """
        ours = dict(carried.segments(self.store, self.place))
        carried_names = {} if there is None else dict(enumerate(there.names, there.gone + 1))
        strange = any(ours.get(number) != name for number, name in carried_names.items() if number > own.gone)
        to_send = {number for number, _ in carried.to_send(self.store, self.place)}
        lost: set[object] = {*(ours.keys() - to_send - carried_names.keys()), *self._lost_parts(there)}
        if strange or lost or (there is not None and there.gone > own.gone):
            self._begin_again(own)

    def _lost_parts(self, there: Head | None) -> set[str]:
        """Return the parts of our own snapshot that are neither there nor here any more."""
        ours, parts = (
            carried.parts(self.store, self.place),
            carried.parts_to_send(self.store, self.place),
        )
        lying_there = set() if there is None else {*there.parts}
        return {name for _, name in ours} - {name for _, name in parts} - lying_there

    def _begin_again(self, own: Replica, why: str = _TOLD_ANEW) -> None:
        """Take a new name and tell everything anew: the others find what they know already, and keep it."""
        with self.store.write() as tx:
            replicas.forget(tx, self.place)
            fresh = Replica(new_device(), own.name, own.where, clock=own.clock, op=replicas.last_op(tx))
            fresh = replace(fresh, used_at=tx.now, sealed=seal_mark(self.wanted), come=self.wanted.come)
            replicas.keep(tx, replace(fresh, place=own.place, person=own.person))
        if own.head:
            self.done.troubles[own.name] = why

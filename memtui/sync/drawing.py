"""Drawing a snapshot of all that this store and the others told, and saying when it pays.

It is drawn when nothing is left to tell, so it stands between two segments. Its parts go into the outbox one
by one, so nobody waits for it; a snapshot that was not finished is drawn anew.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from memtui.domain.instant import DAY
from memtui.domain.memory import Draft
from memtui.domain.stamp import clock_of
from memtui.lifecycle.checks import checked_import
from memtui.secrets.vouching import vouched
from memtui.store import carried, judged, looked_at, memories, replicas, shared_uses, tombstones
from memtui.store.database import Store
from memtui.store.replicas import Replica, Shared
from memtui.sync.acts import Act
from memtui.sync.nothing_new import all_is_packed
from memtui.sync.packing import name_of_part
from memtui.sync.publishing import CHUNK, is_clean, is_secret, portions, weight
from memtui.sync.segments import Head
from memtui.sync.snapshots import Entry, Part, Reach
from memtui.sync.values import stored

_T = TypeVar("_T")
_NO_CLOCK = "0" * 16


@dataclass(frozen=True, slots=True)
class Upkeep:
    """When a snapshot is drawn, and for whom segments are kept."""

    pays_from: float = 3.0
    """A snapshot is drawn when what was told since the last one is so many times as long."""
    silent_after: float = 30 * DAY
    """Seconds after which segments are not kept any more for a machine that says nothing."""


USUAL = Upkeep()
_SEGMENT = 5_000
"""The overhead of a segment, as the bytes that can be read in that time."""
_MEMORY = 150
"""Bytes of a snapshot for a memory."""
_LEAST = 64_000
"""Bytes below which a snapshot is not worth its cost."""


def pays(store: Store, own: Replica, others: Mapping[str, Head], upkeep: Upkeep) -> bool:
    """Say whether what was told since the last snapshot is so long that a new one pays.

    Each device has a bound of its own, up to a half higher, so that not all draw one at the same moment.
    """
    heads = [*others.values(), own_head(store, own, 0.0)]
    covered = max((head.covers for head in heads), key=lambda covers: sum(covers.values()))
    since = sum(_since(head, covered.get(head.device, 0)) for head in heads)
    patience = 1 + sum(map(ord, own.device)) % 8 / 16
    return since > patience * upkeep.pays_from * max(_LEAST, _MEMORY * replicas.count_shared(store))


def pays_alone(store: Store, own: Replica, upkeep: Upkeep) -> bool:
    """Say whether what this store told a team since its last snapshot is so long that a new one pays."""
    segments = len(carried.segments(store, own.place))
    since = [n for n, _ in carried.segments(store, own.place) if n > own.covers.get(own.device, 0)]
    size = carried.bytes_of_segments(store, own.place) * len(since) / max(segments, 1)
    bound = max(_LEAST, carried.bytes_of_parts(store, own.place))
    return len(since) * _SEGMENT + size > upkeep.pays_from * bound


def _since(head: Head, number: int) -> float:
    """Return the cost, in bytes, of reading all segments of a device after number `number`."""
    behind = len(head.behind(number))
    return behind * (_SEGMENT + head.size / max(len(head.names), 1))


def is_missed(store: Store, own: Replica, others: Mapping[str, Head]) -> bool:
    """Say whether this store has to tell what another device did, because nothing there tells it any more.

    That is so when the device has left, or the device that had the only snapshot. Of the devices that took in
    all of it and were heard of within a day, the first by name does it; none that passes over anything.
    """
    snapshots = [head.covers for head in others.values() if head.parts] + [own.covers]
    taken = {**carried.taken(store), own.device: max(carried.last_segment(store), own.gone)}
    gone = {device: own.gone if device == own.device else number for device, number in taken.items()}
    gone |= {device: head.gone for device, head in others.items()}
    missed = {
        device: number
        for device, number in gone.items()
        if all(covers.get(device, 0) < number for covers in snapshots)
    }
    if not missed or any(taken.get(device, 0) < number for device, number in missed.items()):
        return False
    able = [
        device
        for device, head in others.items()
        if not head.partial
        and store.now() - head.at < DAY
        and all(head.seen.get(other, 0) >= number for other, number in missed.items() if other != device)
    ]
    return own.device <= min(able, default=own.device)


def own_head(store: Store, own: Replica, now: float) -> Head:
    """Return the head of this store."""
    parts = carried.parts(store, own.place)
    return Head(
        own.device,
        own.name,
        now,
        tuple(name for _, name in carried.segments(store, own.place)),
        carried.taken(store, own.place),
        own.erased,
        carried.bytes_of_segments(store, own.place),
        tuple(name for _, name in parts),
        own.covers,
        own.gone,
        own.person,
        own.is_partial,
    )


def draw(store: Store) -> bool:
    """Put a snapshot into the outbox; returns whether: not while something is left to tell."""
    with store.write() as tx:
        carried.drop_next(tx)
    with store.view() as view:
        own = replicas.replica(view)
        if own is None or own.half_taken or not all_is_packed(view, own):
            return False
        drawing = _Drawing(view, own, _reaches(view, own))
        for part in drawing.parts():
            blob = part.packed()
            with store.write() as tx:
                carried.add_part(tx, part.number, name_of_part(part.number, blob), blob, of_next=True)
        covers = {device: reach.number for device, reach in drawing.reaches.items()}
    with store.write() as tx:
        own = replicas.replica(tx)
        if own is None:
            return False
        carried.take_next(tx)
        replicas.keep(tx, replace(own, covers=covers))
    return True


def _reaches(view: Store, own: Replica) -> dict[str, Reach]:
    """Return by device how far this store knows what was done."""
    known = {
        name: Reach(device.taken, device.clock or _NO_CLOCK, device.name)
        for name, device in carried.devices(view).items()
        if device.taken
    }
    last = max(carried.last_segment(view), own.gone)
    return {**known, own.device: Reach(last, clock_of(own.clock) or _NO_CLOCK, own.name)}


@dataclass(slots=True)
class _Drawing:
    view: Store
    own: Replica
    reaches: Mapping[str, Reach]
    _number: int = 0

    def parts(self) -> Iterator[Part]:
        """Yield the snapshot's parts."""
        yield self._part(purged=self.own.erased)
        for act in self._piled_up():
            yield self._part(acts=(act,))
        after = 0
        while page := replicas.shared_behind(self.view, after, CHUNK):
            after = page[-1].memory_id
            for portion in portions(self._entries(page), lambda entry: weight(entry.memory)):
                yield self._part(entries=tuple(portion))

    def _part(
        self, *, purged: tuple[str, ...] = (), acts: tuple[Act, ...] = (), entries: tuple[Entry, ...] = ()
    ) -> Part:
        self._number += 1
        return Part(self.own.device, self._number, self.reaches, purged, acts, entries)

    def _piled_up(self) -> Iterator[Act]:
        """Yield, as acts, the refused suggestions and the purges."""
        stamp = self.own.clock
        for refused in _chunks(judged.refused(self.view)):
            yield Act(stamp, refused=tuple(refused))
        for erased in _chunks(replicas.all_erased(self.view)):
            yield Act(stamp, erased=tuple(erased))
        stones = sorted(tombstones.exchanged(self.view), key=lambda stone: (stone.key, stone.hash))
        for key in sorted({stone.key for stone in stones}):
            for some in _chunks([stone for stone in stones if stone.key == key]):
                yield Act(stamp, tombstones=tuple(some))

    def _entries(self, page: Sequence[Shared]) -> list[Entry]:
        ids = [shared.memory_id for shared in page]
        heads, uses = replicas.heads(self.view, ids), shared_uses.uses(self.view, ids)
        fields: dict[int, dict[str, dict[str, object]]] = {}
        for (memory_id, name), values in heads.items():
            fields.setdefault(memory_id, {})[name] = values
        looked_at_behind = looked_at.looked_at_behind(self.view)
        entries = []
        there = dict(memories.get_drafts(self.view, ids, absent=True))
        for shared in page:
            memory_id = shared.memory_id
            draft = replace(
                there[memory_id],
                uid=shared.uid,
                access_count=shared.accesses,
                session_count=shared.sessions,
            )
            looked_at_it = looked_at_behind is not None and memory_id > looked_at_behind
            if (not looked_at_it or vouched(draft.provenance)) and not is_clean(draft):
                draft = self._as_told(memory_id, draft)
            told_fields = stored(draft)
            visible = {
                name: values if len(values) > 1 else dict.fromkeys(values, told_fields[name])
                for name, values in fields.get(memory_id, {}).items()
            }
            entries.append(Entry(draft, shared.stamp, visible, uses.get(memory_id, {})))
        return entries

    def _as_told(self, memory_id: int, draft: Draft) -> Draft:
        """Return a memory as others were told of it, that says now what looks like a secret."""
        fields: dict[str, Any] = {}
        for name in ("text", "abstract"):
            if is_secret(name, getattr(draft, name)):
                clean = (
                    value
                    for value in replicas.values_of(self.view, memory_id, name)
                    if not is_secret(name, value)
                )
                fields[name] = next(clean, getattr(draft, name))
        return checked_import(replace(draft, **fields))


def _chunks(items: Sequence[_T]) -> Iterator[Sequence[_T]]:
    for start in range(0, len(items), CHUNK):
        yield items[start : start + CHUNK]

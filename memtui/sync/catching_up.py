"""Taking in a snapshot: what it tells and what is known here are merged, whichever knew more.

A value is obsolete when the other side knows the act that set it and no longer has the value. So nothing that
was overwritten comes back, and nothing that was done here and not told there yet is lost. A snapshot may be
taken twice, or half of one and then another: the result is that of taking all the segments that it stands
for.

After: Almeida, Shoker, Baquero, "Delta State Replicated Data Types" (2018), on causal contexts.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from memtui.domain.memory import Draft, Memory, State
from memtui.domain.stamp import clock_of, device_of, time_of
from memtui.store import judged, memories, recording, replicas
from memtui.store.carried import Device
from memtui.store.replicas import Shared
from memtui.store.shared_uses import Counted
from memtui.sync.clashes import Clash
from memtui.sync.merging import Merging
from memtui.sync.snapshots import Entry, Part
from memtui.sync.values import stored

Values = Mapping[str, object]
"""The values that a field may have, by stamp."""


@dataclass(slots=True)
class CatchingUp:
    """A part of a snapshot on its way into this store, inside one write."""

    merging: Merging
    part: Part
    devices: Mapping[str, Device]
    """How far the acts of each device had been taken in before this snapshot."""

    def take(self) -> None:
        """Carry it out, as one op that cannot be undone here."""
        self.merging.begin()
        self.merge()
        self.merging.end()

    def merge(self) -> None:
        """Carry it out, between the merging's own `begin` and `end`."""
        merging = self.merging
        for act in self.part.acts:
            judged.refuse(merging.tx, act.refused)
            if merging.passing_over is not None:
                merging.passing_over.note(act)
        drafts = merging.coming([entry.memory for entry in self.part.entries])
        coming = {str(draft.uid) for draft in drafts}
        entries = {str(entry.memory.uid): entry for entry in self.part.entries if entry.memory.uid in coming}
        known = merging.known(drafts)
        self._insert([entry for uid, entry in entries.items() if uid not in known])
        self._join([(entries[uid], shared) for uid, shared in known.items() if shared is not None])
        self._count(entries)

    def _insert(self, new: Sequence[Entry]) -> None:
        """Insert the memories that this store did not have yet."""
        merging = self.merging
        drafts = [(entry.stamp, _visible(entry.memory)) for entry in new]
        drawn_at = max((time_of(reach.clock) for reach in self.part.reaches.values()), default=0.0)
        ids = merging.insert(drafts, told_at=drawn_at)
        there = [entry for entry in new if entry.memory.uid in ids]
        heads = {
            (ids[str(entry.memory.uid)], name): dict(values)
            for entry in there
            for name, values in entry.heads.items()
        }
        replicas.put_heads(merging.tx, heads)
        for key, values in heads.items():
            if len(values) > 1:
                merging.note(key, values, max(values))
        self._take_back({ids[str(entry.memory.uid)]: entry.memory for entry in there})

    def _take_back(self, drafts: Mapping[int, Draft]) -> None:
        """Make those memories absent whose adding was undone elsewhere."""
        tx = self.merging.tx
        absent = {memory_id: draft for memory_id, draft in drafts.items() if draft.state is State.ABSENT}
        self.merging.apply(sorted(absent), {"state": State.ABSENT.value})
        for memory_id, memory in absent.items():
            recording.set_marks(tx, memory_id, max(memory.version, 1), memory.updated_at or tx.now)

    def _join(self, both: Sequence[tuple[Entry, Shared]]) -> None:
        """Merge a memory of the snapshot with the one that is here."""
        merging = self.merging
        ids = sorted(known.memory_id for _, known in both)
        by_id = {memory.id: memory for memory in memories.get_many(merging.store, ids, absent=True)}
        heads: dict[int, dict[str, dict[str, object]]] = defaultdict(dict)
        for (memory_id, name), values in replicas.heads(merging.tx, ids).items():
            heads[memory_id][name] = values
        for entry, known in both:
            if known.memory_id in by_id:  # else it was purged here
                self._join_one(entry, known, by_id[known.memory_id], heads[known.memory_id])

    def _join_one(
        self, entry: Entry, known: Shared, memory: Memory, heads: Mapping[str, dict[str, object]]
    ) -> None:
        merging, ours = self.merging, stored(memory)
        mine = {
            name: dict.fromkeys(values, ours[name]) if len(values) == 1 else values
            for name, values in heads.items()
        }
        wanted = self._as_added(entry, known, memory, mine.keys() | entry.heads.keys())
        now: replicas.Heads = {}
        for name in sorted(mine.keys() | entry.heads.keys()):
            values = self._both(mine.get(name, {}), entry.heads.get(name, {}))
            if values.keys() != mine.get(name, {}).keys():
                now[memory.id, name] = values
                wanted[name] = values[max(values)]
                merging.note((memory.id, name), values, max(values))
        replicas.put_heads(merging.tx, now)
        self._note_drop_or_edit(memory, mine, entry.heads, str(wanted.get("state", ours["state"])))
        changes = {name: value for name, value in wanted.items() if value != ours[name]}
        merging.count_again(entry.stamp, entry.memory, known)
        self._mark(entry.memory, memory, changes)

    def _mark(self, theirs: Draft, memory: Memory, changes: Mapping[str, object]) -> None:
        """Change a memory; of both sides, the higher version and the later time count."""
        version, updated_at = theirs.version, theirs.updated_at or 0.0
        if changes:
            self.merging.apply([memory.id], changes)
            self.merging.leave_marks(memory.id, version, updated_at, memory)
        elif version > memory.version or updated_at > memory.updated_at:
            later = max(updated_at, memory.updated_at)
            recording.set_marks(self.merging.tx, memory.id, max(version, memory.version), later)

    def _both(self, mine: Values, theirs: Values) -> dict[str, object]:
        """Return the values of a field that are not obsolete, by stamp."""
        kept = {s: value for s, value in mine.items() if s in theirs or not self.part.tells(s)}
        new = {s: value for s, value in theirs.items() if s in mine or not self._is_known(s)}
        return dict(sorted({**new, **kept}.items())) or dict(mine)

    def _as_added(
        self, entry: Entry, known: Shared, memory: Memory, set_since: set[str]
    ) -> dict[str, object]:
        """Return the fields to change because two devices each told the whole memory, differently."""
        theirs, ours = stored(entry.memory), stored(memory)
        differing = {name for name in theirs if name not in set_since and theirs[name] != ours[name]}
        later = entry.stamp > known.stamp
        unknown = not (self._is_known(entry.stamp) or self.part.tells(known.stamp))
        if "text" in differing and unknown:
            other, stamp = (ours, known.stamp) if later else (theirs, entry.stamp)
            self.merging.clashes.append(Clash(memory.id, "text", other["text"], stamp))
        return {name: theirs[name] for name in differing} if later else {}

    def _note_drop_or_edit(
        self, memory: Memory, mine: Mapping[str, Values], theirs: Mapping[str, Values], state: str
    ) -> None:
        """Note a clash when one side dropped a memory that the other edited, neither knowing of it."""
        untold = {name for name, values in mine.items() if any(not self.part.tells(s) for s in values)}
        new = {name for name, values in theirs.items() if any(not self._is_known(s) for s in values)}
        crossed = ("text" in untold and "state" in new) or ("state" in untold and "text" in new)
        if crossed and state == State.DROPPED:
            self.merging.clashes.append(Clash(memory.id, "state", state, ""))
            self.merging.settled.discard((memory.id, "state"))

    def _is_known(self, stamp: str) -> bool:
        """Say whether an act was taken in here, or done here."""
        device = device_of(stamp)
        known = self.devices.get(device)
        return device == self.merging.own.device or (known is not None and clock_of(stamp) <= known.clock)

    def _count(self, entries: Mapping[str, Entry]) -> None:
        """Set how often each device used the memories, where the snapshot knows later counts."""
        known = self.merging.shared([*entries])
        counted: dict[str, list[Counted]] = defaultdict(list)
        for uid, entry in entries.items():
            for device, (accesses, sessions) in entry.uses.items():
                before = self.devices[device].taken if device in self.devices else 0
                behind = before < self.part.covers.get(device, 0)
                if uid in known and behind and device != self.merging.own.device:
                    last_at = entry.memory.last_accessed_at
                    counted[device].append(Counted(known[uid].memory_id, accesses, sessions, last_at))
        for device, uses in sorted(counted.items()):
            self.merging.count(device, uses)


def reached(part: Part, own: str, devices: Mapping[str, Device]) -> list[Device]:
    """Return what is known of the others once all of a snapshot is taken in."""
    others = []
    for device, reach in part.reaches.items():
        if device != own:
            before = devices.get(device) or Device(device, reach.name, 0, 0.0, (), "", "", there=False)
            others.append(
                replace(
                    before,
                    taken=max(before.taken, reach.number),
                    clock=max(before.clock, reach.clock),
                )
            )
    return others


def _visible(memory: Draft) -> Draft:
    """Return a memory as it can be put in: one whose adding was undone as if it were dropped."""
    return replace(memory, state=State.DROPPED) if memory.state is State.ABSENT else memory

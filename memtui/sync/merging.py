"""Taking in what another device did: the same answer everywhere, in whatever order segments arrive.

A field keeps the values of those acts that no later act has replaced, which is one as a rule. The latest
stamp counts; where two devices that did not know of each other set different values, a card asks. Acts arrive
after those that they replace (`running` sees to that), so a replaced value never comes back, and every store
ends with the same values.

Nothing of this can be undone here: it is not what this device's person did. What they decide on a card can.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.instant import Instant
from memtui.domain.memory import Draft, Memory, Origin, State
from memtui.domain.scope import contains
from memtui.domain.stamp import time_of
from memtui.store import (
    inserting,
    judged,
    memories,
    recording,
    replicas,
    shared_uses,
    sources,
    taken_apart,
    teams,
    tombstones,
)
from memtui.store.carried import Device
from memtui.store.database import Store, Transaction
from memtui.store.replicas import Replica, Shared
from memtui.store.shared_uses import Counted
from memtui.sync.acts import BESIDE, Act, Setting, Uses
from memtui.sync.border import Border
from memtui.sync.clashes import Clash
from memtui.sync.passing_over import PassingOver
from memtui.sync.values import stored

_SAID_AGAIN = frozenset({"text", "abstract", "scope", "state", "categories", "expires_at"})
"""Fields that count when a colleague tells a memory whole that is here."""


@dataclass(slots=True)
class Merging:
    """Acts of one device on their way into this store, inside one write."""

    store: Store
    tx: Transaction
    own: Replica
    device: Device
    clashes: list[Clash] = field(default_factory=list)
    """Fields that two devices set without knowing of each other."""
    settled: set[tuple[int, str]] = field(default_factory=set)
    """Fields, by memory, that have a single value again."""
    changed: set[int] = field(default_factory=set)
    ahead: set[int] = field(default_factory=set)
    """Memories whose version or time is later here than told: the others are to be told that."""
    border: Border | None = None
    """Where it comes from a team: whose word it is, which scope is shared."""
    passing_over: PassingOver | None = None
    """What chooses among what is told; None where everything comes."""
    _op: int = 0

    def take(self, acts: Sequence[Act]) -> None:
        """Carry out acts in their order, as one op that cannot be undone here."""
        self.begin()
        for act in acts:
            self.carry_out(act)
        self.end()

    def carry_out(self, act: Act) -> None:
        """Carry out one act, between `begin` and `end`."""
        self.own.clock = max(self.own.clock, act.stamp)
        if self.passing_over is not None:
            self.passing_over.note(act)
        self._add(act)
        self._set(act)
        self._drop_purged(act)
        self._count(act.uses)
        judged.refuse(self.tx, act.refused)
        if act.erased or act.tombstones:
            self.own.erased = (*self.own.erased, act.stamp)

    def begin(self) -> None:
        """Begin the op under which all of it is journalled."""
        self._op = recording.begin(self.tx, "sync", self._actor, detail=f"from {self.device.name}")
        replicas.received(self.tx, self._op)

    def end(self) -> None:
        """Merge memories that have the same text by now, and end the op."""
        taken_apart.link(self.tx, self.changed)
        self._join_twins()
        recording.finish(self.tx, self._op, len(self.changed), keep=True)
        recording.mark_final(self.tx, self._op)

    @property
    def _actor(self) -> Actor:
        return Actor(ActorKind.SYSTEM, self.border.teller.label if self.border else self.device.name)

    # -- memories --------------------------------------------------------------------------------

    def _add(self, act: Act) -> None:
        coming = self.coming(act.added)
        known = self.known(coming)
        new = [(act.stamp, draft) for draft in coming if draft.uid not in known]
        self.insert(new, told_at=time_of(act.stamp))
        for draft in coming:
            shared = known.get(str(draft.uid))
            if shared is not None:
                self._added_again(act.stamp, draft, shared)

    def coming(self, drafts: Sequence[Draft]) -> list[Draft]:
        """Return those of the memories that are told which come into this store."""
        if self.passing_over is None:
            return [*drafts]
        return self.passing_over.let_in(drafts, self._known_here)

    def _known_here(self, uids: Sequence[str]) -> set[str]:
        """Return which memories this store has or had."""
        return {*replicas.shared_by_uid(self.tx, uids, self.own.place), *memories.by_uid(self.store, uids)}

    def shared(self, uids: Collection[str]) -> dict[str, Shared]:
        """Return which of these memories the others of the place know, by uid, but those passed over."""
        apart = self.passing_over.apart(uids) if self.passing_over else set()
        return replicas.shared_by_uid(self.tx, sorted(set(uids) - apart), self.own.place)

    def _may_join(self, memory: Memory, theirs: Draft) -> bool:
        """Say whether a memory that is here and what is told under its uid are the same one.

        A memory belongs to the place of the scope it lies in: a team reaches none that lies elsewhere, and
        one's own machines none that lies with a team.
        """
        if self.border is not None:
            return contains(self.border.scope, memory.scope)
        team = teams.shared_scope_of(self.tx, memory.scope)
        return team is None or not contains(team, theirs.scope)

    def _as_told(self, memory: Memory) -> Shared:
        """Return a memory that nobody was told of: whatever others say of it is later."""
        used = (memory.access_count, memory.session_count)
        return Shared(memory.id, memory.uid, "", *used, self.own.place)

    def known(self, drafts: Sequence[Draft]) -> dict[str, Shared | None]:
        """Return what is known here under the uids of memories that are told; what was erased too.

        What only this store had under a uid, in a scope that stays here, is in common from now on; None
        where it may not be.
        """
        uids = [str(draft.uid) for draft in drafts]
        shared = replicas.shared_by_uid(self.tx, uids, self.own.place)
        there = memories.by_uid(self.store, [uid for uid in uids if uid not in shared])
        mine = {
            str(draft.uid): self._as_told(there[str(draft.uid)])
            for draft in drafts
            if draft.uid in there and self._may_join(there[str(draft.uid)], draft)
        }
        replicas.share(self.tx, mine.values())
        return {**dict.fromkeys(there), **shared, **mine}

    def insert(self, drafts: Sequence[tuple[str, Draft]], *, told_at: Instant) -> dict[str, int]:
        """Put memories into the store, each with the stamp by which it was added; returns ids by uid.

        What was purged here is left out. `told_at` is when they were told, by the clock of who did.
        """
        buried = tombstones.buried(self.store, [draft for _, draft in drafts])
        new = [draft for at, draft in enumerate(drafts) if at not in buried]
        if not new:
            return {}
        # Clocks differ: what was made a moment ago elsewhere may be ahead of this one, and stays what it is.
        now = max(self.tx.now, told_at)
        ids = inserting.insert(self.tx, [draft for _, draft in new], now=now)
        for state, run in groupby(zip(ids, new, strict=True), key=lambda pair: pair[1][1].state):
            members = [memory_id for memory_id, _ in run]
            recording.record_creation(self.tx, self._op, range(members[0], members[-1] + 1), state)
        replicas.share(
            self.tx,
            [
                Shared.of(memory_id, draft, stamp, self.own.place, self.device.device)
                for memory_id, (stamp, draft) in zip(ids, new, strict=True)
            ],
        )
        self.changed |= set(ids)
        return {str(draft.uid): memory_id for memory_id, (_, draft) in zip(ids, new, strict=True)}

    def _added_again(self, stamp: str, draft: Draft, known: Shared) -> None:
        """Settle that two devices told the same memory whole: copies of one store, or of one export."""
        for memory in memories.get_many(self.store, [known.memory_id], absent=True):
            set_since = {name for _, name in replicas.heads(self.tx, [memory.id])}
            theirs, ours = stored(draft), stored(memory)
            differing = {name for name in theirs if name not in set_since and theirs[name] != ours[name]}
            if self.border is not None:
                differing &= _SAID_AGAIN
            later = stamp > known.stamp
            if "text" in differing:
                other = ours["text"] if later else theirs["text"]
                self.clashes.append(Clash(memory.id, "text", other, known.stamp if later else stamp))
            if later and differing:
                self.apply([memory.id], {name: theirs[name] for name in differing})
            self.count_again(stamp, draft, known)
            self.leave_marks(memory.id, draft.version, draft.updated_at or 0.0, memory)

    def count_again(self, stamp: str, draft: Draft, known: Shared) -> None:
        """Count the uses that a memory was told with; where it is here with others, the more are right."""
        more = (draft.access_count - known.accesses, draft.session_count - known.sessions)
        shared_uses.add_uses(
            self.tx, known.memory_id, max(more[0], 0), max(more[1], 0), draft.last_accessed_at
        )
        replicas.added_again(self.tx, known.memory_id, stamp, draft.access_count, draft.session_count)

    # -- fields ----------------------------------------------------------------------------------

    def _set(self, act: Act) -> None:
        uids = {setting.uid for setting in act.settings} | {uid for uid, _, _ in act.marks}
        known = self.shared(uids)
        ids = sorted(shared.memory_id for shared in known.values())
        heads = replicas.heads(self.tx, ids)
        by_id = {memory.id: memory for memory in memories.get_many(self.store, ids, absent=True)}
        fields_by_id = {memory_id: dict(stored(memory)) for memory_id, memory in by_id.items()}
        now: replicas.Heads = {}
        wanted: dict[tuple[str, object], list[int]] = defaultdict(list)
        for setting in act.settings:
            memory_id = known[setting.uid].memory_id if setting.uid in known else 0
            if memory_id not in by_id:
                continue  # purged here, or never taken in
            values = fields_by_id[memory_id]
            unknown = set(heads.get((memory_id, BESIDE.get(setting.field, "")), {})) != set(setting.beside)
            key = (memory_id, setting.field)
            before = heads.get(key, {})
            left = {
                stamp: values[setting.field] if len(before) == 1 else value
                for stamp, value in before.items()
                if stamp not in setting.known
            }
            value = values[setting.field] if setting.is_over else setting.value
            heads[key] = now[key] = {**left, act.stamp: value}
            latest = max(now[key])
            self.note(key, now[key], latest)
            if unknown:
                self._note_drop_or_edit(memory_id, setting, values)
            if values[setting.field] != now[key][latest]:
                values[setting.field] = now[key][latest]
                wanted[setting.field, now[key][latest]].append(memory_id)
        replicas.put_heads(self.tx, now)
        for (name, value), members in wanted.items():
            self.apply(sorted(members), {name: value})
        for uid, version, updated_at in act.marks:
            if uid in known and known[uid].memory_id in by_id:
                memory = by_id[known[uid].memory_id]
                self.leave_marks(memory.id, version, updated_at, memory)

    def note(self, key: tuple[int, str], heads: Mapping[str, object], latest: str) -> None:
        """Note whether a field has a single value now, or which others it may have."""
        others = {stamp: value for stamp, value in heads.items() if value != heads[latest]}
        if not others:
            self.settled.add(key)
            return
        self.settled.discard(key)
        stamp = max(others)
        self.clashes.append(Clash(*key, others[stamp], stamp))

    def _note_drop_or_edit(self, memory_id: int, setting: Setting, values: Mapping[str, object]) -> None:
        """Note a clash when one side dropped a memory that the other edited, neither knowing of it."""
        state = setting.value if setting.field == "state" else values["state"]
        if state == State.DROPPED:
            self.clashes.append(Clash(memory_id, "state", state, ""))
            self.settled.discard((memory_id, "state"))

    def apply(self, ids: Sequence[int], values: Mapping[str, object]) -> None:
        """Set fields of memories, journalled."""
        changed = recording.apply(self.tx, self._op, ids, values)
        self.changed |= set(changed)
        if self.border is not None and "text" in values:
            self._note_whose(changed, self.border)

    def _note_whose(self, ids: Sequence[int], told_by: Border) -> None:
        """Note who wrote memories: what a colleague wrote is not the word of this store's person."""
        for memory in memories.get_many(self.store, ids, absent=True):
            known = json.dumps(told_by.in_the_words_of_others(memory.provenance), ensure_ascii=False)
            values: Mapping[str, object] = {"origin": Origin.IMPORTED.value, "provenance": known}
            recording.apply(self.tx, self._op, [memory.id], values)

    def _drop_purged(self, act: Act) -> None:
        """Drop what a colleague purged and had not told: each person erases their own copy of another's."""
        if self.border is not None and act.erased:
            known = replicas.shared_by_uid(self.tx, act.erased, self.own.place)
            ids = sorted(memory.memory_id for memory in known.values())
            self.apply(
                [memory.id for memory in memories.get_many(self.store, ids)], {"state": State.DROPPED.value}
            )

    def leave_marks(self, memory_id: int, version: int, updated_at: float, before: Memory) -> None:
        """Give a memory the version and time it has on the other machine, unless its own are later."""
        higher = version
        if version <= before.version:
            higher = before.version + (memory_id in self.changed)
        later = max(updated_at, before.updated_at)
        if memory_id in self.changed or (higher, later) != (before.version, before.updated_at):
            recording.set_marks(self.tx, memory_id, higher, later)
        if (higher, later) != (version, updated_at):
            self.ahead.add(memory_id)

    # -- uses and twins --------------------------------------------------------------------------

    def _count(self, uses: Sequence[Uses]) -> None:
        known = self.shared({use.uid for use in uses})
        counted = [
            Counted(known[use.uid].memory_id, use.accesses, use.sessions, use.last_at)
            for use in uses
            if use.uid in known
        ]
        self.count(self.device.device, counted)

    def count(self, device: str, counted: Sequence[Counted]) -> None:
        """Set how often another device used memories."""
        memories.rerank(self.tx, shared_uses.count_uses(self.tx, device, counted, ours=False))

    def _join_twins(self) -> None:
        """Merge two memories with the same text and scope that were added on two devices.

        Not where this one may only read: others would go on with the one that is gone here, and hear of it
        nowhere.
        """
        if self.own.reads_only:
            return
        pairs = replicas.twins(self.tx, sorted(self.changed))
        if not pairs:
            return
        # Ours to tell: every device does the same, and the same twice is no clash.
        op_id = recording.begin(self.tx, "sync", self._actor, detail="the same was added on two machines")
        gone: set[int] = set()
        for stays, goes in pairs:
            if gone.isdisjoint((stays, goes)):
                gone.add(goes)
                kept, other = memories.get_many(self.store, [stays, goes])
                both = json.dumps(_together(kept, other), ensure_ascii=False, sort_keys=True)
                recording.apply(self.tx, op_id, [stays], {"provenance": both})
                recording.apply(self.tx, op_id, [goes], {"state": State.ABSENT.value})
                sources.hand_over(self.tx, goes, stays)
        recording.finish(self.tx, op_id, len(gone))
        recording.mark_final(self.tx, op_id)
        self.changed -= gone


def _together(kept: Memory, other: Memory) -> dict[str, object]:
    """Return one provenance with the sources of both."""
    also = kept.provenance.get("also")
    origins = [*(also if isinstance(also, list) else []), {"uid": other.uid, **other.provenance}]
    return {**kept.provenance, "also": sorted(origins, key=lambda row: str(row.get("uid")))}

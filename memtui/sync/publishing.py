"""What was done here since the last time, as acts for others, packed into segments in the outbox.

Everything happens in the caller's write, so that no act is told twice and none is left out. A memory that the
others do not know is told as a whole; after that each changed field, with the stamps of the values that it
replaces. What lies in a scope that stays here, and what looks like a secret, is not told.
"""

import contextlib
import gc
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

from memtui import secrets
from memtui.config.settings import Sync
from memtui.domain.memory import Draft
from memtui.domain.stamp import device_of, next_stamp
from memtui.lifecycle.checks import checked_import
from memtui.lifecycle.errors import Refused
from memtui.secrets.vouching import vouched
from memtui.store import (
    carried,
    elsewhere,
    looked_at,
    memories,
    recording,
    replicas,
    shared_uses,
    teams,
    tombstones,
)
from memtui.store.database import Store, Transaction
from memtui.store.replicas import Replica, Shared
from memtui.store.shared_uses import Counted
from memtui.sync import border
from memtui.sync.acts import BESIDE, Act, Setting, Uses
from memtui.sync.clashes import Clash, ask, kept_by, withdraw
from memtui.sync.packing import name_of
from memtui.sync.segments import Segment
from memtui.sync.values import FIELDS, stored

_T = TypeVar("_T")
CHUNK = 2_000
"""Memories, or changes, in one act: the store is locked while so many are told or taken in, 0.2 s."""
_LARGE = 8_000_000
"""Characters in one act, and in one segment: far below what any program takes in at a time."""
_LARGE_IN_A_TEAM = 1_000_000
"""Where others read it, who take in less; see `sync.border`."""
_FRAME = 100
"""Characters of each memory or change besides what it says."""


@dataclass(slots=True)
class Publishing:
    """One look at what is to be told."""

    store: Store
    tx: Transaction
    own: Replica
    wanted: Sync
    acts: list[Act] = field(default_factory=list)
    withheld: set[int] = field(default_factory=set)
    """Memories that look like secrets, and are told to nobody."""
    _new: set[int] = field(default_factory=set)
    _clashes: list[Clash] = field(default_factory=list)
    """Fields that others set meanwhile, where what was set here is taken back."""

    @property
    def _large(self) -> int:
        return _LARGE_IN_A_TEAM if self.own.place else _LARGE

    def stamp(self) -> str:
        """Return the stamp of what is told next."""
        self.own.clock = next_stamp(self.own.clock, self.tx.now, self.own.device)
        return self.own.clock

    def next_memories(self) -> bool:
        """Tell memories that the others lack, as many as fit one act; returns whether more are left."""
        ids = replicas.not_shared(self.tx, self.own.memory, CHUNK, self.own.place)
        if self.own.is_partial:
            elsewhere.wait_for_those_here(self.tx, ids)
        self.add(ids)
        more = len(ids) == CHUNK
        self.own.memory = ids[-1] if more else replicas.last_memory(self.tx)
        return more

    def rest(self) -> None:
        """Tell what ops changed, who said no to what, what was used, and what was purged.

        A team hears of what people did; what agents did with its memories is told once a person shares it.
        """
        last = replicas.last_op(self.tx)
        touched: set[int] = set()
        for op_id, kind in replicas.ops_after(self.tx, self.own.op, people=bool(self.own.place)):
            for changes in replicas.changes(self.tx, op_id, CHUNK):
                touched |= self._changed(changes, kind)
            refused = replicas.refused(self.tx, op_id)
            if refused and not self.own.place:
                self.acts.append(Act(self.stamp(), refused=tuple(refused)))
            if refused:
                self._settle(kept_by(self.store, op_id))
            if kind == "purge":
                self._purged()
        self.own.op = last
        self._used(sorted(touched))
        self._let_go()

    def _let_go(self) -> None:
        """Leave what has moved to the place of the scope that it lies in now."""
        if self.own.place:
            teams.let_go(self.tx, self.own.place, outside=self.own.place)
        else:
            for scope in replicas.shared_scopes(self.tx):
                teams.let_go(self.tx, self.own.place, within=scope)

    def add(self, ids: Sequence[int]) -> None:
        """Tell whole memories, those that may be told."""
        drafts = []
        theirs = teams.by_a_person(self.tx, ids) if self.own.place else set(ids)
        looked_at_behind = looked_at.looked_at_behind(self.tx)
        shares = _shares(self.wanted)
        for memory_id, draft in memories.get_drafts(self.store, ids):
            if memory_id not in theirs or not shares(draft.scope):
                continue
            if self.own.place and not border.goes_out(draft):
                self.withheld.add(memory_id)
                continue
            looked_at_it = looked_at_behind is not None and memory_id > looked_at_behind
            # A person's word that something is no secret holds here, and not for others.
            if (not looked_at_it or vouched(draft.provenance)) and not is_clean(draft):
                self.withheld.add(memory_id)
                continue
            drafts.append((memory_id, draft))
        for portion in portions(drafts, lambda each: weight(each[1]), self._large):
            stamp = self.stamp()
            replicas.share(
                self.tx,
                [Shared.of(memory_id, draft, stamp, self.own.place) for memory_id, draft in portion],
            )
            self.acts.append(Act(stamp, added=tuple(self._as_told(draft) for _, draft in portion)))
            self._new |= {memory_id for memory_id, _ in portion}

    def _as_told(self, draft: Draft) -> Draft:
        return border.outgoing(draft, self.own) if self.own.place else draft

    def _changed(self, changes: Sequence[tuple[int, str, object]], kind: str) -> set[int]:
        """Tell what an op of a kind did to memories; returns those whose uses it changed.

        Who sets a field anew has decided, and the cards that ask about it are withdrawn. Who takes back what
        was done here takes back nothing of others: what they set in the field meanwhile is asked about still.
        """
        ids = sorted({memory_id for memory_id, _, _ in changes})
        known = replicas.shared(self.tx, ids, self.own.place)
        # Told whole in this very look, with whatever ops made of them.
        self.add([memory_id for memory_id in ids if memory_id not in known])
        settings = [
            (known[memory_id], name, value)
            for memory_id, name, value in changes
            if memory_id in known and memory_id not in self._new and name in FIELDS
        ]
        self._set(settings, keeps_others=kind in {"undo", "redo"})
        if settings and replicas.clashing(self.tx, self.own.place):
            asked = {(shared.memory_id, name) for shared, name, _ in settings}
            still = {(clash.memory_id, clash.field) for clash in self._clashes}
            # A decision that is taken back is asked about again, and its card is open by now.
            withdraw(self.store, self.tx, asked & still if kind == "undo" else asked)
        ask(self.store, self.tx, self._clashes, self.own)
        self._clashes = []
        return {memory_id for memory_id, name, _ in changes if name in recording.USES and memory_id in known}

    def _set(self, values: Sequence[tuple[Shared, str, object]], *, keeps_others: bool = False) -> None:
        clean = [value for value in values if not is_secret(value[1], value[2])]
        if self.own.place:
            clean = [
                (shared, name, border.outgoing_value(name, value, self.own))
                for shared, name, value in clean
                if border.is_told(name, value, self.own)
            ]
        for portion in portions(clean, lambda each: len(str(each[2])) + _FRAME, self._large):
            self._set_portion(portion, keeps_others=keeps_others)

    def _set_portion(self, values: Sequence[tuple[Shared, str, object]], *, keeps_others: bool) -> None:
        heads = replicas.heads(self.tx, [shared.memory_id for shared, _, _ in values])
        stamp = self.stamp()
        settings, now = [], {}
        for shared, name, value in values:
            key = (shared.memory_id, name)
            beside = heads.get((shared.memory_id, BESIDE.get(name, "")), {})
            before = heads.get(key, {})
            others = self._set_by_others(before) if keeps_others else {}
            replaced = tuple(head for head in before if head not in others)
            settings.append(Setting(shared.uid, name, value, replaced, tuple(beside)))
            now[key] = {**others, stamp: value}
            if others:
                latest = max(others)
                self._clashes.append(Clash(shared.memory_id, name, others[latest], latest))
        replicas.put_heads(self.tx, now)
        ids = sorted({shared.memory_id for shared, _, _ in values})
        self.acts.append(Act(stamp, settings=tuple(settings), marks=self._marks(ids)))

    def _set_by_others(self, values: Mapping[str, object]) -> dict[str, object]:
        """Return those of a field's values, where several are asked about, that other machines set."""
        if len(values) == 1:
            return {}
        return {stamp: value for stamp, value in values.items() if device_of(stamp) != self.own.device}

    def marks(self, ids: Collection[int]) -> None:
        """Tell which version memories have and when they were last changed."""
        if ids:
            self.acts.append(Act(self.stamp(), marks=self._marks(sorted(ids))))

    def _marks(self, ids: Sequence[int]) -> tuple[tuple[str, int, float], ...]:
        there = memories.get_many(self.store, ids, absent=True)
        return tuple((memory.uid, memory.version, memory.updated_at) for memory in there)

    def _settle(self, kept: Sequence[tuple[int, str]]) -> None:
        """Tell that a person confirmed the values of fields that had clashed."""
        ids = sorted({memory_id for memory_id, _ in kept})
        known = replicas.shared(self.tx, ids, self.own.place)
        by_id = {memory.id: memory for memory in memories.get_many(self.store, ids, absent=True)}
        self._set(
            [
                (known[memory_id], name, stored(by_id[memory_id])[name])
                for memory_id, name in kept
                if memory_id in known and memory_id in by_id
            ]
        )

    def _used(self, touched: Sequence[int]) -> None:
        now = self.tx.now
        counted = shared_uses.own_uses(self.tx, self.own.device, self.own.used_at, touched, self.own.place)
        self.own.used_at = now
        known = replicas.shared(self.tx, [use.memory_id for use in counted], self.own.place)
        for start in range(0, len(counted), CHUNK):
            part = counted[start : start + CHUNK]
            shared_uses.count_uses(self.tx, self.own.device, part, ours=True)
            uses = tuple(_uses(known[use.memory_id], use) for use in part)
            self.acts.append(Act(self.stamp(), uses=uses))

    def _purged(self) -> None:
        gone = replicas.erased(self.tx, self.own.place)
        stones = [] if self.own.place else tombstones.since(self.tx, self.own.buried_at)
        self.own.buried_at = self.tx.now
        if gone or stones:
            stamp = self.stamp()
            self.acts.append(Act(stamp, erased=tuple(gone), tombstones=tuple(stones)))
            self.own.erased = (*self.own.erased, stamp)

    def pack(self) -> None:
        """Put the acts into the outbox, as one segment unless they are very long."""
        for acts in portions(self.acts, _weight_of_act, self._large):
            self._pack(acts)
        self.acts = []

    def _pack(self, acts: Sequence[Act]) -> None:
        place = self.own.place
        number = max(carried.last_segment(self.tx, place), self.own.gone) + 1
        blob = Segment(self.own.device, number, self._newly_seen(), tuple(acts)).packed()
        carried.add_segment(self.tx, number, name_of(number, blob), blob, place)

    def _newly_seen(self) -> dict[str, int]:
        """Return how far others must have read before these acts, where the segments before do not say so.

        Snapshots read in part count too. Repeated, it would be longer than most acts in a large team.
        """
        seen = carried.taken(self.tx, self.own.place)
        seen |= {d: max(n, seen.get(d, 0)) for d, n in self.own.half_taken.items()}
        before, self.own.seen_told = self.own.seen_told, seen
        return {device: number for device, number in seen.items() if number != before.get(device)}


def publish(store: Store, wanted: Sync, place: str) -> set[int]:
    """Put all that is to be told at a place into its outbox, a segment at a time.

    Returns the ids of memories that look like secrets, or are longer than a team takes, and were left out.
    """
    more = True
    withheld: set[int] = set()
    while more:
        with store.write() as tx, _uncollected():
            own = replicas.replica(tx, place)
            if own is None:
                return withheld
            if own.scopes != wanted.scopes:
                # What stayed here until now may go: everything nobody knows is looked at again.
                own.scopes, own.memory = wanted.scopes, 0
            own.come = wanted.come
            look = Publishing(store, tx, own, wanted)
            more = look.next_memories()
            if not more:
                look.rest()
            look.pack()
            replicas.keep(tx, own)
        withheld |= look.withheld
    return withheld


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Switch garbage collection off while a block makes many objects: a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def publish_rest(look: Publishing) -> None:
    """Put what was done since `publish` into the outbox, in a write that takes in what others did."""
    while look.next_memories():
        pass
    look.rest()
    look.pack()


@lru_cache(maxsize=2)
def _shares(wanted: Sync) -> Callable[[str], bool]:
    """Return what says whether a scope goes, and remembers it: it is asked of each memory anew."""
    return lru_cache(maxsize=10_000)(wanted.shares)


def portions(items: Sequence[_T], weighing: Callable[[_T], int], most: int = _LARGE) -> Iterator[list[_T]]:
    """Yield items in their order, as many together as go into one act: `most` characters."""
    if len(items) == 1:  # nothing to weigh it against
        yield [*items]
        return
    portion: list[_T] = []
    heavy = 0
    for item in items:
        weighs = weighing(item)
        if portion and heavy + weighs > most:
            yield portion
            portion, heavy = [], 0
        portion.append(item)
        heavy += weighs
    if portion:
        yield portion


def weight(draft: Draft) -> int:
    """Return how long a memory is, in characters."""
    known = len(str(draft.provenance)) if draft.provenance else 0
    return len(draft.text) + len(draft.abstract) + known + _FRAME


def _weight_of_act(act: Act) -> int:
    return sum(map(weight, act.added)) + sum(len(str(setting.value)) + _FRAME for setting in act.settings)


def is_clean(draft: Draft) -> bool:
    """Say whether a memory holds no secret, not even one that a person has allowed here."""
    try:
        return checked_import(draft) == draft
    except Refused:
        return False


def is_secret(name: str, value: object) -> bool:
    """Say whether a field's value looks like a secret."""
    return name in {"text", "abstract"} and bool(secrets.find_secrets(str(value)))


def _uses(shared: Shared, counted: Counted) -> Uses:
    return Uses(shared.uid, counted.accesses, counted.sessions, counted.last_at)

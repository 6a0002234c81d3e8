"""Cards about what two machines changed without knowing of each other.

Every machine shows the same value meanwhile; a card shows the other one. A yes or a no is an act that knows
both, so it settles the question on every machine.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import TOLD_ELSEWHERE, Evidence, Finding, Target
from memtui.domain.stamp import device_of, time_of
from memtui.domain.text import Longest, one_line
from memtui.lifecycle.propose import propose
from memtui.store import carried, decided, memories, proposals, replicas
from memtui.store.database import Store, Transaction
from memtui.store.replicas import ASKED_ABOUT, ELSEWHERE, Replica

_HERE = "this machine"
_OTHER = "another machine"


@dataclass(frozen=True, slots=True)
class Clash:
    """Another value that a field of a memory may have."""

    memory_id: int
    field: str
    other: object
    """As it is stored; for a state the one that stands."""
    stamp: str
    """Of the other value; empty where two fields clash."""


def ask(store: Store, tx: Transaction, clashes: Iterable[Clash], own: Replica) -> int:
    """Put a card for each clash, and return how many are new."""
    by_id = {
        memory.id: memory
        for memory in memories.get_many(store, sorted({clash.memory_id for clash in clashes}))
    }
    others = carried.devices(tx, own.place)
    names = {device: known.label for device, known in others.items()}
    names[own.device] = _HERE
    latest = {(clash.memory_id, clash.field): clash for clash in clashes if clash.field in ASKED_ABOUT}
    heads = replicas.heads(tx, sorted(by_id))
    findings = [
        _card(by_id[clash.memory_id], clash, _Names(names, heads))
        for clash in latest.values()
        if clash.memory_id in by_id
    ]
    if not findings:
        return 0
    proposed = propose(store, findings, allow_dropped=True, tx=tx)
    withdraw(store, tx, latest.keys(), but=proposed.ids)  # those asked about what has changed since
    return proposed.new


def withdraw(
    store: Store, tx: Transaction, settled: Collection[tuple[int, str]], but: Collection[int] = ()
) -> None:
    """Withdraw the cards, `but` some, about fields that have a single value again."""
    waiting = proposals.waiting_about(store, sorted({memory_id for memory_id, _ in settled}))
    cards = proposals.get_many(store, sorted({card for cards in waiting.values() for card in cards}))
    over = [
        card.id
        for card in cards
        if card.id not in but
        and card.rule == ELSEWHERE
        and (card.targets[0].id, _field(card.change)) in settled
    ]
    proposals.withdraw(tx, over)


def kept_by(store: Store, op_id: int) -> list[tuple[int, str]]:
    """Return the fields, by memory, that a person confirmed by a no to a card about a clash."""
    cards = proposals.get_many(store, decided.decided_by(store, op_id))
    return [(card.targets[0].id, _field(card.change)) for card in cards if card.rule == ELSEWHERE]


def _field(change: Change) -> str:
    return {Deed.KEEP: "text", Deed.MOVE: "scope", Deed.RETYPE: "type"}.get(change.deed, "state")


@dataclass(frozen=True, slots=True)
class _Names:
    """Who set the fields that cards ask about, as people read it."""

    machines: Mapping[str, str]
    """What each is called, by device."""
    heads: replicas.Heads

    def machine(self, stamp: str) -> str:
        """Return which machine did what has a stamp."""
        return self.machines.get(device_of(stamp), _OTHER) if stamp else _OTHER

    def standing(self, memory_id: int, field: str) -> str:
        """Return the stamp of the value that stands; empty where nobody set it since it was added."""
        return max(self.heads.get((memory_id, field), {}), default="")

    def last(self, memory_id: int, field: str) -> str:
        """Return when and where the value that stands was set; empty as above."""
        stamp = self.standing(memory_id, field)
        return f"{_time(stamp)}, on {self.machine(stamp)}" if stamp else ""


def _card(memory: Memory, clash: Clash, names: _Names) -> Finding:
    change, reason = _change(memory, clash, names)
    return Finding(
        Kind.LEARNED,
        ELSEWHERE,
        (Target.of(memory),),
        reason,
        change,
        memory.scope,
        Evidence(tuple((label, value) for label, value in _facts(clash, names) if value)),
        TOLD_ELSEWHERE,
    )


def _facts(clash: Clash, names: _Names) -> Sequence[tuple[str, str]]:
    """Return who set both values, and when."""
    if not clash.stamp:
        dropped, edited = names.last(clash.memory_id, "state"), names.last(clash.memory_id, "text")
        return (("dropped", dropped), ("edited", edited))
    return (
        ("stands since", names.last(clash.memory_id, clash.field)),
        (f"on {names.machine(clash.stamp)}", one_line(str(clash.other), Longest.QUOTE)),
        ("when", _time(clash.stamp)),
    )


def _time(stamp: str) -> str:
    return f"{datetime.fromtimestamp(time_of(stamp), UTC):%Y-%m-%d %H:%M} UTC"


def _change(memory: Memory, clash: Clash, names: _Names) -> tuple[Change, str]:
    other, where = str(clash.other), names.machine(clash.stamp)
    if clash.stamp and clash.field == "state":
        return _to_state(memory, other), f"it was {other} on {where}"
    # Where the value of this machine gave way, it is the other one's that stands.
    where = names.machine(names.standing(memory.id, clash.field)) if where == _HERE else where
    if clash.field == "text":
        return Change(Deed.KEEP, memory.id, text=other), f"it was edited here and on {where}"
    if clash.field == "scope":
        change = Change(Deed.MOVE, memory.id, draft={"scope": other})
        return change, f"it was filed elsewhere on {where}"
    if clash.field == "type":
        return Change(Deed.RETYPE, memory.id, type=MemoryType(other)), f"it got another type on {where}"
    return Change(Deed.RESTORE, gone=(memory.id,)), "it was dropped on one machine and edited on another"


def _to_state(memory: Memory, state: str) -> Change:
    deed = {"dropped": Deed.DROP, "archived": Deed.ARCHIVE}.get(state, Deed.RESTORE)
    return Change(deed, gone=(memory.id,))

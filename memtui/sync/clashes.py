"""Cards about what two machines changed without knowing of each other.

Every machine shows the same value meanwhile; a card shows the other one. A yes or a no is an act that knows
both, so it settles the question on every machine.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import TOLD_ELSEWHERE, Evidence, Finding, Kind, Target
from memtui.domain.stamp import device_of, time_of
from memtui.domain.text import Longest, one_line
from memtui.lifecycle.propose import propose
from memtui.store import carried, memories, proposals
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
        memory.id: memory for memory in memories.get_many(store, sorted({each.memory_id for each in clashes}))
    }
    others = carried.devices(tx, own.place)
    names = {device: known.label for device, known in others.items()}
    names[own.device] = _HERE
    latest = {(each.memory_id, each.field): each for each in clashes if each.field in ASKED_ABOUT}
    findings = [
        _card(by_id[each.memory_id], each, names) for each in latest.values() if each.memory_id in by_id
    ]
    return propose(store, findings, allow_dropped=True, tx=tx).new if findings else 0


def withdraw(store: Store, tx: Transaction, settled: Collection[tuple[int, str]]) -> None:
    """Withdraw the cards about fields that have a single value again."""
    waiting = proposals.waiting_about(store, sorted({memory_id for memory_id, _ in settled}))
    cards = proposals.get_many(store, sorted({card for cards in waiting.values() for card in cards}))
    over = [
        card.id
        for card in cards
        if card.rule == ELSEWHERE and (card.targets[0].id, _field(card.change)) in settled
    ]
    proposals.withdraw(tx, over)


def kept_by(store: Store, op_id: int) -> list[tuple[int, str]]:
    """Return the fields, by memory, that a person confirmed by a no to a card about a clash."""
    cards = proposals.get_many(store, proposals.decided_by(store, op_id))
    return [(card.targets[0].id, _field(card.change)) for card in cards if card.rule == ELSEWHERE]


def _field(change: Change) -> str:
    return {Deed.KEEP: "text", Deed.MOVE: "scope", Deed.RETYPE: "type"}.get(change.deed, "state")


def _card(memory: Memory, clash: Clash, names: dict[str, str]) -> Finding:
    where = names.get(device_of(clash.stamp), _OTHER) if clash.stamp else "one machine"
    change, reason = _change(memory, clash, where)
    facts: Sequence[tuple[str, str]] = ()
    if clash.stamp:
        when = datetime.fromtimestamp(time_of(clash.stamp), UTC)
        facts = (
            (f"on {where}", one_line(str(clash.other), Longest.QUOTE)),
            ("when", f"{when:%Y-%m-%d %H:%M} UTC"),
        )
    return Finding(
        Kind.LEARNED,
        ELSEWHERE,
        (Target.of(memory),),
        reason,
        change,
        memory.scope,
        Evidence(tuple(facts)),
        TOLD_ELSEWHERE,
    )


def _change(memory: Memory, clash: Clash, where: str) -> tuple[Change, str]:
    other = str(clash.other)
    if clash.stamp and clash.field == "state":
        return _to_state(memory, other), f"it was {other} on {where}"
    # Where the value of this machine gave way, it is the other one's that stands.
    where = _OTHER if where == _HERE else where
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

"""Holding memories back from agents until a person has seen them.

What a memory says is told to every agent that asks, so one that was planted works on all of them. A memory
that did not come from the person and shows a sign of that (`memtui.poison`) is told to nobody; the review
queue has a card about it. A no to that card ("nothing is wrong with it") lets it out, for as long as its text
stays the same. Additions that the settings say to hold (`[gate]`) are marked as they are stored, have a card
too, and are told once that is turned down. Who is held follows from this and from what was decided.

Asked by recall and by whoever hands memories to an agent.
"""

from collections.abc import Iterable, Sequence

from memtui.domain.memory import Memory, Origin
from memtui.domain.proposal import Change, Deed, Evidence, Finding, Kind, Status, Target, rule_name
from memtui.domain.text import fingerprint, one_line
from memtui.poison import Suspicion, suspicion
from memtui.store import asked
from memtui.store.asked import Asked
from memtui.store.database import Store

HELD = rule_name(Kind.LEARNED, "held")
MARK = {"gate": "hold"}
"""In the provenance of an addition that is held back whatever it says."""


def suspected(memory: Memory) -> Suspicion | None:
    """Return what makes a memory suspicious; None for what the person wrote and for what shows no sign."""
    return None if memory.origin is Origin.PERSON else suspicion(memory.text)


def held(store: Store, among: Iterable[Memory]) -> set[int]:
    """Return which of these memories no agent may be told. Raises StoreError."""
    theirs = [memory for memory in among if memory.origin is not Origin.PERSON]
    before = asked.about(store, [memory.id for memory in theirs]) if theirs else {}
    return {memory.id for memory in theirs if _is_held(memory, before.get(memory.id, ()))}


def tellable(store: Store, among: Sequence[Memory]) -> list[Memory]:
    """Return the memories that an agent may be told, in their order. Raises StoreError."""
    back = held(store, among)
    return [memory for memory in among if memory.id not in back]


def _is_held(memory: Memory, before: Sequence[Asked]) -> bool:
    reasons = {str(Kind.POISON)} if suspected(memory) is not None else set()
    if MARK.items() <= memory.provenance.items():
        reasons.add(HELD)
    return bool(reasons - {each.rule for each in before if _lets_out(each, memory)})


def _lets_out(decided: Asked, memory: Memory) -> bool:
    """Say whether a person has said about this very text that nothing is wrong with it."""
    return decided.status is Status.REJECTED and decided.fingerprint == fingerprint(memory.text)


def additions(memories: Iterable[Memory], client: str, batch: str) -> list[Finding]:
    """Return the cards about new memories that are marked as held, as one batch."""
    return [
        Finding(
            Kind.LEARNED,
            HELD,
            (Target.of(memory),),
            f"{client} added it; no agent is told until you have decided",
            Change(Deed.DROP, gone=(memory.id,)),
            memory.scope,
            Evidence((("added by", client),)),
            0.5,
            batch=batch,
            origin=client,
        )
        for memory in memories
    ]


def about(memory: Memory, found: Suspicion) -> Finding:
    """Return the card that asks a person about a suspicious memory."""
    seen = one_line(memory.text[found.start : found.end], 200)
    facts = (("sign", found.sign), ("told by", f"“{seen}”"), ("said by", memory.source or str(memory.origin)))
    return Finding(
        kind=Kind.POISON,
        rule=str(Kind.POISON),
        targets=(Target.of(memory),),
        reason=f"it {found.says}; no agent is told until you have decided",
        change=Change(Deed.DROP, gone=(memory.id,)),
        scope=memory.scope,
        evidence=Evidence(facts, {memory.id: ((found.start, found.end),)}),
        confidence=0.8,
    )

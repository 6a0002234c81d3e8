"""Holding memories back from agents until a person has seen them.

What a memory says is told to every agent that asks, so one that was planted works on all of them. A memory
that did not come from the person and shows a sign of that (`domain.poison`) is told to nobody; the review
queue has a card about it. A no to that card ("nothing is wrong with it") lets it out, for as long as its text
stays the same. Nothing is stored for this: who is held follows from the texts and from what was decided.

Asked by recall and by whoever hands memories to an agent.
"""

from collections.abc import Iterable, Sequence

from memtui.domain.memory import Memory, Origin
from memtui.domain.poison import Suspicion, suspicion
from memtui.domain.proposal import Change, Deed, Evidence, Finding, Kind, Status, Target
from memtui.domain.text import fingerprint, one_line
from memtui.store import asked
from memtui.store.database import Store


def suspected(memory: Memory) -> Suspicion | None:
    """Return what makes a memory suspicious; None for what the person wrote and for what shows no sign."""
    return None if memory.origin is Origin.PERSON else suspicion(memory.text)


def held(store: Store, among: Iterable[Memory]) -> set[int]:
    """Return which of these memories no agent may be told. Raises StoreError."""
    suspects = [memory for memory in among if suspected(memory) is not None]
    if not suspects:
        return set()
    let_out = _let_out(store, suspects)
    return {memory.id for memory in suspects if memory.id not in let_out}


def tellable(store: Store, among: Sequence[Memory]) -> list[Memory]:
    """Return the memories that an agent may be told, in their order. Raises StoreError."""
    back = held(store, among)
    return [memory for memory in among if memory.id not in back]


def _let_out(store: Store, suspects: Sequence[Memory]) -> set[int]:
    """Return those of which a person has said, about this very text, that nothing is wrong with them."""
    before = asked.about(store, [memory.id for memory in suspects])
    return {
        memory.id
        for memory in suspects
        if any(
            each.kind is Kind.POISON
            and each.status is Status.REJECTED
            and each.fingerprint == fingerprint(memory.text)
            for each in before.get(memory.id, ())
        )
    }


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

"""Holding memories back from agents until a person has seen them.

A planted memory would reach every agent that asks. So a memory that the person did not write, and that shows
a sign of planting (`memtui.poison`), is told to none; the review queue has a card about it. A no to that card
("nothing is wrong with it") lets it out, for as long as its text stays the same. Additions that the settings
say to hold (`[gate]`) are marked as they are stored. They have a card too, and agents are told them once it
is turned down.

What stands in a linked file of instructions (CLAUDE.md, AGENTS.md) is made of orders to agents, and they load
it by themselves. There a sign holds a line back as elsewhere; how it is worded never does, and only where
that is very sure is a person asked about it.

Asked by recall and by whoever hands memories to an agent. What files bring goes through `Gated`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from memtui.config.places import homes_of_agents
from memtui.config.settings import HOLD
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Draft, Memory, Origin, State
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.proposal_status import Status
from memtui.domain.text import Longest, fingerprint, one_line
from memtui.domain.written_for import instructed_by
from memtui.poison import Suspicion, items_to_cut, suspicion, without
from memtui.secrets.masking import masked
from memtui.store import asked, sources
from memtui.store.asked import EarlierProposal
from memtui.store.database import Store

HELD = rule_name(Kind.LEARNED, "held")
ASKED = rule_name(Kind.LEARNED, "asked")
"""The rule of cards about what a file would add, where the settings say to ask."""
NEEDED = frozenset({HELD, ASKED, str(Kind.POISON)})
"""Rules whose cards are never muted, however often a person says no: a memory gets out, or in, only by them.
"""
MARK = {"gate": "hold"}
"""In the provenance of an addition that is held back whatever it says."""
VERY_SURE = 0.8
"""How sure the wording of a line has to be in a file of instructions for a person to be asked about it: of
3,000 honest notes that the model had not seen, 4 of those made to look planted were, of 600 planted ones 80.
"""
FILE = "file"
"""What the evidence of a card calls the file that it is about."""


@dataclass(frozen=True, slots=True)
class Gated:
    """How additions from a file are treated: by which gate, and in whose name."""

    gate: Callable[[Draft], str]
    """Returns `store`, `hold` or `ask` for one of its records."""
    file_of: Callable[[Draft], str]
    """Returns the file that a record stands in."""
    format: str
    name: str
    """Of the file or folder, as a card tells it."""

    def through(self, draft: Draft) -> Draft:
        """Return a draft as it is stored: with a mark if it is to be held back from agents."""
        if self.gate(draft) != HOLD or draft.state is State.DROPPED:
            return draft
        return replace(draft, provenance={**draft.provenance, **MARK})

    def question(self, draft: Draft, fields: dict[str, object]) -> Finding:
        """Return the card that asks whether to add a draft; `fields` is the draft as a change holds it."""
        return Finding(
            Kind.LEARNED,
            ASKED,
            (),
            f"{self.name} says it; it is stored once you say yes",
            Change(Deed.LEARN, draft=fields),
            draft.scope,
            Evidence(((FILE, self.file_of(draft)),), file=self.file_of(draft)),
            0.5,
            batch=f"things that {self.name} says",
            origin=self.format,
        )

    def cards(self, memories: Iterable[Memory]) -> list[Finding]:
        """Return the cards about those of these memories that are held back."""
        marked = [memory for memory in memories if is_marked(memory)]
        return additions(marked, self.name, f"things from {self.name} that are held back")


def is_marked(memory: Memory | Draft) -> bool:
    """Say whether a memory was stored to be held back, whatever was decided since."""
    return MARK.items() <= memory.provenance.items()


def suspected(store: Store, memory: Memory) -> Suspicion | None:
    """Return what a person is asked about in a memory; None for what they wrote and for what shows no sign.

    Raises StoreError.
    """
    if memory.origin is Origin.PERSON:
        return None
    found = suspicion(memory.text)
    if found is None or holds(store, memory, found) or found.sure >= VERY_SURE:
        return found
    return None


def holds(store: Store, memory: Memory, found: Suspicion) -> bool:
    """Say whether what was found in a memory keeps it from agents until a person has seen it.

    Raises StoreError.
    """
    return not (found.by_wording and _instructs(store, memory))


def _instructs(store: Store, memory: Memory) -> bool:
    """Say whether a memory stands in a linked file that agents load as their instructions."""
    if memory.origin is not Origin.IMPORTED:
        return False
    files = sources.files_of_each(store, [memory.id]).get(memory.id, [])
    homes = homes_of_agents()
    return any(instructed_by(PurePath(file), homes) for file, _ in files)


def held_ids(store: Store, among: Iterable[Memory]) -> set[int]:
    """Return which of these memories no agent may be told. Raises StoreError."""
    theirs = [memory for memory in among if memory.origin is not Origin.PERSON or is_marked(memory)]
    before = asked.about(store, [memory.id for memory in theirs]) if theirs else {}
    return {memory.id for memory in theirs if _is_held(store, memory, before.get(memory.id, ()))}


def tellable(store: Store, among: Sequence[Memory]) -> list[Memory]:
    """Return the memories that an agent may be told, in their order. Raises StoreError."""
    back = held_ids(store, among)
    return [memory for memory in among if memory.id not in back]


def deciding(store: Store, held: Sequence[int]) -> str:
    """Return the command that leads to the cards about memories that are held back.

    Where one has no card yet, that is the review pass, which makes it. Raises StoreError.
    """
    cards = asked.about(store, held)
    kinds: set[Kind] = set()
    for memory_id in held:
        waiting = {card.kind for card in cards.get(memory_id, ()) if card.waits and card.rule in NEEDED}
        if not waiting:
            return "memtui review run"
        kinds |= waiting
    return " ".join(["memtui review list", *(f"--kind {kind}" for kind in sorted(kinds))])


def _is_held(store: Store, memory: Memory, before: Sequence[EarlierProposal]) -> bool:
    found = suspected(store, memory)
    reasons = {str(Kind.POISON)} if found is not None and holds(store, memory, found) else set()
    if is_marked(memory):
        reasons.add(HELD)
    return bool(reasons - {card.rule for card in before if _lets_out(card, memory)})


def _lets_out(decided: EarlierProposal, memory: Memory) -> bool:
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
            Evidence((("added by", client), *_place(memory))),
            0.5,
            batch=batch,
            origin=client,
        )
        for memory in memories
    ]


def undecided(store: Store, memory: Memory) -> bool:
    """Say whether a memory is held back by its mark alone: no card was turned down about what it says now."""
    return is_marked(memory) and not any(
        card.rule == HELD and _lets_out(card, memory)
        for card in asked.about(store, [memory.id]).get(memory.id, ())
    )


def _place(memory: Memory) -> tuple[tuple[str, str], ...]:
    path = memory.provenance.get("path")
    return ((FILE, path),) if isinstance(path, str) else ()


def about(memory: Memory, suspicion: Suspicion, *, held: bool = True) -> Finding:
    """Return the card that asks a person about a suspicious memory; of a list, about the item alone."""
    meanwhile = "no agent is told until you have decided" if held else "agents load the file it stands in"
    seen = one_line(masked(memory.text[suspicion.start : suspicion.end]), Longest.SENTENCE)
    facts = (("words", f"“{seen}”"), ("said by", memory.source or str(memory.origin)))
    cut = items_to_cut(memory.text, suspicion)
    change = Change(Deed.DROP, gone=(memory.id,))
    if cut:
        change = Change(Deed.CUT, keep=memory.id, text=without(memory.text, cut))
    return Finding(
        kind=Kind.POISON,
        rule=str(Kind.POISON),
        targets=(Target.of(memory),),
        reason=f"it {suspicion.says}; {meanwhile}",
        change=change,
        scope=memory.scope,
        evidence=Evidence(facts, {memory.id: cut or ((suspicion.start, suspicion.end),)}),
        confidence=suspicion.sure,
    )

"""What was purged in another store and is told to this one: it stays away, and what is here becomes a card.

Nothing is erased or dropped by that: a person decides. Undoing the import does not take it back, as nothing
takes back a purge.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory
from memtui.domain.proposal import TOLD_ELSEWHERE, Finding, Target
from memtui.domain.text import Longest, one_line
from memtui.lifecycle.propose import propose
from memtui.store import memories, tombstones
from memtui.store.database import Store
from memtui.store.tombstones import Tombstone

PURGED = rule_name(Kind.LEARNED, "purged")


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What came of it."""

    kept: int
    """Tombstones that were not known."""
    cards: int
    """Memories that say what was purged, put before a person."""


def take_in(store: Store, stones: Sequence[Tombstone], name: str) -> TakenIn:
    """Keep the tombstones of another store, and put a card for each memory that says what was purged there.

    `name` is what the person calls the file they came in.
    """
    if not stones:
        return TakenIn(0, 0)
    with store.write() as tx:
        new = tombstones.keep(tx, stones)
    repeating = memories.stream(store, tombstones.said_here(store, new)) if new else ()
    findings = [_card(memory, name) for memory in repeating]
    return TakenIn(len(new), len(propose(store, findings).ids) if findings else 0)


def _card(memory: Memory, name: str) -> Finding:
    return Finding(
        Kind.LEARNED,
        PURGED,
        (Target.of(memory),),
        f"it was purged where {one_line(name, Longest.PATH)} is from",
        Change(Deed.DROP, gone=(memory.id,)),
        memory.scope,
        confidence=TOLD_ELSEWHERE,
        batch="" if memory.pinned else "what was purged elsewhere",
    )

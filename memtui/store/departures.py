"""How a dropped memory went: unasked, by a card of Review, or because another took its place.

Asked by `lifecycle.withheld`, for which a text that was turned down is not one that was overtaken. Read from
the journal, so a drop that was undone, and another one since, do not count.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.card_kinds import Kind, kind_named
from memtui.domain.memory import LinkKind, Memory, State
from memtui.store import decided, journal, memories
from memtui.store.database import Store
from memtui.store.journal import Op

_IN_PLACE = {LinkKind.DERIVED_FROM, LinkKind.SUPERSEDES}


@dataclass(frozen=True, slots=True)
class Departure:
    """How one memory went."""

    op: Op
    card: Kind | None
    """The kind of the card that a person said yes to; None where there was none."""
    says_so_too: Memory | None
    """The memory that it was merged into, in whatever state that is now."""
    overtaken_by: Memory | None
    """The memory that says what is so instead, in whatever state that is now."""

    @property
    def in_place_of(self) -> Memory | None:
        """The memory that took its place, if any did."""
        return self.says_so_too or self.overtaken_by


def of(store: Store, memory_id: int) -> Departure | None:
    """Return how a dropped memory went; None where the journal does not tell."""
    drops = [c.op for c in journal.history_of(store, memory_id) if c.after == State.DROPPED]
    op = _first_done(store, drops[0], drops) if drops else None
    if op is None:
        return None
    rule = decided.rule_accepted(store, op.id, memory_id)
    card = kind_named(rule.partition("/")[0]) if rule else None
    took = dict(_took_its_place(store, memory_id, op))
    return Departure(op, card, took.get(LinkKind.DERIVED_FROM), took.get(LinkKind.SUPERSEDES))


def _first_done(store: Store, op: Op, drops: Sequence[Op]) -> Op | None:
    """Return the op that a redo did again, or that the undo of a return put back: its facts are known."""
    while op.undoes is not None:
        undone = journal.op(store, op.undoes)
        before = None if undone is None else undone.undoes
        again = None if before is None else journal.op(store, before)
        if again is None:
            again = next((drop for drop in drops if drop.id < op.undoes), None)
        if again is None:
            return None
        op = again
    return op


def _took_its_place(store: Store, memory_id: int, op: Op) -> list[tuple[LinkKind, Memory]]:
    """Return what was linked to a memory when it went, or later."""
    kinds = {
        row[0]: LinkKind(row[1])
        for row in store.query(
            "SELECT memory_id, kind FROM links WHERE target_id = ? AND at >= ?", (memory_id, op.at)
        )
        if row[1] in _IN_PLACE
    }
    return [(kinds[memory.id], memory) for memory in memories.get_many(store, list(kinds))]

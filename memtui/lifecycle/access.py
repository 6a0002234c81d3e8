"""What is a use of a memory: the one place that says so, and counts it.

Uses slow the fading, so only what shows that a memory is needed, or holds, is one. Looking at a memory,
copying, moving, pinning or editing it, giving it another importance and saying no to a card are none: they
say what a person does with the store, not what the memory is good for.
"""

from collections.abc import Sequence
from enum import StrEnum

from memtui.domain.actor import Actor, ActorKind
from memtui.store import accesses
from memtui.store.database import Store, Transaction


class Use(StrEnum):
    """How a memory is used."""

    RECALLED = "recalled"
    """It was told to an agent that asked. A script that does not say for which agent it asks only looks."""
    HELPED = "helped"
    """An agent says that it did."""
    RESTORED = "restored"
    """A person brought it back."""
    CONFIRMED = "confirmed"
    """A person says that it is right: chose it over another, agreed to its words, or wrote it down again."""


_WHO = {
    Use.RECALLED: frozenset({ActorKind.AGENT}),
    Use.HELPED: frozenset({ActorKind.AGENT}),
    Use.RESTORED: frozenset({ActorKind.PERSON}),
    Use.CONFIRMED: frozenset({ActorKind.PERSON}),
}


def _is_use(use: Use, by: Actor) -> bool:
    """Say whether a use by this actor counts: to be told counts for an agent, not for who looks."""
    return by.kind in _WHO[use]


def count(tx: Transaction, ids: Sequence[int], use: Use, *, by: Actor) -> None:
    """Count a use of each memory now, in a write that does more, when it is one."""
    if ids and _is_use(use, by):
        accesses.touch(tx, ids, by)


def touch(store: Store, ids: Sequence[int], *, by: Actor, use: Use = Use.RECALLED) -> None:
    """Count a use of each memory now, when it is one. Raises StoreError."""
    if ids and _is_use(use, by):
        with store.write() as tx:
            accesses.touch(tx, ids, by)

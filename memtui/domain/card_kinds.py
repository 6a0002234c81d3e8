"""The kinds of cards in Review: how urgent each is, what a no to it says, and how it is shown."""

from enum import StrEnum
from typing import NamedTuple, Self


class KindRecord(NamedTuple):
    """All that memtui knows of a kind of proposal, besides the rule that finds it."""

    harm: float
    """What it costs, roughly, to leave one undecided: a secret leaks, a conflict misleads."""
    no: str = ""
    """What a no says; empty where the change decides that."""
    urgent: bool = False
    """It does harm each time an agent reads it, so it stands before all others."""
    by_reading: bool = False
    """A model that has read the memories may find it wrong. Safety and room are no such question."""
    hides: bool = False
    """Its memories are only shown with what it is about blotted out."""
    batch: int = 3
    """From this many of the same batch on, they are one card."""
    praises: bool = False
    """It speaks for its memories, and not against them."""
    by_project: bool = False
    """What one project keeps is a leftover in another, so a few noes mute it in their project."""
    everywhere: bool = False
    """What a yes drops is wanted in no project: it goes for what it says, not for how things are there."""

    def is_batch(self, name: str, count: int) -> bool:
        """Say whether so many proposals, whose batch has that name, are one card."""
        return bool(name) and count >= self.batch


class Kind(StrEnum):
    """What sort of change is suggested: its name in the store, and its record.

    The order is that of the queue's counts.
    """

    record: KindRecord

    def __new__(cls, name: str, record: KindRecord) -> Self:
        """Return the member of that name."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.record = record
        return member

    SECRET = "secret", KindRecord(12.0, "not a secret", urgent=True, hides=True, everywhere=True)
    POISON = "poison", KindRecord(9.0, "agents may be told", urgent=True, everywhere=True)
    """It gives agents orders that no person has approved; agents do not get it until one has."""
    CONFLICT = "conflict", KindRecord(6.0, "not a conflict", by_reading=True)
    LEARNED = "learned", KindRecord(5.0, batch=2)
    """A text that was read, or an agent, says something about a memory: update, merge, end, or add.

    What one session or text taught is one card, however little it is.
    """
    DUPLICATE = "duplicate", KindRecord(2.0, "not a duplicate", by_reading=True)
    JUNK = "junk", KindRecord(3.0, by_reading=True, by_project=True, everywhere=True)
    EXPIRED = "expired", KindRecord(1.5, by_reading=True, by_project=True)
    DEAD = "dead", KindRecord(2.0, by_reading=True)
    FADING = "fading", KindRecord(0.8, by_reading=True, by_project=True)
    PROMOTE = "promote", KindRecord(1.5, by_reading=True, praises=True)
    SHARE = "share", KindRecord(2.5, "stays with you", praises=True)
    """An agent wrote it, or asks that a team be told; only a person shares."""
    RETENTION = "retention", KindRecord(1.0, by_reading=True)
    BUDGET = "budget", KindRecord(1.0)
    COMPACT = "compact", KindRecord(1.5)
    JUDGE = "judge", KindRecord(2.5)


def kind_named(name: str) -> Kind:
    """Return the kind of that name. Raises ValueError for no kind."""
    return Kind(name)  # type: ignore[call-arg]  # a look-up by name, not a call of `__new__`


def rule_name(kind: Kind, variant: str = "") -> str:
    """Return a rule's name: its kind, and the variant where a kind has several."""
    return f"{kind}/{variant}" if variant else str(kind)

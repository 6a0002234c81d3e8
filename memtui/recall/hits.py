"""A memory that a question brought up, and why it stands where it does."""

from collections.abc import Mapping
from dataclasses import dataclass

from memtui.domain.memory import Memory


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that was found, with the reason for its rank."""

    memory: Memory
    score: float
    """The relevance: 1 for the most relevant of all that was found."""
    parts: Mapping[str, float]
    """`words`, `meaning`, `nearest words`, `when`, `session`, `near tie`; `copy` is what a near-copy lost,
    `name alone` is there where nothing but a name is shared, `nameless` where a rare name is not, `slight`
    where hardly anything is, `newer than` is the id of the older memory in front of which it was put, and
    `at odds with` that of an older one with which it disagrees."""

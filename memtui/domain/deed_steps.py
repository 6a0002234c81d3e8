"""The steps that deeds consist of. Each names a change to memories and does nothing itself.

A deed of `domain.deeds` lists its steps, and `lifecycle.amend` carries them out in the transaction of the
verdict. So a deed can be read without the store, and each step is checked, journalled and undone like any
other change.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memtui.domain.memory import LinkKind, Memory, State


@dataclass(frozen=True, slots=True)
class PutInState:
    """Memories are dropped or archived."""

    ids: Sequence[int]
    state: State


@dataclass(frozen=True, slots=True)
class BringBack:
    """Memories are live again, which counts as a use of each."""

    ids: Sequence[int]


@dataclass(frozen=True, slots=True)
class Confirm:
    """A person says that a memory is right, which counts as a use."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Give:
    """A memory's fields get other values, each checked as in any edit."""

    memory: Memory
    values: Mapping[str, object] = field(default_factory=dict)
    text: str = ""
    """What it says from now on, in the words of who suggested it; empty to leave it as it is."""


@dataclass(frozen=True, slots=True)
class TakeOverUses:
    """What others were used for counts for a memory."""

    memory: Memory
    others: Sequence[Memory]


@dataclass(frozen=True, slots=True)
class Add:
    """The memory that the change drafts is added, in the words of who suggested it, and linked to others."""

    others: Sequence[int]
    link: LinkKind
    values: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the draft that the deed settles, whatever the change says."""


@dataclass(frozen=True, slots=True)
class Link:
    """A memory is linked to others."""

    memory: Memory
    others: Sequence[int]
    kind: LinkKind


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a memory is added in another scope, unused, and linked to it."""

    memory: Memory
    scope: str


Step = Copy | PutInState | BringBack | Confirm | Give | TakeOverUses | Add | Link

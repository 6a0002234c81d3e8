"""A memory, and the words its fields are made of (see the glossary in docs/architecture.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from memtui.domain.counting import listed
from memtui.domain.instant import Instant
from memtui.domain.text import Longest, one_line

RESERVED_CATEGORIES = (
    "identity",
    "decision",
    "gotcha",
    "preference",
    "finding",
    "observation",
    "project_status",
    "tool_output",
    "session_state",
)
"""Categories that rules read; any other word may be a category too."""


BECAME = "became"
"""In the provenance of a memory that was taken apart: the uids of those that it is now."""


class MemoryType(StrEnum):
    """What kind of statement a memory is; it decides how fast the memory fades."""

    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"
    CONSTITUTIONAL = "constitutional"

    @property
    def label(self) -> str:
        """The name that a person reads, in words that need no explanation."""
        return _TYPE_LABELS[self]


_TYPE_LABELS = {
    MemoryType.EPISODIC: "what happened",
    MemoryType.SEMANTIC: "fact",
    MemoryType.PROCEDURAL: "how-to",
    MemoryType.CONSTITUTIONAL: "rule",
}
TYPE_WORDS = {kind.label.replace(" ", "-"): kind for kind in MemoryType}
"""The types as a person calls them, each as one word."""


class State(StrEnum):
    """Where a memory stands."""

    LIVE = "live"
    ARCHIVED = "archived"
    DROPPED = "dropped"
    ABSENT = "absent"
    """Its creation was undone: no view, search or count knows it, and only redo brings it back."""


VISIBLE_STATES = (State.LIVE, State.ARCHIVED, State.DROPPED)
PUT_AWAY = frozenset({State.ARCHIVED, State.DROPPED})
"""Those of memories that a person or a pass put away, and can bring back."""


class Origin(StrEnum):
    """Who wrote a memory; the client's name is in its provenance."""

    PERSON = "person"
    AGENT = "agent"
    EXTRACTED = "extracted"
    IMPORTED = "imported"
    COMPACTED = "compacted"


class LinkKind(StrEnum):
    """What one memory is to another."""

    RELATED = "related"
    DERIVED_FROM = "derived_from"
    SUPERSEDES = "supersedes"
    CONTRADICTS = "contradicts"


class ValueRefused(ValueError):
    """A field value that a memory cannot have; the message says what it may be."""


@dataclass(frozen=True, slots=True)
class Memory:
    """One stored memory as it was when read."""

    id: int
    uid: str
    text: str
    abstract: str
    scope: str
    type: MemoryType
    state: State
    importance: float
    pinned: bool
    half_life: float | None
    """Days in which the strength halves; None when the memory does not fade."""
    created_at: Instant
    updated_at: Instant
    last_accessed_at: Instant | None
    access_count: int
    session_count: int
    expires_at: Instant | None
    version: int
    origin: Origin
    provenance: Mapping[str, object]
    depth: int
    categories: tuple[str, ...]

    @property
    def headline(self) -> str:
        """The memory as one safe line: its abstract, or the start of its text."""
        return one_line(self.abstract or self.text)

    @property
    def last_touch(self) -> Instant:
        """When it was last used, or created when it never was."""
        return max(self.created_at, self.last_accessed_at or 0.0)

    @property
    def source(self) -> str:
        """The name of the format or client it came from, or an empty string."""
        value = self.provenance.get("source", "")
        return value if isinstance(value, str) else ""

    @property
    def name(self) -> str:
        """What it is called where it comes from, as a fact file is; empty where it has no name."""
        return name_in(self.provenance)


def name_in(provenance: Mapping[str, object]) -> str:
    """Return what a memory is called by its provenance; empty where it has no name."""
    value = provenance.get("name", "")
    return value if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory that is about to be added. Only `text` has to be given."""

    text: str
    scope: str = "/"
    type: MemoryType = MemoryType.SEMANTIC
    categories: tuple[str, ...] = ()
    importance: float = 0.5
    pinned: bool = False
    abstract: str = ""
    origin: Origin = Origin.PERSON
    provenance: Mapping[str, object] = field(default_factory=dict)
    expires_at: Instant | None = None
    uid: str | None = None
    """Kept when it is given and not taken; made otherwise."""
    created_at: Instant | None = None
    """When the statement was made; now when it is not known."""
    updated_at: Instant | None = None
    last_accessed_at: Instant | None = None
    access_count: int = 0
    session_count: int = 0
    state: State = State.LIVE
    depth: int = 0
    """How many times over it is a summary of other memories."""
    version: int = 0
    """How often it was changed where it was exported, and once more; 0 when that is not known."""
    was: tuple[int, ...] = ()
    """The fingerprints of what it said there before."""

    @classmethod
    def of(cls, memory: Memory, *, state: State = State.LIVE, version: int = 0) -> Self:
        """Return what a memory says and how it was used, without its depth; the rest where it is given."""
        return cls(
            text=memory.text,
            scope=memory.scope,
            type=memory.type,
            categories=memory.categories,
            importance=memory.importance,
            pinned=memory.pinned,
            abstract=memory.abstract,
            origin=memory.origin,
            provenance=memory.provenance,
            expires_at=memory.expires_at,
            uid=memory.uid,
            created_at=memory.created_at,
            updated_at=memory.updated_at,
            last_accessed_at=memory.last_accessed_at,
            access_count=memory.access_count,
            session_count=memory.session_count,
            state=state,
            version=version,
        )


def checked_importance(value: float) -> float:
    """Return `value` when it lies in 0…1. Raises ValueRefused."""
    if not 0.0 <= value <= 1.0:
        raise ValueRefused(f"importance is a number from 0 to 1, not {value:g}")
    return float(value)


def checked_type(text: str) -> MemoryType:
    """Return the type of that name, as a person calls it (`fact`) or as the store does (`semantic`).

    Raises ValueRefused naming the four types.
    """
    name = text.strip().lower()
    try:
        return TYPE_WORDS.get(name.replace(" ", "-")) or MemoryType(name)
    except ValueError:
        raise ValueRefused(
            f"{one_line(text, Longest.NAME)!r} is no type of memory; write {listed(tuple(TYPE_WORDS), 'or')}"
        ) from None


def checked_category(text: str) -> str:
    """Return `text` as a category: lower case, one word of at most 60 characters. Raises ValueRefused."""
    word = text.strip().lower()
    if not word or len(word) > 60 or not word.isprintable() or any(c in word for c in " ,:/"):
        raise ValueRefused(
            f"{one_line(text, Longest.NAME)!r} is no category; "
            "use one word such as decision or infra, without , : /"
        )
    return word

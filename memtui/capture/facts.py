"""What travels through capture: windows in, candidates out of an extractor, facts with a verdict at the end.

The extractors (rules and model), the gates, consolidation, the pipeline and the faces that show a run
all speak in these types.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Protocol, runtime_checkable

from memtui.capture.entries import Entry
from memtui.domain.memory import Memory, MemoryType


@dataclass(frozen=True, slots=True)
class Candidate:
    """One statement that an extractor found in a window."""

    text: str
    quote: str
    """The words of the window that the statement rests on, verbatim."""
    abstract: str = ""
    type: MemoryType = MemoryType.SEMANTIC
    categories: tuple[str, ...] = ()
    importance: float = 0.5
    reason: str = ""
    """Why this importance."""
    window: int = 0
    """The index of the window it was found in."""
    said_at: float | None = None
    """When the source text was written, if known: a UTC instant."""
    asked: bool = False
    """The person told their agent to remember it, or set it right."""
    by_the_user: bool = False
    """The person said it, in a talk with their agent."""
    only_as_change: bool = False
    """It is worth nothing by itself, and counts only where it tells what became of something known."""
    around: str = ""
    """The headings over it and what stands right before it, which say what it speaks of."""
    telling: str = ""
    """What of it may tell a change, where the rest only says of what; empty where that may be all of it."""


class Outcome(StrEnum):
    """The verdict on a candidate: from consolidation, or from the gate that held it back."""

    NEW = "new"
    DUPLICATE = "duplicate"
    UPDATES = "updates"
    MERGES = "merges"
    CONFLICTS = "conflicts"
    DELETES = "deletes"
    SUPPRESSED = "suppressed"
    """The person dropped or purged this text before, and it stays out unless allowed."""
    NO_QUOTE = "no_quote"
    INVENTED = "invented"
    """It holds a number, date or name that its window does not."""
    UNIMPORTANT = "unimportant"
    TRIVIAL = "trivial"
    SECRET = "secret"  # noqa: S105 the name of a verdict
    MALFORMED = "malformed"
    RECALLED = "recalled"
    """memtui itself showed it in this session, so it is nothing new."""
    REPEATED = "repeated"
    """Another window, or an earlier sentence, said the same."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A candidate with its verdict."""

    candidate: Candidate
    outcome: Outcome
    why: str = ""
    target: Memory | None = None
    """The existing memory that it duplicates, updates, merges with, conflicts with or asks to drop."""
    near: Memory | None = None
    """Of a new fact: a memory about the same that it neither repeats nor contradicts."""
    names_what_was: bool = False
    """It updates the target by a change that names what that says, and what is so now."""
    rule_goes: bool = False
    """The target is a rule, which a yes would take away."""
    meant: bool = False
    """A person said that it takes the target's place, which no words tell."""
    says: str = ""
    """What the target says once a person agrees that they overruled it; empty where `lifecycle.taking_place`
    has to tell."""
    said_by: str = ""
    """Whose word it is (`word.Voice`), where it is of a session and waits on a card."""


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of the sanitised text, short enough that an extractor loses nothing in its middle."""

    index: int
    text: str
    start: int
    """Where it starts in the sanitised text, in characters; `end` is one past its last."""
    end: int
    day: date | None = None
    """The day the text was written, which its `today` means; None if unknown."""
    of_days: tuple[Entry, ...] = ()
    """The entries of a diary, by their places in the whole text: each is read from its own day."""
    context: str = ""
    """The lines of `context.Context`: what the text is, who speaks, what came right before."""


class Extractor(Protocol):
    """Whatever reads a window and returns the statements in it."""

    @property
    def name(self) -> str:
        """What provenance calls it: `offline`, or the model's name."""

    @property
    def version(self) -> str:
        """The version of its rules or prompt."""

    async def extract(self, window: Window) -> list[Candidate]:
        """Return the candidates of one window, an empty list when nothing is worth keeping."""
        ...


@dataclass(frozen=True, slots=True)
class SecondLook:
    """The word of an extractor on its own statements, when it was asked about them once more."""

    words: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """By text and quote: why a statement is held back, or nothing where its quote bears it."""
    unanswered: int = 0
    """Statements that it gave no word on."""
    trouble: str = ""
    """Why not, if that is known."""

    @property
    def held(self) -> int:
        """The number of statements that it holds back."""
        return sum(map(bool, self.words.values()))


@runtime_checkable
class LooksAgain(Protocol):
    """An extractor that can be asked once more about what it found."""

    async def look_again(self, window: Window, candidates: Sequence[Candidate]) -> SecondLook:
        """Return its word on candidates of a window; none where it is not to be asked."""
        ...

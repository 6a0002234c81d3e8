"""Storing the facts that were accepted: one op, each memory with where it came from.

The extract command and the screen call it with what a person said yes to, capture with what it may add on
its own. Who may do what without a person is decided here (see `may_act`).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from memtui.capture.facts import Extractor, Fact, Outcome
from memtui.capture.pipeline import FOR_A_PERSON, KEPT
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Draft, Memory, Origin
from memtui.domain.text import one_line
from memtui.lifecycle.learn import Learned, Lesson, learn
from memtui.store.database import Store

SOURCE = "extract"
"""What `source:` finds: memories that were extracted from a text."""


@dataclass(frozen=True, slots=True)
class Origins:
    """Where the text came from and who read it, for provenance."""

    extractor: str
    """`offline`, or the model's name."""
    version: str
    """Of the rules or the prompt."""
    file: str = ""
    session: str = ""

    @classmethod
    def of(cls, extractor: Extractor, *, file: str = "", session: str = "") -> "Origins":
        """Return the origins of what `extractor` found."""
        return cls(extractor.name, extractor.version, one_line(file, 200), session)

    def provenance(self, fact: Fact) -> dict[str, object]:
        """Return the provenance of one fact's memory."""
        offline = self.extractor == "offline"
        told: dict[str, object] = {
            "source": SOURCE,
            "file": self.file,
            "session": self.session,
            "quote": fact.candidate.quote,
            "window": fact.candidate.window,
            "extractor": "offline" if offline else "model",
            "model": "" if offline else self.extractor,
            "rules" if offline else "prompt": self.version,
            "reason": fact.candidate.reason,
        }
        return {key: value for key, value in told.items() if value != ""}


@dataclass(slots=True)
class Saved:
    """What became of the facts."""

    learned: Learned
    held: list[Fact]
    """Left for a person: what conflicts, what ends another memory, what may not be superseded unasked."""


def save(
    store: Store,
    facts: Iterable[Fact],
    *,
    scope: str,
    by: Actor,
    origins: Origins,
    chosen: bool = False,
    allow_dropped: bool = False,
) -> Saved:
    """Store facts as one op. Facts that are nothing new are passed over.

    With `chosen` a person said yes to each of these facts, so updates supersede and merges take the place
    of what they merge with. Without, only new facts are added and `may_act` decides on updates. Conflicts
    and deletions are never acted on here.
    """
    lessons: list[Lesson] = []
    held: list[Fact] = []
    for fact in facts:
        if fact.outcome in FOR_A_PERSON and not (fact.outcome in KEPT and (chosen or may_act(fact, by))):
            held.append(fact)
        elif fact.outcome in KEPT or (fact.outcome is Outcome.SUPPRESSED and allow_dropped):
            target = fact.target if fact.outcome in FOR_A_PERSON else None
            lessons.append(Lesson(_draft(fact, scope, origins), target))
    learned = learn(store, lessons, by=by, detail=origins.extractor, allow_dropped=allow_dropped)
    return Saved(learned, held)


def may_act(fact: Fact, by: Actor) -> bool:
    """Say whether a fact may supersede its target with nobody deciding: only its own session's facts."""
    target = fact.target
    if fact.outcome is not Outcome.UPDATES or target is None or by.kind is ActorKind.PERSON:
        return False
    return target.origin is Origin.EXTRACTED and bool(by.session) and _session(target) == by.session


def _session(memory: Memory) -> object:
    return memory.provenance.get("session")


def _draft(fact: Fact, scope: str, origins: Origins) -> Draft:
    candidate = fact.candidate
    return Draft(
        text=candidate.text,
        abstract=candidate.abstract,
        scope=scope,
        type=candidate.type,
        categories=candidate.categories or ("finding",),
        importance=candidate.importance,
        origin=Origin.EXTRACTED,
        provenance=origins.provenance(fact),
    )

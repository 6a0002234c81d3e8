"""Storing the facts that were accepted: one op, each memory with where it came from.

The extract command and the screen call it with what a person said yes to, capture with what it may add on
its own.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from memtui.capture.about import scope_of
from memtui.capture.consolidate import merged_text, needs_card
from memtui.capture.facts import Extractor, Fact, Outcome
from memtui.capture.pipeline import KEPT
from memtui.domain.actor import Actor
from memtui.domain.memory import Draft, Memory, Origin
from memtui.domain.text import Longest, one_line
from memtui.lifecycle.learn import Learned, Lesson, learn
from memtui.lifecycle.taking_place import Place, place_of
from memtui.store.database import Store, Transaction

SOURCE = "extract"
"""The `source:` of memories that were extracted from a text."""


_TAKES_A_PLACE = frozenset({Outcome.UPDATES, Outcome.MERGES, Outcome.CONFLICTS})
_UNDECIDED = frozenset({Outcome.CONFLICTS, Outcome.DELETES})


@dataclass(frozen=True, slots=True)
class Origins:
    """The source of a text and its reader, for provenance."""

    extractor: str
    """`offline`, or the model's name."""
    version: str
    """Of the rules or the prompt."""
    file: str = ""
    session: str = ""
    source: str = SOURCE
    """The client of the session, or `extract` for a text."""

    @classmethod
    def of(
        cls, extractor: Extractor, *, file: str = "", session: str = "", source: str = SOURCE
    ) -> "Origins":
        """Return the origins of what `extractor` found."""
        return cls(extractor.name, extractor.version, one_line(file, Longest.SENTENCE), session, source)

    def provenance(self, fact: Fact) -> dict[str, object]:
        """Return the provenance of one fact's memory."""
        offline = self.extractor == "offline"
        provenance: dict[str, object] = {
            "source": self.source,
            "file": self.file,
            "session": self.session,
            "quote": fact.candidate.quote,
            "window": fact.candidate.window,
            "extractor": "offline" if offline else "model",
            "model": "" if offline else self.extractor,
            "rules" if offline else "prompt": self.version,
            "reason": fact.candidate.reason,
        }
        return {key: value for key, value in provenance.items() if value != ""}


@dataclass(slots=True)
class Saved:
    """The outcome of saving."""

    learned: Learned
    held: list[Fact]
    """Facts left for a person: conflicts, ends of other memories, and updates that may not be made unasked.
    """
    beside: list[Fact] = field(default_factory=list)
    """Facts that were stored beside the memory they are about, since it says more than they speak of."""


Ask = Callable[[Saved, Transaction, int], None]
"""Puts what is held into the queue, in a write that does more and as a part of its op."""


def save(
    store: Store,
    facts: Iterable[Fact],
    *,
    scope: str,
    by: Actor,
    origins: Origins,
    chosen: bool = False,
    allow_dropped: bool = False,
    ask: Ask | None = None,
) -> Saved:
    """Store facts as one op. Facts that are nothing new are passed over.

    With `chosen` a person said yes to each of these facts, so updates and merges take the place of what they
    are about, as far as that loses nothing (`lifecycle.taking_place`). Without, what needs a card is held.
    Conflicts and deletions are never acted on here: which side stays is a question of its own, and `ask` puts
    it as a part of the op.
    """
    lessons: list[Lesson] = []
    held: list[Fact] = []
    beside: list[Fact] = []
    for fact in facts:
        if fact.outcome in _UNDECIDED or (not chosen and needs_card(fact, session=by.session)):
            held.append(fact)
        elif fact.outcome in KEPT:
            text = merged_text(fact) if fact.outcome is Outcome.MERGES else fact.candidate.text
            lesson = lesson_of(
                store,
                draft_of_fact(fact, text, scope, origins),
                fact.target,
                meant=fact.meant,
                says=fact.says,
            )
            lessons.append(lesson)
            beside += [fact] if lesson.supersedes is not fact.target else []
    saved = Saved(Learned(), held, beside)

    def also(tx: Transaction, op_id: int) -> None:
        if ask is not None:
            ask(saved, tx, op_id)

    saved.learned = learn(
        store, lessons, by=by, detail=origins.extractor, allow_dropped=allow_dropped, also=also
    )
    return saved


def place_taken(store: Store, fact: Fact) -> Place:
    """Return what becomes of the memory that a fact is about, once it is agreed to."""
    if fact.target is None or fact.outcome not in _TAKES_A_PLACE:
        return Place()
    text = merged_text(fact) if fact.outcome is Outcome.MERGES else fact.candidate.text
    if text == fact.target.text:
        return Place()
    return place_of(store, fact.target, text, meant=fact.meant, says=fact.says)


def lesson_of(
    store: Store, draft: Draft, target: Memory | None, *, meant: bool = False, says: str = ""
) -> Lesson:
    """Return how a draft is stored: in the place of a memory, in its words, or beside it."""
    if target is None or draft.text == target.text:
        return Lesson(draft, target)
    place = place_of(store, target, draft.text, meant=meant, says=says)
    return Lesson(draft) if place.stays else Lesson(draft, target, place.text)


def draft_of_fact(fact: Fact, text: str, scope: str, origins: Origins) -> Draft:
    """Return a fact as a draft with `text`, filed under `scope` or with the person."""
    candidate = fact.candidate
    return Draft(
        text=text,
        abstract=candidate.abstract if text == candidate.text else "",
        scope=scope_of(candidate, scope),
        type=candidate.type,
        categories=candidate.categories or ("finding",),
        importance=candidate.importance,
        created_at=candidate.said_at,
        origin=Origin.EXTRACTED,
        provenance=origins.provenance(fact),
    )

"""What a statement that tells of a change means for a memory that it shares few words with, by its place.

`spoken_of` finds the memory. Called by consolidation about what seemed new, or to end a memory.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from memtui.capture.changed_value import changed_value
from memtui.capture.content import units
from memtui.capture.contrast import confirms_against_another, ends_another
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.capture.spoken_of import SENTENCE, Known, SpokenOf, Told, ends_something, tells
from memtui.domain.dating import said_before
from memtui.domain.instant import Instant
from memtui.domain.scope import name
from memtui.domain.text import capitalised
from memtui.language.told_change import Stretch, parts
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.review_state import newest

_NEWEST = 600
"""The newest memories of a project that a statement may tell a change of in words of its own."""
_FEW = 2
"""Words of a clause that says what is so now."""


class Project:
    """The memories of a project that the statements of one run may speak of."""

    def __init__(self, store: Store, scope: str) -> None:
        """Read none yet."""
        self._store, self._scope = store, scope
        self._apart = frozenset[int]()
        self._others: dict[frozenset[int], Known] = {}
        """What is known, without those that a statement is nothing to."""

    @property
    def _known(self) -> Known:
        if self._apart not in self._others:
            self._others[self._apart] = Known(self._texts, name(self._scope))
        return self._others[self._apart]

    @property
    def _texts(self) -> dict[int, str]:
        """The memories that the statement at hand may be about."""
        return {number: text for number, text in self._newest.items() if number not in self._apart}

    @cached_property
    def _newest(self) -> dict[int, str]:
        return dict(newest(self._store, self._scope, _NEWEST))

    def told(self, fact: Fact, said_at: Instant, apart: frozenset[int] = frozenset()) -> list[Fact]:
        """Return a fact with the memory that it tells a change of, and one for each other that it changes.

        It is nothing to those that are `apart`.
        """
        self._apart = apart
        first = self._of_one(fact, said_at)
        if first.outcome is not Outcome.UPDATES or fact.candidate.telling:
            return [first]
        besides = list(self._besides(first, said_at))
        text = first.candidate.text
        for (start, end), _ in reversed(besides):
            text = text[:start] + text[end:]
        return [replace(first, candidate=replace(first.candidate, text=text)), *(each for _, each in besides)]

    def _besides(self, first: Fact, said_at: Instant) -> Iterator[tuple[Stretch, Fact]]:
        """Yield what clauses of a change tell of other memories, and where they stand with what joins them:
        `…, and the standup is at 10`.
        """
        candidate, target = first.candidate, first.target
        clauses = parts(candidate.text) if tells(candidate.text) is Told.CHANGED else ()
        for (_, joint), (start, end) in pairwise(clauses):
            clause = candidate.text[start:end].strip(" .")
            found = self._known.spoken_of(clause, candidate.around, Told.CHANGED)
            if found is None or not found.sure or (target is not None and found.id == target.id):
                continue
            if self._known.gives_another_value(found.id, clause):
                part = replace(candidate, text=f"{capitalised(clause)}.", abstract="")
                told = self._as_told(part, found, said_at)
                end = start + len(candidate.text[start:end].rstrip(" ."))
                if told is not None:
                    yield (joint, end), told

    def _of_one(self, fact: Fact, said_at: Instant) -> Fact:
        if fact.outcome is Outcome.DELETES and _goes_on(fact.candidate.text):
            return replace(fact, outcome=Outcome.UPDATES, why="it says that this is over, and what is so now")
        if fact.outcome is Outcome.MERGES and _tells_change(fact.candidate.text):
            return replace(fact, outcome=Outcome.UPDATES, why=Told.CHANGED.value)
        if fact.outcome is not Outcome.NEW:
            return fact
        found = self._spoken_of(fact.candidate) or self._of_a_value(fact.candidate)
        return (found and self._as_told(fact.candidate, found, said_at)) or fact

    def _as_told(self, candidate: Candidate, found: SpokenOf, said_at: Instant) -> Fact | None:
        """Return what a candidate is to the memory that it speaks of; None where it is gone or untouched."""
        memory = next(iter(memories.get_many(self._store, [found.id])), None)
        if memory is None:
            return None
        if found.told is Told.STAYS or confirms_against_another(candidate.text, memory.text):
            return Fact(candidate, Outcome.DUPLICATE, Told.STAYS.value, memory)
        if ends_another(candidate.text, memory.text):
            return None
        if said_before(said_at, memory) or not found.sure:
            return Fact(
                candidate, Outcome.CONFLICTS, f"{found.told.value}, if both are about the same", memory
            )
        return Fact(candidate, Outcome.UPDATES, found.told.value, memory)

    def _spoken_of(self, candidate: Candidate) -> SpokenOf | None:
        """Return the memory that a sentence of a candidate speaks of, or else all of them together."""
        text = _without_heading(candidate)
        if tells(text) is None:
            return None
        around = "\n".join((candidate.around, candidate.text)) if candidate.telling else candidate.around
        sentences = SENTENCE.split(text)
        if len(sentences) > 1:
            told = list(self._of_each(sentences, around))
            if told:
                return told[0] if len({found.id for found in told}) == 1 else None
        found = self._known.spoken_of(text, around)
        if found is None or (found.told is Told.STAYS and self._known.says_more(found.id, text)):
            return None
        telling = (each for each in sentences if tells(each) is found.told)
        return found if any(self._known.speaks_of(found.id, each) for each in telling) else None

    def _of_a_value(self, candidate: Candidate) -> SpokenOf | None:
        """Return the memory of which a candidate gives the new value, where it says that this has changed."""
        text = _without_heading(candidate)
        if tells(text) is not Told.CHANGED:
            return None
        found = changed_value(text, self._texts)
        return found and SpokenOf(found.id, Told.CHANGED, found.sure)

    def _of_each(self, sentences: Sequence[str], around: str) -> Iterator[SpokenOf]:
        """Yield the memories that sentences tell a change of, each with those before it around it."""
        for sentence in sentences:
            found = self._known.spoken_of(sentence, around)
            if found is not None and found.told is not Told.STAYS:
                yield found
            around = f"{around}\n{sentence}"


def _without_heading(candidate: Candidate) -> str:
    """Return what of a candidate may tell a change, without the heading that was put before it."""
    text = candidate.telling or candidate.text
    headings = (f"{line}: " for line in candidate.around.splitlines())
    return next((text[len(each) :] for each in headings if text.lower().startswith(each.lower())), text)


def _tells_change(text: str) -> bool:
    """Say whether a statement tells that something is otherwise now, or over and what is so instead."""
    return tells(text) is Told.CHANGED and (not ends_something(text) or _goes_on(text))


def _goes_on(text: str) -> bool:
    """Say whether a statement that ends something has a clause that says what is so now."""
    clauses = [text[start:end] for start, end in parts(text)]
    return any(not ends_something(each) and len(units(each)) >= _FEW for each in clauses)

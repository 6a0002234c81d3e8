"""The facts of a session where its person overrules what the store has: each is held against its memory.

`overruled` reads the turns. What a person overrules takes the place of what other readers made of the same
words, which know no memory that it is about. It still waits for their yes: what was extracted overtakes
nothing that stands in the store unasked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from memtui.capture.asked import Request, candidate_of
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.capture.given_anew import Given, given_anew, set_anew
from memtui.capture.overruled import (
    Overruled,
    denied_words,
    is_of_some,
    narrows,
    overruled,
    says_only_not,
    speaks_for,
    words_of,
)
from memtui.capture.own_words import own
from memtui.capture.quotes import locate
from memtui.capture.said_instead import Said, said_instead, takes_its_place, without_label
from memtui.capture.set_against import ABOUT as SIGNS
from memtui.capture.set_against import Against, parts_of, set_against
from memtui.capture.tasks import may_set_a_task
from memtui.capture.transcripts.turns import USER, Turn
from memtui.capture.word import without_speaker
from memtui.domain.dating import said_before
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.language.memory_clauses import clauses_of
from memtui.language.told_change import ABOUT, Stretch, parts
from memtui.lifecycle.taking_place import place_of
from memtui.poison import suspicion
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.review_state import newest

_MAY_OVERRULE = frozenset({Outcome.UPDATES, Outcome.CONFLICTS})
_NEWEST = 600
"""The newest memories of a project that a person may overrule."""
_MOST = 3
"""Memories that one statement may overrule; of more, no one can tell which are meant."""
_MORE = 12
"""Characters by which the words of a fact go beyond the statement: it says what belongs to it, too."""
_REASON = "you said what is so instead"
_SURE = "you said that this is not so any more, and what is so instead"
_OF_SEVERAL = "you said what is so instead of something that this says, as other memories do"
_OLDER = "you said otherwise, but before this was written"


def with_what_was_overruled(
    store: Store, scope: str, facts: Sequence[Fact], turns: Sequence[Turn], now: Instant
) -> list[Fact]:
    """Return the facts of a session with those that overrule a memory, in place of others on the same words.

    Of two that overrule one memory the later counts. Raises StoreError.
    """
    every = list(_facts(store, scope, turns, now))
    left = [fact for fact in facts if not any(_covers(one, fact) for one in every)]
    last = {fact.target.id: fact for fact in every if fact.target is not None}
    return [_within_its_cases(fact) for fact in left] + list(last.values())


def _within_its_cases(fact: Fact) -> Fact:
    """Return a fact as new where it holds for some cases only: it is at odds with nothing that is so else."""
    is_at_odds = fact.target is not None and fact.outcome in _MAY_OVERRULE
    if not is_at_odds or fact.target is None or not _is_of_some(fact, fact.target):
        return fact
    return replace(fact, outcome=Outcome.NEW, target=None, why="")


def _covers(one: Fact, fact: Fact) -> bool:
    """Say whether what overrules a memory is all that another fact says, but for why that is."""
    mine, theirs = one.candidate.quote, without_speaker(fact.candidate.quote)
    if locate(theirs, mine) is not None:
        return True
    if one.target is None:
        return False
    if fact.target is not None and fact.target.id == one.target.id:
        return any(locate(mine[start:end], theirs) is not None for start, end in parts(mine))
    found = locate(mine, theirs)
    if found is None:
        return False
    gone = words_of(one.target.text) & words_of(mine)
    rest = theirs[: found[0]], theirs[found[1] :]
    return all(
        len(each.strip()) <= _MORE
        or not gone.isdisjoint(words_of(each))
        or may_set_a_task(each.strip(" ,.;"))
        for each in rest
    )


def _facts(store: Store, scope: str, turns: Sequence[Turn], now: Instant) -> Iterator[Fact]:
    """Yield what overrules a memory, turn by turn."""
    project = _Memories(store, scope)
    said_before = ""
    for turn in turns:
        if turn.role != USER:
            said_before = turn.text
            continue
        at = min(turn.at or now, now)
        for start, end in own(turn.text):
            yield from project.overruled_by(turn.text[start:end], said_before, at)


class _Memories:
    """The memories of a project, read once something may overrule one of them."""

    def __init__(self, store: Store, scope: str) -> None:
        self._store, self._scope = store, scope

    @cached_property
    def _texts(self) -> dict[int, str]:
        return dict(newest(self._store, self._scope, _NEWEST))

    def overruled_by(self, written: str, said_before: str, at: Instant) -> Iterator[Fact]:
        """Yield what a message overrules, each memory once, by what is said nearest to it."""
        seen: set[int] = set()
        for stretch, every in self._found(written, said_before):
            found = {number: each for number, each in every if number not in seen}
            most = max((each.shared for each in found.values()), default=0)
            best = [number for number, each in found.items() if each.shared == most]
            quote = written[slice(*stretch)].strip()
            if not 0 < len(best) <= _MOST or suspicion(quote) is not None:
                continue
            for memory in memories.get_many(self._store, best):
                fact = _fact(memory, found[memory.id], quote, at, alone=len(best) == 1)
                if fact is not None:
                    seen.add(memory.id)
                    yield fact

    def _found(
        self, written: str, said_before: str
    ) -> Iterator[tuple[Stretch, Iterator[tuple[int, Overruled]]]]:
        """Yield the stretches of a message that overrule something, and what each is to the memories."""
        for against in set_against(written):
            yield against.stretch, self._turned_down(against)
        for given in given_anew(written, said_before):
            yield given.part.within, self._set_anew(given)
        for said in said_instead(written):
            yield said.stretch, self._said_instead(said)

    def _turned_down(self, against: Against) -> Iterator[tuple[int, Overruled]]:
        denied = denied_words(against.text, against.denied)
        for number, text in self._texts.items():
            found = None if denied.isdisjoint(words_of(text)) else overruled(text, against)
            if found is not None:
                yield number, found

    def _set_anew(self, given: Given) -> Iterator[tuple[int, Overruled]]:
        for number, text in self._texts.items():
            found = set_anew(text, given)
            if found is not None:
                yield number, found

    def _said_instead(self, said: Said) -> Iterator[tuple[int, Overruled]]:
        """Yield the one memory whose place a person's words take, if it is one."""
        every = ((number, takes_its_place(text, said)) for number, text in self._texts.items())
        found = [(number, each) for number, each in every if each is not None]
        most = max((each.shared for _, each in found), default=0)
        best = [(number, each) for number, each in found if each.shared == most]
        if len(best) == 1:
            yield best[0]


def _fact(memory: Memory, found: Overruled, quote: str, at: Instant, *, alone: bool) -> Fact | None:
    says = ABOUT["leading"].sub("", without_label(quote, memory.text))
    stated = candidate_of(Request(quote, says, at, _REASON))
    if not found.text and len(list(clauses_of(memory.text, 0))) > 1:
        return None
    candidate = replace(stated, text=found.text or stated.text, abstract="", said_at=at, asked=True)
    return _held(candidate, memory, at, alone=alone)


def _held(candidate: Candidate, memory: Memory, at: Instant, *, alone: bool) -> Fact:
    if said_before(at, memory):
        return Fact(candidate, Outcome.CONFLICTS, _OLDER, memory)
    outcome = Outcome.UPDATES if alone else Outcome.CONFLICTS
    why = _SURE if alone else _OF_SEVERAL
    return Fact(candidate, outcome, why, memory, says=candidate.text)


def with_its_words(store: Store, fact: Fact) -> Fact:
    """Return a fact with what its target says from then on, where the statement turns that down by name and
    `lifecycle.taking_place` would keep both.
    """
    memory, statement = fact.target, fact.candidate.text
    if memory is None or fact.outcome not in _MAY_OVERRULE or not set_against(statement):
        return fact
    found = (overruled(memory.text, against) for against in set_against(statement))
    text = next((each.text for each in found if each is not None and each.text), "")
    return replace(fact, says=text) if text and place_of(store, memory, statement).stays else fact


def _is_of_some(fact: Fact, memory: Memory) -> bool:
    """Say whether a fact, or the words it rests on, hold for cases of which a memory says nothing, or turn
    down nothing of it.
    """
    words = fact.candidate.text, without_speaker(fact.candidate.quote)
    denying = [part for part in parts_of(words[0]) if part.denies]
    if any(each(memory.text, words[0], part) for part in denying for each in (narrows, says_only_not)):
        return True
    if _is_of_a_figure(words[0], memory.text):
        return True
    every = set_against(fact.candidate.text)
    is_for_it = bool(every) and all(speaks_for(memory.text, each) for each in every)
    return is_for_it or any(is_of_some(each, memory.text) for each in words)


def _is_of_a_figure(statement: str, memory: str) -> bool:
    """Say whether a statement tells of a figure that was another, where a memory gives none."""
    if any(map(str.isdigit, memory)):
        return False
    was = (statement[match.end() :].lstrip() for match in SIGNS["was"].finditer(statement))
    return any(behind[:1].isdigit() for behind in was)

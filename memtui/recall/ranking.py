"""The candidates for one question, brought up by words and meaning and ranked: what every search shares.

`search` (for agents and the command line) and `finding` (for the screen) say what is in reach, and make of
the order what they show.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from memtui.domain.dating import said_at
from memtui.domain.instant import Instant
from memtui.language.lexicon import STOP_WORDS
from memtui.recall import arranging, scoring
from memtui.recall.scoring import Candidate
from memtui.recall.when import period
from memtui.store import memories, recalling
from memtui.store.database import Store
from memtui.store.disagreeing import OpenPairs
from memtui.store.reach import Reach
from memtui.store.recalling import Commonness
from memtui.store.words import words_of

if TYPE_CHECKING:
    from memtui.recall.meaning import Meaning

BESIDE = 20
"""Of the best candidates, this many bring along what was saved right before and after them."""
_STRONG = 0.5
"""From this relevance on, of the best, a candidate brings along what is newer and disagrees with it."""
MOST_WORDS = 64
"""Words of a question that are looked up; a pasted page tells enough with these."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to a store, and what the steps to its answer share."""

    store: Store
    question: str
    reach: Reach
    """Which memories may be found."""
    meaning: "Meaning | None"
    """None where words alone are compared."""
    now: Instant
    known: Commonness
    """How common the words of the question are in the store."""
    pairs: OpenPairs
    """Which of the memories that were found disagree."""

    @classmethod
    def of(
        cls, store: Store, question: str, reach: Reach, meaning: "Meaning | None", now: Instant
    ) -> "Asked":
        """Return a question with what its words tell."""
        known = recalling.commonness(store, question_words(question))
        return cls(store, question, reach, meaning, now, known, OpenPairs(store))


def ranked(asked: Asked, limit: int, *, known_to_fit: Sequence[int] = ()) -> list[Candidate]:
    """Return what is in reach and has to do with the question, by relevance, near-ties by standing.

    `limit` is how many candidates each way of looking brings up; `known_to_fit` are ids that are ranked with
    them, found in another way.
    """
    ids = [*known_to_fit, *recalling.by_words(asked.store, asked.known, reach=asked.reach, limit=limit)]
    if asked.meaning is not None:
        ids += asked.meaning.nearest(asked.reach, limit)
    pool = _Pool(asked)
    pool.add(ids)
    candidates = pool.ranked()
    beside = [i for candidate in candidates[:BESIDE] for i in scoring.surroundings(candidate.memory)]
    newer = [newer for newer, _ in _overtaken(asked, candidates)]
    pool.along = asked.pairs.newer_halves(_ids(_strong(candidates)))
    if pool.add([*beside, *newer]) or pool.along:
        candidates = pool.ranked()
    return candidates


@dataclass(frozen=True, slots=True)
class Arranged:
    """Candidates as they are shown."""

    candidates: list[Candidate]
    leads: Mapping[int, int]
    """The older one that each stands in front of because it is newer, by id."""
    lost: Mapping[int, float]
    """The relevance that each lost as a copy, by id."""


UNARRANGED = Arranged([], {}, {})
"""What is not put in order among others."""


def arranged(asked: Asked, candidates: Sequence[Candidate], limit: int) -> Arranged:
    """Return what was ranked as it is shown, `limit` of it at once: the newer of two first, copies last."""
    alike = asked.meaning.alike if asked.meaning is not None else _unknown
    newer, leads = arranging.newer_first(candidates, limit, alike, _overtaken(asked, candidates))
    ordered, lost = arranging.copies_last(newer, limit)
    return Arranged(ordered, leads, lost)


def _overtaken(asked: Asked, candidates: Sequence[Candidate]) -> list[tuple[int, int]]:
    """Return (newer, older) for the best candidates that another memory replaced, or is about to."""
    ids = _ids(candidates[:BESIDE])
    return [*recalling.replaced(asked.store, ids), *asked.pairs.newer_halves(ids)]


def _ids(candidates: Sequence[Candidate]) -> list[int]:
    return [candidate.memory.id for candidate in candidates]


def _strong(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return those of the best that are likely told: what is newer and disagrees is worth telling, too."""
    return [each for each in candidates[:BESIDE] if each.relevance >= _STRONG and not each.is_slight]


def _unknown(_first: int, _second: int) -> None:
    return None


def question_words(question: str) -> list[str]:
    """Return the words of a question that tell something; all of them when none does."""
    return telling(question)[:MOST_WORDS]


def telling(question: str) -> list[str]:
    """Return all words of a question that tell something, however many they are."""
    words = words_of(question)
    return [word for word in words if word not in STOP_WORDS] or words


def about(words: Sequence[str]) -> list[str]:
    """Return those of a question's telling words, in small letters, that say what it is about.

    `which database do we use` is about databases: what else is used has nothing to do with it. Verbs like
    `use` are what it is about only where there is nothing else.
    """
    return [word for word in words if not scoring.says_little(word)] or list(words)


def _day_of(now: Instant) -> date:
    return datetime.fromtimestamp(max(now, 0.0), UTC).date()


class _Pool:
    """The candidates for one question, scored together."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._period = period(asked.question, _day_of(asked.now))
        self._candidates: dict[int, Candidate] = {}
        self._stems: dict[str, str] = {}
        self.along: Sequence[tuple[int, int]] = ()
        """Pairs of which the first comes where the second bears on the question, as relevant as that."""

    def add(self, ids: Iterable[int]) -> bool:
        """Take in those of these memories that are in reach; say whether any was new."""
        new = [i for i in dict.fromkeys(ids) if i not in self._candidates]
        inside = self._asked.reach.among(self._asked.store, new)
        loaded = memories.get_many(self._asked.store, [i for i in new if i in inside])
        self._candidates |= {memory.id: scoring.candidate(memory) for memory in loaded}
        return bool(loaded)

    def ranked(self) -> list[Candidate]:
        """Score all candidates and return those that have to do with the question, the best first."""
        all_of_them = list(self._candidates.values())
        scoring.score_words(all_of_them, self._asked.known, self._stems, self._asked.question)
        scoring.score_when(all_of_them, self._period)
        if self._asked.meaning is not None:
            self._score_meaning(self._asked.meaning, all_of_them)
        kept = self._with_company(scoring.relevant(all_of_them, words_alone=self._asked.meaning is None))
        scoring.score_standing(kept, self._asked.now)
        return sorted(
            kept, key=lambda candidate: (-candidate.order, -said_at(candidate.memory), candidate.memory.id)
        )

    def _with_company(self, kept: Sequence[Candidate]) -> list[Candidate]:
        """Return what was kept with what comes along, however little that shares with the question."""
        by_id = {candidate.memory.id: candidate for candidate in kept}
        for first, second in self.along:
            if first in self._candidates and second in by_id:
                company = by_id.setdefault(first, self._candidates[first])
                company.relevance = max(company.relevance, by_id[second].relevance)
        return list(by_id.values())

    def _score_meaning(self, meaning: "Meaning", candidates: Sequence[Candidate]) -> None:
        known = self._asked.known
        cosines = meaning.cosines([candidate.memory for candidate in candidates])
        stems = list(known.stems)
        weights = [scoring.weight(word, known) for word in stems]
        nearest = meaning.closest_words(stems, weights, [[*each.content, *each.named] for each in candidates])
        for place, candidate in enumerate(candidates):
            candidate.meaning = cosines[place]
            candidate.nearest = nearest[place] if nearest is not None else 0.0

"""The candidates for one question, brought up by words and meaning and ranked: what every search shares.

`search` (for agents and the command line) and `finding` (for the screen) say what is in reach, and make of
the order what they show.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from memtui.domain.dating import said_at
from memtui.domain.instant import Instant
from memtui.language.lexicon import STOP_WORDS
from memtui.recall import arranging, scoring
from memtui.recall.scoring import Candidate
from memtui.recall.when import Period, period
from memtui.store import memories, recalling
from memtui.store.database import Store
from memtui.store.disagreeing import newer_halves
from memtui.store.reach import Reach
from memtui.store.recalling import Commonness
from memtui.store.words import words_of

if TYPE_CHECKING:
    from memtui.recall.meaning import Meaning

BESIDE = 20
"""Of the best candidates, this many bring along what was saved right before and after them."""
MOST_WORDS = 64
"""Words of a question that are looked up; a pasted page tells enough with these."""


def ranked(
    store: Store,
    question: str,
    known: Commonness,
    reach: Reach,
    limit: int,
    meaning: "Meaning | None",
    now: Instant,
    *,
    known_to_fit: Sequence[int] = (),
) -> list[Candidate]:
    """Return what is in reach and has to do with the question, by relevance, near-ties by standing.

    `known` says how common the words of the question are, `limit` how many candidates each way of looking
    brings up; `known_to_fit` are ids that are ranked with them, found in another way.
    """
    ids = [*known_to_fit, *recalling.by_words(store, known, reach=reach, limit=limit)]
    if meaning is not None:
        ids += meaning.nearest(reach, limit)
    pool = _Pool(store, reach, period(question, _day_of(now)), known, meaning)
    pool.add(ids)
    candidates = pool.ranked(now)
    beside = [i for candidate in candidates[:BESIDE] for i in scoring.surroundings(candidate.memory)]
    newer = [newer for newer, _ in _overtaken(store, candidates)]
    if pool.add([*beside, *newer]):
        candidates = pool.ranked(now)
    return candidates


def arranged(
    store: Store, candidates: Sequence[Candidate], limit: int, meaning: "Meaning | None"
) -> tuple[list[Candidate], dict[int, int], dict[int, float]]:
    """Return what was ranked as it is shown, `limit` of it at once: the newer of two first, copies last.

    With it, for each that moved, the id of the older one it leads and the relevance it lost as a copy.
    """
    replaced = _overtaken(store, candidates)
    alike = meaning.alike if meaning is not None else _unknown
    newer, leads = arranging.newer_first(candidates, limit, alike, replaced)
    ordered, lost = arranging.copies_last(newer, limit)
    return ordered, leads, lost


def _overtaken(store: Store, candidates: Sequence[Candidate]) -> list[tuple[int, int]]:
    """Return (newer, older) for the best candidates that another memory replaced, or is about to."""
    ids = [candidate.memory.id for candidate in candidates[:BESIDE]]
    return [*recalling.replaced(store, ids), *newer_halves(store, ids)]


def _unknown(_first: int, _second: int) -> None:
    return None


def question_words(question: str) -> list[str]:
    """Return the words of a question that tell something; all of them when none does."""
    return telling(question)[:MOST_WORDS]


def commonness(store: Store, question: str) -> Commonness:
    """Return how common the words of a question are in the store."""
    return recalling.commonness(store, question_words(question))


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

    def __init__(
        self,
        store: Store,
        reach: Reach,
        named: Period | None,
        known: Commonness,
        meaning: "Meaning | None",
    ) -> None:
        self._store = store
        self._reach = reach
        self._period = named
        self._known = known
        self._meaning = meaning
        self._candidates: dict[int, Candidate] = {}
        self._stems: dict[str, str] = {}

    def add(self, ids: Iterable[int]) -> bool:
        """Take in those of these memories that are in reach; say whether any was new."""
        new = [i for i in dict.fromkeys(ids) if i not in self._candidates]
        inside = self._reach.among(self._store, new)
        loaded = memories.get_many(self._store, [i for i in new if i in inside])
        self._candidates |= {memory.id: scoring.candidate(memory) for memory in loaded}
        return bool(loaded)

    def ranked(self, now: Instant) -> list[Candidate]:
        """Score all candidates and return those that have to do with the question, the best first."""
        all_of_them = list(self._candidates.values())
        scoring.score_words(all_of_them, self._known, self._stems)
        scoring.score_when(all_of_them, self._period)
        if self._meaning is not None:
            self._score_meaning(self._meaning, all_of_them)
        kept = scoring.relevant(all_of_them, words_alone=self._meaning is None)
        scoring.score_standing(kept, now)
        return sorted(
            kept, key=lambda candidate: (-candidate.order, -said_at(candidate.memory), candidate.memory.id)
        )

    def _score_meaning(self, meaning: "Meaning", candidates: Sequence[Candidate]) -> None:
        cosines = meaning.cosines([candidate.memory for candidate in candidates])
        stems = list(self._known.stems)
        weights = [scoring.weight(word, self._known) for word in stems]
        nearest = meaning.closest_words(stems, weights, [candidate.content for candidate in candidates])
        for place, candidate in enumerate(candidates):
            candidate.meaning = cosines[place]
            candidate.nearest = nearest[place] if nearest is not None else 0.0

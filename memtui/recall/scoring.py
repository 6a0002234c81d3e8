"""How well memories answer a question: the parts of the score, and how they are put together.

Called by `search` with all candidates at once, because each part is a share of its best. Shares are added,
not ranks: they keep how far apart two candidates are.

    relevance = words + meaning + nearest words + when                       each a share, weighted
              + what others of its session say that fits the question too    bounded
    order     = relevance + at most `NEAR_TIE` for strength, importance and recency

Strength is never multiplied in. Measured on long conversations, that loses half of the answers: what was
asked about is as often old as new.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memtui.domain.dating import said_at
from memtui.domain.decay import idle_days, strength_of
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.language.lexicon import EVERYDAY, STOP_WORDS, USING
from memtui.language.stems import stem
from memtui.recall.when import Period
from memtui.store.recalling import Commonness
from memtui.store.words import stems

NEAR_TIE = 0.03
"""How much strength, importance and recency count together, of the best relevance. No more relevant memory
than that is overtaken."""
_WORDS, _MEANING, _NEAREST = 0.4, 0.3, 0.3
"""What the three ways to be relevant count: shared words most, as they are the surest sign."""
_WORDS_BESIDE, _MEANING_ALONE = 0.5, 0.5
"""The same where the embedder cannot tell single words cheaply."""
_WHEN = 0.2
"""What it counts that a memory is of the time that the question names: half as much as all shared words."""
_SESSION = 0.4
"""The weight of the best of a session, and …"""
_BESIDE = 0.4
"""… of the nearest memories in it: an answer stands beside its question."""
_BEST_OF_SESSION = 3
"""So many of a session speak for the others in it; a long session would else lift all of its memories."""
_REACH = 2
"""So many memories before and after one are beside it."""
_LEAST = 0.25
"""Below this, by the cosine and by its nearest words, a memory that shares no word with the question has
nothing to do with it."""
_EVIDENCE, _NEAR, _MOST = 2.8, 0.22, 0.5
"""What a memory has to have in common with a question to be told, whatever else was found: words as rare as
one that three memories of fifty have, or this cosine, or half of the question by the weight of its words.
Chosen on questions to four made-up homes, see docs/benchmarks.md."""
_SMALLEST = 50
"""In a smaller store words count as rare as they would be in one of so many memories."""
_RECENT_DAYS = 30.0
"""Days after which being recent counts half: the half-life of a fact."""
_LITTLE = 0.3
"""What a verb that says little counts of what another word does."""
_K1, _B = 1.2, 0.75
"""As in the word index."""
_READ = 8_000
"""Characters of a memory that are looked at."""
_MOST_WORDS = 64
"""Different words of a memory that are compared with the question's."""
_IN_A_NAME = 0.4
"""What a word counts where it stands only within the name of a file or of something in code: `package.json`
says little about packages. A question that names such a thing itself means it, and all counts in full."""
_WORD = re.compile(r"[^\W_]+")
_TOKEN = re.compile(r"(?<![\w./:\\-])[\w./:\\-]*[^\W_][./:_\\][\w./:\\-]*")
_JOINED = re.compile(r"[^\W\d_](?:\.|_|::)[^\W_]|^/|/$|/.*/")
"""What tells the name of a file or of something in code from two words with a stroke between: `and/or`."""


@dataclass(slots=True)
class Candidate:
    """A memory that may answer the question."""

    memory: Memory
    all_words: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    """The words of its name."""
    only_in_names: Mapping[str, int] = field(default_factory=dict)
    """How often it has each word that stands nowhere but within names of files or of something in code."""
    bm25: float = 0.0
    evidence: float = 0.0
    """The same, without being told that a word is common because the store is small."""
    asked: Mapping[str, float] = field(default_factory=dict)
    """What it has of the question, by its stems: what each weighs."""
    covers: float = 0.0
    """The share of the question, by the weight of its words, that it has: none of one that says little."""
    about: bool = True
    """Whether it has a word of the question that says what that is about; see `says_little`."""
    meaning: float = 0.0
    nearest: float = 0.0
    when: float = 0.0
    session: float = 0.0
    """What it got from its session; 0 where it is the only one there."""
    relevance: float = 0.0
    """1 for the best."""
    standing: float = 0.0
    """Strength, importance and recency, 0…1."""

    @property
    def order(self) -> float:
        """What candidates are sorted by."""
        return self.relevance + NEAR_TIE * self.standing

    @property
    def is_slight(self) -> bool:
        """Whether it has too little in common with the question to say anything about it.

        What comes from a session, or from the time that the question names, has more to say for it.
        """
        in_words = self.evidence >= _EVIDENCE or self.covers >= _MOST
        return not (in_words or self.meaning >= _NEAR or self.when or self.session)

    @property
    def searched(self) -> list[str]:
        """The words in which those of a question are looked for."""
        return [*self.all_words, *self.named]

    @property
    def content(self) -> list[str]:
        """The different words that carry its meaning, in their order."""
        kept = dict.fromkeys(word for word in self.all_words if word not in STOP_WORDS)
        return list(kept)[:_MOST_WORDS]


def candidate(memory: Memory) -> Candidate:
    """Return a memory as a candidate, its words read."""
    text = f"{memory.text[:_READ]} {memory.abstract[:_READ]}" if memory.abstract else memory.text[:_READ]
    words, named = _WORD.findall(text.lower()), _WORD.findall(memory.name[:_READ].lower())
    return Candidate(memory, words, named, _only_in_names(text, [*words, *named]))


def _only_in_names(text: str, words: Sequence[str]) -> Mapping[str, int]:
    in_names = Counter(within_names(text))
    often = Counter(words) if in_names else in_names
    return {word: times for word, times in in_names.items() if often[word] == times}


def within_names(text: str) -> list[str]:
    """Return the words, in small letters, that stand within names of files or of something in code."""
    names = (token for token in _TOKEN.findall(text) if _JOINED.search(token.strip(".:")))
    return [word for name in names for word in _WORD.findall(name.lower())]


def score_words(
    candidates: Sequence[Candidate], known: Commonness, stem_of: dict[str, str], question: str
) -> None:
    """Set each candidate's BM25, from the text: those that meaning brought up have it too.

    `stem_of` remembers stems from one call to the next about the same question.
    """
    # A stem begins as its word does, so all others need no stemming.
    beginnings = {word[:2] for word in known.stems}
    forms = {
        word
        for candidate in candidates
        for word in candidate.searched
        if word[:2] in beginnings or not word.isascii()
    }
    ordered = sorted(forms - stem_of.keys())
    stem_of |= zip(ordered, stems(ordered) if ordered else (), strict=True)
    weights = {known.stems[word]: weight(word, known) for word in known.stems}
    total = max(known.total, _SMALLEST)
    rarities = {
        known.stems[word]: (1.0 if _is_evidence(word) else _LITTLE) * _idf(known.of(word), total)
        for word in known.stems
    }
    whole = sum(weights.values()) or 1.0
    little = {known.stems[word] for word in known.stems if says_little(word)}
    if little == weights.keys():
        little = set()
    named = frozenset(within_names(question))
    asks_nothing = not any(map(_is_evidence, known.stems))
    average = sum(len(candidate.all_words) for candidate in candidates) / max(len(candidates), 1)
    for candidate in candidates:
        counts: dict[str, float] = dict(
            Counter(stem for word in candidate.searched if (stem := stem_of.get(word)) in weights)
        )
        for word, times in candidate.only_in_names.items():
            if (stem := stem_of.get(word)) in counts and word not in named:
                counts[stem] -= times * (1 - _IN_A_NAME)
        damped = _K1 * (1 - _B + _B * len(candidate.all_words) / max(average, 1.0))
        often = {stem: n * (_K1 + 1) / (n + damped) for stem, n in counts.items()}
        candidate.bm25 = sum(weights[stem] * times for stem, times in often.items())
        candidate.evidence = sum(rarities[stem] * times for stem, times in often.items())
        candidate.asked = {stem: min(n, 1.0) * weights[stem] for stem, n in counts.items()}
        candidate.covers = 0.0 if asks_nothing else sum(candidate.asked.values()) / whole
        candidate.about = not counts.keys() <= little


def weight(word: str, known: Commonness) -> float:
    """Return how much a word of a question counts: the rarer the more, and less what says little."""
    return (_LITTLE if says_little(word) else 1.0) * _idf(known.of(word), known.total)


def says_little(word: str) -> bool:
    """Say whether a word in small letters is a verb such as `use`: it tells little of what is asked about."""
    return stem(word) in USING


def _is_evidence(word: str) -> bool:
    """Say whether a word in small letters, where a memory has it, shows that the two are of one matter.

    Verbs that people say all the time, such as `run`, help to rank what is found but are no such sign.
    """
    return USING.isdisjoint(both := {word, stem(word)}) and EVERYDAY.isdisjoint(both)


def _idf(count: int, total: int) -> float:
    """Return what a word tells that `count` of `total` memories hold: never nothing, unlike in the index."""
    return math.log(1 + (max(total - count, 0) + 0.5) / (count + 0.5))


def score_when(candidates: Sequence[Candidate], period: Period | None) -> None:
    """Set how well each candidate's time fits the one that the question names."""
    if period is not None:
        for candidate in candidates:
            candidate.when = period.match(said_at(candidate.memory))


def relevant(candidates: Sequence[Candidate], *, words_alone: bool) -> list[Candidate]:
    """Set each candidate's relevance from its scores, and return those that share a word or a meaning with
    the question. With `words_alone` meaning does not count.
    """
    wording, meaning, nearest = (_shares(candidates, part) for part in ("bm25", "meaning", "nearest"))
    told_apart = any(nearest)
    alone = []
    for place, candidate in enumerate(candidates):
        if words_alone:
            fit = wording[place]
        elif told_apart:
            fit = _WORDS * wording[place] + _MEANING * meaning[place] + _NEAREST * nearest[place]
        else:
            fit = _WORDS_BESIDE * wording[place] + _MEANING_ALONE * meaning[place]
        alone.append(fit + _WHEN * candidate.when)
    by_id = {candidate.memory.id: fit for candidate, fit in zip(candidates, alone, strict=True)}
    sessions = _sessions(candidates)
    for candidate, fit in zip(candidates, alone, strict=True):
        together = sessions.get(session_of(candidate.memory), [candidate.memory.id])
        support = _support(candidate.memory.id, together, by_id)
        candidate.session = support if len(together) > 1 else 0.0
        candidate.relevance = fit + support
    any_about = any(candidate.bm25 > 0 and candidate.about for candidate in candidates)
    kept = [
        candidate
        for candidate in candidates
        if (candidate.bm25 > 0 and (candidate.about or not any_about))
        or max(candidate.meaning, candidate.nearest) >= _LEAST
    ]
    best = max((candidate.relevance for candidate in kept), default=0.0) or 1.0
    for candidate in kept:
        candidate.relevance /= best
    return kept


def _shares(candidates: Sequence[Candidate], part: str) -> list[float]:
    values: list[float] = [getattr(candidate, part) for candidate in candidates]
    best = max(values, default=0.0) or 1.0
    return [value / best for value in values]


def session_of(memory: Memory) -> str:
    """Return the session that a memory comes from; empty where none is known.

    What was filed in the same hour of the same scope is no session: an import files thousands.
    """
    session = memory.provenance.get("session")
    return session if isinstance(session, str) else ""


def _sessions(candidates: Sequence[Candidate]) -> dict[str, list[int]]:
    by_session: dict[str, list[int]] = {}
    for candidate in candidates:
        session = session_of(candidate.memory)
        if session:
            by_session.setdefault(session, []).append(candidate.memory.id)
    return by_session


def _support(memory_id: int, session: Sequence[int], fits: Mapping[int, float]) -> float:
    """Return what a session adds: its best, and what was said right before and after.

    Memories of a session are saved together, so their ids stand side by side. A memory that comes from none,
    as written by hand or imported, is a session of its own: it is not behind those that have one.
    """
    best = sorted((fits[i] for i in session), reverse=True)[:_BEST_OF_SESSION]
    members = set(session)
    beside = (
        fits[memory_id + step] / abs(step)
        for step in range(-_REACH, _REACH + 1)
        if step and memory_id + step in members
    )
    return _SESSION * sum(best) / len(best) + _BESIDE * max(beside, default=0.0)


def surroundings(memory: Memory) -> list[int]:
    """Return the ids before and after a memory's own, likely of the same talk; none without a session."""
    if not session_of(memory):
        return []
    return [memory.id + step for step in range(-_REACH, _REACH + 1) if step and memory.id + step > 0]


def score_standing(candidates: Sequence[Candidate], now: Instant) -> None:
    """Set what settles near-ties: the mean of strength, importance and recency."""
    for candidate in candidates:
        memory = candidate.memory
        recency = math.exp2(-idle_days(memory.last_touch, now) / _RECENT_DAYS)
        kept = strength_of(memory, now)
        candidate.standing = (kept + memory.importance + recency) / 3

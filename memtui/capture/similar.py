"""Finds memories that may say the same as a text, or the opposite: candidates, never verdicts.

Two ways of looking are joined, because each misses what the other finds: shared rare words (a name, an
error code) and embeddings (the same in other words). Likeness alone does not make two texts duplicates, so
`difference` and `contradiction` decide on each candidate.

Called by consolidation and by the review pass, with many texts at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from memtui.domain.memory import Memory
from memtui.domain.scope import ROOT
from memtui.language.statement import Kind, read
from memtui.llm.embeddings import Embedder
from memtui.store import embeddings, memories
from memtui.store.database import Store
from memtui.store.words import WordSearch, words_of

_DEPTH = 3
"""Each search brings this many times the wanted number, since joining drops some."""
_BY_WORDS = 0.6
"""The weight of shared words in the joined score; the rest is the embeddings'."""
_BY_FRAME = 0.7
"""The weight of neighbouring words that both share, small ones too. A new fact mostly overturns the same
sentence with another value; other facts only share its rare words, such as names.
"""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A memory that is near a text."""

    memory: Memory
    score: float
    """Only good for sorting; higher is nearer."""
    similarity: float | None
    """The cosine of the embeddings; None when there are none to compare."""


def neighbours(
    store: Store,
    texts: Sequence[str],
    *,
    scope: str = ROOT,
    embedder: Embedder | None = None,
    limit: int = 8,
) -> list[list[Neighbour]]:
    """Return for each text the memories nearest to it, best first.

    Only memories in `scope`, below it and above it count; dropped ones do too. Memories without a vector
    are found by their words, so `embedding.fill` first finds more. Raises LlmError when the embedder cannot
    be used.
    """
    if not texts:
        return []
    by_words = _by_words(store, texts, scope, limit * _DEPTH)
    by_meaning = _by_meaning(store, texts, scope, limit * _DEPTH, embedder)
    near_each = []
    for text, shared_words, cosines in zip(texts, by_words, by_meaning, strict=True):
        scores = _joined(shared_words, cosines)
        best = sorted(scores, key=lambda i: (-scores[i], i))[: limit * 2]
        near = [
            Neighbour(
                memory, scores[memory.id] + _BY_FRAME * _frame(memory.text, text), cosines.get(memory.id)
            )
            for memory in memories.get_many(store, best)
        ]
        near_each.append(sorted(near, key=lambda n: (-n.score, n.memory.id))[:limit])
    return near_each


def _frame(known: str, text: str) -> float:
    """Return the share of a memory's neighbouring words that are neighbours in the text too."""
    pairs = _pairs(known)
    return len(pairs & _pairs(text)) / len(pairs) if pairs else 0.0


@lru_cache(maxsize=1024)
def _pairs(text: str) -> frozenset[tuple[str, str]]:
    return frozenset((first.key, second.key) for first, second in pairwise(read(text).tokens))


def _by_words(store: Store, texts: Sequence[str], scope: str, limit: int) -> list[dict[int, float]]:
    search = WordSearch(store)
    words = [_content_words(text) for text in texts]
    search.prepare(words)
    return [dict(search.nearest(each, limit=limit, scope=scope)) for each in words]


def _content_words(text: str) -> list[str]:
    """Return a text's words without the stop words; all of them when there are no others."""
    tokens = read(text).tokens
    kept = " ".join(t.text for t in tokens if not t.small or t.kind is not Kind.WORD)
    return words_of(kept) or words_of(text)


def _by_meaning(
    store: Store, texts: Sequence[str], scope: str, limit: int, embedder: Embedder | None
) -> list[dict[int, float]]:
    if embedder is None:
        return [{} for _ in texts]
    questions = embedder.embed(texts)
    return [
        dict(scored)
        for scored in embeddings.nearest(store, embedder.name, questions, limit=limit, scope=scope)
    ]


def _joined(by_words: dict[int, float], by_meaning: dict[int, float]) -> dict[int, float]:
    """Add the two scores, each as a share of its best.

    Shares keep how far apart two candidates are, which ranks do not.
    """
    best_words = max(by_words.values(), default=0.0) or 1.0
    best_meaning = max(by_meaning.values(), default=0.0) or 1.0
    weight = _BY_WORDS if by_meaning else 1.0
    return {
        i: weight * by_words.get(i, 0.0) / best_words
        + (1 - weight) * max(by_meaning.get(i, 0.0), 0.0) / best_meaning
        for i in by_words.keys() | by_meaning.keys()
    }

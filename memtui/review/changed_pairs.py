"""Finds the memories to compare with changed ones: what `pairs` does, for a pass over a few memories.

Each is compared with memories of the same text, with shared rare words, and with near vectors: one look-up
each, however large the store is. Called by the review pass, and by the judge for its neighbours.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from memtui.domain.memory import Memory
from memtui.domain.scope import compared
from memtui.language.lexicon import STOP_WORDS
from memtui.llm.embeddings import Embedder
from memtui.llm.errors import LlmError
from memtui.review import slot_pairs
from memtui.review.pairs import SMALL, Pair, partners
from memtui.store import embeddings, likeness
from memtui.store.database import Store
from memtui.store.words import WordSearch, words_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = dict[int, NDArray[np.float32]]
    """Unit vectors of memories, by id."""

_AT_ONCE = 500
"""Changed memories that are looked up at once."""
_SCANNED = 50_000
"""In a store of up to this many live memories each vector is compared with all others, not only with those of
memories that share words.
"""
_SHARED_ROWS = 400
"""Memories that are looked at for the rare words of one text."""
_OFTEN = 6_000
"""For a text without rare words, memories that share two of its three rarest words are compared. When more
than this many hold even those words, only memories with the rarest word and one of the others are.
"""
_LEAST_COSINE = 0.5
"""Texts less alike than this are not compared for their meaning alone."""
_DEPTH = 3
"""So many times the pairs wanted are looked at, because some fall out: other scopes, dropped ones."""


def among(
    store: Store,
    ids: Iterable[int],
    *,
    embedder: Embedder | None = None,
    limit: int = 8,
    thorough: bool = False,
) -> Iterator[Pair]:
    """Yield the pairs of some memories with all others, each pair once, about `limit` for each.

    `thorough` adds, in a store of up to SMALL memories, those of which nothing but rare words tells.
    Vectors are those that are stored. A memory that has none yet gets one for the comparison when there is
    an `embedder`; otherwise it is found by its words.
    """
    changed = sorted(set(ids))
    thorough = thorough and likeness.count_live(store) <= SMALL
    seen: set[tuple[int, int]] = set()
    search = WordSearch(store)
    for start in range(0, len(changed), _AT_ONCE):
        for pair in _among(store, changed[start : start + _AT_ONCE], search, embedder, limit, thorough):
            if pair[:2] not in seen:
                seen.add(pair[:2])
                yield pair


def _among(
    store: Store,
    ids: Sequence[int],
    search: WordSearch,
    embedder: Embedder | None,
    limit: int,
    thorough: bool,
) -> Iterator[Pair]:
    texts = likeness.texts_of(store, ids)
    if not texts:
        return
    yield from _same_as(store, list(texts))
    by_words = _sharing_words(store, texts, search, limit)
    own = _vectors_of(store, texts, embedder)
    by_meaning = _near_by_scan(store, own, limit)
    wanted = {*texts, *(i for matches in by_words.values() for i in matches), *by_meaning.others}
    scopes = likeness.scopes_of(store, sorted(wanted))
    known = _stored_vectors(store, sorted(scopes)) | own

    def kept_cosine(one: int, other: int) -> float | None:
        has_both = one in known and other in known
        return float(known[one] @ known[other]) if has_both else None

    same = set(likeness.same_texts(store, list(texts)))
    for one in texts:
        cosines = by_meaning.cosines.get(one, {})
        near: list[Pair] = []
        for other in dict.fromkeys([*by_words.get(one, ()), *cosines]):
            if other == one or (one, other) in same or not _related(scopes.get(one), scopes.get(other)):
                continue
            cosine = cosines.get(other)
            if cosine is None:
                cosine = kept_cosine(one, other)
            if cosine is None or cosine >= _LEAST_COSINE or thorough:
                near.append(Pair(min(one, other), max(one, other), cosine))
        near.sort(key=lambda pair: -1.0 if pair.similarity is None else -pair.similarity)
        yield from near[: limit * _DEPTH if thorough else limit]
    for a, b in slot_pairs.among(store, list(texts)):
        yield Pair(a, b, kept_cosine(a, b))


def _related(first: str | None, second: str | None) -> bool:
    return first is not None and second is not None and compared(first, second)


def _same_as(store: Store, ids: Sequence[int]) -> Iterator[Pair]:
    groups: dict[int, set[int]] = {}
    for one, other in likeness.same_texts(store, ids):
        groups.setdefault(one, {one}).add(other)
    scopes = likeness.scopes_of(store, sorted({i for group in groups.values() for i in group}))
    for one, group in groups.items():
        for a, b in partners({i: scopes[i] for i in group if i in scopes}):
            if one in (a, b):
                yield Pair(a, b, 1.0)


def _sharing_words(
    store: Store, texts: dict[int, str], search: WordSearch, limit: int
) -> dict[int, list[int]]:
    telling = {one: [w for w in words_of(text) if w not in STOP_WORDS] for one, text in texts.items()}
    search.prepare(telling.values())
    likely = {}
    for one, own in telling.items():
        query = _query(own, search)
        likely[one] = likeness.holding(store, query, limit * _DEPTH) if query else []
    return likely


def _query(words: Sequence[str], search: WordSearch) -> str:
    """Return a query for memories that share rare words, or several of the rarest when all are common."""
    known = sorted((w for w in words if search.count(w) > 1), key=lambda w: (search.count(w), w))
    chosen: list[str] = []
    rows = 0
    for word in known:
        rows += search.count(word)
        if rows > _SHARED_ROWS:
            break
        chosen.append(f'"{word}"')
    if len(chosen) > 1 or (chosen and len(known) == 1):
        return " OR ".join(chosen)
    rarest = [f'"{word}"' for word in known[:3]]
    if len(rarest) < 3:
        several = " AND ".join(rarest)
    elif sum(search.count(word) for word in known[:3]) < _OFTEN:
        several = " OR ".join(f"({a} AND {b})" for a, b in combinations(rarest, 2))
    else:
        several = f"({rarest[0]} AND ({rarest[1]} OR {rarest[2]}))"
    return " OR ".join([*chosen, f"({several})"] if several else chosen)


class _Scan(NamedTuple):
    """What a scan of all vectors found, by changed memory: others and their cosines."""

    cosines: dict[int, dict[int, float]]

    @property
    def others(self) -> set[int]:
        """All memories that were found."""
        return {other for near in self.cosines.values() for other in near}


def _near_by_scan(store: Store, own: "Vectors", limit: int) -> _Scan:
    """Return what is near the changed memories, whose `own` vectors are known."""
    model = likeness.model_in_use(store)
    if model is None or not own or likeness.count_live(store) > _SCANNED:
        return _Scan({})
    import numpy as np

    rows = np.stack(list(own.values()))
    nearest = embeddings.nearest(store, model[0], rows, limit=limit * _DEPTH)
    return _Scan(
        {
            one: {other: cosine for other, cosine in near if cosine >= _LEAST_COSINE}
            for one, near in zip(own, nearest, strict=True)
        }
    )


def _vectors_of(store: Store, texts: Mapping[int, str], embedder: Embedder | None) -> "Vectors":
    """Return the vectors of some memories, by id; one that has none yet gets one by an `embedder`."""
    known = _stored_vectors(store, list(texts))
    lacking = [one for one in texts if one not in known]
    model = likeness.model_in_use(store)
    if lacking and embedder is not None and model is not None and embedder.name == model[0]:
        with suppress(LlmError):  # then they are found by their words
            known |= zip(lacking, embedder.embed([texts[one] for one in lacking]), strict=True)
    return known


def _stored_vectors(store: Store, ids: Sequence[int]) -> "Vectors":
    model = likeness.model_in_use(store)
    if model is None:
        return {}
    rows, vectors = likeness.vectors_of(store, *model, ids)
    return {one: vectors[row] for one, row in rows.items()}


def similarity(store: Store, one: Memory, other: Memory, embedder: Embedder | None) -> float | None:
    """Return the cosine of two memories, which a pass that comes upon them compares them by."""
    own = _vectors_of(store, {one.id: one.text, other.id: other.text}, embedder)
    return float(own[one.id] @ own[other.id]) if len(own) == 2 else None

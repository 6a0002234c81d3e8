"""Reads for recall: memories with a question's words, their neighbours, and what replaced what.

Called by `recall` only; `reach` limits the memories that may be found. It needs the standard library only,
since hooks recall too.

The cost of a word search grows with the memories that hold the words. So the rarest words come first, until
they reach `_MOST_ROWS` memories: in a personal store that is all words, in a million memories it leaves out
those that say little.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from memtui.domain.filter import Filter
from memtui.store import selection
from memtui.store.database import Row, Store
from memtui.store.memories import AMONG, ids_json
from memtui.store.reach import Reach
from memtui.store.words import INDEXES, stems, vocabulary_of

_MOST_ROWS = 5_000
"""About how many memories are ranked by their words: six milliseconds in a store of a million."""
_TOO_COMMON = 50_000
"""A word in more memories than this isn't looked for: the index would be read for a tenth of a second."""
_MOST_WORDS = 24
"""The rarest words of a question; what more of them find they find, too."""
_BLOCK = 8_192
"""Vectors that are read at a time, so that a large store is not held in memory."""


@dataclass(frozen=True, slots=True)
class Commonness:
    """How many memories hold each word of a question."""

    stems: Mapping[str, str]
    """Each word's stem in the index."""
    counts: Mapping[str, int]
    """By stem."""
    total: int
    """How many memories there are."""

    def of(self, word: str) -> int:
        """Return how many memories hold a form of this word."""
        return self.counts[self.stems[word]]


def commonness(store: Store, words: Sequence[str]) -> Commonness:
    """Look up how common these words are, in texts and names."""
    by_word = dict(zip(words, stems(words), strict=True))
    counts = dict.fromkeys(by_word.values(), 0)
    asked = json.dumps(sorted(counts))
    for index in INDEXES:
        vocabulary = vocabulary_of(store, index)
        rows = store.query(
            f"SELECT v.term, v.doc FROM json_each(?) w CROSS JOIN {vocabulary} v ON v.term = w.value",
            (asked,),
        )
        for stem, count in rows:
            counts[stem] += count
    (total,) = store.query("SELECT coalesce(sum(count), 0) FROM scopes")[0]
    return Commonness(by_word, counts, max(int(total), 1))


def by_words(store: Store, known: Commonness, *, reach: Reach, limit: int) -> list[int]:
    """Return the memories in reach with the rarest of the words in their names, then those in their texts."""
    rising = sorted((w for w in known.stems if known.of(w)), key=lambda w: (known.of(w), w))[:_MOST_WORDS]
    chosen: list[str] = []
    rows = 0
    for word in rising:
        rows += known.of(word)
        if rows > _MOST_ROWS:
            break
        chosen.append(word)
    named: list[Row] = []
    if chosen:
        query = " OR ".join(map(_quoted, chosen))
        ranked, named = (
            store.query(
                f"SELECT rowid FROM {index} WHERE {index} MATCH ? ORDER BY rank, rowid LIMIT ?",
                (query, _MOST_ROWS),
            )
            for index in INDEXES
        )
    else:
        # All are common: the newest of those that hold several of them. Ranking them would read all.
        several = [word for word in rising if known.of(word) <= _TOO_COMMON][:3]
        if not several:
            return []
        ranked = store.query(
            "SELECT rowid FROM memories_fts WHERE memories_fts MATCH ? ORDER BY rowid DESC LIMIT ?",
            (" AND ".join(map(_quoted, several)), _MOST_ROWS),
        )
    by_index = (reach.first(store, [row[0] for row in rows], limit) for rows in (named, ranked))
    return list(dict.fromkeys(chain.from_iterable(by_index)))


def by_all_words(store: Store, wanted: Filter, most: int) -> list[int] | None:
    """Return the memories with all words of a filter, best first by the index, whatever else it asks.

    None if there are more than `most`, which would take long to rank, or if the index cannot tell.
    """
    query = selection.word_query(wanted)
    if not query:
        return None
    (count,) = store.query(
        f"SELECT count(*) FROM (SELECT 1 FROM memories_fts WHERE memories_fts MATCH ? LIMIT {most + 1})",
        (query,),
    )[0]
    if count > most:
        return None
    rows = store.query(
        "SELECT rowid FROM memories_fts WHERE memories_fts MATCH ? ORDER BY rank, rowid", (query,)
    )
    return [row[0] for row in rows]


def _quoted(word: str) -> str:
    return f'"{word}"'


def vectors_in(store: Store, model: str, dimensions: int, reach: Reach) -> Iterator[list[Row]]:
    """Yield (id, vector) of what is in reach, in blocks."""
    yield from store.stream(
        "SELECT e.memory_id, e.vector FROM memories m CROSS JOIN embeddings e ON e.memory_id = m.id "
        f"WHERE {reach.sql} AND e.model = ? AND length(e.vector) = ?",
        (*reach.params, model, dimensions),
        size=_BLOCK,
    )


def all_vectors(store: Store, model: str, dimensions: int, *, after: int = 0) -> Iterator[list[Row]]:
    """Yield (id, vector) of every memory of any state whose id follows `after`, in blocks."""
    yield from store.stream(
        "SELECT memory_id, vector FROM embeddings WHERE memory_id > ? AND model = ? AND length(vector) = ?",
        (after, model, dimensions),
        size=_BLOCK,
    )


def vectors_of(store: Store, model: str, dimensions: int, ids: Sequence[int]) -> list[Row]:
    """Return (id, vector) of these memories, where the vector is of the text as it is now."""
    return store.query(
        "SELECT e.memory_id, e.vector FROM embeddings e CROSS JOIN memories m ON m.id = e.memory_id "
        f"WHERE e.memory_id {AMONG} AND e.model = ? AND length(e.vector) = ? AND e.norm_hash = m.norm_hash",
        (ids_json(ids), model, dimensions),
    )


def any_vectors_of(store: Store, model: str, dimensions: int, ids: Sequence[int]) -> list[Row]:
    """Return (id, vector) of these memories, of whatever state, and be the vector of an older text."""
    return store.query(
        f"SELECT memory_id, vector FROM embeddings WHERE memory_id {AMONG} AND model = ? "
        "AND length(vector) = ?",
        (ids_json(ids), model, dimensions),
    )


def last_embedded(store: Store, model: str) -> int:
    """Return the highest id that has a vector of this model; 0 when none has."""
    rows = store.query(
        "SELECT memory_id FROM embeddings WHERE model = ? ORDER BY memory_id DESC LIMIT 1", (model,)
    )
    return int(rows[0][0]) if rows else 0


def replaced(store: Store, ids: Sequence[int]) -> list[tuple[int, int]]:
    """Return (newer, older) for each of these memories that another one supersedes."""
    rows = store.query(
        f"SELECT memory_id, target_id FROM links WHERE target_id {AMONG} AND kind = 'supersedes'",
        (ids_json(ids),),
    )
    return [(row[0], row[1]) for row in rows]

"""What recall reads: which memories hold a question's words, which are near it, which replaced which.

Called by `recall` only. Live and archived memories are found, never dropped ones. Nothing here loads more
than the standard library, since hooks recall too.

The cost of a word search follows how many memories hold the words. So the rarest words are asked for,
until `_MOST_ROWS` memories can be found: in a personal store that is all of them, in a million it leaves out
those that tell little.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.scope import ROOT, contains, subtree_bounds, with_ancestors
from memtui.store.database import Row, Store
from memtui.store.memories import AMONG, ids_json
from memtui.store.words import stems

_MOST_ROWS = 5_000
"""So many memories are ranked by their words, about: six milliseconds, in a million."""
_TOO_COMMON = 50_000
"""A word in more memories than this isn't looked for: the index would be read for a tenth of a second."""
_MOST_WORDS = 24
_USER = "/user"
"""What is known of the person counts everywhere."""
_FOUND = "state IN ('live', 'archived')"
_BLOCK = 8_192


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
    """Look up how common these words are."""
    store.query(
        "CREATE VIRTUAL TABLE IF NOT EXISTS temp.recall_words USING fts5vocab(main, memories_fts, row)"
    )
    by_word = dict(zip(words, stems(words), strict=True))
    found = store.query(
        "SELECT v.term, v.doc FROM json_each(?) w CROSS JOIN temp.recall_words v ON v.term = w.value",
        (json.dumps(sorted(set(by_word.values()))),),
    )
    counts = dict.fromkeys(by_word.values(), 0) | dict(found)
    (total,) = store.query("SELECT coalesce(sum(count), 0) FROM scopes")[0]
    return Commonness(by_word, counts, max(int(total), 1))


def by_words(store: Store, known: Commonness, *, scope: str | None, limit: int) -> list[int]:
    """Return the memories around a scope that hold the rarest of the words, best first by the index."""
    rising = sorted((w for w in known.stems if known.of(w)), key=lambda w: (known.of(w), w))[:_MOST_WORDS]
    chosen: list[str] = []
    rows = 0
    for word in rising:
        rows += known.of(word)
        if rows > _MOST_ROWS:
            break
        chosen.append(word)
    if chosen:
        ranked = store.query(
            "SELECT rowid FROM memories_fts WHERE memories_fts MATCH ? ORDER BY rank, rowid LIMIT ?",
            (" OR ".join(map(_quoted, chosen)), _MOST_ROWS),
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
    return first_around(store, [row[0] for row in ranked], scope, limit)


def first_around(store: Store, ids: Sequence[int], scope: str | None, limit: int) -> list[int]:
    """Return the first of these memories that a recall in this scope could find."""
    found: list[int] = []
    for start in range(0, len(ids), 2 * limit):
        portion = ids[start : start + 2 * limit]
        inside = found_around(store, portion, scope)
        found += [i for i in portion if i in inside]
        if len(found) >= limit:
            break
    return found[:limit]


def _quoted(word: str) -> str:
    return f'"{word}"'


def _around(scope: str | None) -> tuple[str, list[str]]:
    """Return the condition for what is in a scope, below it, above it, or about the person.

    Without a scope it is what is filed at the top itself, or about the person.
    """
    if scope == ROOT:
        return "", []
    if scope is None:
        parts, params = ["m.scope = ?"], [ROOT]
    else:
        names = with_ancestors(scope)
        parts = [f"m.scope IN ({', '.join('?' * len(names))})", "m.scope >= ? AND m.scope < ?"]
        params = [*names, *subtree_bounds(scope)]
    if scope is None or not contains(_USER, scope):
        parts += ["m.scope = ?", "m.scope >= ? AND m.scope < ?"]
        params += [_USER, *subtree_bounds(_USER)]
    return f" AND ({' OR '.join(f'({part})' for part in parts)})", params


def count_around(store: Store, scope: str | None) -> int:
    """Return how many memories a recall in this scope could find, by the maintained counts."""
    where, params = _around(scope)
    rows = store.query(f"SELECT coalesce(sum(m.count), 0) FROM scopes m WHERE m.{_FOUND}{where}", params)
    return int(rows[0][0])


def vectors_around(store: Store, model: str, dimensions: int, scope: str | None) -> Iterator[list[Row]]:
    """Yield (id, vector) of what a recall in this scope could find, in blocks."""
    where, params = _around(scope)
    yield from store.stream(
        "SELECT e.memory_id, e.vector FROM memories m CROSS JOIN embeddings e ON e.memory_id = m.id "
        f"WHERE m.{_FOUND}{where} AND e.model = ? AND length(e.vector) = ?",
        (*params, model, dimensions),
        size=_BLOCK,
    )


def ids_around(store: Store, scope: str | None) -> list[int]:
    """Return the ids of what a recall in this scope could find."""
    where, params = _around(scope)
    return [row[0] for row in store.query(f"SELECT m.id FROM memories m WHERE m.{_FOUND}{where}", params)]


def all_vectors(store: Store, model: str, dimensions: int, *, after: int = 0) -> Iterator[list[Row]]:
    """Yield (id, vector) of every memory of any state whose id follows `after`, in blocks."""
    yield from store.stream(
        "SELECT memory_id, vector FROM embeddings WHERE memory_id > ? AND model = ? AND length(vector) = ?",
        (after, model, dimensions),
        size=_BLOCK,
    )


def found_around(store: Store, ids: Sequence[int], scope: str | None) -> set[int]:
    """Return which of these memories a recall in this scope could find."""
    where, params = _around(scope)
    rows = store.query(
        f"SELECT m.id FROM memories m WHERE m.id {AMONG} AND +m.{_FOUND}{where}", (ids_json(ids), *params)
    )
    return {row[0] for row in rows}


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

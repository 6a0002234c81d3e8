"""Reads what shows that memories are alike: fingerprints, rare words, stored vectors.

Called by `review.pairs`. Everything is read in the order of the file, or from an index that has all the
columns, so that a million memories take seconds. Only live memories count, and only vectors that the
current model made of a memory's present text.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memtui.store.database import Store
from memtui.store.memories import AMONG, ids_json
from memtui.store.words import vocabulary_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Ids = NDArray[np.int64]
    Codes = NDArray[np.int32]
    Flags = NDArray[np.bool_]

_BLOCK = 16_384
"""Rows in memory at a time."""
_FIGURE = re.compile(r"\b[^\W\d]*+\d\w*")
"""A word with a digit in it."""


@dataclass(frozen=True, slots=True)
class Live:
    """Every live memory, in order of id."""

    ids: "Ids"
    scopes: "Codes"
    """For each the place of its scope in `names`."""
    hashes: "Ids"
    """For each the fingerprint of its text."""
    names: list[str]


def live(store: Store) -> Live:
    """Return the ids, scopes and fingerprints of all live memories: two seconds in a million, 20 MB."""
    import numpy as np

    codes: dict[str, int] = {}
    ids, scopes = [np.zeros(0, np.int64)], [np.zeros(0, np.int32)]
    for rows in store.stream("SELECT id, scope FROM memories WHERE state = 'live'", size=_BLOCK):
        ids.append(np.fromiter((row[0] for row in rows), np.int64, len(rows)))
        scopes.append(np.fromiter((codes.setdefault(r[1], len(codes)) for r in rows), np.int32, len(rows)))
    all_ids = np.concatenate(ids)
    order = np.argsort(all_ids)
    all_ids = all_ids[order]
    hashes = np.zeros(len(all_ids), np.int64)
    for rows in store.stream("SELECT id, norm_hash FROM memories", size=_BLOCK):
        pairs = np.array(rows, dtype=np.int64)
        places, known = places_of(all_ids, pairs[:, 0])
        hashes[places[known]] = pairs[known, 1]
    return Live(all_ids, np.concatenate(scopes)[order], hashes, list(codes))


def serial(store: Store, live: Live, most: int) -> "Flags":
    """Say which live memories are lines that more than `most` memories say with other figures.

    Such as "took 12 s" and "took 15 s", as tools write them. Reads all texts: five seconds in a million.
    """
    import numpy as np

    frames = np.zeros(len(live.ids), np.int64)
    for rows in store.stream("SELECT id, text FROM memories WHERE state = 'live' ORDER BY id", size=_BLOCK):
        places, known = places_of(live.ids, np.fromiter((row[0] for row in rows), np.int64, len(rows)))
        hashes = np.fromiter((_frame(*row) for row in rows), np.int64, len(rows))
        frames[places[known]] = hashes[known]
    _, frame, counts = np.unique(frames, return_inverse=True, return_counts=True)
    return counts[frame] > most


def _frame(memory_id: int, text: str) -> int:
    """Return what lines that differ in their figures have in common; what has none is like no other."""
    frame, figures = _FIGURE.subn("0", text)
    return hash(frame) if figures else hash((memory_id, ""))


def places_of(ids: "Ids", wanted: "Ids") -> "tuple[Ids, Flags]":
    """Return where each wanted id stands among rising `ids`, and whether it is there at all."""
    import numpy as np

    places = np.searchsorted(ids, wanted)
    places[places == len(ids)] = 0
    return places, (ids[places] == wanted) if len(ids) else np.zeros(len(wanted), np.bool_)


def count_live(store: Store) -> int:
    """Return how many memories are live, by the maintained counts."""
    return int(store.query("SELECT coalesce(sum(count), 0) FROM scopes WHERE state = 'live'")[0][0])


def scopes_of(store: Store, ids: Sequence[int]) -> dict[int, str]:
    """Return the scopes of those of these memories that are live."""
    return dict(
        store.query(f"SELECT id, scope FROM memories WHERE id {AMONG} AND +state = 'live'", (ids_json(ids),))
    )


def same_texts(store: Store, ids: Sequence[int]) -> list[tuple[int, int]]:
    """Return (id, other id) of live memories whose fingerprint is that of one of `ids`."""
    rows = store.query(
        "SELECT a.id, b.id FROM memories a JOIN memories b ON b.norm_hash = a.norm_hash AND b.id != a.id "
        f"WHERE a.id {AMONG} AND +a.state = 'live' AND +b.state = 'live'",
        (ids_json(ids),),
    )
    return [(row[0], row[1]) for row in rows]


def texts_of(store: Store, ids: Sequence[int]) -> dict[int, str]:
    """Return the texts of those of these memories that are live."""
    return dict(
        store.query(f"SELECT id, text FROM memories WHERE id {AMONG} AND +state = 'live'", (ids_json(ids),))
    )


def edited_at(store: Store, ids: Sequence[int]) -> dict[int, float]:
    """Return when these memories' texts were last changed in this store; unchanged ones are left out.

    One that was given words which had been said before is known by when that was (`domain.dating`). A change
    that was undone is none, nor is its undo; done again it is one.
    """
    said = "CASE WHEN json_valid(p.{0}) THEN json_extract(p.{0}, '$.said_at') END"
    said_before = (
        "SELECT 1 FROM op_changes p WHERE p.op_id = c.op_id AND p.memory_id = c.memory_id "
        f"AND p.field = 'provenance' AND {said.format('after')} IS NOT {said.format('before')}"
    )
    return dict(
        store.query(
            "SELECT c.memory_id, max(o.at) FROM op_changes c JOIN ops o ON o.id = c.op_id "
            f"WHERE c.memory_id {AMONG} AND c.field = 'text' AND NOT EXISTS ({said_before}) "
            "AND o.kind NOT IN ('undo', 'redo') AND o.undone_by IS NULL GROUP BY c.memory_id",
            (ids_json(ids),),
        )
    )


# -- words -------------------------------------------------------------------------------------------


def rare_words(store: Store, most: int) -> Iterator[list[int]]:
    """Yield for each word that 2 to `most` memories hold the ids of those: six seconds in a million.

    Words are stems, as the index has them; the memories are of any state.
    """
    counts, places = vocabulary_of(store), vocabulary_of(store, kind="instance")
    for rows in store.stream(f"SELECT term FROM {counts} WHERE doc BETWEEN 2 AND ?", (most,), _BLOCK):
        block: dict[str, list[int]] = {}
        for word, memory_id in store.query(
            f"SELECT DISTINCT i.term, i.doc FROM json_each(?) w CROSS JOIN {places} i ON i.term = w.value",
            (json.dumps([row[0] for row in rows]),),
        ):
            block.setdefault(word, []).append(memory_id)
        yield from block.values()


def holding(store: Store, query: str, limit: int) -> list[int]:
    """Return the live memories that a query of the word index finds, best first by its own score."""
    rows = store.query(
        "SELECT f.id FROM (SELECT rowid AS id, rank FROM memories_fts WHERE memories_fts MATCH ? "
        "ORDER BY rank LIMIT ?) f JOIN memories m ON m.id = f.id WHERE +m.state = 'live'",
        (query, limit),
    )
    return [row[0] for row in rows]


def hold_all(store: Store, words: Sequence[str], most: int) -> int:
    """Return how many live memories hold all of these words, counted up to `most`."""
    query = " AND ".join(f'"{word.replace(chr(34), "")}"' for word in words)
    rows = store.query(
        "SELECT count(*) FROM (SELECT 1 FROM memories_fts f JOIN memories m ON m.id = f.rowid "
        "WHERE memories_fts MATCH ? AND +m.state = 'live' LIMIT ?)",
        (query, most),
    )
    return int(rows[0][0])


# -- vectors -----------------------------------------------------------------------------------------


def model_in_use(store: Store) -> tuple[str, int] | None:
    """Return the model of the newest vector and how many dimensions it has; None when there is none."""
    rows = store.query("SELECT model, length(vector) FROM embeddings ORDER BY memory_id DESC LIMIT 1")
    return (str(rows[0][0]), int(rows[0][1])) if rows else None


def vectors(store: Store, model: str, dimensions: int, known: Live) -> "Iterator[tuple[Ids, Matrix]]":
    """Yield all live memories' unit vectors, a block at a time, with their places in `known`."""
    import numpy as np

    for rows in store.stream(
        "SELECT memory_id, norm_hash, vector FROM embeddings WHERE model = ? AND length(vector) = ?",
        (model, dimensions),
        size=_BLOCK,
    ):
        ids = np.fromiter((row[0] for row in rows), np.int64, len(rows))
        hashes = np.fromiter((row[1] for row in rows), np.int64, len(rows))
        places, fresh = places_of(known.ids, ids)
        if len(known.ids):
            fresh &= known.hashes[places] == hashes
        yield places[fresh], _units([row[2] for row in rows], dimensions)[fresh]


def vectors_of(
    store: Store, model: str, dimensions: int, ids: Sequence[int]
) -> "tuple[dict[int, int], Matrix]":
    """Return the unit vectors of some memories, and the row of each memory among them."""
    rows = store.query(
        "SELECT e.memory_id, e.vector FROM embeddings e JOIN memories m ON m.id = e.memory_id "
        f"WHERE e.memory_id {AMONG} AND e.model = ? AND length(e.vector) = ? "
        "AND e.norm_hash = m.norm_hash AND +m.state = 'live'",
        (ids_json(ids), model, dimensions),
    )
    return {row[0]: place for place, row in enumerate(rows)}, _units([row[1] for row in rows], dimensions)


def _units(stored: Sequence[bytes], dimensions: int) -> "Matrix":
    import numpy as np

    matrix = np.frombuffer(b"".join(stored), np.int8).reshape(-1, dimensions).astype(np.float32)
    matrix /= np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)
    return matrix

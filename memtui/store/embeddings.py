"""Keeps the vectors of memories, finds the missing ones, and the nearest to a question by exact scan.

A vector is kept as one signed byte for each dimension, scaled so that its largest is 127: a quarter of the
space, and cosines change by less than a hundredth. With it stands the model that made it and the
fingerprint of the text it was made from, so that a new model or an edited text shows as missing. Vectors
are derived: not journalled, and gone with a purge.

There is no index over vectors. A scan in blocks answers a thousand questions about a million memories in
well under a minute, exactly, with no more than a few blocks in memory. Used in workers and commands only:
the screen never loads numpy.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memtui.domain.scope import ROOT, subtree_bounds, with_ancestors
from memtui.store.database import Store, Transaction

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Ids = NDArray[np.int64]

_BLOCK = 16_384
"""Vectors in memory at a time."""
_QUESTIONS = 256
"""Questions that are compared with a block at a time."""
_NOTHING = -2.0
"""A score below every cosine."""

_STALE = (
    "FROM memories m LEFT JOIN embeddings e ON e.memory_id = m.id WHERE m.id > ? AND m.state != 'absent' "
    "AND (e.memory_id IS NULL OR e.model != ? OR e.norm_hash != m.norm_hash)"
)


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A memory without a vector by the model in use of its present text."""

    id: int
    norm_hash: int
    text: str


def missing(store: Store, model: str, *, after: int = 0, limit: int = 1_000) -> list[Unembedded]:
    """Return memories that need a vector of `model`, in order of id, from the one that follows `after`."""
    rows = store.query(
        f"SELECT m.id, m.norm_hash, m.text {_STALE} ORDER BY m.id LIMIT ?", (after, model, limit)
    )
    return [Unembedded(*row) for row in rows]


def count_missing(store: Store, model: str) -> int:
    """Return how many memories need a vector of `model`. Reads the whole store: two seconds in a million."""
    return int(store.query(f"SELECT count(*) {_STALE}", (0, model))[0][0])


def any_of(store: Store, model: str) -> bool:
    """Say whether any memory has a vector of `model`."""
    return bool(store.query("SELECT 1 FROM embeddings WHERE model = ? LIMIT 1", (model,)))


def put(tx: Transaction, model: str, rows: Sequence[Unembedded], vectors: "Matrix") -> None:
    """Keep the vectors of memories, in place of those they had.

    A memory that was purged meanwhile gets none. One that was edited meanwhile gets it, but still counts as
    missing.
    """
    tx.execute_many(
        "INSERT OR REPLACE INTO embeddings (memory_id, model, norm_hash, vector) "
        "SELECT ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM memories WHERE id = ?)",
        [
            (row.id, model, row.norm_hash, vector, row.id)
            for row, vector in zip(rows, quantised(vectors), strict=True)
        ],
    )


def quantised(vectors: "Matrix") -> list[bytes]:
    """Return each row as signed bytes, scaled so that its largest value is 127."""
    import numpy as np

    largest = np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-9)
    return [row.tobytes() for row in np.rint(vectors * (127.0 / largest)).astype(np.int8)]


def nearest(
    store: Store, model: str, questions: "Matrix", *, limit: int, scope: str = ROOT
) -> list[list[tuple[int, float]]]:
    """Return for each question (a row of length 1) the ids of the nearest memories, with their cosines.

    Only memories in `scope`, below it and above it count, in any state. Nearest first.
    """
    import numpy as np

    count = len(questions)
    scores: Matrix = np.full((count, limit), _NOTHING, dtype=np.float32)
    ids: Ids = np.zeros((count, limit), dtype=np.int64)
    for block_ids, block in _blocks(store, model, questions.shape[1], scope):
        for start in range(0, count, _QUESTIONS):
            part = slice(start, start + _QUESTIONS)
            _keep_best(questions[part] @ block.T, block_ids, scores[part], ids[part])
    return [
        [(int(i), float(score)) for i, score in zip(row_ids, row_scores, strict=True) if score > _NOTHING]
        for row_ids, row_scores in zip(ids, scores, strict=True)
    ]


def _keep_best(best: "Matrix", block_ids: "Ids", scores: "Matrix", ids: "Ids") -> None:
    """Merge a block's cosines into the best of each question, kept in falling order.

    After the first block hardly any cosine is above a question's last, so only those are sorted.
    """
    import numpy as np

    limit = scores.shape[1]
    if scores[0, 0] <= _NOTHING and best.shape[1] > limit:
        top = np.argpartition(best, -limit, axis=1)[:, -limit:]
        rows = np.repeat(np.arange(len(best)), limit)
        columns = top.ravel()
    else:
        rows, columns = np.nonzero(best > scores[:, -1:])
    all_rows = np.concatenate([rows, np.repeat(np.arange(len(scores)), limit)])
    all_scores = np.concatenate([best[rows, columns], scores.ravel()])
    all_ids = np.concatenate([block_ids[columns], ids.ravel()])
    order = np.lexsort((all_ids, -all_scores, all_rows))
    all_rows = all_rows[order]
    place = np.arange(len(order)) - np.searchsorted(all_rows, all_rows)
    kept = order[place < limit]
    scores[:] = all_scores[kept].reshape(scores.shape)
    ids[:] = all_ids[kept].reshape(ids.shape)


def _blocks(store: Store, model: str, dimensions: int, scope: str) -> Iterator[tuple["Ids", "Matrix"]]:
    """Yield ids and unit vectors of the memories around a scope, a block at a time."""
    import numpy as np

    where, params = "", []
    if scope != ROOT:
        above = with_ancestors(scope)
        where = (
            f" AND memory_id IN (SELECT id FROM memories WHERE scope IN ({', '.join('?' * len(above))}) "
            "UNION ALL SELECT id FROM memories WHERE scope >= ? AND scope < ?)"
        )
        params = [*above, *subtree_bounds(scope)]
    for rows in store.stream(
        f"SELECT memory_id, vector FROM embeddings WHERE model = ? AND length(vector) = ?{where}",
        (model, dimensions, *params),
        size=_BLOCK,
    ):
        ids = np.fromiter((row[0] for row in rows), dtype=np.int64, count=len(rows))
        stored = np.frombuffer(b"".join(row[1] for row in rows), dtype=np.int8)
        block = stored.reshape(len(rows), dimensions).astype(np.float32)
        block /= np.maximum(np.linalg.norm(block, axis=1, keepdims=True), 1e-9)
        yield ids, block

"""Giving memories their vectors, in the background, when they are new or edited or the model has changed.

Called by the worker, by a run of extraction before it compares, and by recall before it is asked. Nothing is
journalled: vectors are derived, and a run that is stopped goes on where it was.
"""

import math
from collections.abc import Callable

from memtui.domain.watch import Cancelled
from memtui.llm.embeddings import Embedder
from memtui.store import embeddings
from memtui.store.database import Store

_CHUNK = 1_000
"""Memories that are embedded at once and kept in one short transaction."""


def fill(
    store: Store,
    embedder: Embedder,
    *,
    after: int = 0,
    most: float = math.inf,
    progress: Callable[[int], None] | None = None,
    cancelled: Cancelled | None = None,
) -> int:
    """Embed the memories that have no vector of this model, and return their number.

    `after` skips ids up to it, and `most` limits the number. `progress` gets the number done. The write
    lock is never held while the model works. Raises LlmError when the model cannot be used; what was
    embedded by then stays.
    """
    done = 0
    while done < most and (cancelled is None or not cancelled()):
        rows = embeddings.missing(store, embedder.name, after=after, limit=int(min(_CHUNK, most - done)))
        if not rows:
            break
        vectors = embedder.embed([row.text for row in rows])
        with store.write() as tx:
            embeddings.put(tx, embedder.name, rows, vectors)
        after = rows[-1].id
        done += len(rows)
        if progress is not None:
            progress(done)
    return done

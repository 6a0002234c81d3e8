"""Finishing at start-up what a killed process or a changed setting left behind."""

from memtui.domain.watch import UNWATCHED, Watch
from memtui.store import marks, memories
from memtui.store.database import Store

_AT_ONCE = 5_000
"""The most memories that are ranked anew while a store opens; more are left to whoever can show progress."""
_CHUNK = 2_000
"""Memories that are ranked in one transaction, so that others can write in between."""


def finish_what_was_left(store: Store) -> None:
    """Build the indexes that a killed load left off, and re-rank a small store when the ranking rules
    changed.
    """
    if marks.is_set(store, marks.LOADING):
        from memtui.store import loading

        loading.build_indexes(store)
    if marks.is_set(store, marks.ERASING):
        from memtui.store import erasing

        erasing.finish(store)
    if ranks_are_old(store) and not store.query("SELECT 1 FROM memories LIMIT 1 OFFSET ?", (_AT_ONCE,)):
        rank_anew(store)


def ranks_are_old(store: Store) -> bool:
    """Say whether the stored ranks were made under other decay settings than `store.decay`."""
    return [(store.decay.fingerprint,)] != store.query("SELECT value FROM meta WHERE key = 'decay'")


def rank_anew(
    store: Store,
    *,
    watch: Watch = UNWATCHED,
) -> None:
    """Recompute every half-life and rank key in chunks. Not an op: both follow from the settings."""
    last = store.query("SELECT coalesce(max(id), 0) FROM memories")[0][0]
    for start in range(0, last, _CHUNK):
        if watch.cancelled():
            return
        with store.write() as tx:
            ids = [
                row[0]
                for row in tx.query(
                    "SELECT id FROM memories WHERE id > ? AND id <= ?", (start, start + _CHUNK)
                )
            ]
            memories.rerank(tx, ids)
        watch.progress(min(start + _CHUNK, last), last)
    with store.write() as tx:
        tx.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('decay', ?)", (store.decay.fingerprint,))

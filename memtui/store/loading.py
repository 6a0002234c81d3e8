"""Loading many memories into a store that has none: without indexes, which are built at the end.

That is three times as fast as keeping them in step row by row. While it lasts the store says so
(`marks.LOADING`), and whoever opens it after a crash builds the indexes (see `repair`). A duplicate
cannot be looked up meanwhile, so the loader remembers what it has put in.
"""

from memtui.domain.memory import Draft
from memtui.store import inserting, marks
from memtui.store.database import Store


class Loading:
    """A bulk load. Use as a context manager around the inserts."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.active = False
        """Whether the indexes are off, which only happens in an empty store."""
        self._seen: set[int] = set()

    def __enter__(self) -> "Loading":
        if inserting.is_empty(self._store):
            from memtui.store.schema import INDEXES  # loads sqlite-utils

            with self._store.write() as tx:
                if not tx.query("SELECT 1 FROM memories LIMIT 1"):
                    marks.put(tx, marks.LOADING)
                    for name in INDEXES:
                        tx.execute(f"DROP INDEX IF EXISTS {name}")
                    self.active = True
        return self

    def __exit__(self, *_: object) -> None:
        if self.active:
            self.active = False
            build_indexes(self._store)

    def is_new(self, draft: Draft, fingerprint: int) -> bool:
        """Say whether this load has not yet seen the text in its scope, and remember it."""
        key = hash((fingerprint, draft.scope))
        if key in self._seen:
            return False
        self._seen.add(key)
        return True


def build_indexes(store: Store) -> None:
    """Build the indexes a load left off, each in a transaction of its own so that others get a turn."""
    from memtui.store.schema import INDEXES  # loads sqlite-utils

    for sql in INDEXES.values():
        with store.write() as tx:
            tx.execute(sql.replace(" INDEX ", " INDEX IF NOT EXISTS ", 1))
    with store.write() as tx:
        marks.remove(tx, marks.LOADING)

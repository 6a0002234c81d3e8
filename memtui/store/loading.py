"""Loading many memories into a store that has none: without indexes, which are built at the end.

That is three times as fast as keeping them in step row by row. While it lasts the store says so
(`marks.LOADING`), and whoever opens it after a crash builds the indexes (see `repair`). A duplicate
cannot be looked up meanwhile, so an import remembers what it has put in. That holds only as long as nobody
else puts anything in: then it builds the indexes at once and looks up like everybody. An exchange with other
stores keeps the one index that it looks duplicates up in.
"""

from collections.abc import Collection

from memtui.domain.memory import Draft
from memtui.store import inserting, marks
from memtui.store.database import Store, Transaction
from memtui.store.indexes import INDEXES
from memtui.store.number_set import NumberSet


class Loading:
    """A bulk load. Use as a context manager around the inserts."""

    def __init__(self, store: Store, *, keeps: Collection[str] = ()) -> None:
        self._store = store
        self._keeps = keeps
        self.active = False
        """Whether the indexes are off, which only happens in an empty store."""
        self._seen = NumberSet()
        self._last = 0
        """The latest id that anything was given, as far as this load knows."""

    def __enter__(self) -> "Loading":
        if inserting.is_empty(self._store):
            with self._store.write() as tx:
                if not tx.query("SELECT 1 FROM memories LIMIT 1"):
                    marks.put(tx, marks.LOADING)
                    for name in INDEXES.keys() - self._keeps:
                        tx.execute(f"DROP INDEX IF EXISTS {name}")
                    self._last = inserting.last_id(tx)
                    self.active = True
        return self

    def __exit__(self, *_: object) -> None:
        if self.active:
            self.active = False
            build_indexes(self._store)

    def keep_up(self, tx: Transaction) -> None:
        """Look whether someone else has put memories in; from then on they have to be looked up."""
        if self.active and inserting.last_id(tx) != self._last:
            _build(tx)
            marks.remove(tx, marks.LOADING)
            self.active = False

    def put_in(self, ids: range) -> None:
        """Note what this load has put in."""
        self._last = ids[-1]

    def is_new(self, draft: Draft, fingerprint: int) -> bool:
        """Say whether this load has not yet seen the text in its scope, and remember it."""
        return self._seen.put_in(hash((fingerprint, draft.scope)))


def build_indexes(store: Store) -> None:
    """Build the indexes a load left off, each in a transaction of its own so that others get a turn."""
    for sql in _statements():
        with store.write() as tx:
            tx.execute(sql)
    with store.write() as tx:
        marks.remove(tx, marks.LOADING)


def _build(tx: Transaction) -> None:
    for sql in _statements():
        tx.execute(sql)


def _statements() -> list[str]:
    return [sql.replace(" INDEX ", " INDEX IF NOT EXISTS ", 1) for sql in INDEXES.values()]

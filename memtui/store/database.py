"""The connection to the store: reading, and writing under one lock. `opening` makes it.

Everything else in this package runs its SQL through `Store.query` and `Store.write`, so locking,
transactions and the wording of errors are settled here once.

Reads see the last committed state and never wait for a writer (WAL). A write takes the lock at
once (`BEGIN IMMEDIATE`): SQLite's default of taking it at the first changed row makes two processes
that both read first fail with "database is locked", however long they are willing to wait.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from memtui.domain.decay import DecayRules
from memtui.domain.instant import Clock, Instant
from memtui.store.connecting import PATIENCE, SQLITE_ERRORS, connect, explained, keep_few_pages, unwritable

USES_REPORTED = "uses_reported"
"""The key in `meta` of what `review_state.note_uses_reported` notes."""
Row = tuple[Any, ...]
Params = Sequence[Any] | dict[str, Any]


class Transaction:
    """A write in progress. Made by `Store.write`; gone when the block ends."""

    def __init__(self, connection: sqlite3.Connection, now: Instant, decay: DecayRules) -> None:
        self._connection = connection
        self.now = now
        """When this write happens: one instant for all its rows."""
        self.decay = decay
        """How memories fade, from which their ranks are computed."""

    def execute(self, sql: str, params: Params = ()) -> int:
        """Run one statement and return how many rows it changed."""
        return self._connection.execute(sql, params).rowcount

    def execute_many(self, sql: str, rows: Iterable[Params]) -> None:
        """Run one statement for each row of parameters."""
        self._connection.executemany(sql, rows)

    def insert(self, sql: str, params: Params = ()) -> int:
        """Run one INSERT and return the new row's id."""
        return self._connection.execute(sql, params).lastrowid or 0

    def query(self, sql: str, params: Params = ()) -> list[Row]:
        """Return the rows of a SELECT, which sees what this transaction has written so far."""
        return self._connection.execute(sql, params).fetchall()


class Store:
    """One connection to one store file. Not shared between threads: each takes its own `sibling`."""

    def __init__(
        self, connection: sqlite3.Connection, path: Path, decay: DecayRules, clock: Clock, read_only: bool
    ) -> None:
        self._connection = connection
        self.path = path
        self._decay = decay
        self._decay_as_of: tuple[int, int] | None = None
        self.clock = clock
        self.read_only = read_only

    @property
    def decay(self) -> DecayRules:
        """How memories fade: as the settings say, and by what is known here of reported uses."""
        as_of = (self.change_mark(), self._connection.total_changes)
        if as_of != self._decay_as_of:
            noted = self.query("SELECT value FROM meta WHERE key = ?", (USES_REPORTED,))
            self._decay = replace(self._decay, reported=json.loads(noted[0][0]) if noted else {})
            self._decay_as_of = as_of
        return self._decay

    @decay.setter
    def decay(self, rules: DecayRules) -> None:
        self._decay, self._decay_as_of = rules, None

    @property
    def size(self) -> int:
        """Bytes that the store takes on disk, with what was written lately and is not in its file yet."""
        files = (self.path, self.path.with_name(f"{self.path.name}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def sibling(self, *, sparing: bool = False) -> "Store":
        """Return a second connection to the same file, for use in another thread.

        A `sparing` one keeps few pages in memory: for what reads a little at a time beside the others.
        """
        connection, read_only = connect(self.path, create=False)
        if sparing:
            keep_few_pages(connection)
        return Store(connection, self.path, self._decay, self.clock, read_only)

    @contextlib.contextmanager
    def view(self) -> Iterator["Store"]:
        """Yield a second connection that sees the store as it is now, whatever is written in the block."""
        with self.sibling() as other:
            with other.explaining():
                other._connection.execute("BEGIN")
            other.query("SELECT 1 FROM sqlite_master LIMIT 1")  # what is seen is fixed by the first read
            yield other

    def now(self) -> Instant:
        """Return the time by this store's clock."""
        return self.clock()

    def close(self) -> None:
        """Close the connection. A transaction that is still open is rolled back."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def interrupt(self) -> None:
        """Abort the read that runs on this connection in another thread; it raises Interrupted there."""
        self._connection.interrupt()

    def change_mark(self) -> int:
        """Return a number that differs from the last one when another connection has written since.

        Takes about a microsecond, so a screen can ask many times a second.
        """
        return int(self.query("PRAGMA data_version")[0][0])

    @contextlib.contextmanager
    def patience(self, seconds: float) -> Iterator[None]:
        """Let writes in this block wait at most `seconds` for another process."""
        self._connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
        try:
            yield
        finally:
            self._connection.execute(f"PRAGMA busy_timeout = {int(PATIENCE * 1000)}")

    def query(self, sql: str, params: Params = ()) -> list[Row]:
        """Return all rows of one read. Raises StoreError, or Interrupted."""
        with self.explaining():
            return self._connection.execute(sql, params).fetchall()

    def stream(self, sql: str, params: Params = (), size: int = 2000) -> Iterator[list[Row]]:
        """Yield the rows of one read in lists of `size`; the whole is never held."""
        with self.explaining():
            cursor = self._connection.execute(sql, params)
        while True:
            with self.explaining():
                rows = cursor.fetchmany(size)
            if not rows:
                return
            yield rows

    def fill_temporary(self, sql: str, rows: Iterable[Params]) -> None:
        """Write rows into a temporary table, which only this connection has: it takes no lock."""
        with self.explaining():
            self._connection.execute("BEGIN")
            self._connection.executemany(sql, rows)
            self._connection.execute("COMMIT")

    @contextlib.contextmanager
    def write(self, *, durable: bool = False) -> Iterator[Transaction]:
        """Take the write lock, and commit when the block ends or roll back when it raises.

        What is `durable` is forced to the disk before this returns, so that it outlives a power cut too.
        Raises StoreBusy when another process keeps the lock longer than the patience.
        """
        if self.read_only:
            raise unwritable(self.path)
        with self.explaining():
            try:
                if durable:
                    self._connection.execute("PRAGMA synchronous = FULL")
                self._connection.execute("BEGIN IMMEDIATE")
                yield Transaction(self._connection, self.now(), self.decay)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            finally:
                if durable:
                    self._connection.execute("PRAGMA synchronous = NORMAL")

    @contextlib.contextmanager
    def explaining(self) -> Iterator[None]:
        """Raise what SQLite raises in this block as a StoreError, or Interrupted."""
        try:
            yield
        except SQLITE_ERRORS as error:
            raise explained(error, self.path) from error

"""The connection to the store: opening it, reading, and writing under one lock.

Everything else in this package runs its SQL through `Store.query` and `Store.write`, so locking,
transactions and the wording of errors are settled here once.

Reads see the last committed state and never wait for a writer (WAL). A write takes the lock at
once (`BEGIN IMMEDIATE`): SQLite's default of taking it at the first changed row makes two processes
that both read first fail with "database is locked", however long they are willing to wait.
"""

import contextlib
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from memtui.domain.decay import DecayRules
from memtui.domain.instant import Clock, Instant
from memtui.store import errors

APPLICATION_ID = 0x6D_74_75_69
"""`mtui` in the file's header: tells our files from other programs' databases."""

PATIENCE = 10.0
"""Seconds a write waits for another process before it gives up."""

_CACHE_KIB = 8_000
_LOG_PAGES = 8_000
"""How long the write-ahead log grows (32 MB) before its pages are copied into the file. A bulk op
changes the same index pages again and again; copied this rarely, each is written a few times, not often.
"""

Row = tuple[Any, ...]
Params = Sequence[Any] | dict[str, Any]


class Transaction:
    """A write in progress. Made by `Store.write`; gone when the block ends."""

    def __init__(self, connection: sqlite3.Connection, now: Instant) -> None:
        self._connection = connection
        self.now = now
        """When this write happens: one instant for all its rows."""

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
        """Read inside the transaction."""
        return self._connection.execute(sql, params).fetchall()


class Store:
    """One connection to one store file. Not shared between threads: each takes its own `sibling`."""

    def __init__(
        self, connection: sqlite3.Connection, path: Path, decay: DecayRules, clock: Clock, read_only: bool
    ) -> None:
        self._connection = connection
        self.path = path
        self.decay = decay
        self.clock = clock
        self.read_only = read_only

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        decay: DecayRules | None = None,
        clock: Clock = time.time,
        create: bool = True,
    ) -> "Store":
        """Open the store at `path`, made with its folder when it is missing and `create` is set.

        Brings an older schema up to date and finishes what a killed process left half done. A file
        that cannot be written is opened for reading. Raises a StoreError that says what to do.
        """
        from memtui.store import opening

        path = Path(path).expanduser()
        connection, read_only = opening.connect(path, create=create)
        store = cls(connection, path, decay or DecayRules(), clock, read_only)
        try:
            with store._explaining():
                opening.prepare(store, connection)
        except BaseException:
            connection.close()
            raise
        return store

    @classmethod
    def attach(
        cls,
        path: Path,
        *,
        decay: DecayRules | None = None,
        clock: Clock = time.time,
        patience: float = PATIENCE,
    ) -> "Store":
        """Open a store that is there, for someone in a hurry: what was left half done is left to others.

        Writes wait at most `patience` seconds. An older schema is still brought up to date. Raises
        StoreError.
        """
        from memtui.store import opening

        connection, read_only = opening.connect(path, create=False)
        store = cls(connection, path, decay or DecayRules(), clock, read_only)
        try:
            with store._explaining():
                connection.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
                if not opening.is_current(connection):
                    opening.prepare(store, connection)
        except BaseException:
            connection.close()
            raise
        return store

    def sibling(self) -> "Store":
        """Return a second connection to the same file, for use in another thread."""
        from memtui.store import opening

        connection, read_only = opening.connect(self.path, create=False)
        return Store(connection, self.path, self.decay, self.clock, read_only)

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
        with self._explaining():
            return self._connection.execute(sql, params).fetchall()

    def stream(self, sql: str, params: Params = (), size: int = 2000) -> Iterator[list[Row]]:
        """Yield the rows of one read in lists of `size`; the whole is never held."""
        with self._explaining():
            cursor = self._connection.execute(sql, params)
        while True:
            with self._explaining():
                rows = cursor.fetchmany(size)
            if not rows:
                return
            yield rows

    @contextlib.contextmanager
    def write(self, *, durable: bool = False) -> Iterator[Transaction]:
        """Take the write lock, and commit when the block ends or roll back when it raises.

        What is `durable` is forced to the disk before this returns, so that it outlives a power cut too.
        Raises StoreBusy when another process keeps the lock longer than the patience.
        """
        if self.read_only:
            raise errors.StoreReadOnly(
                f"{self.path} cannot be written. Make the file and its folder writable, "
                "or open a copy of it with --db."
            )
        with self._explaining():
            try:
                if durable:
                    self._connection.execute("PRAGMA synchronous = FULL")
                self._connection.execute("BEGIN IMMEDIATE")
                yield Transaction(self._connection, self.now())
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            finally:
                if durable:
                    self._connection.execute("PRAGMA synchronous = NORMAL")

    @contextlib.contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except SQLITE_ERRORS as error:
            raise explained(error, self.path) from error


def configure(connection: sqlite3.Connection) -> None:
    """Set what SQLite forgets between connections: durability, memory, length of the log."""
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
    connection.execute(f"PRAGMA journal_size_limit = {_LOG_PAGES * 4096}")
    connection.execute("PRAGMA recursive_triggers = ON")


SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What the sqlite3 module raises; the second when a damaged file makes a message that is no text."""


def damaged(path: Path, words: str) -> errors.StoreDamaged:
    """Return the error for a store whose contents are broken."""
    return errors.StoreDamaged(
        f"{path} is damaged ({words}). `memtui doctor --deep` looks at all of it. Move it aside and restore "
        "a backup, or save what can be read: `memtui export` gives what stands before the first broken "
        "place, `sqlite3 FILE .recover` all that is left"
    )


def explained(error: Exception, path: Path) -> Exception:
    """Return the StoreError (or Interrupted) that says in words what SQLite meant."""
    name = getattr(error, "sqlite_errorname", "") or ""
    words = str(error)
    if name.startswith("SQLITE_INTERRUPT"):
        return errors.Interrupted()
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return errors.StoreBusy("Another program is writing to the store. Nothing was changed; try again.")
    if name.startswith("SQLITE_READONLY"):
        return errors.StoreReadOnly(
            f"{path} cannot be written. Make the file and its folder writable, "
            "or open a copy of it with --db."
        )
    if name.startswith("SQLITE_FULL") or "disk is full" in words:
        return errors.StoreFull(
            f"There is no room left on the disk that holds {path}. Nothing was changed; "
            "free some space and try again."
        )
    if name.startswith("SQLITE_NOTADB"):
        return errors.StoreForeign(
            f"{path} is no memory store, or its first bytes are damaged. It was left as it is. "
            "Name another file with --db; memories in another format come in with: memtui import PATH"
        )
    if name.startswith("SQLITE_CORRUPT"):
        return damaged(path, words)
    if isinstance(error, UnicodeDecodeError) or "Could not decode" in words:
        return damaged(path, "some of it is no text")
    if name.startswith("SQLITE_CANTOPEN"):
        return errors.StoreMissing(
            f"{path} cannot be opened. Check that the folder exists and that you may read it, "
            "or name another with --db."
        )
    if name.startswith("SQLITE_IOERR"):
        return errors.StoreError(f"The disk reported an error for {path} ({name}). Nothing was changed.")
    return errors.StoreError(
        f"The store at {path} answered: {words.rstrip('.')}. `memtui doctor` may say more."
    )

"""Opening a store file: is it ours, is it whole, is it of this version? Called by `Store.open`.

A store of the current version is opened with the standard library alone; sqlite-utils, which takes
longer to import than the first page takes to read, is loaded only to create or migrate one.
"""

import contextlib
import sqlite3
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from memtui.store import errors
from memtui.store.database import APPLICATION_ID, PATIENCE, SQLITE_ERRORS, configure, explained

if TYPE_CHECKING:
    from memtui.store.database import Store

SCHEMA_VERSION = 14
"""How many migrations there are (`schema.MIGRATIONS`); a test holds the two together."""


def connect(path: Path, *, create: bool) -> tuple[sqlite3.Connection, bool]:
    """Return a connection to `path` and whether it is for reading only.

    Raises StoreMissing, StoreForeign or another StoreError.
    """
    _look_before_opening(path, create=create)
    try:
        connection = _plain(path.absolute().as_posix(), uri=False)
        try:
            connection.execute("PRAGMA schema_version").fetchone()
            if _may_write(connection, path):
                configure(connection)
                return connection, False
        except SQLITE_ERRORS:
            connection.close()
            raise
        connection.close()
    except SQLITE_ERRORS as error:
        refusal = explained(error, path)
        # Read past a lock, the file would be shown as it lies there, without what others just wrote.
        if path.exists() and not isinstance(refusal, errors.StoreBusy):
            with contextlib.suppress(*SQLITE_ERRORS):
                return read_only(path), True
        raise refusal from error
    return read_only(path), True


def is_current(connection: sqlite3.Connection) -> bool:
    """Say whether a store is ours and of this version."""
    identity = connection.execute("PRAGMA application_id").fetchone()[0]
    return bool(
        identity == APPLICATION_ID
        and connection.execute("PRAGMA user_version").fetchone()[0] == SCHEMA_VERSION
    )


def prepare(store: "Store", connection: sqlite3.Connection) -> None:
    """Check that the file is ours, migrate it, and finish what a killed process left half done."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    identity = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if identity != APPLICATION_ID and (tables or version):
        raise errors.StoreForeign(
            f"{store.path} is a database of another program and was left as it is. "
            "Name another file with --db."
        )
    if version > SCHEMA_VERSION:
        raise errors.StoreTooNew(
            f"{store.path} was made by a newer memtui (schema {version}; this one knows {SCHEMA_VERSION}). "
            "Update memtui; nothing was changed."
        )
    if store.read_only:
        if version < SCHEMA_VERSION:
            raise errors.StoreReadOnly(
                f"{store.path} cannot be written, and its older format must be updated first. "
                "Open a copy with --db."
            )
        return
    if version < SCHEMA_VERSION:
        from memtui.store import schema

        _use_wal(connection)
        schema.migrate(connection)
    from memtui.store import repair

    repair.finish_what_was_left(store)


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch the file to a write-ahead log, waiting for others: while one writes, SQLite refuses at once."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def _look_before_opening(path: Path, *, create: bool) -> None:
    """Refuse what SQLite would answer with a riddle, before it makes a file."""
    if path.is_dir():
        raise errors.StoreForeign(
            f"{path} is a folder. Name the store's file, such as {path / 'memories.db'}."
        )
    if path.exists():
        return
    if not create:
        raise errors.StoreMissing(f"There is no store at {path}.")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Only its owner may read what the agents know. SQLite gives its log the mode of the file.
        path.touch(mode=0o600)
    except OSError as error:
        raise errors.StoreMissing(
            f"{path} cannot be made ({error.strerror}). Check that you may write there, "
            "or name another with --db."
        ) from error


def _plain(name: str, *, uri: bool) -> sqlite3.Connection:
    return sqlite3.connect(name, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=uri)


def _may_write(connection: sqlite3.Connection, path: Path) -> bool:
    """Say whether a write would succeed, without making one."""
    import os

    readable_only = path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
    return not readable_only and not connection.execute("PRAGMA query_only").fetchone()[0]


def read_only(path: Path) -> sqlite3.Connection:
    """Open for reading: with other processes' changes when SQLite can, else the file as it lies there."""
    name = f"file:{quote(path.absolute().as_posix())}"
    try:
        connection = _plain(f"{name}?mode=ro", uri=True)
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except SQLITE_ERRORS:
        try:
            connection = _plain(f"{name}?immutable=1", uri=True)
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except SQLITE_ERRORS as error:
            raise explained(error, path) from error
    return connection

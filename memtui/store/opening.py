"""Opening a store file: is it ours, is it whole, is it of this version? Every process opens its store here.

A store of the current version is opened with the standard library alone; sqlite-utils, which takes
longer to import than the first page takes to read, is loaded only to create or migrate one.
"""

import sqlite3
import time
from pathlib import Path

from memtui.domain.decay import DecayRules
from memtui.domain.instant import Clock
from memtui.store import errors, repair
from memtui.store.connecting import APPLICATION_ID, PATIENCE, SCHEMA_VERSION, connect, is_current
from memtui.store.database import Store


def open_store(
    path: Path | str,
    *,
    decay: DecayRules | None = None,
    clock: Clock = time.time,
    create: bool = True,
) -> Store:
    """Open the store at `path`, made with its folder when it is missing and `create` is set.

    Brings an older schema up to date and finishes what a killed process left half done. A file
    that cannot be written is opened for reading. Raises a StoreError that says what to do.
    """
    path = Path(path).expanduser()
    connection, read_only = connect(path, create=create)
    store = Store(connection, path, decay or DecayRules(), clock, read_only)
    try:
        with store.explaining():
            _prepare(store, connection)
    except BaseException:
        connection.close()
        raise
    return store


def attach_store(
    path: Path,
    *,
    decay: DecayRules | None,
    clock: Clock,
    patience: float,
) -> Store:
    """Open a store that is there, for someone in a hurry: what was left half done is left to others.

    Writes wait at most `patience` seconds. An older schema is still brought up to date. Raises
    StoreError.
    """
    connection, read_only = connect(path, create=False)
    store = Store(connection, path, decay or DecayRules(), clock, read_only)
    try:
        with store.explaining():
            connection.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
            if not is_current(connection):
                _prepare(store, connection)
    except BaseException:
        connection.close()
        raise
    return store


def _prepare(store: Store, connection: sqlite3.Connection) -> None:
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
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":  # a new store, or a backup
        _use_wal(connection)
    if version < SCHEMA_VERSION:
        from memtui.store import migrating

        migrating.migrate(connection)
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

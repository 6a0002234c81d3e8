"""A connection to a store's file, before anything is known of what is in it; and what SQLite says, in words.

What cannot be written is opened for reading. `opening` calls it, and a `Store` that wants another connection.
"""

import contextlib
import os
import sqlite3
from pathlib import Path
from urllib.parse import quote

from memtui.store import errors

APPLICATION_ID = 0x6D_74_75_69
"""`mtui` in the file's header: tells our files from other programs' databases."""

PATIENCE = 10.0
"""Seconds a write waits for another process before it gives up."""

_CACHE_KIB = 8_000
"""8 MB of pages that a connection keeps in memory."""
_NO_ROOM = 64 * 1024
"""Bytes: the index of the log takes half of it, and a write needs some pages more."""
_FEW_KIB = 1_000
"""What one keeps that reads a little and waits for long; the system has the file's pages anyway."""
_LOG_PAGES = 8_000
"""How long the write-ahead log grows (32 MB) before its pages are copied into the file. A bulk op
changes the same index pages again and again; copied this rarely, each is written a few times, not often.
"""

SCHEMA_VERSION = 30
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
                _configure(connection)
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


def _look_before_opening(path: Path, *, create: bool) -> None:
    """Refuse what SQLite would answer with a riddle, before it makes a file."""
    if path.is_dir():
        raise errors.StoreForeign(
            f"{path} is a folder. Name the store's file, such as {path / 'memories.db'}."
        )
    if path.exists():
        return
    if not create:
        raise errors.StoreMissing(
            f"There is no store at {path}. Check the path; adding a memory makes one there."
        )
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
    return (not path.exists() or _may_be_written(path)) and not connection.execute(
        "PRAGMA query_only"
    ).fetchone()[0]


def _may_be_written(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def read_only(path: Path) -> sqlite3.Connection:
    """Open for reading, with other processes' changes where SQLite can show them, else the file as it is."""
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


def _configure(connection: sqlite3.Connection) -> None:
    """Set what SQLite forgets between connections: durability, memory, length of the log."""
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
    connection.execute(f"PRAGMA journal_size_limit = {_LOG_PAGES * 4096}")
    connection.execute("PRAGMA recursive_triggers = ON")


def keep_few_pages(connection: sqlite3.Connection) -> None:
    """Let a connection keep few pages in memory."""
    connection.execute(f"PRAGMA cache_size = -{_FEW_KIB}")


SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What the sqlite3 module raises; the second when a damaged file makes a message that is no text."""


def damaged(path: Path, fault: str) -> errors.StoreDamaged:
    """Return the error for a store whose contents are broken."""
    return errors.StoreDamaged(
        f"{path} is damaged ({fault}). `memtui doctor --deep` looks at all of it. Move it aside and restore "
        "a backup, or save what can be read: `memtui export` gives what stands before the first broken "
        "place, `sqlite3 FILE .recover` all that is left"
    )


def unwritable(path: Path) -> errors.StoreError:
    """Return the error for a store that can only be read: the disk is full, or nobody may write it."""
    from shutil import disk_usage

    if not _may_be_written(path) or disk_usage(path.parent).free > _NO_ROOM:
        return errors.StoreReadOnly(
            f"{path} cannot be written. Make the file and its folder writable, "
            "or open a copy of it with --db."
        )
    return _full(path)


def _full(path: Path) -> errors.StoreError:
    return errors.StoreFull(
        f"There is no room left on the disk that holds {path}. Nothing was changed; "
        "free some space and try again."
    )


def explained(error: Exception, path: Path) -> Exception:
    """Return the StoreError (or Interrupted) that says in words what SQLite meant."""
    name = getattr(error, "sqlite_errorname", "") or ""
    message = str(error)
    if name.startswith("SQLITE_INTERRUPT"):
        return errors.Interrupted()
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return errors.StoreBusy("Another program is writing to the store. Nothing was changed; try again.")
    if name.startswith("SQLITE_READONLY"):
        return unwritable(path)
    if name.startswith("SQLITE_FULL") or "disk is full" in message:
        return _full(path)
    if name.startswith("SQLITE_NOTADB"):
        return errors.StoreForeign(
            f"{path} is no memory store, or its first bytes are damaged. It was left as it is. "
            "Name another file with --db; memories in another format come in with: memtui import PATH"
        )
    if name.startswith("SQLITE_CORRUPT"):
        return damaged(path, message)
    if isinstance(error, UnicodeDecodeError) or "Could not decode" in message:
        return damaged(path, "some of it is no text")
    if name.startswith("SQLITE_CANTOPEN"):
        return errors.StoreMissing(
            f"{path} cannot be opened. Check that the folder exists and that you may read it, "
            "or name another with --db."
        )
    if name.startswith("SQLITE_IOERR"):
        return errors.StoreError(f"The disk reported an error for {path} ({name}). Nothing was changed.")
    return errors.StoreError(
        f"The store at {path} answered: {message.rstrip('.')}. `memtui doctor` may say more."
    )

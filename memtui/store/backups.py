"""Makes a copy of the whole store in one file, checks one, and puts one in the store's place.

SQLite's own backup call does the copying, in both directions: it sees a whole store whoever else is writing,
and what it puts in the place of another appears to all who have the store open as one write. A file that
is moved there instead would leave them with the old one, and with a log that belongs to neither.
"""

import os
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from memtui.domain.instant import Instant
from memtui.store import connecting, errors
from memtui.store.connecting import APPLICATION_ID, SQLITE_ERRORS, explained
from memtui.store.database import Store
from memtui.store.opening import open_store


@dataclass(frozen=True, slots=True)
class Checked:
    """A copy that was read from its first page to its last."""

    path: Path
    memories: int
    bytes: int
    changed: Instant | None = None
    """When its newest change was made; None where nothing was ever changed."""


def back_up(store: Store, target: Path) -> Checked:
    """Copy the store into a file, check the copy, and only then give it its name. Raises StoreError."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.touch(mode=0o600)
        _copy(store.path, part)
        _make_plain(part)
        checked = check(part)
        os.replace(part, target)
    except OSError as error:
        raise errors.StoreError(f"{target} cannot be written ({error.strerror}).") from error
    finally:
        part.unlink(missing_ok=True)
    return Checked(target, checked.memories, checked.bytes)


def check(path: Path) -> Checked:
    """Read a copy whole and say what it holds. Raises StoreError for what is no store, or not whole."""
    if not path.is_file():
        raise errors.StoreMissing(f"There is no backup at {path}.")
    with closing(connecting.read_only(path)) as connection:
        try:
            identity = connection.execute("PRAGMA application_id").fetchone()[0]
            if identity != APPLICATION_ID:
                raise errors.StoreForeign(f"{path} is no memory store.")
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version > connecting.SCHEMA_VERSION:
                raise errors.StoreTooNew(f"{path} was made by a newer memtui. Update memtui first.")
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise errors.StoreDamaged(f"{path} is damaged ({verdict}).")
            rows = connection.execute("SELECT count(*) FROM memories WHERE state != 'absent'")
            (changed,) = connection.execute("SELECT max(at) FROM ops").fetchone()
            return Checked(path, int(rows.fetchone()[0]), path.stat().st_size, changed)
        except SQLITE_ERRORS as error:
            raise explained(error, path) from error


def put_back(backup: Path, path: Path) -> Path | None:
    """Put a copy that was checked in the place of the store, and return where the replaced one is kept.

    None when there was no store. The kept one is a whole copy beside it. Raises StoreError; the store is as
    it was then.
    """
    check(backup)
    kept = None
    if path.exists():
        with open_store(path) as store:
            kept = _free_name(path)
            back_up(store, kept)
    else:
        open_store(path).close()
    _copy(backup, path)
    open_store(path).close()
    return kept


def _free_name(path: Path) -> Path:
    stem = f"{path.stem}.replaced-{time.strftime('%Y%m%d-%H%M%S')}"
    endings = chain([""], (f"-{number}" for number in count(2)))
    names = (path.with_name(f"{stem}{ending}{path.suffix}") for ending in endings)
    return next(name for name in names if not name.exists())


def _make_plain(copy: Path) -> None:
    """Make a copy one file that can be read where nothing can be written, with no log beside it."""
    try:
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except SQLITE_ERRORS as error:
        raise explained(error, copy) from error


def _copy(source: Path, target: Path) -> None:
    """Make one file a copy of another's contents, as one write to whoever has it open."""
    try:
        with closing(connecting.read_only(source)) as from_there, closing(sqlite3.connect(target)) as to_here:
            from_there.backup(to_here)
    except SQLITE_ERRORS as error:
        raise explained(error, target) from error

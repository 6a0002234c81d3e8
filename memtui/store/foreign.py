"""Reading databases of other programs, without leaving a trace in them; called by their readers.

A program changes its tables between versions, so a reader says which columns it would like and takes those
that are there. A database is opened for reading only, and one without a write-ahead log is taken as it lies,
so that not even a lock file appears beside it.
"""

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

_MAGIC = b"SQLite format 3\0"
_LOGGED_AT, _LOGGED = 18, b"\x02"
"""The byte of a database's header that says that it has a write-ahead log (sqlite.org/fileformat.html)."""


class ForeignError(Exception):
    """A database of another program that cannot be read; the message says why."""


def is_database(path: Path) -> bool:
    """Say whether a file begins as SQLite files do. May raise OSError."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def columns(path: Path, table: str) -> list[str]:
    """Return the names of a table's columns; none when there is no such table. Raises ForeignError."""
    with _opened(path) as connection:
        return _columns(connection, table)


def rows(path: Path, table: str, wanted: Sequence[str], *, order: str) -> Iterator[Mapping[str, object]]:
    """Yield the rows of a table in the order of one column, streaming.

    Of `wanted` a row has those columns that the table has. Raises ForeignError.
    """
    with _opened(path) as connection:
        there = _columns(connection, table)
        names = [name for name in wanted if name in there]
        listed = ", ".join(map(_quoted, names))
        by = _quoted(order) if order in there else "rowid"
        for row in connection.execute(f"SELECT {listed} FROM {_quoted(table)} ORDER BY {by}"):
            yield dict(zip(names, row, strict=True))


def query(path: Path, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
    """Return what a short question gives to a database that its program may be writing to meanwhile.

    It is asked in a moment between two writes, for which it waits two seconds. Raises ForeignError.
    """
    try:
        how = "mode=ro&immutable=1" if _log_is_closed(path) else "mode=ro"
        connection = sqlite3.connect(
            f"file:{quote(path.absolute().as_posix())}?{how}",
            uri=True,
            timeout=2,
            check_same_thread=False,
        )
        with contextlib.closing(connection):
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
            return connection.execute(sql, tuple(parameters)).fetchall()
    except (OSError, sqlite3.Error) as error:
        raise ForeignError(f"cannot read {path}: {error}") from error


def _log_is_closed(path: Path) -> bool:
    """Say whether a database has a write-ahead log that no program has open: reading would make it anew."""
    with path.open("rb") as file:
        header = file.read(_LOGGED_AT + 1)
    return header[_LOGGED_AT:] == _LOGGED and not path.with_name(f"{path.name}-wal").exists()


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    log = path.with_name(f"{path.name}-wal")
    try:
        how = "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
        connection = sqlite3.connect(
            f"file:{quote(path.absolute().as_posix())}?{how}", uri=True, timeout=2, check_same_thread=False
        )
    except (OSError, sqlite3.Error) as error:
        raise ForeignError(f"cannot open {path}: {error}") from error
    try:
        connection.execute("PRAGMA query_only = 1")
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        yield connection
    except sqlite3.Error as error:
        raise ForeignError(f"cannot read {path}: {error}") from error
    finally:
        connection.close()


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [str(row[1]) for row in connection.execute(f"PRAGMA table_info({_quoted(table)})")]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'

"""Live stores that are files on this machine: their addresses, and whether they look changed."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from memtui.formats.finding import Found
from memtui.formats.protocol import SourceError
from memtui.live_stores.protocol import LiveStore
from memtui.store import foreign, foreign_changes


class InSqlite(LiveStore):
    """A kind of store that is a table in a SQLite file."""

    prefix: ClassVar[str]
    """What its addresses begin with."""
    table: ClassVar[str]
    needed: ClassVar[frozenset[str]]
    """Columns that tell its table from another one of that name."""

    def place(self, where: str) -> str | None:
        """Return the address with the path in full."""
        path = path_in(where, self.prefix)
        return None if path is None else address_of(path, self.prefix)

    def found_in(self, path: Path) -> str | None:
        """Return the address of a database that has the table."""
        if not path.is_file() or not foreign.is_database(path):
            return None
        try:
            there = set(foreign.columns(path, self.table))
        except foreign.ForeignError:
            return None
        return address_of(path.resolve(), self.prefix) if there >= self.needed else None

    def mark(self, where: str) -> str:
        """Return the size and time of the database and of its log."""
        return mark_of_database(self.database(where))

    def database(self, where: str) -> Path:
        """Return the file of an address. Raises SourceError where there is none."""
        path = path_in(where, self.prefix)
        if path is None or not path.is_file():
            raise SourceError(f"there is no database {path or where}")
        return path


def found_at(name: str, path: Path, address: str, files: Iterable[Path], records: int | None) -> Found:
    """Return what a scan says of a live store in these files; None where its memories were not counted."""
    stats = [file.stat() for file in files]
    return Found(
        name,
        path,
        records or 0,
        sum(stat.st_size for stat in stats),
        max((stat.st_mtime for stat in stats), default=None),
        address=address,
        counted=records is not None,
    )


def ask(path: Path, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
    """Run one short query on a database and return its rows. Raises SourceError."""
    try:
        return foreign.query(path, sql, parameters)
    except foreign.ForeignError as error:
        raise SourceError(str(error)) from None


def change(path: Path, sql: str, each: Iterable[Sequence[object]]) -> int:
    """Change rows of a database, all or none; return how many. Raises SourceError."""
    try:
        return foreign_changes.change(path, sql, each)
    except foreign.ForeignError as error:
        raise SourceError(str(error)) from None


def address_of(path: Path, prefix: str) -> str:
    """Return the address of a store in a file or folder, whose path is in full."""
    return f"{prefix}//{path.as_posix()}"


def path_in(where: str, prefix: str) -> Path | None:
    """Return the path in an address, in full; None when it begins with something else than `prefix`.

    After the prefix, `~/a.db`, `a.db` and `///home/ada/a.db` are all understood. Raises SourceError when
    there is no path.
    """
    if not where.lower().startswith(prefix):
        return None
    rest = where[len(prefix) :]
    if rest.startswith("//"):
        rest = "/" + rest.lstrip("/") if rest.startswith("///") else rest[2:]
    if not rest:
        raise SourceError(f"{where} names no file; write {prefix}PATH")
    return Path(os.path.abspath(Path(rest).expanduser())).resolve()


def mark_of_database(path: Path) -> str:
    """Return the sizes and times of a SQLite database's files, which differ once it was written to."""
    looks = []
    for file in (path, path.with_name(f"{path.name}-wal")):
        try:
            stat = file.stat()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise SourceError(f"{file} cannot be used: {error.strerror or error}") from error
        looks.append(f"{stat.st_size} {stat.st_mtime_ns}")
    return ", ".join(looks)

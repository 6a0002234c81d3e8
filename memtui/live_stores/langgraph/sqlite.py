"""LangGraph's store in a SQLite file: the tables of `langgraph.store.sqlite.SqliteStore`.

It is read as it lies, which needs nothing installed. What changes goes through LangGraph's own client, of the
extra `memtui[langgraph]`; what the client would set anew and a memory had before, its times, is put back
behind it. Vectors are left as they are: the client keeps those of what was dropped, so they fit again when it
comes back, and those of what was edited are the agent's to make, which has the model for it.
"""

import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.domain.text import one_line
from memtui.formats.protocol import SourceError
from memtui.live_stores.files import mark_of_database, path_in
from memtui.live_stores.langgraph import values
from memtui.live_stores.langgraph.kind import LangGraph
from memtui.live_stores.protocol import Row
from memtui.store import foreign

if TYPE_CHECKING:
    from langgraph.store.sqlite import SqliteStore

_PREFIX = "langgraph+sqlite:"
_PAGE = 500
_TIMES = ("created_at", "updated_at", "expires_at")
_COLUMNS = ("prefix", "key", "value", *_TIMES, "ttl_minutes")


class LangGraphSqlite(LangGraph):
    """LangGraph's store in a file."""

    name = "langgraph-sqlite"
    address = "langgraph+sqlite:PATH"

    def place(self, where: str) -> str | None:
        """Return the address with the path in full."""
        path = path_in(where, _PREFIX)
        return None if path is None else f"{_PREFIX}//{path.as_posix()}"

    def found_in(self, path: Path) -> str | None:
        """Return the address of a database that has LangGraph's table of memories."""
        if not path.is_file() or not foreign.is_database(path):
            return None
        try:
            there = set(foreign.columns(path, "store"))
        except foreign.ForeignError:
            return None
        return f"{_PREFIX}//{path.resolve().as_posix()}" if {"prefix", "key", "value"} <= there else None

    def mark(self, where: str) -> str:
        """Return the size and time of the database and of its log."""
        return mark_of_database(_path_of(where))

    @contextlib.contextmanager
    def opened(self, where: str) -> Iterator["_Opened"]:
        """Open the database; the client only when something is written."""
        path = _path_of(where)
        if self.found_in(path) is None:
            raise SourceError(f"{path} holds no LangGraph store: it has no table `store`")
        with contextlib.ExitStack() as until_closed:
            yield _Opened(path, until_closed)


def _path_of(where: str) -> Path:
    path = path_in(where, _PREFIX)
    if path is None or not path.is_file():
        raise SourceError(f"there is no database {path or where}")
    return path


class _Opened:
    """The table, read by short questions and written by the client."""

    def __init__(self, path: Path, until_closed: contextlib.ExitStack) -> None:
        self._path, self._until_closed = path, until_closed
        self._columns = [name for name in _COLUMNS if name in foreign.columns(path, "store")]
        self._client: SqliteStore | None = None

    def count(self) -> int:
        """Return how many rows there are."""
        ((count,),) = self._ask("SELECT count(*) FROM store")
        return int(str(count))

    def rows(self) -> Iterator[Row]:
        """Yield the rows in the order of their keys."""
        last: tuple[object, ...] = ("", "")
        asked = f"SELECT {', '.join(self._columns)} FROM store WHERE (prefix, key) > (?, ?) "
        while page := self._ask(f"{asked} ORDER BY prefix, key LIMIT {_PAGE}", last):
            for found in page:
                yield self._row(found)
            last = page[-1][:2]

    def get(self, keys: Collection[str]) -> Mapping[str, Row]:
        """Return rows by their keys."""
        found = {}
        for key in keys:
            asked = f"SELECT {', '.join(self._columns)} FROM store WHERE prefix = ? AND key = ?"
            for row in self._ask(asked, values.place_in_table(key)):
                found[key] = self._row(row)
        return found

    def put(self, rows: Sequence[Row]) -> None:
        """Write rows by the client, and give them back the times that they had."""
        with self._writing() as client:
            for row in rows:
                namespace, name = values.place_in_table(row.key)
                minutes = row.around.get("ttl_minutes")
                ttl = float(minutes) if isinstance(minutes, int | float) else None
                client.put(tuple(namespace.split(".")), name, dict(row.value), index=False, ttl=ttl)
                kept = {time: row.around[time] for time in _TIMES if row.around.get(time)}
                if kept:
                    put_back = ", ".join(f"{time} = ?" for time in kept)
                    client.conn.execute(
                        f"UPDATE store SET {put_back} WHERE prefix = ? AND key = ?",
                        (*kept.values(), namespace, name),
                    )

    def delete(self, keys: Sequence[str]) -> None:
        """Delete rows by the client."""
        with self._writing() as client:
            for key in keys:
                namespace, name = values.place_in_table(key)
                client.delete(tuple(namespace.split(".")), name)

    def _row(self, found: tuple[object, ...]) -> Row:
        said = dict(zip(self._columns, found, strict=True))
        key = values.key_of(str(said.pop("prefix")), str(said.pop("key")))
        return Row(key, values.object_in(said.pop("value")), said)

    def _ask(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
        try:
            return foreign.query(self._path, sql, parameters)
        except foreign.ForeignError as error:
            raise SourceError(str(error)) from None

    @contextlib.contextmanager
    def _writing(self) -> Iterator["SqliteStore"]:
        """Give the client for a block; what goes wrong with it is told in words."""
        if self._client is None:
            self._client = self._until_closed.enter_context(_client(self._path, self._version()))
        try:
            yield self._client
        except Exception as error:  # a client of another package: it may raise anything
            raise SourceError(f"{self._path} was not changed: {one_line(str(error), 200)}") from error

    def _version(self) -> object:
        try:
            ((version,),) = self._ask("SELECT max(v) FROM store_migrations")
        except SourceError:
            return None
        return version


def _client(path: Path, version: object) -> AbstractContextManager["SqliteStore"]:
    """Return LangGraph's client for a database. Raises SourceError where it is missing or of another version.

    It would bring an older database up to its own version, which is for the agent to do.
    """
    try:
        from langgraph.store.sqlite import SqliteStore  # needs an extra, which reading does without
    except ImportError as error:
        raise SourceError(
            "to write to LangGraph's store, install its client: `pip install 'memtui[langgraph]'` "
            f"({one_line(str(error), 100)})"
        ) from None
    newest = len(SqliteStore.MIGRATIONS) - 1
    if version != newest:
        raise SourceError(
            f"{path} has tables of version {version}, and the LangGraph beside memtui writes {newest}; "
            "install the langgraph-checkpoint-sqlite that your agent uses"
        )
    opened: AbstractContextManager[SqliteStore] = SqliteStore.from_conn_string(str(path))
    return opened

"""LangGraph's store in a SQLite file: the tables of `langgraph.store.sqlite.SqliteStore`.

Reading needs nothing installed. Writing goes through LangGraph's own client, of the extra
`memtui[langgraph]`; it overwrites a memory's times, which are restored afterwards. Vectors are left alone:
the client keeps those of a dropped memory, so they fit when it comes back, and for an edited one the agent,
which has the model, makes new ones.
"""

import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.domain.text import Longest, one_line
from memtui.formats.protocol import SourceError
from memtui.live_stores.files import InSqlite, ask
from memtui.live_stores.langgraph import values
from memtui.live_stores.langgraph.kind import TIMES, LangGraph, Table, check_version, times_of
from memtui.live_stores.protocol import Row, missing
from memtui.store import foreign

if TYPE_CHECKING:
    from langgraph.store.base import BaseStore
    from langgraph.store.sqlite import SqliteStore

_PAGE = 500
_COLUMNS = ("prefix", "key", "value", *TIMES, "ttl_minutes")


class LangGraphSqlite(LangGraph, InSqlite):
    """LangGraph's store in a file."""

    name = "langgraph-sqlite"
    address = "langgraph+sqlite:PATH"
    prefix = "langgraph+sqlite:"
    table = "store"
    needed = frozenset({"prefix", "key", "value"})

    @contextlib.contextmanager
    def opened(self, where: str) -> Iterator["_Opened"]:
        """Open the database; the client only when something is written."""
        path = self.database(where)
        if self.found_in(path) is None:
            raise SourceError(f"{path} holds no LangGraph store: it has no table `store`")
        with contextlib.ExitStack() as until_closed:
            yield _Opened(path, until_closed)


class _Opened(Table):
    """The table, read by short questions and written by the client."""

    def __init__(self, path: Path, until_closed: contextlib.ExitStack) -> None:
        self._path, self._until_closed = path, until_closed
        self._columns = [name for name in _COLUMNS if name in foreign.columns(path, "store")]
        self._client: SqliteStore | None = None

    def rows(self) -> Iterator[Row]:
        """Yield the rows in the order of their keys."""
        last: tuple[object, ...] = ("", "")
        sql = f"SELECT {', '.join(self._columns)} FROM store WHERE (prefix, key) > (?, ?) "
        while page := self._ask(f"{sql} ORDER BY prefix, key LIMIT {_PAGE}", last):
            for row in page:
                yield self._row(row)
            last = page[-1][:2]

    def get(self, keys: Collection[str]) -> Mapping[str, Row]:
        """Return rows by their keys."""
        rows = {}
        for key in keys:
            sql = f"SELECT {', '.join(self._columns)} FROM store WHERE prefix = ? AND key = ?"
            for row in self._ask(sql, values.place_in_table(key)):
                rows[key] = self._row(row)
        return rows

    def _row(self, row: tuple[object, ...]) -> Row:
        fields = dict(zip(self._columns, row, strict=True))
        key = values.key_of(str(fields.pop("prefix")), str(fields.pop("key")))
        return Row(key, values.object_in(fields.pop("value")), fields)

    def _ask(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
        return ask(self._path, sql, parameters)

    @contextlib.contextmanager
    def _writing(self) -> Iterator["SqliteStore"]:
        """Open the client for a block; its errors become SourceError with a sentence."""
        if self._client is None:
            self._client = self._until_closed.enter_context(_client(self._path, self._version()))
        try:
            yield self._client
        except Exception as error:  # a client of another package: it may raise anything
            raise SourceError(
                f"{self._path} was not changed: {one_line(str(error), Longest.SENTENCE)}"
            ) from error

    def _put_back(self, client: "BaseStore", row: Row) -> None:
        kept = times_of(row)
        if kept:
            put_back = ", ".join(f"{time} = ?" for time in kept)
            client.conn.execute(
                f"UPDATE store SET {put_back} WHERE prefix = ? AND key = ?",
                (*kept.values(), *values.place_in_table(row.key)),
            )


def _client(path: Path, version: object) -> AbstractContextManager["SqliteStore"]:
    """Return LangGraph's client. Raises SourceError where it is missing or of another version."""
    try:
        from langgraph.store.sqlite import SqliteStore  # needs an extra, which reading does without
    except ImportError as error:
        raise missing("write to LangGraph's store", "its client", "langgraph", error) from None
    check_version(path, version, len(SqliteStore.MIGRATIONS) - 1, "langgraph-checkpoint-sqlite")
    opened: AbstractContextManager[SqliteStore] = SqliteStore.from_conn_string(str(path))
    return opened

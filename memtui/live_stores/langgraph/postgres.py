"""LangGraph's store in PostgreSQL: the tables of `langgraph.store.postgres.PostgresStore`.

It is read by psycopg alone, of the extra `memtui[postgres]`. What changes goes through LangGraph's own
client, of the extra `memtui[langgraph-postgres]`; the times and vectors that a memory had before are restored
afterwards, since the client overwrites them.
"""

import contextlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui.addresses import is_postgres, without_password
from memtui.formats.protocol import SourceError
from memtui.live_stores.langgraph import values
from memtui.live_stores.langgraph.kind import LangGraph, Table, check_version, times_of
from memtui.live_stores.protocol import Row, missing

if TYPE_CHECKING:
    import psycopg
    from langgraph.store.base import BaseStore
    from langgraph.store.postgres import PostgresStore

    from memtui.postgres import Database

_PREFIX = "langgraph+"
_PAGE = 500
_VECTORS = "store_vectors"
_ASKED = "SELECT to_jsonb(store) FROM store"
"""All columns, whichever this version of the table has; times come as ISO 8601."""


class LangGraphPostgres(LangGraph):
    """LangGraph's store in a PostgreSQL database."""

    name = "langgraph-postgres"
    address = "langgraph+postgresql://HOST/DATABASE"

    def place(self, where: str) -> str | None:
        """Return the address without a name or password."""
        inner = _inner(where)
        return None if inner is None else _PREFIX + without_password(inner)

    def found_in(self, path: Path) -> str | None:  # noqa: ARG002 - it is in no file
        """Return None: no file holds one."""
        return None

    def mark(self, where: str) -> str:
        """Return how many rows there are, and when one was last written."""
        with _asking(_database(where)) as connection:
            row = connection.execute("SELECT count(*), max(updated_at) FROM store").fetchone()
        return str(row)

    @contextlib.contextmanager
    def opened(self, where: str) -> Iterator["_Opened"]:
        """Open the database; the client only when something is written."""
        database = _database(where)
        with _asking(database) as connection:
            row = connection.execute("SELECT to_regclass('store'), to_regclass('store_vectors')").fetchone()
        there, vectors = row or (None, None)
        if there is None:
            raise SourceError(f"{self.place(where)} holds no LangGraph store: it has no table `store`")
        with contextlib.ExitStack() as until_closed:
            yield _Opened(database, until_closed, vectors=vectors is not None)


def _inner(where: str) -> str | None:
    """Return the database address inside one of ours; None when the address is not ours."""
    inner = where[len(_PREFIX) :]
    return inner if where.lower().startswith(_PREFIX) and is_postgres(inner) else None


def _database(where: str) -> "Database":
    try:
        from memtui import postgres  # needs an extra, which other stores do without
    except ImportError as error:
        raise missing("read LangGraph's store in PostgreSQL", "psycopg", "postgres", error) from None
    try:
        return postgres.Database(_inner(where) or where)
    except postgres.AddressRefused as error:
        raise SourceError(str(error)) from None


@contextlib.contextmanager
def _asking(database: "Database") -> Iterator["psycopg.Connection"]:
    """Open a connection for a short query; its errors name no password."""
    from memtui.postgres import Away

    try:
        with database.connected(autocommit=True) as connection:
            yield connection
    except Away as error:
        raise SourceError(str(error)) from None


class _Opened(Table):
    """The table, read by short questions and written by the client."""

    def __init__(self, database: "Database", until_closed: contextlib.ExitStack, *, vectors: bool) -> None:
        self._database, self._until_closed, self._vectors = database, until_closed, vectors
        self._connection = until_closed.enter_context(_asking(database))
        self._client: PostgresStore | None = None

    def rows(self) -> Iterator[Row]:
        """Yield the rows in the order of their keys."""
        last: tuple[object, ...] = ("", "")
        sql = f"{_ASKED} WHERE (prefix, key) > (%s, %s) ORDER BY prefix, key LIMIT {_PAGE}"
        while page := self._ask(sql, last):
            for (row,) in page:
                yield _row(row)
            last = values.place_in_table(_row(page[-1][0]).key)

    def get(self, keys: Collection[str]) -> Mapping[str, Row]:
        """Return rows by their keys, with their vectors."""
        rows = {}
        for key in keys:
            for (row,) in self._ask(f"{_ASKED} WHERE prefix = %s AND key = %s", values.place_in_table(key)):
                rows[key] = _row(row, self._vectors_of(key))
        return rows

    def _put_back(self, client: "BaseStore", row: Row) -> None:  # noqa: ARG002 - both write by one connection
        kept = times_of(row)
        if kept:
            times = ", ".join(f"{time} = %s" for time in kept)
            self._ask(
                f"UPDATE store SET {times} WHERE prefix = %s AND key = %s",
                (*kept.values(), *values.place_in_table(row.key)),
            )
        vectors = row.around.get("vectors")
        for vector in vectors if isinstance(vectors, list) else ():
            self._ask(
                f"INSERT INTO {_VECTORS} SELECT (jsonb_populate_record(null::{_VECTORS}, %s::jsonb)).* "
                "ON CONFLICT DO NOTHING",
                (json.dumps(vector),),
            )

    def _vectors_of(self, key: str) -> list[object]:
        if not self._vectors:
            return []
        # A vector as JSON would be a list, which cannot be read back as one.
        sql = (
            f"SELECT to_jsonb(v) || jsonb_build_object('embedding', embedding::text) FROM {_VECTORS} v "
            "WHERE prefix = %s AND key = %s ORDER BY field_name"
        )
        return [row for (row,) in self._ask(sql, values.place_in_table(key))]

    def _ask(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
        from memtui.postgres import Away

        try:
            with self._database.explaining():
                cursor = self._connection.execute(sql.encode(), parameters)
                return cursor.fetchall() if cursor.description is not None else []
        except Away as error:
            raise SourceError(str(error)) from None

    @contextlib.contextmanager
    def _writing(self) -> Iterator["PostgresStore"]:
        """Open the client for a block; its errors become SourceError with a sentence."""
        from memtui.postgres import Away

        try:
            with self._database.explaining():
                if self._client is None:
                    self._client = _client(self._connection, self._database.place, self._version())
                yield self._client
        except Away as error:
            raise SourceError(str(error)) from None


def _client(connection: "psycopg.Connection[Any]", place: str, version: object) -> "PostgresStore":
    """Return LangGraph's client. Raises SourceError where it is missing or of another version."""
    try:
        from langgraph.store.postgres import PostgresStore  # needs an extra, which reading does without
    except ImportError as error:
        raise missing("write to LangGraph's store", "its client", "langgraph-postgres", error) from None
    check_version(place, version, len(PostgresStore.MIGRATIONS) - 1, "langgraph-checkpoint-postgres")
    return PostgresStore(connection)


def _row(row: object, vectors: Sequence[object] = ()) -> Row:
    fields = dict(row) if isinstance(row, Mapping) else {}
    key = values.key_of(str(fields.pop("prefix")), str(fields.pop("key")))
    value = values.object_in(fields.pop("value"))
    return Row(key, value, {**fields, **({"vectors": list(vectors)} if vectors else {})})

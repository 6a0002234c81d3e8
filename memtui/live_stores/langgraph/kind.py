"""What LangGraph's stores have in common in every database: how a row is a memory, and how it is written."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from memtui.domain.memory import Draft
from memtui.formats.protocol import Record, SourceError
from memtui.live_stores.langgraph import values
from memtui.live_stores.protocol import LiveStore, Row

if TYPE_CHECKING:
    from langgraph.store.base import BaseStore

TIMES = ("created_at", "updated_at", "expires_at")
"""Columns that the client overwrites."""


class LangGraph(LiveStore):
    """Reads and words the rows of a table that has the same columns in every database."""

    called = "LangGraph"

    def record(self, row: Row, place: str) -> Record:
        """Return what a row says."""
        return values.record_of(self.name, row, place)

    def reworded(self, row: Row, draft: Draft) -> Row:
        """Return a row whose statement is another one."""
        return values.reworded(row, draft)

    def made(self, key: str, draft: Draft) -> Row:
        """Return a row made of a memory."""
        return values.made(key, draft)


class Table(ABC):
    """The table, read by short questions and written by LangGraph's client."""

    def count(self) -> int:
        """Return how many rows there are."""
        ((count,),) = self._ask("SELECT count(*) FROM store")
        return int(str(count))

    def put(self, rows: Sequence[Row]) -> None:
        """Write rows through the client, then restore the times that it overwrote."""
        with self._writing() as client:
            for row in rows:
                namespace, name = values.place_in_table(row.key)
                minutes = row.around.get("ttl_minutes")
                ttl = float(minutes) if isinstance(minutes, int | float) else None
                client.put(tuple(namespace.split(".")), name, dict(row.value), index=False, ttl=ttl)
                self._put_back(client, row)

    def delete(self, keys: Sequence[str]) -> None:
        """Delete rows through the client."""
        with self._writing() as client:
            for key in keys:
                namespace, name = values.place_in_table(key)
                client.delete(tuple(namespace.split(".")), name)

    @abstractmethod
    def _ask(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """Run a query and return its rows. Raises SourceError."""

    @abstractmethod
    def _writing(self) -> "AbstractContextManager[BaseStore]":
        """Open the client for a block; its errors become SourceError with a sentence."""

    @abstractmethod
    def _put_back(self, client: "BaseStore", row: Row) -> None:
        """Restore the times of a row that was just written, and its vectors where it has any."""

    def _version(self) -> object:
        try:
            ((version,),) = self._ask("SELECT max(v) FROM store_migrations")
        except SourceError:
            return None
        return version


def times_of(row: Row) -> dict[str, object]:
    """Return the times that a row had, by column."""
    return {time: row.around[time] for time in TIMES if row.around.get(time)}


def check_version(place: object, version: object, newest: int, package: str) -> None:
    """Raise SourceError where the client is of another version than the tables.

    It would bring older ones up to its own, which is for the agent to do.
    """
    if version != newest:
        raise SourceError(
            f"{place} has tables of version {version}, and the LangGraph beside memtui writes {newest}; "
            f"install the {package} that your agent uses"
        )

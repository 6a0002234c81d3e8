"""A PostgreSQL database that carries segments: a table of segments, a table of heads.

Who writes there calls the others, who hear it at once. The rights are the database's own: who may only read
takes in what others did and tells nothing. The tables are made by the first that may, in the schema that the
connection comes to first.

Credentials are PostgreSQL's own (`~/.pgpass`, a service file, a certificate); none are kept or shown.
Needs psycopg, the extra `memtui[postgres]`: only `places` and `following` import this.
"""

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import psycopg
from psycopg import errors, sql

from memtui import postgres
from memtui.domain.stamp import is_device
from memtui.sync.carrier import Blobs
from memtui.sync.errors import CarrierAway, MayNotWrite, SyncError
from memtui.sync.packing import LARGEST

_CHANNEL = "memtui"
_TABLES = (
    "CREATE TABLE IF NOT EXISTS memtui_heads (device text PRIMARY KEY, head bytea NOT NULL)",
    "CREATE TABLE IF NOT EXISTS memtui_segments "
    "(device text, name text, blob bytea NOT NULL, PRIMARY KEY (device, name))",
    # Segments are compressed already.
    "ALTER TABLE memtui_segments ALTER COLUMN blob SET STORAGE EXTERNAL",
)
_MAKING = 0x6D656D747569
"""The advisory lock of who makes the tables: two that do so at once would disturb each other."""

Hears = Callable[[float], bool]
"""Waits so many seconds at most, and says whether another device has written meanwhile."""


class Postgres:
    """A carrier that is a database."""

    def __init__(self, where: str) -> None:
        """Take a `postgresql://` address. Raises SyncError when it is none."""
        try:
            self._database = postgres.Database(where)
        except postgres.AddressRefused as error:
            raise SyncError(str(error)) from None

    @property
    def place(self) -> str:
        """The address, without a name or password in it."""
        return self._database.place

    def heads(self) -> Mapping[str, bytes]:
        """Return the heads that are there; none before anybody has written."""
        with self._connected() as connection:
            if not _are_tables(connection):
                return {}
            rows = connection.execute(
                "SELECT device, head FROM memtui_heads WHERE octet_length(head) <= %s", (LARGEST,)
            ).fetchall()
            return {device: bytes(head) for device, head in rows if is_device(device)}

    def get(self, device: str, names: Sequence[str]) -> Mapping[str, bytes]:
        """Return the blobs that are there."""
        with self._connected() as connection:
            rows = connection.execute(
                "SELECT name, blob FROM memtui_segments "
                "WHERE device = %s AND name = ANY(%s) AND octet_length(blob) <= %s",
                (device, list(names), LARGEST),
                binary=True,
            ).fetchall()
            return {name: bytes(blob) for name, blob in rows}

    def put(self, device: str, blobs: Blobs, head: bytes, keep: Collection[str]) -> None:
        """Write blobs and head in one transaction, and call the others. Raises MayNotWrite too."""
        with self._writing() as connection:
            if not _are_tables(connection):
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
                for statement in _TABLES:
                    connection.execute(sql.SQL(statement))
            # The head first: who may not write is told so before the blobs are moved.
            connection.execute(
                "INSERT INTO memtui_heads (device, head) VALUES (%s, %s) "
                "ON CONFLICT (device) DO UPDATE SET head = excluded.head",
                (device, head),
            )
            with connection.cursor() as cursor:
                cursor.executemany(
                    "INSERT INTO memtui_segments (device, name, blob) VALUES (%s, %s, %s) "
                    "ON CONFLICT (device, name) DO NOTHING",
                    ((device, name, blob) for name, blob in blobs),
                )
            connection.execute(
                "DELETE FROM memtui_segments WHERE device = %s AND NOT name = ANY(%s)", (device, list(keep))
            )
            connection.execute("SELECT pg_notify(%s, %s)", (_CHANNEL, device))

    def leave(self, device: str) -> None:
        """Delete the device's rows."""
        with self._writing() as connection:
            if _are_tables(connection):
                connection.execute("DELETE FROM memtui_heads WHERE device = %s", (device,))
                connection.execute("DELETE FROM memtui_segments WHERE device = %s", (device,))

    @contextlib.contextmanager
    def listening(self, device: str) -> Iterator[Hears]:
        """Hear in this block when devices other than `device` write."""
        with self._connected(autocommit=True) as connection:
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(_CHANNEL)))

            def heard_within(seconds: float) -> bool:
                with self._explaining():
                    calls = list(connection.notifies(timeout=seconds, stop_after=1))
                    return any(call.payload != device for call in calls)

            yield heard_within

    @contextlib.contextmanager
    def _writing(self) -> Iterator[psycopg.Connection]:
        with self._connected() as connection:
            try:
                yield connection
            except (errors.InsufficientPrivilege, errors.ReadOnlySqlTransaction):
                raise MayNotWrite(f"{self.place}: you may read there, and not write") from None

    @contextlib.contextmanager
    def _connected(self, *, autocommit: bool = False) -> Iterator[psycopg.Connection]:
        with self._explaining(), self._database.connected(autocommit=autocommit) as connection:
            yield connection

    @contextlib.contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            with self._database.explaining():
                yield
        except postgres.Away as error:
            raise CarrierAway(str(error)) from None


def _are_tables(connection: psycopg.Connection) -> bool:
    row = connection.execute("SELECT to_regclass('memtui_heads'), to_regclass('memtui_segments')").fetchone()
    return row is not None and None not in row

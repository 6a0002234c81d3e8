"""Applying the migrations of `schema` to a store that is opened."""

import sqlite3

from sqlite_utils import Database

from memtui.store.connecting import APPLICATION_ID, SCHEMA_VERSION
from memtui.store.schema import MIGRATIONS


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date; several processes may try at once, and one does it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        MIGRATIONS.apply(Database(connection, execute_plugins=False))
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise

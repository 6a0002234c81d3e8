"""New stores that need not be made table by table: each is a copy of one that was, with a key of its own.

Making one takes some thirty milliseconds, which a thousand tests pay. `make test-all` makes them all. What is
no new store is always brought up to date step by step.
"""

import secrets
import sqlite3
from functools import cache

from memtui.store import migrating

_step_by_step = migrating.migrate


def copy_new_stores() -> None:
    """Let this process make each new store by copying its first one."""
    migrating.migrate = _migrate


def _migrate(connection: sqlite3.Connection) -> None:
    if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        _step_by_step(connection)
        return
    _first().backup(connection)
    key = (secrets.token_bytes(32),)
    connection.execute("UPDATE meta SET value = ? WHERE key = 'tombstone_key'", key)


@cache
def _first() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _step_by_step(connection)
    return connection

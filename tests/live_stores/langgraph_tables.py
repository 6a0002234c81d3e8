"""LangGraph's table of memories in SQLite, as its client makes it, for tests that only read."""

import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path

_TABLES = """
CREATE TABLE store (
    prefix text NOT NULL, key text NOT NULL, value text NOT NULL,
    created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    expires_at TIMESTAMP, ttl_minutes REAL, PRIMARY KEY (prefix, key)
);
CREATE TABLE store_migrations (v INTEGER PRIMARY KEY);
INSERT INTO store_migrations VALUES (0), (1), (2), (3), (4);
"""

Memory = tuple[str, str, object]
"""Namespace, name and value; one that is text is written as it is."""

MEMORIES: tuple[Memory, ...] = (
    ("memories.ada", "m1", {"content": "Ada prefers green tea", "kind": "Memory"}),
    ("memories.ada", "m2", {"kind": "Memory", "content": {"content": "The till listens on port 8080"}}),
    ("memories.bob", "x/1", {"text": "Bob deploys on Fridays", "source": "chat"}),
    ("profiles", "ada", {"name": "Ada", "likes": ["tea", "bread"], "age": 36}),
)


def database(path: Path, memories: Iterable[Memory] = MEMORIES) -> Path:
    """Write a database and return its path."""
    with sqlite3.connect(path) as connection:
        connection.executescript(_TABLES)
        put(connection, memories)
    connection.close()
    return path


def put(connection: sqlite3.Connection, memories: Iterable[Memory]) -> None:
    connection.executemany(
        "INSERT INTO store (prefix, key, value, created_at, updated_at) "
        "VALUES (?, ?, ?, '2026-03-04 10:00:00', '2026-03-05 10:00:00')",
        [
            (space, name, value if isinstance(value, str) else json.dumps(value).encode())
            for space, name, value in memories
        ],
    )


def rows(path: Path) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT * FROM store ORDER BY prefix, key").fetchall()
    connection.close()
    return found

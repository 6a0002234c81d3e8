"""mcp-memory-service: what stands in its table and was not deleted is read, and nothing is written there."""

import sqlite3
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import State
from memtui.formats.protocol import SourceError
from memtui.lifecycle.states import drop
from memtui.sources import syncing
from memtui.store import memories
from memtui.store.database import Store
from tests.sources.linked import memory, sync

_TABLE = """
CREATE TABLE memories (
    id INTEGER PRIMARY KEY AUTOINCREMENT, content_hash TEXT UNIQUE NOT NULL, content TEXT NOT NULL,
    tags TEXT, memory_type TEXT, metadata TEXT, created_at REAL, updated_at REAL,
    created_at_iso TEXT, updated_at_iso TEXT, deleted_at REAL DEFAULT NULL
)
"""
_ROWS = [
    ("a1", "The till listens on port 8080", "shop,ports", "decision", '{"by": "ada"}', 1767322800.0, None),
    ("b2", "Ada prefers green tea", "", "note", "not json", 1767322800.0, None),
    ("c3", "Bob left in March", None, None, None, 1767322800.0, 1767422800.0),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "sqlite_vec.db"
    with sqlite3.connect(made) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(_TABLE)
        connection.executemany(
            "INSERT INTO memories (content_hash, content, tags, memory_type, metadata, created_at, "
            "deleted_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            _ROWS,
        )
    connection.close()
    return made


def test_what_was_not_deleted_is_read_with_its_tags(store: Store, file: Path) -> None:
    source, done = syncing.link(store, file, by=PERSON, gate=Gate())
    assert (done.added, source.path) == (2, f"mcp-memory-service://{file}")
    till = memory(store, source, "8080")
    assert {"shop", "ports", "decision"} <= set(till.categories)
    assert (till.created_at, till.provenance["fields"]) == (1767322800.0, {"by": "ada"})


def test_what_it_deletes_becomes_a_card_and_nothing_is_written_there(store: Store, file: Path) -> None:
    source, _ = syncing.link(store, f"mcp-memory-service:{file}", by=PERSON, gate=Gate())
    assert not syncing.can_write(source)
    tea = memory(store, source, "green tea").id
    drop(store, [memory(store, source, "8080").id], by=PERSON)
    before = file.read_bytes()
    done = sync(store, source)
    assert (done.pending, done.written, done.problem, file.read_bytes()) == (0, [], "", before)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE memories SET deleted_at = 1 WHERE content_hash = 'b2'")
    connection.close()
    assert sync(store, source).proposed == 1
    (kept,) = memories.get_many(store, [tea])
    assert kept.state is State.LIVE


def test_another_database_is_refused_in_a_sentence(store: Store, tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE memories (id)").connection.close()
    with pytest.raises(SourceError, match="no database of mcp-memory-service"):
        syncing.link(store, f"mcp-memory-service:{tmp_path / 'other.db'}", by=PERSON, gate=Gate())

"""mcp-memory-service: what was not deleted there is read; a drop is noted as its server notes one."""

import sqlite3
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import State
from memtui.formats.protocol import SourceError
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.sources import syncing
from memtui.sources.purging import purge
from memtui.store import memories, sources
from memtui.store.database import Store
from memtui.store.sources import Source
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


def table(file: Path) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(file)
    rows = connection.execute("SELECT * FROM memories ORDER BY id").fetchall()
    connection.close()
    return rows


def change(file: Path, sql: str) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(sql)
    connection.close()


@pytest.fixture
def source(store: Store, file: Path) -> Source:
    """A database that is linked and may be written to."""
    linked, done = syncing.link(store, f"mcp-memory-service:{file}", by=PERSON, gate=Gate())
    assert (done.added, done.problem) == (2, "")
    with store.write() as tx:
        sources.agree(tx, linked.id, yes=True)
    return linked


def test_what_it_deletes_becomes_a_card(store: Store, source: Source, file: Path) -> None:
    tea = memory(store, source, "green tea").id
    change(file, "UPDATE memories SET deleted_at = 1 WHERE content_hash = 'b2'")
    assert sync(store, source).proposed == 1
    (kept,) = memories.get_many(store, [tea])
    assert kept.state is State.LIVE


def test_a_drop_is_noted_as_its_server_does_and_undo_leaves_the_very_row(
    store: Store, source: Source, file: Path
) -> None:
    before = table(file)
    drop(store, [memory(store, source, "8080").id], by=PERSON)
    done = sync(store, source)
    assert (len(done.written), done.problem) == (1, "")
    (dropped, *others) = table(file)
    assert (dropped[:-1], others) == (before[0][:-1], before[1:])
    assert isinstance(dropped[-1], float)
    assert (sync(store, source).proposed, sync(store, source).added) == (0, 0)
    undo(store, by=PERSON)
    assert sync(store, source).problem == ""
    assert table(file) == before


def test_other_words_stay_here_and_that_is_told(store: Store, source: Source, file: Path) -> None:
    before = table(file)
    edit(store, [memory(store, source, "8080").id], Edit(text="The till listens on port 9090"), by=PERSON)
    done = sync(store, source)
    assert (done.written, done.problem) == ([], "")
    assert "changed where it runs" in done.left[0].reason
    assert table(file) == before


def test_what_was_cleared_away_there_cannot_come_back_and_that_is_told(
    store: Store, source: Source, file: Path
) -> None:
    drop(store, [memory(store, source, "8080").id], by=PERSON)
    sync(store, source)
    change(file, "DELETE FROM memories WHERE content_hash = 'a1'")
    undo(store, by=PERSON)
    assert "has cleared away" in sync(store, source).problem
    assert len(table(file)) == 2


def test_a_purge_says_that_the_words_stay_there(store: Store, source: Source, file: Path) -> None:
    done = purge(store, [memory(store, source, "8080").id], by=PERSON, gate=Gate())
    assert (done.purged, done.verified, done.linked) == (1, False, [source.path])
    assert done.message.endswith(
        f"{source.path} keeps the words of what was dropped there; erase it there, too"
    )
    assert table(file)[0][2] == "The till listens on port 8080"
    assert (sync(store, source).added, sync(store, source).proposed) == (0, 0)


def test_a_purge_says_that_a_store_it_may_not_write_still_has_the_memory(store: Store, file: Path) -> None:
    source, _ = syncing.link(store, file, by=PERSON, gate=Gate())
    done = purge(store, [memory(store, source, "8080").id], by=PERSON, gate=Gate())
    assert (done.verified, done.linked) == (False, [source.path])
    assert "still holds it; take it out there, or allow writing" in done.message


def test_what_it_exchanges_with_others_is_left_to_it(store: Store, source: Source, file: Path) -> None:
    change(file, "CREATE TABLE sync_events (op TEXT)")
    before = table(file)
    change(file, "INSERT INTO sync_events VALUES ('create')")
    drop(store, [memory(store, source, "8080").id], by=PERSON)
    assert "exchanges it with others" in sync(store, source).problem
    assert table(file) == before


def test_one_that_keeps_nothing_of_what_it_deletes_is_read_and_not_written(
    store: Store, source: Source, file: Path
) -> None:
    change(file, "ALTER TABLE memories DROP COLUMN deleted_at")
    before = table(file)
    drop(store, [memory(store, source, "8080").id], by=PERSON)
    assert "does not keep what it deletes" in sync(store, source).problem
    assert table(file) == before


def test_another_database_is_refused_in_a_sentence(store: Store, tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE memories (id)").connection.close()
    with pytest.raises(SourceError, match="no database of mcp-memory-service"):
        syncing.link(store, f"mcp-memory-service:{tmp_path / 'other.db'}", by=PERSON, gate=Gate())

import sqlite3
from pathlib import Path

import pytest

from memtui.domain.instant import from_iso
from memtui.domain.memory import MemoryType
from memtui.formats.claude_mem import ClaudeMem
from memtui.formats.protocol import Skipped, SourceError
from tests.formats.reading import drafts, skipped, texts, write
from tests.formats.samples import claude_mem

READER = ClaudeMem()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return claude_mem(tmp_path / "claude-mem.db")


def change(database: Path, sql: str) -> None:
    connection = sqlite3.connect(database)
    connection.execute(sql)
    connection.commit()
    connection.close()


def test_every_fact_is_a_memory_and_a_row_without_facts_is_one(database: Path) -> None:
    assert texts(READER, database) == [
        "Lids are of tin",
        "Tin was chosen over zinc",
        "The till lost a cent on every refund",
        "Only a title",
    ]
    first = drafts(READER, database.parent)[0]
    assert (first.scope, first.type, first.categories) == (
        "/project/tea-house",
        MemoryType.SEMANTIC,
        ("decision", "how-it-works"),
    )
    assert first.created_at == from_iso("2026-02-03T04:05:06Z")
    assert first.provenance["title"] == "Tin lids"
    assert str(first.provenance["record"]).startswith("observations/1#")


def test_reading_leaves_no_trace(database: Path) -> None:
    before = (database.read_bytes(), database.stat().st_mtime_ns)
    assert drafts(READER, database)
    assert (database.read_bytes(), database.stat().st_mtime_ns) == before
    assert list(database.parent.iterdir()) == [database]


def test_what_is_still_in_the_log_of_a_running_program_is_read(database: Path) -> None:
    writer = sqlite3.connect(database)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("UPDATE observations SET facts = '[\"Lids are of zinc\"]' WHERE id = 1")
    writer.commit()
    assert texts(READER, database)[0] == "Lids are of zinc"
    writer.close()


def test_columns_of_another_version_are_no_obstacle(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    change(file, "CREATE TABLE observations (id INTEGER, project TEXT, text TEXT, colour TEXT)")
    change(file, "INSERT INTO observations VALUES (4, '', 'Lids are red', 'red')")
    (draft,) = drafts(READER, file)
    assert (draft.text, draft.scope) == ("Lids are red", "/")


def test_facts_that_are_no_json_are_one_fact_and_an_empty_one_is_named(database: Path) -> None:
    change(database, "UPDATE observations SET facts = 'not json' WHERE id = 1")
    change(database, "UPDATE observations SET facts = '[\"\", 5]' WHERE id = 2")
    assert texts(READER, database)[0] == "not json"
    assert skipped(READER, database) == [
        Skipped("observation 2, fact 1", "no text"),
        Skipped("observation 2, fact 2", "no text"),
    ]


@pytest.mark.parametrize("content", [b"SQLite format 3\x00" + b"x" * 5000, b"hello", b""])
def test_a_file_that_is_no_such_database_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(SourceError):
        drafts(READER, write(tmp_path / "x.db", content))


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    change(tmp_path / "x.db", "CREATE TABLE songs (id INTEGER)")
    with pytest.raises(SourceError, match="no table of observations"):
        drafts(READER, tmp_path / "x.db")


def test_a_table_without_any_known_column_is_refused(tmp_path: Path) -> None:
    change(tmp_path / "x.db", "CREATE TABLE observations (colour TEXT)")
    with pytest.raises(SourceError, match="no table of observations"):
        drafts(READER, tmp_path / "x.db")

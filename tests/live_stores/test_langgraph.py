"""LangGraph's store in SQLite: read as it lies, and written by its own client where that is installed."""

import sqlite3
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.instant import from_iso
from memtui.domain.memory import Draft
from memtui.formats.protocol import Skipped, SourceError
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.live_stores import registry
from memtui.live_stores.langgraph import values
from memtui.live_stores.langgraph.sqlite import LangGraphSqlite
from memtui.live_stores.protocol import Row
from memtui.sources import syncing
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source
from tests.live_stores.langgraph_tables import database, put, rows
from tests.sources.linked import memory, sync

KIND = LangGraphSqlite()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return database(tmp_path / "agent.db")


def drafts(where: str) -> dict[str, Draft]:
    with KIND.opened(where) as opened:
        found = {row.key: KIND.record(row, where) for row in opened.rows()}
    return {key: one for key, one in found.items() if isinstance(one, Draft)}


def test_each_value_is_one_memory_in_the_words_of_its_statement(file: Path) -> None:
    found = drafts(f"langgraph+sqlite:{file}")
    assert {key: draft.text for key, draft in found.items()} == {
        "memories.ada/m1": "Ada prefers green tea",
        "memories.ada/m2": "The till listens on port 8080",
        "memories.bob/x/1": "Bob deploys on Fridays",
        "profiles/ada": "name: Ada\nlikes: tea, bread\nage: 36",
    }
    tea = found["memories.ada/m1"]
    assert tea.scope == "/langgraph/memories/ada"
    assert tea.created_at == from_iso("2026-03-04T10:00:00Z")
    assert tea.provenance["fields"] == {"kind": "Memory"}


@pytest.mark.parametrize("before", ["langgraph+sqlite:", "langgraph+sqlite://", "LangGraph+SQLite:"])
def test_a_store_has_one_place_however_it_is_named(file: Path, before: str) -> None:
    assert registry.at(f"{before}{file}") == (registry.named(KIND.name), f"langgraph+sqlite://{file}")
    assert registry.in_path(file) == f"langgraph+sqlite://{file}"


@pytest.mark.parametrize("value", ["not json", "[1, 2]", "{}", '{"content": "  "}', "[" * 100_000])
def test_a_value_that_says_nothing_is_left_out_with_a_reason(file: Path, value: str) -> None:
    with sqlite3.connect(file) as connection:
        put(connection, [("memories", "odd", value)])
    connection.close()
    with KIND.opened(f"langgraph+sqlite:{file}") as opened:
        odd = KIND.record(opened.get(["memories/odd"])["memories/odd"], "here")
    assert isinstance(odd, Skipped)
    assert "its value" in odd.reason


def test_more_than_a_page_is_read_once_each(tmp_path: Path) -> None:
    many = [(f"space{n % 3}", f"key{n}", {"text": f"fact {n}"}) for n in range(1_234)]
    assert len(drafts(f"langgraph+sqlite:{database(tmp_path / 'many.db', many)}")) == 1_234


def test_a_file_that_is_no_store_is_refused_in_a_sentence(tmp_path: Path) -> None:
    other = tmp_path / "notes.md"
    other.write_text("# notes")
    for name, words in (("notes.md", "no LangGraph store"), ("gone.db", "there is no database")):
        with pytest.raises(SourceError, match=words), KIND.opened(f"langgraph+sqlite:{tmp_path / name}"):
            pass


@pytest.mark.parametrize("namespace", ["memories", "a/b", "per%cent", "x%2Fy"])
@pytest.mark.parametrize("name", ["k", "a/b", "", "100%"])
def test_a_key_says_its_namespace_and_name(namespace: str, name: str) -> None:
    assert values.place_in_table(values.key_of(namespace, name)) == (namespace, name)


def test_a_memory_without_a_kept_row_is_made_of_what_it_says(file: Path) -> None:
    for key, draft in drafts(f"langgraph+sqlite:{file}").items():
        with KIND.opened(f"langgraph+sqlite:{file}") as opened:
            assert values.made(key, draft).value == opened.get([key])[key].value


def test_only_the_statement_of_a_value_changes() -> None:
    row = Row("memories/m", {"kind": "Memory", "content": {"content": "tea", "at": 1}})
    assert values.reworded(row, Draft("coffee")).value == {
        "kind": "Memory",
        "content": {"content": "coffee", "at": 1},
    }


# -- by LangGraph's own client -----------------------------------------------------------------------


@pytest.fixture
def real(tmp_path: Path) -> Path:
    """A database that LangGraph made."""
    client = pytest.importorskip("langgraph.store.sqlite", reason="LangGraph's client is not installed")
    file = tmp_path / "agent.db"
    with client.SqliteStore.from_conn_string(str(file)) as opened:
        opened.setup()
        opened.put(("memories", "ada"), "m1", {"content": "Ada prefers green tea", "kind": "Memory"})
        opened.put(("memories", "ada"), "m2", {"kind": "Memory", "content": {"content": "Tills use 8080"}})
        opened.put(("memories", "bob"), "x/1", {"text": "Bob deploys on Fridays"}, ttl=600)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE store SET created_at = '2026-01-02 03:04:05', updated_at = created_at")
    connection.close()
    return file


@pytest.fixture
def source(store: Store, real: Path) -> Source:
    found, _ = syncing.link(store, real, by=PERSON, gate=Gate())
    with store.write() as tx:
        sources.agree(tx, found.id, yes=True)
    return found


@pytest.mark.parametrize("words", ["green tea", "8080", "Fridays"])
def test_a_drop_and_its_undo_leave_the_very_rows(
    store: Store, source: Source, real: Path, words: str
) -> None:
    before = rows(real)
    drop(store, [memory(store, source, words).id], by=PERSON)
    assert len(sync(store, source).written) == 1
    assert len(rows(real)) == 2
    undo(store, by=PERSON)
    assert sync(store, source).problem == ""
    assert rows(real) == before


def test_an_edit_keeps_all_but_the_words_and_the_time(store: Store, source: Source, real: Path) -> None:
    before = rows(real)
    edit(store, [memory(store, source, "Fridays").id], Edit(text="Bob deploys on Mondays"), by=PERSON)
    sync(store, source)
    old, new = before[2], rows(real)[2]
    assert new[2] == b'{"text":"Bob deploys on Mondays"}'
    assert (new[:2], new[3], new[5:]) == (old[:2], old[3], old[5:])
    undo(store, by=PERSON)
    sync(store, source)
    assert rows(real) == before


def test_a_database_of_another_version_is_read_and_not_written(
    store: Store, source: Source, real: Path
) -> None:
    with sqlite3.connect(real) as connection:
        connection.execute("INSERT INTO store_migrations VALUES (99)")
    connection.close()
    before = rows(real)
    drop(store, [memory(store, source, "green tea").id], by=PERSON)
    assert "version 99" in sync(store, source).problem
    assert rows(real) == before


@pytest.mark.long
def test_a_store_somebody_else_holds_locked_is_told_and_written_later(
    store: Store, source: Source, real: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder = sqlite3.connect(real, isolation_level=None)
    drop(store, [memory(store, source, "green tea").id], by=PERSON)
    holder.execute("BEGIN EXCLUSIVE")
    assert "locked" in sync(store, source).problem
    holder.execute("COMMIT")
    holder.close()
    assert len(sync(store, source).written) == 1

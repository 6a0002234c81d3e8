"""CrewAI's memory in its LanceDB folder: read and written by LanceDB's own client."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.formats.protocol import Skipped, SourceError
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.live_stores.crewai import CrewAi
from memtui.live_stores.protocol import Row
from memtui.sources import syncing
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source
from tests.sources.linked import memory, sync

TEXTS = {
    "Ada prefers green tea": "/crew/ada",
    "Bob's deploys are on Fridays": "/",
    "The till is down": "/till_x",
}
NAMES = [f"{n}0000000-0000-4000-8000-000000000000" for n in range(1, 4)]


def row(name: str, text: str, scope: str, **others: object) -> dict[str, object]:
    """Return a row as CrewAI 1.15 writes it."""
    return {
        "id": name,
        "content": text,
        "scope": scope,
        "categories_str": '["shop"]',
        "metadata_str": '{"task": 7}',
        "importance": 0.7,
        "created_at": "2026-01-02T03:04:05.000100",
        "last_accessed": "2026-01-02T03:04:05.000120",
        "source": "",
        "private": False,
        "vector": [0.1, 0.2, 0.3],
    } | others


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """CrewAI's storage folder, with three memories."""
    lancedb = pytest.importorskip("lancedb", reason="LanceDB's client is not installed")
    rows = [row(name, *said) for name, said in zip(NAMES, TEXTS.items(), strict=True)]
    lancedb.connect(str(tmp_path / "crew" / "memory")).create_table("memories", rows)
    return tmp_path / "crew"


def table(folder: Path) -> Any:
    import lancedb

    return lancedb.connect(str(folder / "memory")).open_table("memories")


def rows(folder: Path) -> dict[str, Mapping[str, object]]:
    return {found["id"]: found for found in table(folder).search().limit(100).to_list()}


@pytest.fixture
def source(store: Store, folder: Path) -> Source:
    linked, done = syncing.link(store, folder, by=PERSON, gate=Gate())
    assert (done.added, done.problem) == (3, "")
    with store.write() as tx:
        sources.agree(tx, linked.id, yes=True)
    return linked


def test_each_memory_is_filed_under_its_scope_as_important_as_the_crew_says(
    store: Store, source: Source, folder: Path
) -> None:
    assert source.path == f"crewai://{folder}/memory"
    tea = memory(store, source, "green tea")
    assert (tea.scope, tea.importance, tea.last_accessed_at) == ("/crewai/crew/ada", 0.7, None)
    assert "shop" in tea.categories
    assert tea.provenance["fields"] == {"metadata": {"task": 7}}
    assert memory(store, source, "Fridays").scope == "/crewai"


@pytest.mark.parametrize("words", ["green tea", "Fridays", "till"])
def test_a_drop_and_its_undo_leave_the_same_rows(
    store: Store, source: Source, folder: Path, words: str
) -> None:
    before = rows(folder)
    drop(store, [memory(store, source, words).id], by=PERSON)
    done = sync(store, source)
    assert (len(done.written), done.problem, len(rows(folder))) == (1, "", 2)
    undo(store, by=PERSON)
    assert sync(store, source).problem == ""
    assert rows(folder) == before


def test_an_edit_changes_the_words_alone_and_undo_takes_it_back(
    store: Store, source: Source, folder: Path
) -> None:
    before = rows(folder)
    edit(store, [memory(store, source, "Fridays").id], Edit(text="Bob deploys on Mondays"), by=PERSON)
    assert sync(store, source).problem == ""
    assert rows(folder) == before | {NAMES[1]: {**before[NAMES[1]], "content": "Bob deploys on Mondays"}}
    undo(store, by=PERSON)
    sync(store, source)
    assert rows(folder) == before


def test_what_its_crew_adds_and_takes_out_is_followed(store: Store, source: Source, folder: Path) -> None:
    crew = table(folder)
    crew.delete(f"id = '{NAMES[2]}'")
    crew.add([row("4", "Ada is a baker", "/crew/ada", last_accessed="2026-01-03T03:04:05")])
    done = sync(store, source)
    assert (done.added, done.proposed, done.problem) == (1, 1, "")
    assert memory(store, source, "baker").last_accessed_at == 1767409445.0


def test_a_table_with_other_columns_is_read_and_not_written(store: Store, tmp_path: Path) -> None:
    lancedb = pytest.importorskip("lancedb", reason="LanceDB's client is not installed")
    newer = row(NAMES[0], "Ada prefers green tea", "/", mood="calm")
    lancedb.connect(str(tmp_path / "memory")).create_table("memories", [newer])
    linked, done = syncing.link(store, f"crewai:{tmp_path}", by=PERSON, gate=Gate())
    assert (done.added, done.problem) == (1, "")
    with store.write() as tx:
        sources.agree(tx, linked.id, yes=True)
    edit(store, [memory(store, linked, "tea").id], Edit(text="Ada prefers coffee"), by=PERSON)
    assert "another version of CrewAI (mood)" in sync(store, linked).problem
    assert rows(tmp_path)[NAMES[0]]["content"] == "Ada prefers green tea"


def test_what_crewai_itself_writes_is_read_and_found_by_it_again(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CREWAI_STORAGE_DIR", str(tmp_path))
    theirs = pytest.importorskip("crewai.memory.storage.lancedb_storage", reason="CrewAI is not installed")
    from crewai.memory.types import MemoryRecord

    crew = theirs.LanceDBStorage()
    crew.save([MemoryRecord(id=NAMES[0], content="Ada prefers green tea", embedding=[1.0, 0.0, 0.0])])
    before = crew.get_record(NAMES[0])
    linked, done = syncing.link(store, tmp_path, by=PERSON, gate=Gate())
    assert (done.added, done.problem) == (1, "")
    with store.write() as tx:
        sources.agree(tx, linked.id, yes=True)
    drop(store, [memory(store, linked, "green tea").id], by=PERSON)
    sync(store, linked)
    assert theirs.LanceDBStorage().search([1.0, 0.0, 0.0]) == []
    undo(store, by=PERSON)
    sync(store, linked)
    ((again, _),) = theirs.LanceDBStorage().search([1.0, 0.0, 0.0])
    assert (again, again.embedding) == (before, before.embedding)


def test_a_folder_without_it_is_refused_in_a_sentence(tmp_path: Path) -> None:
    versions = tmp_path / "memory" / "memories.lance" / "_versions"
    versions.mkdir(parents=True)
    (versions / "1.manifest").write_bytes(b"id text vector: what another program keeps")
    assert CrewAi().found_in(tmp_path) is None
    with pytest.raises(SourceError, match="holds no memory of CrewAI's"):
        CrewAi().mark(f"crewai:{tmp_path}")
    with pytest.raises(SourceError, match="there is no folder"):
        CrewAi().mark(f"crewai:{tmp_path}/gone")


@pytest.mark.parametrize(
    ("columns", "why"),
    [({"content": "  "}, "it says nothing"), ({}, "it says nothing"), ({"content": "\x00" * 9}, "")],
)
def test_a_row_that_says_nothing_is_left_out_with_the_reason(columns: dict[str, object], why: str) -> None:
    left = CrewAi().record(Row("1", columns), "crewai:///x")
    assert isinstance(left, Skipped)
    assert why in left.reason


def test_odd_columns_take_nothing_from_the_words() -> None:
    odd = {"categories_str": "{", "metadata_str": "[" * 100_000, "importance": 7.0, "scope": None}
    draft = CrewAi().record(Row("1", {"content": "Ada prefers green tea", **odd}), "crewai:///x")
    assert not isinstance(draft, Skipped)
    assert (draft.scope, draft.text, draft.importance) == ("/crewai", "Ada prefers green tea", 0.7)

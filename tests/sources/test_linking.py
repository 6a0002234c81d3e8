import os
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.dating import is_undated
from memtui.formats.changes import FileChange
from memtui.formats.protocol import SourceError
from memtui.lifecycle.states import drop
from memtui.sources import locking, syncing, writing_back
from memtui.sources.replacing import replace_file
from memtui.sources.source_files import files_of
from memtui.store import journal, sources
from memtui.store.database import Store
from tests.formats.shelves import SHELVES
from tests.sources.linked import INDEX, bytes_in, folder_of, linked, memory, sync


@pytest.mark.parametrize("format_name", ["auto", "claude"])
@pytest.mark.parametrize("above", [False, True])
def test_a_home_folder_is_not_linked(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format_name: str, above: bool
) -> None:
    home = folder_of(tmp_path).parent.parent
    monkeypatch.setenv("HOME", str(home))
    with pytest.raises(SourceError, match="your home folder"):
        syncing.link(store, home.parent if above else home, format_name, by=PERSON, gate=Gate())
    assert sources.get_all(store) == []


@pytest.mark.parametrize("format_name", ["claude", "hermes", "codex", "markdown", "mcp", "list"])
def test_a_folder_without_memories_is_not_linked(store: Store, tmp_path: Path, format_name: str) -> None:
    (tmp_path / "code" / "src").mkdir(parents=True)
    (tmp_path / "code" / "src" / "main.py").write_text("print(1)\n")
    with pytest.raises(SourceError):
        syncing.link(store, tmp_path / "code", format_name, by=PERSON, gate=Gate())
    assert sources.get_all(store) == []


@pytest.mark.parametrize("format_name", ["basic-memory", "markdown", "okf"])
def test_a_folder_with_nothing_but_an_empty_page_below_is_not_linked(
    store: Store, tmp_path: Path, format_name: str
) -> None:
    (tmp_path / "code" / "src").mkdir(parents=True)
    (tmp_path / "code" / "src" / "page.md").touch()
    with pytest.raises(SourceError, match="holds no memories"):
        syncing.link(store, tmp_path / "code", format_name, by=PERSON, gate=Gate())
    assert sources.get_all(store) == []


@pytest.mark.parametrize("name", SHELVES)
def test_nothing_is_written_before_it_is_allowed_and_then_it_is(
    store: Store, tmp_path: Path, name: str
) -> None:
    format_name, write = SHELVES[name]
    path = write(tmp_path / "shelf")
    before = bytes_in(tmp_path / "shelf")
    source, _ = syncing.link(store, path, format_name, by=PERSON, gate=Gate())
    drop(store, [min(record.memory_id for record in sources.records(store, source.id))], by=PERSON)
    told = sync(store, source)
    assert (told.pending, told.written, bytes_in(tmp_path / "shelf")) == (1, [], before)
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    told = sync(store, source)
    assert (told.pending, len(told.written), bytes_in(tmp_path / "shelf") == before) == (0, 1, False)


def test_a_memory_folder_that_is_still_empty_is_linked(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "tea-house" / ".claude" / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Memory\n")
    source, told = syncing.link(store, folder, "claude", by=PERSON, gate=Gate())
    assert (source.path, told.problem, told.added) == (str(folder), "", 0)


def test_a_project_is_linked_by_the_memory_folder_inside_it(store: Store, tmp_path: Path) -> None:
    project = folder_of(tmp_path).parent.parent
    _, told = syncing.link(store, project, by=PERSON, gate=Gate())
    assert told.added == 4


def test_a_path_that_the_store_cannot_hold_is_not_linked(store: Store, tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    folder.mkdir()
    (folder / "MEMORY.md").write_text(INDEX)
    with pytest.raises(SourceError, match="is not UTF-8"):
        syncing.link(store, folder, "claude", by=PERSON, gate=Gate())
    assert sources.get_all(store) == []


def test_one_file_is_no_source_of_two_formats(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    first = linked(store, folder)
    again, _ = syncing.link(store, folder, "basic-memory", by=PERSON, gate=Gate())
    assert [source.path for source in sources.get_all(store)] == [str(folder)]
    assert again.id == first.id


@pytest.mark.long
def test_a_file_behind_twenty_thousand_others_is_watched_too(tmp_path: Path) -> None:
    for number in range(20_001):
        (tmp_path / f"{number:05}").touch()
    (tmp_path / "zebra.md").write_text("- Zebras come last.\n")
    assert list(files_of(tmp_path)) == [str(tmp_path / "zebra.md")]


def test_who_finds_the_linked_files_in_use_for_long_is_told_so(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fcntl")
    monkeypatch.setattr(locking, "_PATIENCE_S", 0.0)
    with locking.alone(store):
        with pytest.raises(SourceError, match="another memtui"), locking.alone(store):
            pass
        with locking.alone(store, "other"):
            pass


def test_history_says_in_words_what_was_linked(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    syncing.link(store, folder_of(tmp_path), "claude", by=PERSON, gate=Gate())
    (op,) = journal.ops(store)
    assert op.label.endswith("(Claude Code, ~/tea-house/.claude/memory)")


def test_what_somebody_changes_at_every_attempt_to_write_it_is_told_and_waits(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = linked(store, folder_of(tmp_path))
    index = Path(source.path) / "MEMORY.md"
    drop(store, [memory(store, source, "8080").id], by=PERSON)
    tries: list[int] = []

    def with_others(change: FileChange, within: Path | None = None) -> None:
        tries.append(1)
        index.write_text(f"{index.read_text()}- somebody said {len(tries)}\n")
        replace_file(change, within)

    with monkeypatch.context() as busy:
        busy.setattr(writing_back, "replace_file", with_others)
        told = sync(store, source)
    assert (bool(told.problem), told.written, len(tries)) == (True, [], 4)
    assert "8080" in index.read_text()
    assert sync(store, source).problem == ""
    assert ("8080" in index.read_text(), "somebody said 4" in index.read_text()) == (False, True)


def test_a_line_that_comes_into_a_linked_file_is_of_the_time_when_that_was_changed(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    assert is_undated(memory(store, source, "the till"))
    (folder / "MEMORY.md").write_text(INDEX.replace("9100\n", "9100\n- the scale listens on 9200\n"))
    sync(store, source)
    assert not is_undated(memory(store, source, "the scale"))

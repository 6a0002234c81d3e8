"""A backup is a real copy, checked; restoring one loses nothing of what it replaces."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from memtui.store.opening import open_store
from tests.cli.conftest import Memtui
from tests.processes import Child


@pytest.mark.usefixtures("scripted")
def test_a_backup_brings_back_memories_history_and_undo(
    memtui: Memtui, three: list[str], tmp_path: Path
) -> None:
    memtui("drop", three[0])
    copy = tmp_path / "copy.db"
    done = memtui("backup", str(copy), "--json")
    assert (done.code, done.json["memories"]) == (0, 3)
    assert copy.stat().st_mode & 0o077 == 0
    memtui("drop", three[1])
    memtui.add("Something new")
    back = memtui("restore", "--from", str(copy), "--yes", "--json")
    assert back.code == 0, back.err
    assert sorted(memtui.texts()) == ["Releases: tag, wait for CI", "User prefers tabs"]
    assert memtui("undo").code == 0
    assert len(memtui.texts()) == 3
    kept = Memtui(Path(back.json["replaced"]))
    assert sorted(kept.texts()) == ["Something new", "User prefers tabs"]


@pytest.mark.usefixtures("scripted")
def test_a_backup_is_one_file_and_restoring_it_leaves_none_beside_it(
    memtui: Memtui, three: list[str], tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    assert memtui("backup", str(kept / "copy.db")).code == 0
    memtui("drop", three[0])
    assert memtui("restore", "--from", str(kept / "copy.db"), "--yes").code == 0
    assert [file.name for file in kept.iterdir()] == ["copy.db"]
    assert not list(memtui.db.parent.glob("*.part*"))
    assert len(memtui.texts()) == 3


def test_a_backup_replaces_no_file_unasked(memtui: Memtui, three: list[str], tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("mine")
    refused = memtui("backup", str(copy))
    assert (refused.code, copy.read_text()) == (1, "mine")
    assert "--yes" in refused.err
    assert memtui("backup", str(memtui.db)).code == 1
    assert memtui("backup", str(copy), "--yes").code == 0
    assert sorted(Memtui(copy).texts()) == sorted(memtui.texts())
    assert len(three) == 3


@pytest.mark.usefixtures("scripted")
def test_a_store_is_replaced_only_when_asked(memtui: Memtui, three: list[str], tmp_path: Path) -> None:
    memtui("backup", str(tmp_path / "copy.db"))
    memtui("drop", three[0])
    refused = memtui("restore", "--from", str(tmp_path / "copy.db"))
    assert refused.code == 1
    there, copy, *_ = refused.err.splitlines()
    assert there.split(None, 2) == [
        "The",
        "store",
        f"{memtui.db}: 3 memories, newest change 2026-11-20T12:00Z",
    ]
    assert copy.endswith(f"{tmp_path / 'copy.db'}: 3 memories, newest change 2026-11-20T12:00Z")
    assert len(memtui.texts()) == 2


def test_a_backup_makes_a_store_where_there_is_none(memtui: Memtui, three: list[str], tmp_path: Path) -> None:
    memtui("backup", str(tmp_path / "copy.db"))
    elsewhere = Memtui(tmp_path / "new" / "memories.db")
    told = elsewhere("restore", "--from", str(tmp_path / "copy.db"), "--json")
    assert (told.code, told.json["replaced"]) == (0, None)
    assert len(elsewhere.texts()) == len(three)


@pytest.mark.usefixtures("scripted")
@pytest.mark.parametrize("content", [b"", b"no database at all, but some text", None])
def test_what_is_no_whole_copy_is_refused(
    memtui: Memtui, three: list[str], tmp_path: Path, content: bytes | None
) -> None:
    copy = tmp_path / "copy.db"
    memtui("backup", str(copy))
    data = copy.read_bytes()
    copy.write_bytes(data[:4096] + b"\x99" * (len(data) - 4096) if content is None else content)
    refused = memtui("restore", "--from", str(copy), "--yes")
    assert refused.code == 1
    assert refused.err
    assert len(memtui.texts()) == len(three)


@pytest.mark.usefixtures("scripted")
def test_the_database_of_another_program_is_refused(memtui: Memtui, three: list[str], tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    memtui("backup", str(copy))
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("PRAGMA application_id = 7")
    refused = memtui("restore", "--from", str(copy), "--yes")
    assert (refused.code, len(memtui.texts())) == (1, len(three))
    assert "is no memory store" in refused.err


@pytest.mark.usefixtures("scripted")
def test_others_who_have_the_store_open_go_on_with_what_was_put_back(
    memtui: Memtui, three: list[str], tmp_path: Path
) -> None:
    memtui("backup", str(tmp_path / "copy.db"))
    memtui("drop", *three, "--yes")
    child = Child(
        memtui.db,
        """
        say("open")
        sys.stdin.readline()
        add(store, Draft("Said by another process"), by=PERSON)
        say("added")
        """,
    )
    child.hear("open")
    assert memtui("restore", "--from", str(tmp_path / "copy.db"), "--yes").code == 0
    child.tell()
    child.hear("added")
    child.done()
    assert len(memtui.texts()) == 4
    with closing(sqlite3.connect(memtui.db)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with open_store(memtui.db) as store:
        assert store.query("PRAGMA journal_mode") == [("wal",)]


def test_a_backup_that_is_not_there_is_said_to_be_none(memtui: Memtui, tmp_path: Path) -> None:
    memtui.add("The till runs on 8080")
    refused = memtui("restore", "--from", str(tmp_path / "copy.db"), "--yes")
    assert (refused.code, memtui.texts()) == (1, ["The till runs on 8080"])
    assert "There is no backup at" in refused.err

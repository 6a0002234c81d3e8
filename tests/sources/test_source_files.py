"""Which files are a source's, when they are read again, and what is said of what cannot be read."""

import os
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.formats.protocol import SourceError
from memtui.sources import syncing
from memtui.sources.source_files import files_of, marks_of, reader_of, words_of
from memtui.store.database import Store
from tests.sources.linked import again, folder_of, linked

OLD = 1_700_000_000


def old(file: Path) -> None:
    os.utime(file, (OLD, OLD))


def test_only_plain_text_files_inside_a_folder_are_its_files(tmp_path: Path) -> None:
    folder, outside = tmp_path / "notes", tmp_path / "outside.md"
    (folder / "below.md").mkdir(parents=True)
    outside.write_text("- a key of the shop\n")
    for name in ("one.md", "below.md/two.json", "three.py", "four.sqlite"):
        (folder / name).write_text("{}")
    (folder / "within.md").symlink_to(folder / "one.md")
    (folder / "out.md").symlink_to(outside)
    (folder / "nowhere.md").symlink_to(folder / "gone")
    os.mkfifo(folder / "pipe.md")
    names = [Path(file).relative_to(folder).as_posix() for file in files_of(folder)]
    assert names == ["below.md/two.json", "one.md", "within.md"]


def test_a_file_that_looks_as_it_did_is_not_read_again(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("one")
    old(file)
    (mark,) = marks_of([str(file)], {})
    file.write_text("two")
    old(file)
    assert list(marks_of([str(file)], {mark.file: mark})) == [mark]


@pytest.mark.parametrize("how", ["another size", "another time", "just now"])
def test_a_file_that_looks_otherwise_or_may_have_changed_within_a_tick_is_read(
    tmp_path: Path, how: str
) -> None:
    file = tmp_path / "a.md"
    file.write_text("one")
    if how != "just now":
        old(file)
    (mark,) = marks_of([str(file)], {})
    stat = file.stat()
    file.write_text("three" if how == "another size" else "two")
    if how == "another time":
        os.utime(file, (OLD, OLD + 1))
    else:
        os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    (now,) = marks_of([str(file)], {mark.file: mark})
    assert now.hash != mark.hash


def test_a_source_of_a_format_that_is_not_known_any_more_stops_no_other(store: Store, tmp_path: Path) -> None:
    one, other = linked(store, folder_of(tmp_path / "a")), linked(store, folder_of(tmp_path / "b"))
    with store.write() as tx:
        tx.execute("UPDATE sources SET format = 'gone' WHERE id = ?", (one.id,))
    with pytest.raises(SourceError, match="was linked as gone, which this memtui does not know"):
        reader_of(again(store, one))
    done = syncing.sync_all(store, gate=Gate())
    assert "which this memtui does not know" in done[one.path].problem
    assert done[other.path].problem == ""
    assert not syncing.can_write(again(store, one))


def test_what_the_system_refuses_is_said_with_the_file() -> None:
    assert words_of(PermissionError(13, "Permission denied", "/a.md")) == (
        "/a.md cannot be used: Permission denied"
    )
    assert words_of(SourceError("there is no shelf")) == "there is no shelf"

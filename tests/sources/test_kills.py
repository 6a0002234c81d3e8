"""A process that dies while it writes files loses nothing; benchmarks/kills.py draws many such deaths."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.sources import syncing
from memtui.store import sources, write_backs
from memtui.store.database import Store
from memtui.store.sources import Source
from tests.formats.shelves import files_below
from tests.processes import Child
from tests.sources.linked import INDEX, bytes_in, folder_of, linked, memory, sync

DIES = """
from memtui.config.settings import Gate
from memtui.sources import syncing, writing_back
from memtui.store import sources
left = int(sys.argv[2])
def step():
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), 9)
def watched(real):
    def runs(*args, **rest):
        step()
        done = real(*args, **rest)
        step()
        return done
    return runs
writing_back.replace_file = watched(writing_back.replace_file)
writing_back._confirm = watched(writing_back._confirm)
syncing.sync(store, sources.get_all(store)[0], gate=Gate())
"""
"""Syncs, and dies at a step: before or after a file is replaced, before or after that is confirmed."""


def killed_while_writing(
    store: Store, folder: Path, step: int, dropped: Sequence[str] = ("Fridays", "baker", "9100")
) -> Source:
    """Drop two facts and a statement, and let the process that writes that die; returns the source."""
    source = linked(store, folder)
    for words in dropped:
        drop(store, [memory(store, source, words).id], by=PERSON)
    child = Child(store.path, DIES, step)
    with pytest.raises(AssertionError) as ended:
        child.done()
    assert "Traceback" not in str(ended.value)
    return source


@pytest.mark.few(2)
@pytest.mark.parametrize("step", range(1, 13))
def test_undo_gives_every_byte_back_wherever_the_writing_was_killed(
    store: Store, tmp_path: Path, step: int
) -> None:
    folder = folder_of(tmp_path)
    before = files_below(folder)
    source = killed_while_writing(store, folder, step)
    for _ in range(3):
        undo(store, by=PERSON)
    told = sync(store, source)
    assert (told.problem, told.added, told.proposed) == ("", 0, 0)
    assert files_below(folder) == before
    assert list(sources.kept_bytes(store)) == []


@pytest.mark.few(1)
@pytest.mark.parametrize("step", [2, 3, 6, 11])
def test_whoever_opens_next_finishes_what_was_killed(store: Store, tmp_path: Path, step: int) -> None:
    folder = folder_of(tmp_path)
    before = files_below(folder)
    source = killed_while_writing(store, folder, step)
    assert sync(store, source).problem == ""
    assert bytes_in(folder).keys() == {"MEMORY.md"}
    for _ in range(3):
        undo(store, by=PERSON)
        sync(store, source)
    assert files_below(folder) == before


def test_the_old_bytes_of_all_files_are_kept_before_the_first_one_changes(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    before = bytes_in(folder)
    killed_while_writing(store, folder, 1)
    assert bytes_in(folder) == before
    assert {Path(file).name: data for file, data in sources.kept_bytes(store)} == before


@pytest.mark.few(1)
@pytest.mark.parametrize("step", [2, 3])
def test_what_somebody_wrote_behind_a_killed_write_stays_and_nothing_else_is_lost(
    store: Store, tmp_path: Path, step: int
) -> None:
    folder = folder_of(tmp_path)
    source = killed_while_writing(store, folder, step)
    index = folder / "MEMORY.md"
    index.write_text(index.read_text() + "- the sign is green\n")
    assert sync(store, source).proposed == 0
    for _ in range(3):
        undo(store, by=PERSON)
        sync(store, source)
    lines = set(index.read_text().splitlines())
    assert {line for line in INDEX.splitlines() if "](" not in line} | {"- the sign is green"} <= lines
    assert "](deploy.md)" in index.read_text()
    assert "](rosa.md)" in index.read_text()


@pytest.mark.few(2)
@pytest.mark.parametrize("synced", [True, False])
@pytest.mark.parametrize("step", range(1, 9))
def test_pointers_come_back_to_their_places_in_an_index_that_somebody_changed_behind_a_killed_write(
    store: Store, tmp_path: Path, step: int, synced: bool
) -> None:
    folder = folder_of(tmp_path)
    before = bytes_in(folder)
    source = killed_while_writing(store, folder, step, ("Fridays", "baker"))
    index = folder / "MEMORY.md"
    index.write_text(index.read_text() + "- the sign is green\n")
    if synced:
        sync(store, source)
    for _ in range(2):
        undo(store, by=PERSON)
    assert sync(store, source).problem == ""
    assert bytes_in(folder) == {**before, "MEMORY.md": before["MEMORY.md"] + b"- the sign is green\n"}
    assert list(sources.kept_bytes(store)) == []


def test_a_killed_write_into_a_folder_that_is_gone_keeps_nobody_from_another(
    store: Store, tmp_path: Path
) -> None:
    killed_while_writing(store, folder_of(tmp_path / "gone"), 1)
    shutil.rmtree(tmp_path / "gone")
    other = folder_of(tmp_path / "other")
    source = linked(store, other)
    drop(store, [memory(store, source, "8080").id], by=PERSON)
    told = sync(store, source)
    assert (told.problem, write_backs.unfinished(store)) == ("", [])
    assert "8080" not in (other / "MEMORY.md").read_text()


def test_a_write_that_another_process_is_at_is_not_taken_for_a_killed_one(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    code = """
    from memtui.config.settings import Gate
    from memtui.sources import syncing, writing_back
    from memtui.store import sources
    real = writing_back.replace_file
    def waits(*change):
        say("writing")
        sys.stdin.readline()
        real(*change)
    writing_back.replace_file = waits
    syncing.sync(store, sources.get_all(store)[0], gate=Gate())
    """
    child = Child(store.path, code)
    child.hear("writing")
    other = Child(store.path, "from memtui.sources import syncing\nsay('at it')\nsyncing.settle_left(store)")
    other.hear("at it")
    child.tell()
    child.hear("writing")
    child.tell()
    child.done()
    other.done()
    assert write_backs.unfinished(store) == []
    assert [one.status for one in write_backs.of_source(store, source.id)] == ["done", "done"]
    assert syncing.settle_left(store) == []


@pytest.mark.few(1)
@pytest.mark.parametrize("step", ["os.fsync", "os.replace", "shutil.copymode"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_at_any_step_leaves_the_old_or_the_new_file_and_is_settled(
    store: Store, tmp_path: Path, step: str, when: str
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    old = (folder / "deploy.md").read_bytes()
    found = memory(store, source, "Fridays")
    edit(store, [found.id], Edit(text=found.text.replace("Fridays", "Mondays")), by=PERSON)
    _killed_sync(store.path, step, when)
    new = old.replace(b"Fridays", b"Mondays")
    assert (folder / "deploy.md").read_bytes() in {old, new}
    told = sync(store, source)
    assert (told.problem, told.proposed, told.added) == ("", 0, 0)
    assert bytes_in(folder).keys() == {"MEMORY.md", "deploy.md", "rosa.md"}
    assert (folder / "deploy.md").read_bytes() == new
    undo(store, by=PERSON)
    sync(store, source)
    assert (folder / "deploy.md").read_bytes() == old


@pytest.mark.few(1)
@pytest.mark.parametrize("step", ["os.fsync", "os.replace", "pathlib.Path.unlink"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_kill_between_the_index_and_the_fact_leaves_no_line_that_points_nowhere(
    store: Store, tmp_path: Path, step: str, when: str
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    before = bytes_in(folder)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    _killed_sync(store.path, step, when)
    pointed = "(deploy.md)" in (folder / "MEMORY.md").read_text()
    assert (folder / "deploy.md").exists() or not pointed
    told = sync(store, source)
    assert (told.added, told.proposed) == (0, 0)
    assert bytes_in(folder).keys() == {"MEMORY.md", "rosa.md"}
    undo(store, by=PERSON)
    sync(store, source)
    assert bytes_in(folder)["deploy.md"] == before["deploy.md"]
    assert "(deploy.md)" in (folder / "MEMORY.md").read_text()


def _killed_sync(path: Path, step: str, when: str) -> None:
    """Let another process sync the source, and end it at a step as the power cut would."""
    owner, name = step.rsplit(".", 1)
    code = f"""
    import pathlib, shutil
    from memtui.config.settings import Gate
    from memtui.sources import syncing
    from memtui.store import sources
    real = {owner}.{name}
    def ends(*args, **rest):
        if {when!r} == "after":
            real(*args, **rest)
        os._exit(9)
    {owner}.{name} = ends
    syncing.sync(store, sources.get_all(store)[0], gate=Gate())
    """
    child = Child(path, code)
    with pytest.raises(AssertionError) as ended:
        child.done()
    assert "Traceback" not in str(ended.value)

"""What was dropped and stands in a linked file again is no memory, but is told, and goes on one's word."""

import os
from pathlib import Path

import pytest

from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import State
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.states import drop, restore
from memtui.lifecycle.undo import undo
from memtui.sources import syncing
from memtui.sources.dropped_again import back_in_files, drop_again, plan_dropping
from memtui.sources.pending import still_there, still_words
from memtui.store import memories, sources
from memtui.store.database import Store
from memtui.store.sources import Source
from tests.sources.linked import DEPLOY, again, bytes_in, folder_of, linked, memory, sync

REWORDED = DEPLOY.replace(
    "Deploys go out on Fridays, never later.", "Deploys go out on Fridays and never later."
)


def dropped(store: Store, source: Source, words: str) -> int:
    found = memory(store, source, words)
    drop(store, [found.id], by=PERSON)
    sync(store, source)
    return found.id


def taken_out(store: Store, source: Source) -> None:
    back = back_in_files(store, again(store, source))
    done = drop_again(store, again(store, source), back, by=PERSON)
    assert (done.changed, done.message) == (1, "Took 1 memory that you had dropped out of files again")
    sync(store, source)


@pytest.mark.parametrize("text", [DEPLOY, REWORDED])
@pytest.mark.parametrize("name", ["deploy.md", "shipping.md"])
def test_what_an_agent_writes_again_is_told_and_taken_out_and_put_back_to_the_byte(
    store: Store, tmp_path: Path, name: str, text: str
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    memory_id = dropped(store, source, "Fridays")
    (folder / name).write_text(text)
    os.chmod(folder / name, 0o640)
    before = bytes_in(folder)
    stat = (folder / name).stat()
    told = sync(store, source)
    assert (told.added, told.written) == (0, [])
    words = still_words(still_there(store, again(store, source)), writes=True)
    assert words == [f"1 dropped memory stands in {name}, and agents read it"]
    (back,) = back_in_files(store, again(store, source))
    assert back.memory.id == memory_id
    (change,) = plan_dropping(store, again(store, source), [back]).files
    assert (change.path.name, change.after) == (name, None)
    taken_out(store, source)
    assert not (folder / name).exists()
    assert back_in_files(store, again(store, source)) == []
    undo(store, by=PERSON)
    sync(store, source)
    assert bytes_in(folder) == before
    now = (folder / name).stat()
    assert (now.st_mode, now.st_mtime_ns) == (stat.st_mode, stat.st_mtime_ns)
    assert len(back_in_files(store, again(store, source))) == 1
    assert sync(store, source).written == []


def test_a_line_of_a_list_goes_again_and_comes_back(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("# Ports\n\n- the till listens on 8080\n- the printer listens on 9100\n")
    source = linked(store, file)
    dropped(store, source, "till")
    file.write_text(f"{file.read_text()}- The till listens on 8080.\n")
    before = file.read_bytes()
    sync(store, source)
    taken_out(store, source)
    assert file.read_text() == "# Ports\n\n- the printer listens on 9100\n"
    undo(store, by=PERSON)
    sync(store, source)
    assert file.read_bytes() == before


def test_a_memory_that_is_back_may_be_restored_instead(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    memory_id = dropped(store, source, "Fridays")
    (folder / "deploy.md").write_text(DEPLOY)
    before = bytes_in(folder)
    sync(store, source)
    restore(store, [memory_id], by=PERSON)
    sync(store, source)
    assert back_in_files(store, again(store, source)) == []
    assert bytes_in(folder) == before


def test_what_comes_a_third_time_goes_again(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    dropped(store, source, "Fridays")
    for _ in range(2):
        (folder / "deploy.md").write_text(DEPLOY)
        sync(store, source)
        taken_out(store, source)
        assert not (folder / "deploy.md").exists()
    undo(store, by=PERSON)
    sync(store, source)
    assert (folder / "deploy.md").exists()


def test_a_line_that_is_written_into_something_new_is_a_memory(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    dropped(store, source, "Fridays")
    (folder / "deploy.md").write_text(REWORDED)
    sync(store, source)
    (folder / "deploy.md").write_text(
        DEPLOY.replace("Deploys go out on Fridays", "The oven is cleaned by Ada")
    )
    assert sync(store, source).added == 1
    assert back_in_files(store, again(store, source)) == []


def test_files_that_may_not_be_written_stay(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    memory_id = dropped(store, source, "Fridays")
    (folder / "deploy.md").write_text(DEPLOY)
    sync(store, source)
    with store.write() as tx:
        sources.agree(tx, source.id, False)
    (back,) = back_in_files(store, again(store, source))
    with pytest.raises(Refused, match="may not write"):
        drop_again(store, again(store, source), [back], by=PERSON)
    (found,) = memories.get_many(store, [memory_id])
    assert found.state is State.DROPPED
    assert syncing.pending(store, again(store, source)) == []

"""What undo takes back together with the link that brought it is put back into the files."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import State
from memtui.domain.text import fingerprint
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import redo, undo
from memtui.sources import syncing
from memtui.store import memories, sources
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.sources import Source
from tests.formats.shelves import SHELVES, files_below
from tests.sources.linked import again, bytes_in, folder_of, linked, memory, sync
from tests.sources.test_undoing_writes import act, shelf

ACTS = ("drop", "edit", "pin", "restore", "undo", "undo", "redo", "sync")


def undo_everything(store: Store) -> int:
    """Take back all that a person did, the link too; returns how many ops that were."""
    count = 0
    while undo(store, by=PERSON) is not None:
        count += 1
    return count


def told(store: Store, source: Source) -> set[int]:
    """Return the texts that the store or the files of a source have, by their fingerprints."""
    records = sources.records(store, source.id)
    in_store = memories.get_many(store, [record.memory_id for record in records])
    return {fingerprint(one.text) for one in in_store} | {
        record.fingerprint for record in records if record.fingerprint is not None
    }


@pytest.mark.parametrize("name", SHELVES)
def test_a_drop_undone_together_with_its_link_is_back_in_the_file(
    store: Store, tmp_path: Path, name: str
) -> None:
    source = shelf(store, tmp_path / "shop", name)
    before = files_below(tmp_path / "shop")
    records = sources.records(store, source.id)
    drop(store, [record.memory_id for record in records][::2], by=PERSON)
    sync(store, source)
    edit(store, [records[1].memory_id], Edit(text="something else"), by=PERSON)
    sync(store, source)
    assert files_below(tmp_path / "shop") != before
    count = undo_everything(store)
    sync(store, source)
    assert files_below(tmp_path / "shop") == before
    assert memories.get_many(store, [record.memory_id for record in records]) == []
    for _ in range(count):
        redo(store, by=PERSON)
    sync(store, source)
    found = memories.get_many(store, [record.memory_id for record in records])
    assert len(found) == len({record.memory_id for record in records})
    assert any(one.state is State.DROPPED for one in found)
    undo_everything(store)
    sync(store, source)
    assert files_below(tmp_path / "shop") == before


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("name", SHELVES)
@given(data=st.data())
@settings(max_examples=10)
def test_no_text_is_in_neither_place_and_all_undone_gives_the_first_bytes(
    name: str, data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "tea-house")
        with open_store(Path(place, "memories.db")) as store:
            source = shelf(store, folder, name)
            before = files_below(folder)
            texts = told(store, source)
            ids = sorted({record.memory_id for record in sources.records(store, source.id)})
            steps = data.draw(
                st.lists(st.tuples(st.sampled_from(ACTS), st.sampled_from(ids)), min_size=2, max_size=12)
            )
            for number, (kind, memory_id) in enumerate(steps):
                if kind in {"undo", "redo"}:
                    (undo if kind == "undo" else redo)(store, by=PERSON)
                elif kind == "sync":
                    assert sync(store, source).problem == ""
                elif memories.get(store, memory_id) is not None:
                    act(store, kind, memory_id, number)
            undo_everything(store)
            assert sync(store, source).problem == ""
            assert files_below(folder) == before
            assert texts <= told(store, source)


def test_a_process_killed_between_the_undo_and_the_writing_leaves_it_to_the_next(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    before = bytes_in(folder)
    source = linked(store, folder)
    drop(store, [memory(store, source, words).id for words in ("Fridays", "9100")], by=PERSON)
    sync(store, source)
    undo_everything(store)
    syncing.let_go(store, again(store, source), gate=Gate(), unlink=True)
    assert bytes_in(folder) == before


def test_linking_again_before_what_was_undone_is_written_puts_it_back_first(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    before = bytes_in(folder)
    source = linked(store, folder)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    undo_everything(store)
    assert syncing.link(store, folder, by=PERSON, gate=Gate())[1].added == 4
    assert bytes_in(folder) == before


@pytest.mark.parametrize("unlink", [True, False])
def test_what_cannot_go_back_into_its_file_stays_in_the_store(
    store: Store, tmp_path: Path, unlink: bool
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    gone, edited = memory(store, source, "Fridays"), memory(store, source, "9100")
    drop(store, [gone.id], by=PERSON)
    edit(store, [edited.id], Edit(text="Ports: the printer listens on 9200"), by=PERSON)
    sync(store, source)
    syncing.let_go(store, again(store, source), gate=Gate(), unlink=unlink)
    undo(store, by=PERSON)
    undo(store, by=PERSON)
    last = undo(store, by=PERSON)
    assert last is not None
    assert (last.changed, last.skipped_count) == (2, 2)
    assert last.message.endswith("does not say it any more, and memtui may not write there")
    assert [one.id for one in memories.get_many(store, [gone.id, edited.id])] == [gone.id, edited.id]


def test_an_undo_says_which_files_do_not_have_it_back_and_linking_again_offers_them_the_lines(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    before = bytes_in(folder)
    source = linked(store, folder)
    for words in ("Fridays", "9100"):
        drop(store, [memory(store, source, words).id], by=PERSON)
    edit(store, [memory(store, source, "8080").id], Edit(text="The till listens on 8081"), by=PERSON)
    sync(store, source)
    syncing.let_go(store, again(store, source), gate=Gate(), unlink=True)
    for file in ("MEMORY.md", "MEMORY.md", "deploy.md"):
        last = undo(store, by=PERSON)
        assert last is not None
        assert last.message.startswith("Undid, but not in every file: ")
        assert (
            f"/{file} does not say it again, as memtui has let go of it: `memtui sources link "
            in last.message
        )
    syncing.link(store, folder, by=PERSON, gate=Gate())
    assert {change.path.name for change in syncing.plan_pending(store, again(store, source)).files} == {
        "MEMORY.md",
        "deploy.md",
    }
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    assert sync(store, source).problem == ""
    assert bytes_in(folder) == before


def test_an_undo_that_the_files_follow_says_no_more_than_that(store: Store, tmp_path: Path) -> None:
    source = linked(store, folder_of(tmp_path))
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    last = undo(store, by=PERSON)
    assert last is not None
    assert last.message == "Undid: drop of “Ship: only after the tests”"


def test_an_undo_names_the_way_back_into_files_that_may_not_be_written_any_more(
    store: Store, tmp_path: Path
) -> None:
    source = linked(store, folder_of(tmp_path))
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    syncing.let_go(store, again(store, source), gate=Gate(), unlink=False)
    last = undo(store, by=PERSON)
    assert last is not None
    assert "as memtui may not write there: `memtui sources allow " in last.message
    assert syncing.plan_pending(store, again(store, source)).files

"""Files of Claude Code that are lists, item by item: what is done to one item, and what stays."""

from pathlib import Path

import pytest

from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import Draft
from memtui.formats.claude_code.format import ClaudeCode
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop, restore
from memtui.lifecycle.undo import undo
from memtui.sources.blotting import blot_out
from memtui.sources.forms import knowing_imports
from memtui.sources.holding_secrets import secrets_in_files
from memtui.store import sources
from memtui.store.database import Store
from tests.sources.linked import bytes_in, linked, memory, sync
from tests.sources.splitting import HEAD, INDEX, ITEMS, LINES, folder_of_tills, live_texts, stat_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return folder_of_tills(tmp_path)


def test_a_drop_takes_one_line_out_and_undo_puts_bytes_and_times_back(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    before = stat_of(folder)
    drop(store, [memory(store, source, "80 mm").id], by=PERSON)
    sync(store, source)
    assert bytes_in(folder)["till-notes.md"].decode() == (HEAD + ITEMS).replace(LINES[1] + "\n", "")
    assert bytes_in(folder)["MEMORY.md"].decode() == INDEX
    undo(store, by=PERSON)
    sync(store, source)
    assert stat_of(folder) == before


def test_an_edit_changes_its_line_and_a_restore_puts_it_back(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    before = stat_of(folder)
    found = memory(store, source, "80 mm")
    edit(store, [found.id], Edit(text=found.text.replace("80", "76")), by=PERSON)
    sync(store, source)
    assert bytes_in(folder)["till-notes.md"].decode() == (HEAD + ITEMS).replace("80 mm", "76 mm")
    drop(store, [found.id], by=PERSON)
    sync(store, source)
    restore(store, [found.id], by=PERSON)
    sync(store, source)
    assert bytes_in(folder)["till-notes.md"].decode() == (HEAD + ITEMS).replace("80 mm", "76 mm")
    edit(store, [found.id], Edit(text=found.text), by=PERSON)
    sync(store, source)
    assert stat_of(folder) == before


def test_the_file_and_its_line_go_with_the_last_item_and_undo_gives_both_back(
    store: Store, folder: Path
) -> None:
    source = linked(store, folder)
    before = stat_of(folder)
    for record in sources.records(store, source.id):
        drop(store, [record.memory_id], by=PERSON)
        sync(store, source)
    assert bytes_in(folder) == {"MEMORY.md": b"# Shop\n"}
    for left in (1, 2, 3, 4):
        undo(store, by=PERSON)
        sync(store, source)
        assert len(live_texts(store)) == left
        assert bytes_in(folder)["MEMORY.md"].decode() == INDEX
    assert stat_of(folder) == before


def test_a_list_that_gets_short_stays_one_whoever_takes_its_lines(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    drop(store, [memory(store, source, words).id for words in ("80 mm", "Sender")], by=PERSON)
    sync(store, source)
    file = folder / "till-notes.md"
    file.write_text(HEAD + LINES[0] + "\n")
    told = sync(store, source)
    assert (told.added, told.proposed) == (0, 1)
    assert all("#" in record.key for record in sources.records(store, source.id))
    file.write_text(HEAD + LINES[0].replace("Debian 12", "Debian 13") + "\n")
    told = sync(store, source)
    assert (told.added, told.edited, told.proposed) == (0, 1, 0)
    assert all("#" in record.key for record in sources.records(store, source.id))


def test_what_an_agent_adds_to_a_list_is_one_memory_more(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    file = folder / "till-notes.md"
    file.write_text(file.read_text() + "- The yard till is new and has no cable yet, so it stays off.\n")
    told = sync(store, source)
    assert (told.added, told.proposed) == (1, 0)


def test_a_secret_in_one_item_is_blotted_out_there_and_touches_no_other(store: Store, folder: Path) -> None:
    token = "ghp_" + "a1B2" * 9
    (folder / "till-notes.md").write_text(HEAD + ITEMS.replace("never of 58 mm", f"with {token}"))
    source = linked(store, folder)
    assert ["secret" in one.categories for one in live_texts(store)] == [False, True, False, False]
    drop(store, [memory(store, source, "Debian").id], by=PERSON)
    told = sync(store, source)
    assert told.left == []
    assert (folder / "till-notes.md").read_text() == HEAD + ITEMS.replace(LINES[0] + "\n", "").replace(
        "never of 58 mm", f"with {token}"
    )
    found = memory(store, source, "80 mm")
    edit(store, [found.id], Edit(text=found.text.replace("80", "76")), by=PERSON)
    (left,) = sync(store, source).left
    assert "holds a secret" in left.reason
    (place,) = secrets_in_files(store, found)
    assert place.key.startswith("till-notes.md#")
    before = (folder / "till-notes.md").read_text()
    done = blot_out(store, [found], allowed_only=False)
    assert [each.key for each in done.places] == [place.key]
    assert (folder / "till-notes.md").read_text() == before.replace(token, place.notes[token])


def test_a_pin_that_is_taken_off_one_item_is_no_change_to_the_file(store: Store, folder: Path) -> None:
    file = folder / "till-notes.md"
    file.write_text(HEAD.replace("metadata:", "pinned: true\nmetadata:") + ITEMS)
    source = linked(store, folder)
    before = bytes_in(folder)
    assert all(one.pinned for one in live_texts(store))
    edit(store, [memory(store, source, "80 mm").id], Edit(pinned=False), by=PERSON)
    told = sync(store, source)
    assert (told.left, told.pending, told.written) == ([], 0, [])
    assert bytes_in(folder) == before


def test_the_same_list_imported_again_when_it_is_short_adds_nothing(store: Store, folder: Path) -> None:
    def read_again() -> int:
        reader = knowing_imports(store, ClaudeCode(), folder)
        drafts = (one for one in reader.read(folder) if isinstance(one, Draft))
        return import_drafts(store, drafts, by=PERSON).added

    assert read_again() == 4
    (folder / "till-notes.md").write_text(HEAD + LINES[0] + "\n")
    assert read_again() == 0


def test_a_list_that_becomes_prose_asks_about_its_lines_and_loses_none(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    (folder / "till-notes.md").write_text(HEAD + "All about the tills stands in the handbook now.\n")
    told = sync(store, source)
    assert (told.added, told.proposed) == (1, 4)
    assert len(live_texts(store)) == 5
    assert sync(store, source).added == 0


PROSE = HEAD + "All about the tills stands in the handbook now, so ask there.\n"


@pytest.mark.parametrize("agreed", [True, False])
@pytest.mark.parametrize("back_first", [True, False])
def test_a_list_that_was_prose_for_a_while_is_one_again_when_it_is_linked_anew(
    store: Store, folder: Path, agreed: bool, back_first: bool
) -> None:
    source, file = linked(store, folder, agreed=agreed), folder / "till-notes.md"
    file.write_text(PROSE)
    sync(store, source)
    if back_first:
        file.write_text(HEAD + ITEMS)
    drop(store, [memory(store, source, "handbook").id], by=PERSON)
    sync(store, source)
    file.write_text(HEAD + ITEMS)
    sync(store, source)
    assert [one.text.partition("\n")[0] for one in live_texts(store)] == [
        "The till by the door runs on Debian 12 and boots from its own disk.",
        "Receipts are printed on rolls of 80 mm, never of 58 mm.",
        "till notes: Sender: anna@shop.example",
        "Every night at three the day's sales are copied",
    ]
    undo(store, by=PERSON, op_id=1)
    with store.write() as tx:
        sources.unlink(tx, source.id)
    linked(store, folder, agreed=agreed)
    assert len(live_texts(store)) == 4

"""Taking back what `init` linked undoes each of its operations, the last first, and passes over others."""

from pathlib import Path

import pytest

from memtui.config.settings import Gate, Settings
from memtui.domain.deeds import Deed
from memtui.domain.filter import Filter
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import archive, drop
from memtui.lifecycle.undo import undo
from memtui.review import passes
from memtui.review.verdicts import redact
from memtui.setup.dropped_lines import dropped_lines, put_back
from memtui.setup.hooks import CLIENTS, with_hooks
from memtui.setup.plan import Part
from memtui.setup.record import Linked, PutIn, Record
from memtui.setup.taking_back import TakenBack, take_back, written_since
from memtui.sources.syncing import link
from memtui.store import journal, memories, proposals, selection
from memtui.store.database import Store
from tests.lifecycle.worlds import PERSON
from tests.sources.linked import bytes_in, folder_of, linked, memory, sync


def last_op(store: Store) -> int:
    return journal.ops(store)[0].id


def taken_back(store: Store, *ops: int) -> TakenBack:
    return take_back(store, Record(linked=[Linked("/nowhere/AGENTS.md", list(ops))]), by=PERSON, gate=Gate())


def test_what_came_and_was_changed_by_it_is_taken_out_whole(store: Store) -> None:
    memory = add(store, Draft("The till opens at nine"), by=PERSON).memory
    came = last_op(store)
    edit(store, [memory.id], Edit(text="The till opens at ten"), by=PERSON)
    back = taken_back(store, came, last_op(store))
    assert (len(back.done), back.left) == (1, [])
    assert memories.get_many(store, [memory.id]) == []


def test_what_was_undone_since_and_what_is_not_known_are_no_problem(store: Store) -> None:
    add(store, Draft("The till opens at nine"), by=PERSON)
    first = last_op(store)
    undo(store, by=PERSON)
    add(store, Draft("The till closes at six"), by=PERSON)
    back = taken_back(store, first, 999, last_op(store))
    assert back == TakenBack(["/nowhere/AGENTS.md is left alone again; 1 memory taken out."])


def test_a_drop_that_was_undone_and_not_written_yet_is_in_its_file_again(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    before = bytes_in(folder)
    source = linked(store, folder)
    came = last_op(store)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    undo(store, by=PERSON)
    record = Record(linked=[Linked(source.path, [came])])
    assert take_back(store, record, by=PERSON, gate=Gate()).left == []
    assert bytes_in(folder) == before


def test_what_is_dropped_and_out_of_its_file_is_kept_as_dropped(store: Store, tmp_path: Path) -> None:
    source = linked(store, folder_of(tmp_path))
    came = last_op(store)
    found = memory(store, source, "Fridays")
    drop(store, [found.id], by=PERSON)
    sync(store, source)
    record = Record(linked=[Linked(source.path, [came])])
    back = take_back(store, record, by=PERSON, gate=Gate())
    assert back.done[0].endswith("3 memories taken out, 1 memory changed since kept.")
    undo(store, by=PERSON)
    assert [one.text for one in memories.get_many(store, [found.id])] == [found.text]


def test_what_was_written_is_told_by_what_can_be_had_back(store: Store, tmp_path: Path) -> None:
    token = "ghp_" + "a1B2" * 9
    folder = folder_of(tmp_path)
    (folder / "till.md").write_text(f"---\nname: till\n---\nThe till logs in with {token} at night\n")
    source = linked(store, folder)
    record = Record(linked=[Linked(source.path, [last_op(store)])])
    passes.run_pass(store, Settings())
    (card,) = (
        each for each in proposals.get_many(store, proposals.ids(store)) if each.change.deed is Deed.BLOT
    )
    redact(store, Settings(), card.id, by=PERSON)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    written = written_since(store, record)
    names = [[Path(file).name for file in files] for files in (written.stay, written.blotted, written.gone)]
    assert names == [["MEMORY.md"], ["till.md"], ["deploy.md"]]
    assert [sentence.partition(" ")[0] for sentence in written.sentences] == ["What", "A", "Removed"]


def test_what_came_in_later_stays_and_is_told_with_what_takes_it_out(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    record = Record(linked=[Linked(source.path, [last_op(store)])])
    (folder / "gate.md").write_text("---\nname: gate\n---\nThe gate is locked at nine\n")
    sync(store, source)
    later = last_op(store)
    back = take_back(store, record, by=PERSON, gate=Gate())
    assert back.stays == [
        f"1 memory came in through the links later and stays: `memtui undo --op {later}` takes it out."
    ]
    undo(store, by=PERSON, op_id=later)
    assert not selection.ids(store, Filter())


@pytest.mark.parametrize("stood", [True, False])
def test_a_settings_file_that_changed_since_goes_only_if_it_came_with_the_hooks(
    store: Store, tmp_path: Path, stood: bool
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(with_hooks("{}\n", CLIENTS["claude-code"], "memtui"))
    copy = str(tmp_path / "copy") if stood else None
    put_in = PutIn(Part.HOOKS, "claude-code", str(path), copy, digest="of what was written then")
    assert take_back(store, Record([put_in]), by=PERSON, gate=Gate()).left == []
    assert (path.read_text() if path.exists() else None) == ("{}\n" if stood else None)


def test_several_files_of_a_place_are_left_alone_and_one_is(store: Store, tmp_path: Path) -> None:
    said = []
    for name, files in (("shop", ("AGENTS.md", "CLAUDE.md")), ("inn", ("AGENTS.md",))):
        folder = tmp_path / name
        folder.mkdir()
        for file in files:
            (folder / file).write_text(f"- The {name} of {file} opens at nine\n", encoding="utf-8")
        link(store, folder, by=PERSON, gate=Gate())
        record = Record(linked=[Linked(str(folder), [last_op(store)])])
        said += take_back(store, record, by=PERSON, gate=Gate()).done
    assert [" are left alone again" in each for each in said] == [True, False]


def test_lines_that_were_dropped_are_counted_and_put_back_on_a_yes_before_their_files_are_let_go(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    before = bytes_in(folder)
    source = linked(store, folder)
    record = Record(linked=[Linked(source.path, [last_op(store)])])
    drop(store, [memory(store, source, words).id for words in ("8080", "9100")], by=PERSON)
    archive(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    out = dropped_lines(store, record)
    assert (out.lines, out.files, len(out.ops)) == (3, 2, 2)
    assert out.sentence.startswith("3 lines that you dropped or archived are out of 2 files.")
    assert put_back(store, out, by=PERSON, gate=Gate()) == []
    assert bytes_in(folder) == before
    assert dropped_lines(store, record).sentence == ""
    assert take_back(store, record, by=PERSON, gate=Gate()).done[0].endswith("4 memories taken out.")
    assert bytes_in(folder) == before

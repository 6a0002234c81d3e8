import os
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import Draft, State
from memtui.formats.changes import FileChange, Held, RecordChange, WritesBack
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.merge import merge
from memtui.lifecycle.states import drop, restore
from memtui.lifecycle.undo import redo, undo
from memtui.sources import syncing
from memtui.sources.replacing import Changed, replace_file
from memtui.store import journal, memories, proposals, sources
from memtui.store.database import Store
from memtui.store.sources import Standing
from memtui.store.writers import program
from tests.formats.samples import SAMPLES
from tests.sources.linked import INDEX, ROSA, bytes_in, folder_of, linked, memory, sync


def test_a_dropped_fact_goes_from_the_folder_and_its_index_and_comes_back_byte_for_byte(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    before = bytes_in(folder)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    assert bytes_in(folder).keys() == {"MEMORY.md", "rosa.md"}
    assert (folder / "MEMORY.md").read_text() == INDEX.replace(
        "- [Deploys](deploy.md) — ship only after the tests\n", ""
    )
    undo(store, by=PERSON)
    sync(store, source)
    assert bytes_in(folder) == before


@pytest.mark.few(4)
@pytest.mark.parametrize("name", SAMPLES)
def test_drops_of_every_format_are_written_and_undone_byte_for_byte(
    store: Store, tmp_path: Path, name: str
) -> None:
    format_name, make = SAMPLES[name]
    path = make(tmp_path / "project")
    source, _ = syncing.link(store, path, format_name, by=PERSON, gate=Gate())
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    before = bytes_in(tmp_path / "project")
    for record in sources.records(store, source.id):
        drop(store, [record.memory_id], by=PERSON)
        told = sync(store, source)
        writes = isinstance(syncing.reader_of(source), WritesBack)
        assert (told.problem, told.left, bool(told.written)) == ("", [], writes)
        undo(store, by=PERSON)
        sync(store, source)
        assert bytes_in(tmp_path / "project") == before


def test_a_memory_that_is_moved_is_moved_in_an_export(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text('{"text": "Boats float", "scope": "/sea"}\n')
    source = linked(store, file)
    edit(store, [memory(store, source, "float").id], Edit(scope="/lake"), by=PERSON)
    sync(store, source)
    assert '"scope": "/lake"' in file.read_text()
    assert sync(store, source).written == []


def test_a_dropped_line_of_the_index_goes_and_comes_back_byte_for_byte(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    drop(store, [memory(store, source, "9100").id], by=PERSON)
    sync(store, source)
    assert (folder / "MEMORY.md").read_text() == INDEX.replace("- the printer listens on 9100\n", "")
    undo(store, by=PERSON)
    sync(store, source)
    assert (folder / "MEMORY.md").read_text() == INDEX


def test_a_drop_that_is_redone_is_written_again(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    dropped = bytes_in(folder)
    undo(store, by=PERSON)
    sync(store, source)
    redo(store, by=PERSON)
    sync(store, source)
    assert bytes_in(folder) == dropped


def test_a_fact_that_is_restored_by_name_gets_its_old_bytes(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    before = bytes_in(folder)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    restore(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    assert bytes_in(folder)["deploy.md"] == before["deploy.md"]
    assert "(deploy.md)" in bytes_in(folder)["MEMORY.md"].decode()


def test_several_drops_undone_one_by_one_leave_every_record_there(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    for words in ("8080", "9100", "baker"):
        drop(store, [memory(store, source, words).id], by=PERSON)
    sync(store, source)
    for _ in range(3):
        undo(store, by=PERSON)
        sync(store, source)
    found = {held.key for held in _holds(source, folder / "MEMORY.md")}
    assert len(found) == 2
    assert (folder / "rosa.md").exists()
    assert sync(store, source).written == []


def test_an_edit_changes_the_body_and_nothing_else(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    before = bytes_in(folder)
    found = memory(store, source, "Fridays")
    edit(store, [found.id], Edit(text=found.text.replace("Fridays", "Mondays")), by=PERSON)
    told = sync(store, source)
    assert bytes_in(folder) == {**before, "deploy.md": before["deploy.md"].replace(b"Fridays", b"Mondays")}
    assert told.warnings == []


def test_an_edit_keeps_the_line_ends_of_a_file(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    before = (folder / "rosa.md").read_bytes()
    edit(store, [memory(store, source, "baker").id], Edit(text="Rosa is a cook.\nShe bakes too."), by=PERSON)
    sync(store, source)
    after = (folder / "rosa.md").read_bytes()
    assert after == before.replace(b"Rosa is a baker.", b"Rosa is a cook.\r\nShe bakes too.")


def test_a_pin_is_one_line_more_and_comes_off_again(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    before = bytes_in(folder)
    found = memory(store, source, "Fridays")
    edit(store, [found.id], Edit(pinned=True), by=PERSON)
    sync(store, source)
    kept = before["deploy.md"].replace(b"  type: feedback\n", b"  type: feedback\n  pinned: true\n")
    assert bytes_in(folder)["deploy.md"] == kept
    edit(store, [found.id], Edit(pinned=False), by=PERSON)
    sync(store, source)
    assert bytes_in(folder) == before


def test_an_edited_statement_is_known_again_when_it_is_edited_or_dropped_later(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    found = memory(store, source, "8080")
    edit(store, [found.id], Edit(text="Ports: the till listens on 8081"), by=PERSON)
    sync(store, source)
    assert (folder / "MEMORY.md").read_text() == INDEX.replace("8080", "8081")
    drop(store, [found.id], by=PERSON)
    sync(store, source)
    assert "808" not in (folder / "MEMORY.md").read_text()


def test_undoing_the_import_of_a_folder_does_not_empty_the_folder(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    before = bytes_in(folder)
    source = linked(store, folder)
    undo(store, by=PERSON)
    assert sync(store, source).written == []
    assert bytes_in(folder) == before


def test_nothing_is_written_before_it_is_agreed_to(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    before = bytes_in(folder)
    source = linked(store, folder, agreed=False)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    assert sync(store, source).pending == 1
    assert bytes_in(folder) == before
    plan = syncing.plan_pending(store, source)
    assert [change.path.name for change in plan.files] == ["MEMORY.md", "deploy.md"]


def test_a_pin_for_which_a_file_has_no_place_does_not_wait(store: Store, tmp_path: Path) -> None:
    source = linked(store, folder_of(tmp_path), agreed=False)
    statement, other, fact = (memory(store, source, words) for words in ("8080", "9100", "Fridays"))
    edit(store, [statement.id, other.id], Edit(pinned=True), by=PERSON)
    assert syncing.pending(store, source) == []
    assert sync(store, source).pending == 0
    edit(store, [statement.id], Edit(text="Ports: the till listens on 8081"), by=PERSON)
    edit(store, [fact.id], Edit(pinned=True), by=PERSON)
    assert sync(store, source).pending == len(syncing.pending(store, source)) == 2


def test_what_others_changed_meanwhile_stays_when_a_drop_is_undone(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    drop(store, [memory(store, source, "9100").id], by=PERSON)
    sync(store, source)
    index = folder / "MEMORY.md"
    index.write_text(index.read_text().replace("8080", "8088"))
    undo(store, by=PERSON)
    sync(store, source)
    assert index.read_text() == INDEX.replace("8080", "8088")


def test_a_fact_file_that_somebody_wrote_anew_is_not_overwritten_by_undo(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    found = memory(store, source, "Fridays")
    drop(store, [found.id], by=PERSON)
    sync(store, source)
    (folder / "deploy.md").write_text("---\nname: d\ntype: project\n---\n\nDeploys stopped.\n")
    undo(store, by=PERSON)
    sync(store, source)
    assert "Deploys stopped." in (folder / "deploy.md").read_text()
    restored = memories.get(store, found.id)
    assert restored is not None
    assert restored.state is State.LIVE


def test_a_record_changed_on_both_sides_waits_for_a_person(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    found = memory(store, source, "Fridays")
    edit(store, [found.id], Edit(text=found.text.replace("Fridays", "Mondays")), by=PERSON)
    file = folder / "deploy.md"
    file.write_text(file.read_text().replace("Fridays", "Sundays"))
    assert sync(store, source).proposed == 1
    assert "Sundays" in file.read_text()
    (card,) = proposals.get_many(store, proposals.ids(store))
    assert card.rule == syncing.CHANGED


def test_a_record_changed_in_the_file_alone_changes_its_memory(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    found = memory(store, source, "Fridays")
    file = folder / "deploy.md"
    file.write_text(file.read_text().replace("Fridays", "Sundays"))
    told = sync(store, source)
    assert (told.edited, told.written, told.proposed) == (1, [], 0)
    assert "Sundays" in memory(store, source, "Saturdays").text
    assert memory(store, source, "Saturdays").id == found.id


def test_a_record_that_vanished_becomes_a_card_and_no_drop(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    found = memory(store, source, "8080")
    (folder / "MEMORY.md").write_text(INDEX.replace("- the till listens on 8080\n", ""))
    assert sync(store, source).proposed == 1
    (card,) = proposals.get_many(store, proposals.ids(store))
    assert card.rule == syncing.VANISHED
    kept = memories.get(store, found.id)
    assert kept is not None
    assert kept.state is State.LIVE


@pytest.mark.parametrize(
    ("name", "around"),
    [
        (".gemini/tmp/tea/memory/MEMORY.md", "# Tea house\n\n- [Lids](lids.md)\n"),
        ("notes/till.md", "---\ntitle: Till\npermalink: till\n---\n\n- relates_to [[Cups]]\n"),
    ],
)
def test_a_line_that_vanished_beside_links_to_other_pages_becomes_a_card(
    name: str, around: str, store: Store, tmp_path: Path
) -> None:
    page = tmp_path / name
    page.parent.mkdir(parents=True)
    page.write_text(around + "- The till opens at 8\n")
    source = linked(store, page.parent)
    page.write_text(around)
    assert sync(store, source).proposed == 1


def test_a_second_sync_does_nothing(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    before = bytes_in(folder)
    told = sync(store, source)
    assert (told.added, told.edited, told.proposed, told.written) == (0, 0, 0, [])
    assert not syncing.looks_changed(store, source)
    assert bytes_in(folder) == before


def test_a_new_file_and_a_lost_one_are_seen_without_reading(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    (folder / "new.md").write_text("---\nname: n\ntype: project\n---\n\nThe roof leaks.\n")
    assert syncing.looks_changed(store, source)
    assert sync(store, source).added == 1
    assert not syncing.looks_changed(store, source)
    (folder / "new.md").unlink()
    assert syncing.looks_changed(store, source)


def test_a_memory_that_is_in_no_file_is_written_to_none(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    before = bytes_in(folder)
    added = add(store, Draft(text="The cellar is damp in spring"), by=PERSON)
    drop(store, [added.memory.id], by=PERSON)
    assert sync(store, source).written == []
    assert bytes_in(folder) == before


def test_a_read_only_file_is_left_and_named(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    (folder / "deploy.md").chmod(0o444)
    found = memory(store, source, "Fridays")
    edit(store, [found.id], Edit(text=found.text.replace("Fridays", "Mondays")), by=PERSON)
    before = bytes_in(folder)
    told = sync(store, source)
    assert "read-only" in told.problem
    assert bytes_in(folder) == before
    assert sources.get_all(store)[0].status is Standing.CONFLICT
    (folder / "deploy.md").chmod(0o644)
    sync(store, source)
    assert "Mondays" in (folder / "deploy.md").read_text()
    assert sources.get_all(store)[0].status is Standing.LINKED


def test_a_file_that_became_a_link_out_of_the_folder_is_left(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    outside = tmp_path / "outside.md"
    outside.write_bytes((folder / "rosa.md").read_bytes())
    found = memory(store, source, "baker")
    (folder / "rosa.md").unlink()
    (folder / "rosa.md").symlink_to(outside)
    reader = syncing.reader_of(source)
    assert isinstance(reader, WritesBack)
    change = RecordChange("rosa.md", str(folder / "rosa.md"), found.text, None)
    plan = reader.plan(folder, [change])
    assert plan.files == []
    assert "leads out of the folder" in plan.left[0].reason


def test_permissions_and_a_link_within_the_folder_stay(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "MEMORY.md").rename(folder / "index.txt")
    (folder / "MEMORY.md").symlink_to("index.txt")
    (folder / "index.txt").chmod(0o640)
    source = linked(store, folder)
    drop(store, [memory(store, source, "8080").id], by=PERSON)
    sync(store, source)
    assert (folder / "MEMORY.md").is_symlink()
    assert "8080" not in (folder / "index.txt").read_text()
    assert (folder / "index.txt").stat().st_mode & 0o777 == 0o640


def test_a_file_changed_between_reading_and_writing_is_left(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("theirs")
    with pytest.raises(Changed):
        replace_file(FileChange(file, b"read", b"ours"))
    assert file.read_text() == "theirs"


def _holds(source: sources.Source, file: Path) -> list[Held]:
    reader = syncing.reader_of(source)
    assert isinstance(reader, WritesBack)
    return list(reader.holds(Path(source.path), file, file.read_bytes()))


def test_an_edit_while_the_file_is_left_alone_is_written_once(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    found = memory(store, source, "8080")
    edit(store, [found.id], Edit(text="Ports: the till listens on 8082"), by=PERSON)
    assert len(sync(store, source).written) == 1
    stamp = os.stat(folder / "MEMORY.md").st_mtime_ns
    assert sync(store, source).written == []
    assert os.stat(folder / "MEMORY.md").st_mtime_ns == stamp


def test_linking_again_after_the_import_was_undone_brings_its_memories_back(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    undo(store, by=PERSON)
    with store.write() as tx:
        sources.unlink(tx, source.id)
    again, told = syncing.link(store, folder, by=PERSON, gate=Gate())
    found = memories.get_many(store, [record.memory_id for record in sources.records(store, again.id)])
    assert (told.added, len(found)) == (4, 4)
    assert all(one.state is State.LIVE for one in found)


def test_a_note_that_is_changed_into_what_was_dropped_waits_for_a_yes(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    drop(store, [add(store, Draft("Rosa owes Ben money", "/user"), by=PERSON).memory.id], by=PERSON)
    changed = ROSA.replace("is a baker", "owes Ben money").encode()
    (folder / "rosa.md").write_bytes(changed)
    done = sync(store, source)
    (card,) = proposals.get_many(store, proposals.ids(store))
    assert (done.edited, card.change.text) == (0, "Rosa owes Ben money.")
    assert memory(store, source, "baker").state is State.LIVE
    assert (folder / "rosa.md").read_bytes() == changed


def test_what_came_from_a_file_is_told_as_that_and_as_no_agents_word(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    found = memory(store, source, "8080")
    drop(store, [found.id], by=PERSON)
    index = folder / "MEMORY.md"
    index.write_text(index.read_text() + "- the scale listens on 9200\n")
    sync(store, source)
    (op,) = journal.ops(store, limit=1)
    assert program(op.actor) == "linked files"
    assert program(op.actor._replace(session="s1")) == "claude"
    outcome = undo(store, by=PERSON)
    assert outcome is not None
    assert outcome.message.endswith("; 1 came from linked files since")


def test_what_lives_on_in_another_folder_is_written_there_before_it_is_taken_away_here(
    store: Store, tmp_path: Path
) -> None:
    goes = linked(store, folder_of(tmp_path / "a"))
    (other := tmp_path / "b").mkdir()
    (other / "notes.md").write_text("- Deploys wait for Rosa\n")
    stays = linked(store, other / "notes.md")
    kept, gone = memory(store, stays, "wait"), memory(store, goes, "Fridays")
    merge(store, kept.id, [gone.id], "Deploys wait for Rosa and for a Friday", by=PERSON)
    order = list(syncing.sync_all(store, gate=Gate()))
    assert order == [stays.path, goes.path]
    assert "for a Friday" in (other / "notes.md").read_text()

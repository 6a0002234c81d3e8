import os
from pathlib import Path

import pytest

from memtui.config.settings import Gate, Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.formats.changes import FileChange
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.review import verdicts
from memtui.sources import attributes, syncing
from memtui.sources.replacing import replace_file
from memtui.store import proposals, sources
from memtui.store.database import Store
from memtui.store.sources import Standing
from tests.sources.linked import INDEX, again, bytes_in, folder_of, linked, memory, sync
from tests.sources.test_replacing import ACCESS


def test_a_card_about_a_vanished_record_is_withdrawn_when_it_is_back(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    before = bytes_in(folder)
    (folder / "deploy.md").rename(tmp_path / "kept")
    assert sync(store, source).proposed == 1
    (tmp_path / "kept").rename(folder / "deploy.md")
    told = sync(store, source)
    assert (told.proposed, told.written, proposals.count_open(store)) == (0, [], 0)
    assert bytes_in(folder) == before


def test_undoing_an_accepted_card_brings_back_the_file_that_was_deleted_for_it(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    before = bytes_in(folder)
    (folder / "deploy.md").rename(tmp_path / "kept")
    sync(store, source)
    (tmp_path / "kept").rename(folder / "deploy.md")
    verdicts.accept(store, Settings(), proposals.ids(store), by=PERSON)
    sync(store, source)
    assert bytes_in(folder).keys() == {"MEMORY.md", "rosa.md"}
    undo(store, by=PERSON)
    sync(store, source)
    assert bytes_in(folder) == before
    assert proposals.count_open(store) == 0


def test_a_file_that_is_a_source_by_itself_comes_back_when_its_only_memory_does(
    store: Store, tmp_path: Path
) -> None:
    file = folder_of(tmp_path) / "rosa.md"
    before = file.read_bytes()
    source = linked(store, file)
    drop(store, [memory(store, source, "Rosa").id], by=PERSON)
    sync(store, source)
    assert not file.exists()
    assert (sync(store, source).problem, again(store, source).status) == ("", Standing.LINKED)
    undo(store, by=PERSON)
    sync(store, source)
    assert file.read_bytes() == before


def test_a_file_that_somebody_else_took_away_is_missed_and_not_made_again(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder / "rosa.md")
    edit(store, [memory(store, source, "baker").id], Edit(text="Rosa is a cook."), by=PERSON)
    sync(store, source)
    (folder / "rosa.md").unlink()
    assert "There is no" in sync(store, source).problem
    assert again(store, source).status is Standing.MISSING
    assert not (folder / "rosa.md").exists()


def test_a_fact_file_that_is_given_another_name_asks_nothing(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    (folder / "deploy.md").rename(folder / "ship.md")
    (folder / "MEMORY.md").write_text(INDEX.replace("(deploy.md)", "(ship.md)"))
    told = sync(store, source)
    assert (told.proposed, told.added, proposals.count_open(store)) == (0, 0, 0)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    assert not (folder / "ship.md").exists()


def test_a_card_about_one_folder_stays_when_another_folder_says_the_same(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    other = folder_of(tmp_path / "second")
    syncing.link(store, other, by=PERSON, gate=Gate())
    (folder / "rosa.md").unlink()
    sync(store, source)
    syncing.sync_all(store, gate=Gate())
    assert proposals.count_open(store) == 1


@pytest.mark.parametrize("now", ["Mondays", "Fridays"])
def test_a_card_about_both_sides_is_withdrawn_when_the_file_agrees_or_is_as_it_was(
    store: Store, tmp_path: Path, now: str
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    found = memory(store, source, "Fridays")
    file = folder / "deploy.md"
    was = file.read_text()
    edit(store, [found.id], Edit(text=found.text.replace("Fridays", "Mondays")), by=PERSON)
    file.write_text(was.replace("Fridays", "Sundays"))
    assert sync(store, source).proposed == 1
    file.write_text(was.replace("Fridays", now))
    told = sync(store, source)
    assert (told.proposed, told.problem, proposals.count_open(store)) == (0, "", 0)
    assert file.read_text() == was.replace("Fridays", "Mondays")


def test_the_no_to_a_card_about_both_sides_writes_what_was_said_here(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    found = memory(store, source, "Fridays")
    edit(store, [found.id], Edit(text=found.text.replace("Fridays", "Mondays")), by=PERSON)
    file = folder / "deploy.md"
    file.write_text(file.read_text().replace("Fridays", "Sundays"))
    sync(store, source)
    verdicts.reject(store, proposals.ids(store), by=PERSON)
    sync(store, source)
    assert "Mondays" in file.read_text()
    assert not sources.needs_writing(store)


def test_a_pointer_to_a_file_that_is_gone_becomes_no_memory(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    (folder / "deploy.md").rename(tmp_path / "kept")
    told = sync(store, source)
    assert (told.added, told.proposed) == (0, 1)
    index = folder / "MEMORY.md"
    index.write_text(INDEX.replace("only after the tests", "when it is green").replace("9100", "9101"))
    told = sync(store, source)
    assert (told.added, told.edited) == (0, 1)
    (tmp_path / "kept").rename(folder / "deploy.md")
    told = sync(store, source)
    assert (told.added, told.proposed) == (0, 0)
    assert proposals.ids(store) == []


def test_a_pointer_to_a_file_that_was_never_there_is_what_is_left_of_it(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "deploy.md").unlink()
    source = linked(store, folder)
    assert "ship only after the tests" in memory(store, source, "Deploys").text
    assert sync(store, source).added == 0


# -- what cannot be read ---------------------------------------------------------------------------


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ["rosa.md", "MEMORY.md"])
@pytest.mark.parametrize("data", [b"\xff\xfe x", b"- \xff\xfe x\n", b"\0\1\2"])
def test_what_stood_in_a_file_that_cannot_be_read_is_not_gone(
    store: Store, tmp_path: Path, name: str, data: bytes
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    before = bytes_in(folder)
    (folder / name).write_bytes(data)
    told = sync(store, source)
    assert (told.proposed, proposals.count_open(store)) == (0, 0)
    assert told.skipped != []
    (folder / name).write_bytes(before[name])
    told = sync(store, source)
    assert (told.proposed, told.added, proposals.count_open(store)) == (0, 0, 0)
    assert bytes_in(folder) == before


def test_a_file_that_cannot_be_read_is_not_deleted_for_a_drop(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    (folder / "rosa.md").write_bytes(b"\xff\xfe x")
    sync(store, source)
    drop(store, [memory(store, source, "baker").id], by=PERSON)
    told = sync(store, source)
    assert (folder / "rosa.md").read_bytes() == b"\xff\xfe x"
    assert "not UTF-8" in told.left[0].reason


def test_a_line_that_cannot_be_read_is_not_gone_from_a_list(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text('{"text": "Boats float"}\n{"text": "Stones sink"}\n')
    source = linked(store, file)
    file.write_text('{"text": "Boats float"}\n{"text": "Stones sink\n')
    assert sync(store, source).proposed == 0
    file.write_text('{"text": "Boats float"}\n')
    assert sync(store, source).proposed == 1


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="everything can be read here")
def test_what_stood_in_a_folder_that_cannot_be_read_is_not_gone(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "more").mkdir()
    (folder / "rosa.md").rename(folder / "more" / "rosa.md")
    source = linked(store, folder)
    (folder / "more").chmod(0)
    told = sync(store, source)
    (folder / "more").chmod(0o755)
    assert (told.proposed, proposals.count_open(store)) == (0, 0)


def test_what_stood_in_a_folder_that_now_lies_elsewhere_is_not_gone(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "more").mkdir()
    (folder / "rosa.md").rename(folder / "more" / "rosa.md")
    source = linked(store, folder)
    (folder / "more").rename(tmp_path / "elsewhere")
    (folder / "more").symlink_to(tmp_path / "elsewhere")
    assert sync(store, source).proposed == 0
    (folder / "more").unlink()
    assert sync(store, source).proposed == 1


# -- permissions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o664])
def test_a_fact_file_comes_back_with_the_permissions_it_had(store: Store, tmp_path: Path, mode: int) -> None:
    folder = folder_of(tmp_path)
    (folder / "deploy.md").chmod(mode)
    source = linked(store, folder)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    undo(store, by=PERSON)
    sync(store, source)
    assert (folder / "deploy.md").stat().st_mode & 0o777 == mode


def given(file: Path, name: str, value: bytes) -> None:
    try:
        os.setxattr(file, name, value)
    except (AttributeError, OSError) as error:
        pytest.skip(f"no such attributes on this file system: {error}")


@pytest.mark.parametrize("edited_first", [False, True])
def test_a_fact_file_comes_back_with_its_attributes_and_access_list(
    store: Store, tmp_path: Path, edited_first: bool
) -> None:
    folder = folder_of(tmp_path)
    fact = folder / "deploy.md"
    source = linked(store, folder)
    deploys = memory(store, source, "Fridays")
    if edited_first:
        edit(store, [deploys.id], Edit(text=f"{deploys.text} Ever."), by=PERSON)
        sync(store, source)
    given(fact, "user.colour", b"green\0\xff")
    given(fact, "user.token", b"the token is ghp_" + b"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8")
    given(fact, "system.posix_acl_access", ACCESS)
    drop(store, [deploys.id], by=PERSON)
    sync(store, source)
    assert not fact.exists()
    undo(store, by=PERSON)
    sync(store, source)
    assert os.getxattr(fact, "user.colour") == b"green\0\xff"
    assert os.getxattr(fact, "system.posix_acl_access") == ACCESS
    assert "user.token" not in os.listxattr(fact)
    assert b"ghp_" not in store.path.read_bytes()


@pytest.mark.parametrize(
    ("value", "most", "why"),
    [
        (b"green" * 5, 24, "they have 25 bytes, and at most 24 are kept"),
        (b"the token is ghp_" + b"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", 65_536, "1 of them with a secret"),
    ],
    ids=["too much", "a secret"],
)
def test_attributes_that_are_not_kept_are_said_when_the_file_goes(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: bytes, most: int, why: str
) -> None:
    monkeypatch.setattr(attributes, "MOST", most)  # file systems differ in how much they take
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    given(folder / "deploy.md", "user.colour", value)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    told = sync(store, source)
    assert not (folder / "deploy.md").exists()
    assert [words for words in told.warnings if words.startswith("deploy.md goes") and why in words]


@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="needs a second user")
def test_a_fact_file_comes_back_to_its_owner(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    os.chown(folder / "deploy.md", 1234, 4321)
    (folder / "deploy.md").chmod(0o640)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    undo(store, by=PERSON)
    sync(store, source)
    back = (folder / "deploy.md").stat()
    assert (back.st_uid, back.st_gid, back.st_mode & 0o777) == (1234, 4321, 0o640)


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o640])
def test_a_new_file_has_the_permissions_of_its_neighbours(tmp_path: Path, mode: int) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("x")
        (tmp_path / name).chmod(mode)
    (tmp_path / "other.sh").write_text("x")
    replace_file(FileChange(tmp_path / "c.md", None, b"new"))
    assert (tmp_path / "c.md").stat().st_mode & 0o777 == mode


def test_a_new_file_alone_in_a_folder_is_as_private_as_the_folder(tmp_path: Path) -> None:
    for name, mode in (("shut", 0o700), ("open", 0o755)):
        (tmp_path / name).mkdir()
        (tmp_path / name).chmod(mode)
        replace_file(FileChange(tmp_path / name / "c.md", None, b"new"))
        assert (tmp_path / name / "c.md").stat().st_mode & 0o777 == mode & 0o666


def test_the_warning_of_an_edit_is_not_repeated_when_the_edit_is_undone(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    index = folder / "MEMORY.md"
    index.write_text(index.read_text().replace("after the tests", "after the tests, on Fridays"))
    source = linked(store, folder)
    before = bytes_in(folder)
    found = memory(store, source, "Fridays")
    edit(store, [found.id], Edit(text="Nobody has to wait for anything to ship."), by=PERSON)
    assert "MEMORY.md line 3 still says of deploy.md" in sync(store, source).warnings[0]
    undo(store, by=PERSON)
    assert sync(store, source).warnings == []
    assert bytes_in(folder) == before

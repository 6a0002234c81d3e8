"""What a person wrote into a linked file is never replaced by less than that, and no secret of it is kept."""

import os
import sys
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import State
from memtui.formats.changes import FileChange
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.sources import syncing, writing_back
from memtui.sources.guarding import harm
from memtui.sources.replacing import replace_file
from memtui.store import sources, write_backs
from memtui.store.database import Store
from tests.sources.linked import bytes_in, folder_of, linked, memory, sync

TOKEN = "ghp_" + "a1B2" * 9
LOOK_ALIKE = "Use the sk-loading-spinner-container-large class"
CUT = "- Answer <think>first this, then that</think> in one sentence\n"


def markdown(folder: Path, *lines: str) -> Path:
    file = folder / "CLAUDE.md"
    file.write_text("# Rules\n\n- Always rinse the pot\n" + "".join(lines) + "- Never refill a cup\n")
    return file


@pytest.mark.parametrize("change", [Edit(pinned=True), Edit(text="Answer in two sentences"), None])
@pytest.mark.parametrize("line", [CUT, f"- Answer the till with {TOKEN} in one sentence\n"])
def test_a_statement_that_the_way_in_changed_is_left_as_the_person_wrote_it(
    store: Store, tmp_path: Path, line: str, change: Edit | None
) -> None:
    file = markdown(tmp_path, line)
    before = file.read_bytes()
    source = linked(store, file)
    found = memory(store, source, "one sentence")
    if change is None:
        drop(store, [found.id], by=PERSON)
    else:
        edit(store, [found.id], change, by=PERSON)
    told = sync(store, source)
    assert file.read_bytes() == before
    assert [left.reason.partition(",")[0] for left in told.left] == [
        "CLAUDE.md holds a secret" if TOKEN in line else "memtui keeps less of it than CLAUDE.md says"
    ]


def test_a_description_that_looks_like_a_secret_stays_when_its_fact_is_pinned(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    file = folder / "css.md"
    file.write_text(f"---\nname: css\ndescription: {LOOK_ALIKE}\ntype: project\n---\n\nSpinners of css.\n")
    before = file.read_text()
    source = linked(store, folder)
    edit(store, [memory(store, source, "Spinners").id], Edit(pinned=True), by=PERSON)
    assert sync(store, source).written == [file]
    assert file.read_text() == before.replace("type: project\n", "type: project\npinned: true\n")


def test_old_bytes_hold_no_secret_of_another_line_and_are_put_back_whole(
    store: Store, tmp_path: Path
) -> None:
    file = markdown(tmp_path, f"- The till's token: {TOKEN}\n", f"- Log in with {TOKEN[::-1]} or {TOKEN}\n")
    before = file.read_bytes()
    source = linked(store, file)
    drop(store, [memory(store, source, "rinse").id], by=PERSON)
    sync(store, source)
    kept = [data for _, data in sources.kept_bytes(store)]
    assert kept != []
    assert not any(TOKEN.encode() in data for data in kept)
    undo(store, by=PERSON)
    sync(store, source)
    assert file.read_bytes() == before


def test_a_blotted_out_secret_is_never_written_to_a_file() -> None:
    before = b"- The till's token: [redacted token]\n- Rinse the pot\n"
    assert harm(b"key", "CLAUDE.md", [before], before.replace(b"Rinse", b"Scrub")) == ""
    assert "CLAUDE.md" in harm(b"key", "CLAUDE.md", [before], before + b"- Log in with [redacted token]\n")


def test_a_file_whose_secret_could_not_be_put_back_is_not_taken_away(store: Store, tmp_path: Path) -> None:
    folder = folder_of(tmp_path)
    (folder / "deploy.md").write_text(f"---\nname: d\ntoken: {TOKEN}\n---\n\nDeploys go out on Fridays.\n")
    before = bytes_in(folder)
    source = linked(store, folder)
    drop(store, [memory(store, source, "Fridays").id, memory(store, source, "baker").id], by=PERSON)
    told = sync(store, source)
    assert "deploy.md holds a secret" in told.left[0].reason
    assert bytes_in(folder)["deploy.md"] == before["deploy.md"]
    assert "rosa.md" not in bytes_in(folder)
    assert "(deploy.md)" in (folder / "MEMORY.md").read_text()


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="every name is text here")
def test_a_name_that_is_no_text_is_skipped_and_said_and_stops_no_other_source(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.md")).write_text("The bread is grey.\n")
    other = tmp_path / "list.txt"
    other.write_text("- The till beeps\n- The oven is slow\n- Cups are clean\n")
    source, second = linked(store, folder), linked(store, other)
    drop(store, [memory(store, source, "Fridays").id, memory(store, second, "oven").id], by=PERSON)
    told = syncing.sync_all(store, gate=Gate())
    assert [done.problem for done in told.values()] == ["", ""]
    assert b"oven" not in other.read_bytes()
    assert not (folder / "deploy.md").exists()
    told_again = syncing.sync(store, source, wholly=True, gate=Gate())
    assert [left.reason.partition(";")[0] for left in told_again.skipped] == ["its name is not UTF-8"]


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="every name is text here")
def test_memories_below_a_folder_whose_name_is_no_text_are_skipped_and_said(
    store: Store, tmp_path: Path
) -> None:
    config = tmp_path / ".claude"
    good = config / "projects" / "shop"
    good.mkdir(parents=True)
    folder_of(tmp_path / "made").rename(good / "memory")
    bad = Path(os.fsdecode(os.fsencode(config / "projects") + b"/caf\xe9/memory"))
    bad.mkdir(parents=True)
    (bad / "MEMORY.md").write_text("- The bread is grey\n")
    source, told = syncing.link(store, config, by=PERSON, gate=Gate())
    assert (told.problem, told.added) == ("", 4)
    assert [left.reason.partition(";")[0] for left in told.skipped] == ["its name is not UTF-8"]
    assert not syncing.looks_changed(store, source)


@pytest.mark.parametrize("times", [1, 2])
def test_an_edit_that_is_saved_while_a_write_is_under_way_is_followed_and_not_lost(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    file = markdown(tmp_path)
    source = linked(store, file)
    drop(store, [memory(store, source, "rinse").id], by=PERSON)
    saves = iter(range(times))

    def replaced_late(change: FileChange, within: Path) -> None:
        """Let somebody save the file between the look at it and the write of it."""
        if (turn := next(saves, None)) is not None:
            file.write_text(file.read_text().replace("a cup", f"any cup {turn}"))
        replace_file(change, within)

    monkeypatch.setattr(writing_back, "replace_file", replaced_late)
    assert sync(store, source).problem == ""
    assert "refill any cup 0" in file.read_text()
    assert "rinse" not in file.read_text()
    assert memory(store, source, "any cup").state is State.LIVE
    undo(store, by=PERSON)
    sync(store, source)
    assert "- Always rinse the pot\n- Never refill any cup 0" in file.read_text()


def test_bytes_that_would_run_together_without_their_secret_are_left(store: Store) -> None:
    data = b"- \xc3 " + TOKEN.encode() + b"\n"
    torn = b"- \xc3" + TOKEN.encode() + b"\xa9\n"  # halves of one letter, with the secret between them
    key = write_backs.hole_key(store)
    assert harm(key, "CLAUDE.md", [data], data) == ""
    assert harm(key, "CLAUDE.md", [torn], torn).startswith("CLAUDE.md holds a secret")

"""What is dropped on the screen leaves the linked files, after a yes, and comes back byte for byte."""

import time
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import State
from memtui.lifecycle.states import drop
from memtui.sources import syncing
from memtui.sources.diff import diff_of
from memtui.sources.synced import Synced
from memtui.store import memories, proposals, sources
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.sources import Source, Standing
from memtui.tui.background import in_step
from memtui.tui.background.in_step import InStepTold
from memtui.tui.background.linked_news import linked_news
from memtui.tui.sources.linked import linked_rows
from memtui.tui.sources.pages import look_into
from memtui.tui.sources.writing_dialogs import AllWritingDialog, DropAgainDialog, WritingDialog
from tests.conftest import FrozenClock
from tests.sources.linked import DEPLOY, bytes_in, folder_of, linked, memory, sync
from tests.tui.conftest import INDEX, Opened, app_of, listed, said, until, view_of
from tests.tui.linked import SHIP, go_to, opened_sources, sources_of, words

_PATIENCE = 60.0
"""Seconds for a thread to end that has nothing left to do."""


async def test_a_drop_takes_the_fact_out_of_folder_and_index_and_u_puts_back_every_byte(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    before = bytes_in(folder)
    async with opened(agreed) as pilot:
        await go_to(pilot, SHIP)
        await pilot.press("d")
        await until(pilot, lambda: not (folder / "deploy.md").exists())
        await until(pilot, lambda: "also changed in MEMORY.md, deploy.md removed" in said(pilot))
        assert said(pilot).startswith("Dropped 1 memory · u to undo")
        assert "deploy.md" not in (folder / "MEMORY.md").read_text()
        await pilot.press("u")
        await until(pilot, lambda: bytes_in(folder) == before)


async def test_a_line_that_goes_soon_after_another_came_is_seen_as_soon(
    opened: Opened, agreed: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_step, "_SHARE", 1_000)
    bring = syncing.sync

    def slow(store: Store, source: Source, *, gate: Gate) -> Synced:
        time.sleep(0.2)
        return bring(store, source, gate=gate)

    monkeypatch.setattr(syncing, "sync", slow)
    async with opened(agreed) as pilot:
        index = folder / "MEMORY.md"
        index.write_text(index.read_text() + "- the scale listens on 9200\n")
        await until(pilot, lambda: any("9200" in text for text in listed(pilot)), seconds=60)
        index.write_text(index.read_text().replace("- the printer listens on 9100\n", ""))
        await until(pilot, lambda: "to decide on in Review" in said(pilot), seconds=60)


@pytest.mark.long
async def test_what_was_last_written_can_be_looked_at(opened: Opened, agreed: Path, folder: Path) -> None:
    async with opened(agreed) as pilot:
        await go_to(pilot, "9100")
        await pilot.press("d")
        await until(pilot, lambda: b"9100" not in bytes_in(folder)["MEMORY.md"])
        await opened_sources(pilot)
        await until(pilot, lambda: "Last written, 20 Nov 2026: 1 line in MEMORY.md" in words(pilot))
        assert "- - the printer listens on 9100" in words(pilot)


def test_a_secret_that_stands_in_a_file_is_no_line_that_was_written(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_text(
        "# Rules\n\n- Rinse the pot\n- The till's token is ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8\n"
    )
    source = linked(store, file)
    drop(store, [memory(store, source, "Rinse").id], by=PERSON_AT_CLI)
    sync(store, source)
    (row,) = linked_rows(store)
    (change,) = look_into(store, row).written
    assert [str(line) for line in diff_of(change, 0) if line.sign in "+-"] == ["- - Rinse the pot"]


async def test_a_file_that_cannot_be_read_is_named_with_the_reason(
    opened: Opened, read_only: Path, folder: Path
) -> None:
    async with opened(read_only) as pilot:
        await opened_sources(pilot)
        (folder / "MEMORY.md").write_bytes(bytes(range(256)) * 8)
        await pilot.press("s")
        await until(pilot, lambda: "1 left out, MEMORY.md: " in said(pilot))
        assert app_of(pilot)._notice.kind == "error"
        await until(pilot, lambda: "! left out, MEMORY.md: " in words(pilot))


@pytest.mark.long
async def test_two_screens_on_one_store_write_once_and_complain_of_nothing(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    before = bytes_in(folder)
    async with opened(agreed) as pilot, opened(agreed) as other:
        await go_to(pilot, SHIP)
        await pilot.press("d")
        await until(pilot, lambda: not (folder / "deploy.md").exists())
        await until(other, lambda: not any(SHIP in row for row in listed(other)))
        await pilot.press("u")
        await until(pilot, lambda: bytes_in(folder) == before)
        for screen in (pilot, other):
            app_of(screen).in_step.end(_PATIENCE)  # what it sees to last, it has seen to by then
            await screen.pause()
            assert app_of(screen)._notice.kind != "error"
        assert [source.message for source in sources.get_all(app_of(pilot).store)] == [""]


async def test_what_was_dropped_just_before_quitting_is_written_all_the_same(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    async with opened(agreed) as pilot:
        await go_to(pilot, SHIP)
        await pilot.press("d", "q")
    assert not (folder / "deploy.md").exists()


async def test_nothing_is_written_before_w_has_shown_the_lines_and_enter_said_yes(
    opened: Opened, read_only: Path, folder: Path
) -> None:
    before = bytes_in(folder)
    async with opened(read_only) as pilot:
        await go_to(pilot, "9100")
        waiting = app_of(pilot).in_step._waiting
        await until(pilot, lambda: bool(waiting))  # it has seen how things stand
        await pilot.press("d")
        still = "agents still read it in MEMORY.md of tea-house; 8 w takes it out"
        await until(pilot, lambda: said(pilot) == f"Dropped 1 memory · u to undo · {still}")
        await pilot.press("u")
        await until(pilot, lambda: not any(changes for _, changes in waiting.values()))
        await pilot.press("d")
        await until(pilot, lambda: said(pilot) == f"Dropped 1 memory · u to undo · {still}")
        await opened_sources(pilot)
        await until(pilot, lambda: "- - the printer listens on 9100" in words(pilot))
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, WritingDialog))
        await pilot.press("w", "y", "n")
        assert bytes_in(folder) == before
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, WritingDialog))
        dialog = pilot.app.screen
        assert isinstance(dialog, WritingDialog)
        assert "To write: 1 line in MEMORY.md" in "".join(part.text for part in dialog._page.lines[0])
        await pilot.press("enter")
        await until(pilot, lambda: b"9100" not in bytes_in(folder)["MEMORY.md"])
        await pilot.press("u")
        await until(pilot, lambda: bytes_in(folder) == before)


async def test_one_key_allows_all_places_after_a_look_at_each(
    opened: Opened, read_only: Path, folder: Path, tmp_path: Path, clock: FrozenClock
) -> None:
    other = tmp_path / "zeta" / "CLAUDE.md"
    other.parent.mkdir()
    other.write_text("- Rinse the pot before each round.\n- Keys hang behind the bar.\n")
    with open_store(read_only, clock=clock) as store:
        source = linked(store, other, agreed=False)
        drop(store, [memory(store, source, "Rinse").id], by=PERSON_AT_CLI)
    before = bytes_in(folder)
    async with opened(read_only) as pilot:
        await opened_sources(pilot)
        await pilot.press("A")
        await until(pilot, lambda: isinstance(pilot.app.screen, AllWritingDialog))
        dialog = pilot.app.screen
        assert isinstance(dialog, AllWritingDialog)
        shown = "\n".join("".join(part.text for part in line) for line in dialog._page.lines)
        assert "tea-house" in shown
        assert "- - Rinse the pot" in shown
        await pilot.press("A", "y")
        assert "Rinse" in other.read_text()
        await pilot.press("enter")
        await until(pilot, lambda: "Rinse" not in other.read_text())
        await until(pilot, lambda: said(pilot).startswith("1 file written; 2 places follow at once"))
        assert bytes_in(folder) == before
        await pilot.press("u", "enter")
        await until(pilot, lambda: "Rinse" in other.read_text())
        await pilot.press("A")
        await until(pilot, lambda: said(pilot) == "Writing is allowed wherever memtui can write")


async def test_of_two_drops_in_quick_succession_the_notice_says_that_there_were_two(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    async with opened(agreed) as pilot:
        with app_of(pilot).in_step.lock:  # nothing is written between the two
            await go_to(pilot, SHIP)
            await pilot.press("d")
            await go_to(pilot, "who Rosa is")
            await pilot.press("d")
        await until(pilot, lambda: "removed" in said(pilot))
        assert said(pilot) == (
            "Dropped 1 memory · u to undo · with the one before, also changed in MEMORY.md, "
            "deploy.md and rosa.md removed"
        )


async def test_an_edit_says_what_agents_still_read_where_nothing_may_be_written(
    opened: Opened, read_only: Path
) -> None:
    async with opened(read_only) as pilot:
        await go_to(pilot, "9100")
        await until(pilot, lambda: bool(app_of(pilot).in_step._waiting))  # it has seen how things stand
        await pilot.press("e", "end", "1", "ctrl+s")
        await until(pilot, lambda: said(pilot).startswith("Edited 1 memory · u to undo · "))
        assert said(pilot).endswith(
            " · agents still read it as it was in MEMORY.md of tea-house; 8 w writes it"
        )
        await go_to(pilot, SHIP)
        await pilot.press("d")
        await until(
            pilot,
            lambda: said(pilot).endswith(
                " · agents still read it in deploy.md of tea-house; 8 w takes it out"
            ),
        )


async def test_w_forbids_writing_again(opened: Opened, agreed: Path, folder: Path) -> None:
    before = bytes_in(folder)
    async with opened(agreed) as pilot:
        await opened_sources(pilot)
        await pilot.press("w")
        await until(pilot, lambda: said(pilot).startswith("Nothing more is written"))
        await pilot.press("1")
        await go_to(pilot, SHIP)
        await pilot.press("d")
    assert bytes_in(folder) == before, "the last thing a screen does is to write what it may"


async def test_an_entry_that_vanishes_from_a_file_becomes_a_card_and_stays_here(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    async with opened(agreed) as pilot:
        await go_to(pilot, "9100")
        (folder / "MEMORY.md").write_text(INDEX.replace("- the printer listens on 9100\n", ""))
        # The header counts what is in the store, and the child that put it there tells of it afterwards.
        await until(pilot, lambda: "1 memory to decide on in Review" in said(pilot))
        await until(pilot, lambda: app_of(pilot)._header.waiting == 1)
        assert any("9100" in row for row in listed(pilot))
        await opened_sources(pilot)
        await until(pilot, lambda: "1 change of it to decide on in Review" in words(pilot))


async def test_what_an_agent_writes_into_its_file_appears_in_the_table(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    async with opened(agreed) as pilot:
        await until(pilot, lambda: len(listed(pilot)) == 4)
        (folder / "MEMORY.md").write_text(INDEX + "- the scale is at 192.168.0.7\n")
        await until(pilot, lambda: any("192.168.0.7" in row for row in listed(pilot)))


async def test_a_file_that_cannot_be_written_is_said_once_and_the_drop_stays(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    def problem() -> str:
        (source,) = sources.get_all(app_of(pilot).store)
        return source.message

    async with opened(agreed) as pilot:
        await go_to(pilot, "9100")
        (folder / "MEMORY.md").unlink()
        (folder / "MEMORY.md").mkdir()
        await pilot.press("d")
        await until(pilot, lambda: problem() != "" and said(pilot).casefold() == problem().casefold())
        assert not any("9100" in row for row in listed(pilot))


@pytest.mark.long
async def test_a_folder_that_is_taken_away_is_said_and_followed_again_when_it_is_back(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    def standing() -> Standing:
        (source,) = sources.get_all(app_of(pilot).store)
        return source.status

    async with opened(agreed) as pilot:
        away = folder.rename(folder.parent / "away")
        await until(pilot, lambda: standing() is Standing.MISSING)
        await until(pilot, lambda: "its memories stay" in said(pilot))
        assert len(listed(pilot)) == 4
        await opened_sources(pilot)
        await until(pilot, lambda: "! There is no" in words(pilot))
        away.rename(folder)
        await until(pilot, lambda: standing() is Standing.LINKED)


@pytest.mark.long
async def test_what_review_accepts_is_written_too(opened: Opened, agreed: Path, folder: Path) -> None:
    async with opened(agreed) as pilot:
        await go_to(pilot, "9100")
        memory_id = view_of(pilot).table.cursor_id
        assert memory_id is not None
        (folder / "MEMORY.md").write_text(INDEX.replace("- the printer listens on 9100\n", ""))
        await until(pilot, lambda: app_of(pilot)._header.waiting == 1)
        await pilot.press("2", "y")
        await until(pilot, lambda: proposals.count_open(app_of(pilot).store) == 0)
        (found,) = memories.get_many(app_of(pilot).store, [memory_id])
        assert found.state is State.DROPPED
        await pilot.press("u")
        await until(pilot, lambda: proposals.count_open(app_of(pilot).store) == 1)


async def test_what_agents_still_read_is_named_once_the_word_on_the_drop_is_gone(
    opened: Opened, read_only: Path
) -> None:
    async with opened(read_only) as pilot:
        app = app_of(pilot)
        await go_to(pilot, "9100")
        await until(pilot, lambda: bool(app.in_step._waiting))
        await pilot.press("d")
        await until(pilot, lambda: said(pilot).endswith("takes it out"))
        source = sources.get_all(app.store)[0]
        told = InStepTold(source, None, tuple(syncing.pending(app.store, source)))
        sentence, _ = linked_news(told, app.in_step, app.keymap, behind=())
        assert sentence.startswith("Agents still read “")
        assert "the printer listens on 9100” in MEMORY.md; 8 w takes it out" in sentence
        remark = "MEMORY.md line 3 still says of pg-14.md: it runs on 14"
        told = InStepTold(source, Synced(changes=1, warnings=[remark]))
        sentence, _ = linked_news(told, app.in_step, app.keymap, behind=["Edited 1 memory · u to undo"])
        assert sentence == f"Edited 1 memory · u to undo · but {remark}"


@pytest.fixture
def zeta(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with instructions, below the memory folder in the list of Sources."""
    monkeypatch.setenv("MEMTUI_TEMPORARY", "none")
    project = tmp_path / "home" / "dev" / "zeta"
    (project / ".git").mkdir(parents=True)
    (project / "CLAUDE.md").write_text("# zeta\n\n- Rinse the pot\n- Bake bread on Mondays\n")
    return project


async def test_sources_opens_at_the_file_that_the_notice_named(
    opened: Opened, read_only: Path, clock: FrozenClock, zeta: Path
) -> None:
    with open_store(read_only, clock=clock) as store:
        linked(store, zeta, agreed=False)
    async with opened(read_only) as pilot:
        app = app_of(pilot)
        await until(pilot, lambda: len(app.in_step._waiting) == 2)  # it has seen how things stand
        await go_to(pilot, "9100")
        await pilot.press("d")
        await until(pilot, lambda: "agents still read it in MEMORY.md of tea-house" in said(pilot))
        await go_to(pilot, "Rinse")
        await pilot.press("d")
        await until(
            pilot, lambda: "agents still read it in CLAUDE.md of zeta; 8 w takes it out" in said(pilot)
        )
        await opened_sources(pilot)
        await until(pilot, lambda: "- - Rinse the pot" in words(pilot))
        row = sources_of(pilot).list.row
        assert row is not None
        assert row.path == str(zeta)
    async with opened(read_only) as pilot:
        await opened_sources(pilot)
        await until(pilot, lambda: "- - the printer listens on 9100" in words(pilot))


async def test_sources_opens_at_the_first_that_waits_where_another_is_above_it(
    opened: Opened, agreed: Path, clock: FrozenClock, zeta: Path
) -> None:
    with open_store(agreed, clock=clock) as store:
        source = linked(store, zeta, agreed=False)
        drop(store, [memory(store, source, "Rinse").id], by=PERSON_AT_CLI)
    async with opened(agreed) as pilot:
        await opened_sources(pilot)
        await until(pilot, lambda: "- - Rinse the pot" in words(pilot))


async def test_what_was_dropped_and_is_back_is_told_and_taken_out_by_d(
    opened: Opened, path: Path, tmp_path: Path, clock: FrozenClock
) -> None:
    folder = folder_of(tmp_path)
    with open_store(path, clock=clock) as store:
        source = linked(store, folder)
        drop(store, [memory(store, source, "Fridays").id], by=PERSON_AT_CLI)
        sync(store, source)
        (folder / "deploy.md").write_text(DEPLOY)
        sync(store, source)
    before = bytes_in(folder)
    async with opened() as pilot:
        await opened_sources(pilot)
        await until(pilot, lambda: "1 dropped memory stands in deploy.md" in words(pilot))
        state = "".join(part.text for part in sources_of(pilot).list.draw(1, 120))
        assert "1 dropped, still there" in state
        await pilot.press("D")
        await until(pilot, lambda: isinstance(pilot.app.screen, DropAgainDialog))
        await pilot.press("enter")
        await until(pilot, lambda: "Took 1 memory that you had dropped out of files again" in said(pilot))
        await until(pilot, lambda: not (folder / "deploy.md").exists())
        await pilot.press("u")
        await until(pilot, lambda: bytes_in(folder) == before)

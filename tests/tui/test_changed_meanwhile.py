"""What a person writes takes the place of no words that they have not seen."""

import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.store import memories
from memtui.tui.app import MemtuiApp
from memtui.tui.memories.form import MemoryForm
from memtui.tui.memories.meanwhile import MeanwhileDialog
from memtui.tui.memories.merging import MergeDialog
from tests.tui.conftest import AGENT, ATLAS, Opened, app_of, said, until

MINE, THEIRS = f"{ATLAS}!", "Atlas stores users in PostgreSQL 17"
TO_THEIRS = Edit(text=THEIRS)


def text_of(pilot: Pilot[int]) -> str:
    (memory,) = memories.get_many(app_of(pilot).store, [1])
    return memory.text


async def changed_meanwhile(pilot: Pilot[int], wanted: Edit = TO_THEIRS) -> None:
    """Write at a memory, have another process change it, and save."""
    await pilot.press("e", "!")
    edit(app_of(pilot).store, [1], wanted, by=AGENT)
    await pilot.press("ctrl+s")
    await pilot.pause()


def asked(pilot: Pilot[int]) -> str:
    """Return what the question shows."""
    dialog = pilot.app.screen
    assert isinstance(dialog, MeanwhileDialog)
    return "\n".join("".join(part.text for part in line) for line in dialog._page.lines)


async def test_neither_text_is_written_over_before_the_person_has_seen_both(opened: Opened) -> None:
    async with opened() as pilot:
        await changed_meanwhile(pilot)
        assert MINE in asked(pilot)
        assert THEIRS in asked(pilot)
        assert text_of(pilot) == THEIRS
        await pilot.press("m")
        await pilot.pause()
        assert (text_of(pilot), said(pilot)) == (MINE, "Edited 1 memory · u to undo")
        await pilot.press("u")
        assert text_of(pilot) == THEIRS


async def test_what_others_made_of_it_may_stay(opened: Opened) -> None:
    async with opened() as pilot:
        await changed_meanwhile(pilot)
        await pilot.press("t")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, MemoryForm)
        assert text_of(pilot) == THEIRS
        assert said(pilot).startswith("Left as it is now")


async def test_one_may_write_on_with_theirs_in_sight(opened: Opened) -> None:
    async with opened() as pilot:
        await changed_meanwhile(pilot)
        await pilot.press("escape")
        form = pilot.app.screen
        assert isinstance(form, MemoryForm)
        assert (form.text.text, form._theirs.text) == (MINE, THEIRS)
        assert form.shows(form._theirs)
        assert pilot.app.focused is form.text
        await pilot.press("?", "ctrl+s")
        await pilot.pause()
        assert text_of(pilot) == f"{MINE}?"


async def test_a_third_version_is_asked_about_as_well(opened: Opened) -> None:
    async with opened() as pilot:
        await changed_meanwhile(pilot)
        edit(app_of(pilot).store, [1], Edit(text="It was moved to MySQL"), by=AGENT)
        await pilot.press("m")
        await pilot.pause()
        assert "moved to MySQL" in asked(pilot)
        assert text_of(pilot) == "It was moved to MySQL"


async def test_what_others_changed_elsewhere_in_the_memory_stays_without_a_question(opened: Opened) -> None:
    async with opened() as pilot:
        await changed_meanwhile(pilot, Edit(importance=0.3))
        assert text_of(pilot) == MINE
        (memory,) = memories.get_many(app_of(pilot).store, [1])
        assert memory.importance == 0.3


async def test_a_memory_that_was_dropped_meanwhile_is_asked_about(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("e", "!")
        drop(app_of(pilot).store, [1], by=AGENT)
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert "it is dropped now" in asked(pilot)


@pytest.fixture
def slow_editor(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor in which the person writes while another program changes the first memory."""
    script = tmp_path / "editor.py"
    script.write_text(
        "import pathlib, sqlite3, sys\n"
        "file = pathlib.Path(sys.argv[-1])\n"
        "text = file.read_text('utf-8')\n"
        "file.write_text(text.replace('SQL 16', 'SQL 16!').replace('Fridays', 'Mondays'), 'utf-8')\n"
        f"db = sqlite3.connect({str(path)!r})\n"
        f"db.execute('UPDATE memories SET text = ? WHERE id = 1', ({THEIRS!r},))\n"
        "db.commit()\n"
    )
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
    monkeypatch.setattr(MemtuiApp, "suspend", lambda _app: nullcontext())


@pytest.mark.parametrize(("key", "after"), [("m", MINE), ("t", THEIRS)])
async def test_what_comes_back_from_an_editor_is_asked_about_where_it_was_changed(
    opened: Opened, slow_editor: None, key: str, after: str
) -> None:
    async with opened() as pilot:
        await pilot.press("A", "E")
        await until(pilot, lambda: isinstance(pilot.app.screen, MeanwhileDialog))
        assert said(pilot) == "Edited 1 memory · u to undo"
        assert text_of(pilot) == THEIRS
        await pilot.press(key)
        await pilot.pause()
        assert text_of(pilot) == after


async def test_what_came_back_from_an_editor_may_be_written_on(opened: Opened, slow_editor: None) -> None:
    async with opened() as pilot:
        await pilot.press("A", "E")
        await until(pilot, lambda: isinstance(pilot.app.screen, MeanwhileDialog))
        await pilot.press("escape")
        await pilot.pause()
        form = pilot.app.screen
        assert isinstance(form, MemoryForm)
        assert (form.text.text, form._theirs.text) == (MINE, THEIRS)


async def test_a_merge_shows_anew_what_was_changed_meanwhile_and_keeps_what_was_written(
    opened: Opened,
) -> None:
    async with opened() as pilot:
        await pilot.press("space", "space", "M")
        await until(pilot, lambda: isinstance(pilot.app.screen, MergeDialog))
        await pilot.press("e", *"!", "ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.screen, MergeDialog))
        edit(app_of(pilot).store, [1], TO_THEIRS, by=AGENT)
        await pilot.press("enter")
        await pilot.pause()
        dialog = pilot.app.screen
        assert isinstance(dialog, MergeDialog)
        shown = "".join(part.text for line in dialog._rows.lines for part in line)
        assert THEIRS in shown
        assert "changed meanwhile" in str(dialog._note.content)
        await pilot.press("enter")
        await pilot.pause()
        assert (text_of(pilot), said(pilot)) == (MINE, "Merged 2 memories into one · u to undo")

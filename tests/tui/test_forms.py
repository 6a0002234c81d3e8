"""Memories are added and changed: in the form, and by single keys."""

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from memtui.tui.memories.form import MemoryForm
from memtui.tui.widgets.prompts import ScopePrompt
from tests.tui.conftest import ATLAS, Opened, app_of, listed, said, under_cursor, until, view_of


@pytest.mark.long
async def test_in_a_tiny_terminal_the_form_scrolls_to_the_field_and_shows_the_mistake(opened: Opened) -> None:
    async with opened(size=(40, 10)) as pilot:
        await pilot.press("a", *"Backups run at night", "tab", "tab", "tab", "x", "ctrl+s")
        await pilot.pause()
        form = pilot.app.screen
        assert isinstance(form, MemoryForm)
        assert form.shows(form._note)
        assert form.shows(form.query_one(".hint"))
        assert form.focused is form.importance
        assert form._fields.region.contains_region(form.importance.region)


async def test_a_text_that_a_terminal_pastes_with_returns_keeps_its_lines(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("a")
        await pilot.pause()
        pilot.app.post_message(events.Paste("Backups run at night.\r\rAda looks at them."))
        await pilot.press("ctrl+s")
        await pilot.pause()
        memory = view_of(pilot).table.memory
        assert memory is not None
        assert memory.text == "Backups run at night.\n\nAda looks at them."


async def test_adding_a_memory_puts_the_cursor_on_it(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("a", *"Backups run at night", "ctrl+s")
        await pilot.pause()
        assert under_cursor(pilot) == "Backups run at night"
        assert len(listed(pilot)) == 6
        await pilot.press("u")
        assert len(listed(pilot)) == 5


@pytest.mark.long
async def test_a_new_memory_begins_in_the_scope_that_the_filter_names(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("slash", *"in:/project/shop", "enter")
        await pilot.press("a", *"The shop closes at six", "ctrl+s")
        memory = view_of(pilot).table.memory
        assert memory is not None
        assert memory.scope == "/project/shop"


@pytest.mark.long
async def test_what_is_left_out_of_a_text_is_said_on_adding_and_editing(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("a", *"Backups run at night", "enter", *"<think>hm</think>", "ctrl+s")
        await pilot.pause()
        assert said(pilot).startswith("Added without what was marked as reasoning")
        await pilot.press("e", *"Nightly. ", "enter", *"<think>hm</think>", "ctrl+s")
        await pilot.pause()
        assert said(pilot).startswith("Edited 1 memory without what was marked as reasoning")
        await pilot.press("a", *"Strip <think> tags", "ctrl+s")
        await pilot.pause()
        assert (under_cursor(pilot), said(pilot)) == ("Strip <think> tags", "Added · u to undo")


async def test_adding_what_was_dropped_asks_first(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("h", "j", "j", "enter", "d", "a", *ATLAS, "ctrl+s")
        form = pilot.app.screen
        assert isinstance(form, MemoryForm)
        assert form._said.startswith("You dropped this on ")
        await pilot.press("escape")
        assert pilot.app.focused is form.text
        await pilot.press("ctrl+s", "r")
        await pilot.pause()
        assert listed(pilot)[0] == ATLAS
        assert said(pilot).startswith("Restored 1 memory")
        await pilot.press("u", "a", *ATLAS, "ctrl+s", "y")
        await pilot.pause()
        assert under_cursor(pilot) == ATLAS
        assert said(pilot).startswith("Added")


async def test_editing_keeps_what_was_not_touched(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("e", *"!", "ctrl+s")
        await pilot.pause()
        memory = view_of(pilot).table.memory
        assert memory is not None
        assert memory.text == ATLAS + "!"
        assert (memory.scope, memory.importance) == ("/project/atlas", 0.9)


async def test_a_form_says_what_is_wrong_and_asks_before_it_throws_text_away(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("a", "ctrl+s")
        assert len(pilot.app.screen_stack) == 2
        await pilot.press(*"half a thought", "escape")
        assert len(pilot.app.screen_stack) == 2
        await pilot.press("escape")
        assert len(pilot.app.screen_stack) == 1
        assert len(listed(pilot)) == 5


async def test_pin_importance_move_and_archive_are_each_one_undo(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("p", "minus")
        await pilot.press("m", *["backspace"] * len("/project/atlas"), *"/team/infra", "enter")
        await pilot.pause()
        memory = view_of(pilot).table.memory
        assert memory is not None
        assert (memory.pinned, memory.importance, memory.scope) == (True, 0.8, "/team/infra")
        await pilot.press("x")
        assert len(listed(pilot)) == 4
        await pilot.press("u", "u", "u", "u")
        memory = view_of(pilot).table.memory
        assert memory is not None
        assert (memory.pinned, memory.importance, memory.scope) == (False, 0.9, "/project/atlas")


async def test_copying_moving_and_pinning_are_no_use(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("y", "y", "y", "y", "p", "+", "-")
        assert pilot.app.clipboard == ATLAS
        memory = view_of(pilot).table.memory
        assert memory is not None
        assert (memory.access_count, memory.last_accessed_at) == (0, None)


async def test_opened_in_a_project_a_new_memory_goes_there_unless_a_scope_is_chosen(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scope(pilot: Pilot[int]) -> str:
        form = pilot.app.screen
        assert isinstance(form, MemoryForm)
        return form.scope.value

    monkeypatch.setenv("MEMTUI_TEMPORARY", str(tmp_path / "nothing"))
    (tmp_path / "lamp-shop" / ".git" / "objects").mkdir(parents=True)
    (tmp_path / "lamp-shop" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    async with opened() as pilot:
        app_of(pilot).folder = str(tmp_path / "lamp-shop")
        await pilot.press("a")
        assert scope(pilot) == "/project/lamp-shop"
        await pilot.press("escape", "h", "j")
        chosen = app_of(pilot).scope
        assert chosen != "/"
        await pilot.press("a")
        assert scope(pilot) == chosen


async def test_what_was_wrong_with_a_scope_is_gone_once_another_is_typed(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("m", *["backspace"] * 40, "enter")
        prompt = pilot.app.query_one(ScopePrompt)
        assert prompt.said.startswith("! a scope cannot be empty")
        await pilot.press("/")
        await until(pilot, lambda: prompt.said.startswith("enter moves"))


async def test_a_bare_name_says_which_scope_it_is(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("m", *["backspace"] * 40, *"atlas")
        prompt = pilot.app.query_one(ScopePrompt)
        await until(pilot, lambda: prompt.said.startswith("atlas is /project/atlas · enter moves"))
        await pilot.press(*"es")
        await until(pilot, lambda: prompt.said.startswith("a new scope · enter moves"))

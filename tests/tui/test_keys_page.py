"""The keys of a view are searched as one types, and run from their page."""

from memtui.tui.help import KeysScreen
from memtui.tui.keys.action import Action
from memtui.tui.signs import Meaning
from tests.tui.conftest import Opened, said


async def test_a_key_is_found_by_what_it_does_and_run(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("question_mark", *"gone from recall")
        page = pilot.app.screen
        assert isinstance(page, KeysScreen)
        assert [line.id for line in page._list.lines if isinstance(line, Action)] == ["drop"]
        await pilot.press("enter")
        assert said(pilot) == "Dropped 1 memory · u to undo"


async def test_a_key_is_found_by_itself_and_the_cursor_passes_over_headings(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("question_mark", *"qqq")
        page = pilot.app.screen
        assert isinstance(page, KeysScreen)
        assert page._list.action is None
        await pilot.press(*["backspace"] * 3, "A")
        actions = [line for line in page._list.lines if isinstance(line, Action)]
        assert "mark_all" in {action.id for action in actions}
        for key in ("down", "pagedown", "up", "pageup", "down", "up"):
            await pilot.press(key)
            assert isinstance(page._list.lines[page._list.cursor], Action | Meaning)
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, KeysScreen)


async def test_the_page_closes_with_the_key_that_opened_it(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("question_mark", "question_mark")
        assert not isinstance(pilot.app.screen, KeysScreen)


async def test_what_a_sign_means_is_found_by_its_word(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("question_mark", *"repeats another")
        page = pilot.app.screen
        assert isinstance(page, KeysScreen)
        assert [line.sign for line in page._list.lines if isinstance(line, Meaning)] == ["duplicate"]

"""Leaving: a view by esc, the program by ctrl+c."""

from textual import events

from memtui.tui.keys.views import ViewId
from tests.tui.conftest import Opened, app_of, said, until


async def test_ctrl_c_says_how_to_quit_and_quits_when_it_is_pressed_again(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("ctrl+c")
        assert said(pilot) == "q quits, and so does ctrl+c again"
        assert app_of(pilot).is_running
        await pilot.press("ctrl+c")
        assert app_of(pilot).return_code == 0


async def test_what_is_typed_in_one_burst_behind_esc_finds_the_view_left(opened: Opened) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        await pilot.press("6", "comma")
        for key in ("escape", "3"):
            app.post_message(events.Key(key, key if key == "3" else "\x1b"))
        await until(pilot, lambda: app.view_id is not ViewId.SETTINGS)
        await until(pilot, lambda: app.view_id is ViewId.DROPPED)
        assert app.came_from is ViewId.INSIGHTS

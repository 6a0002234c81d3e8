"""Less than 80 columns: one pane at a time, each with something on it, and no hint that is cut."""

import pytest

from memtui.tui.list_and_page import ListAndPage
from memtui.tui.widgets.pages import Page
from tests.tui.conftest import ATLAS, RELEASES, Opened, app_of, listed, until, view_of

NARROW = (60, 16)


def words_on(page: Page) -> str:
    """Return what a page says."""
    return "\n".join("".join(part.text for part in line) for line in page.lines)


@pytest.mark.parametrize("view", ["5", "comma", "W"])
async def test_a_page_that_was_away_is_filled_when_it_is_gone_to(opened: Opened, view: str) -> None:
    async with opened(size=NARROW) as pilot:
        await pilot.press(view)
        shown = app_of(pilot).view
        assert isinstance(shown, ListAndPage)
        assert not shown.page.display
        await pilot.press("tab")
        await until(pilot, lambda: bool(words_on(shown.page).strip()))


async def test_the_detail_follows_a_cursor_that_moved_while_it_was_away(opened: Opened) -> None:
    async with opened(size=NARROW) as pilot:
        await pilot.press("tab")
        await until(pilot, lambda: ATLAS in words_on(view_of(pilot).detail))
        await pilot.press("escape", "j", "tab")
        await until(pilot, lambda: RELEASES in words_on(view_of(pilot).detail))
    async with opened(size=(100, 30)) as pilot:
        await pilot.press("z", "j", "z")
        assert len(listed(pilot)) == 5
        await until(pilot, lambda: RELEASES in words_on(view_of(pilot).detail))
        assert ATLAS not in words_on(view_of(pilot).detail)

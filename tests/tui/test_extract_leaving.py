"""Leaving Extract asks before what was accepted, or is being read, is lost."""

import pytest

from memtui.tui.leaving import LeaveDialog
from tests.tui.conftest import Opened, app_of, until
from tests.tui.extracting import ISSUE, extracting, held_up, paste, read, screen_of, stored

pytestmark = pytest.mark.usefixtures("warm_children")


async def test_leaving_asks_before_accepted_facts_are_lost(opened: Opened) -> None:
    async with opened() as pilot:
        await read(pilot, ISSUE)
        await pilot.press("y", "y", "q")
        assert isinstance(app_of(pilot).screen, LeaveDialog)
        await pilot.press("escape", "1", "q")  # from another view too
        assert isinstance(app_of(pilot).screen, LeaveDialog)
        assert "2 accepted facts are not stored yet" in screen_of(pilot)
        await pilot.press("s")
        assert len(stored(pilot)) == 2
        assert app_of(pilot).return_code is None
        await pilot.press("q")
        await until(pilot, lambda: app_of(pilot).return_code == 0)


async def test_leaving_asks_while_a_text_is_being_read(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = held_up(monkeypatch)
    async with opened() as pilot:
        await pilot.press("4")
        await paste(pilot, ISSUE)
        await pilot.press("x", "q")
        assert isinstance(app_of(pilot).screen, LeaveDialog)
        assert "A text is being read, and nothing of it is kept yet" in screen_of(pilot)
        assert "store them" not in screen_of(pilot)
        await pilot.press("s")
        assert isinstance(app_of(pilot).screen, LeaveDialog)
        await pilot.press("escape")
        goes_on.set()
        await until(pilot, lambda: extracting(pilot).extraction.child is None)
        assert extracting(pilot).facts.count


@pytest.mark.long
async def test_who_says_so_leaves_without_the_accepted_facts(opened: Opened) -> None:
    async with opened() as pilot:
        await read(pilot, ISSUE)
        await pilot.press("y", "q", "enter")
        await until(pilot, lambda: app_of(pilot).return_code == 0)
        assert stored(pilot) == []

"""What seems to be known is stored beside that when a person says so, and a key too early is answered."""

import pytest

from memtui.capture.facts import Outcome
from tests.lifecycle.worlds import added
from tests.tui.conftest import Opened, app_of, said, until
from tests.tui.extracting import ISSUE, extracting, held_up, paste, read, stored, verdicts

pytestmark = pytest.mark.usefixtures("warm_children")
KNOWN = "Invoices must be kept for ten years by the office."
SAID_AGAIN = "Invoices must be kept for ten years."


async def test_what_is_known_in_other_words_is_stored_after_a_second_yes(opened: Opened) -> None:
    async with opened() as pilot:
        added(app_of(pilot).store, KNOWN, "/")
        view = await read(pilot, SAID_AGAIN)
        assert verdicts(view) == [Outcome.DUPLICATE]
        await pilot.press("y")
        assert said(pilot) == "The store seems to have it: y again stores it beside that"
        await pilot.press("y", "s")
        assert stored(pilot) == [SAID_AGAIN]


async def test_both_keeps_it_beside_what_is_known(opened: Opened) -> None:
    async with opened() as pilot:
        added(app_of(pilot).store, KNOWN, "/")
        await read(pilot, SAID_AGAIN)
        await pilot.press("b", "s")
        assert stored(pilot) == [SAID_AGAIN]


async def test_the_same_words_are_not_stored_twice(opened: Opened) -> None:
    async with opened() as pilot:
        added(app_of(pilot).store, KNOWN, "/")
        view = await read(pilot, KNOWN)
        await pilot.press("y", "y")
        assert said(pilot) == "The store has it word for word, so there is nothing to accept"
        assert not view.facts.accepted


async def test_a_key_before_the_first_fact_is_answered(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = held_up(monkeypatch)
    async with opened() as pilot:
        await pilot.press("4")
        await paste(pilot, ISSUE)
        await pilot.press("x", "n")
        assert said(pilot) == "The text is still being read: its facts can be decided on as they come"
        goes_on.set()
        await until(pilot, lambda: extracting(pilot).extraction.child is None)

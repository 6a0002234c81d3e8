"""What is pasted while facts are undecided waits for them."""

import pytest

from tests.tui.conftest import Opened, said
from tests.tui.extracting import ISSUE, paste, read, screen_of, stored

CHANGED = "The staging database runs PostgreSQL 16."
pytestmark = pytest.mark.usefixtures("warm_children")


async def test_what_is_pasted_while_facts_are_open_waits_until_they_are_stored(opened: Opened) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        await pilot.press("y")
        await paste(pilot, CHANGED)
        assert (view.extraction.text, len(view.facts.accepted)) == (ISSUE, 1)
        assert said(pilot).endswith("come in after these facts: s stores them, c drops them")
        assert "characters wait" in screen_of(pilot)
        await pilot.press("s")
        assert "what you pasted meanwhile is here, x reads it" in said(pilot)
        assert (view.extraction.text, view.facts.count) == (CHANGED, 0)
        assert len(stored(pilot)) == 1


async def test_what_is_pasted_before_anything_was_accepted_waits_too(opened: Opened) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        await paste(pilot, CHANGED)
        assert view.extraction.text == ISSUE
        assert view.facts.rows
        assert said(pilot).endswith("come in after these facts: y and s store them, c drops them")
        await pilot.press("c")
        assert (view.extraction.text, view.extraction.waiting) == (CHANGED, "")


@pytest.mark.long
async def test_what_is_pasted_when_all_was_decided_comes_in_at_once(opened: Opened) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        await pilot.press(*"n" * len(view.facts.rows))
        await paste(pilot, CHANGED)
        assert (view.extraction.text, view.facts.count) == (CHANGED, 0)


@pytest.mark.long
async def test_what_is_pasted_while_facts_are_open_comes_in_when_they_are_dropped(opened: Opened) -> None:
    async with opened() as pilot:
        view = await read(pilot, ISSUE)
        await pilot.press("y")
        await paste(pilot, CHANGED)
        await pilot.press("c", "c")
        assert (view.extraction.text, view.extraction.waiting) == (CHANGED, "")
        assert stored(pilot) == []

"""The sentences of a text that are in no fact are shown on a key, and one key takes one as a fact."""

import pytest

from tests.lifecycle.worlds import added
from tests.tui.conftest import Opened, app_of, said
from tests.tui.extracting import read, screen_of, stored

TEXT = (
    "Who tests the export?\n\nWe decided to keep SQLite because one file is easy to back up.\n\n"
    "* the weather was fine on that day\n"
)
pytestmark = pytest.mark.usefixtures("warm_children")


async def test_what_was_left_out_is_listed_in_order_with_why(opened: Opened) -> None:
    async with opened(size=(120, 30)) as pilot:
        view = await read(pilot, TEXT)
        assert "question or plan  " not in screen_of(pilot)
        assert "1 says nothing lasting · w shows them" in screen_of(pilot)
        await pilot.press("w")
        listed = [line for line in screen_of(pilot).splitlines() if "question or plan  " in line]
        assert "Who tests the export?" in listed[0]
        assert [row.left_out for row in view.facts.left] == ["question or plan", "says nothing lasting"]
        assert "In no fact: question or plan; y takes it as one" in screen_of(pilot)
        await pilot.press("n")
        assert said(pilot) == "It is in no fact; y takes it as one"
        await pilot.press("w")
        assert "says nothing lasting  " not in screen_of(pilot)


async def test_one_key_takes_one_as_a_fact_like_any_other(opened: Opened) -> None:
    async with opened(size=(120, 30)) as pilot:
        view = await read(pilot, TEXT)
        await pilot.press("w", "j", "y")
        assert [row.candidate.text for row in view.facts.rows if row.accepted] == [
            "The weather was fine on that day."
        ]
        assert view.facts.rows[-1].word == "new"
        await pilot.press("s")
        assert stored(pilot) == ["The weather was fine on that day."]
        await pilot.press("u")
        assert stored(pilot) == []


async def test_one_that_a_memory_says_otherwise_is_decided_with_that_in_sight(opened: Opened) -> None:
    async with opened(size=(120, 30)) as pilot:
        known = "The weather station reports at 7:00."
        added(app_of(pilot).store, known, "/")
        view = await read(pilot, f"{TEXT}* the weather station reports at 9:00\n")
        left = [row.candidate.text for row in view.facts.left]
        assert left[-1] == "The weather station reports at 9:00."
        await pilot.press("w", "j", "j", "y")
        assert [(row.word, row.accepted) for row in view.facts.rows][-1] == ("conflict", False)
        assert said(pilot) == "Not accepted yet: they give different times; y again agrees"
        assert known in screen_of(pilot)
        await pilot.press("y")
        assert view.facts.rows[-1].accepted


async def test_one_that_the_store_has_is_no_fact(opened: Opened) -> None:
    async with opened(size=(120, 30)) as pilot:
        added(app_of(pilot).store, "The weather was fine on that day.", "/")
        view = await read(pilot, TEXT)
        await pilot.press("w", "j", "y")
        assert said(pilot) == "The store has it word for word, so there is nothing to accept"
        assert [row.left_out for row in view.facts.left][-1] == "says nothing lasting"


async def test_where_nothing_was_left_out_that_is_said(opened: Opened) -> None:
    async with opened() as pilot:
        await read(pilot, "We decided to keep SQLite because one file is easy to back up.")
        await pilot.press("w")
        assert said(pilot) == "No sentence was left out"

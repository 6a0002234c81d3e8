"""A new fact takes the place of the memory near it on one key, where no words tell that it changes that."""

import pytest
from textual.pilot import Pilot

from memtui.capture.facts import Outcome
from memtui.domain.memory import State
from memtui.store import memories, proposals
from tests.lifecycle.worlds import added
from tests.tui.conftest import Opened, app_of
from tests.tui.extracting import read, screen_of, stored, verdicts

pytestmark = pytest.mark.usefixtures("warm_children")
KNOWN = "The battery holds the rack for about 25 minutes."
TEXT = "Pulled the plug of the rack for real: the battery lasted 12 minutes, so plan with that figure."


async def test_r_puts_the_value_of_a_new_fact_into_the_memory_near_it(opened: Opened) -> None:
    async with opened(size=(120, 36)) as pilot:
        known = added(app_of(pilot).store, KNOWN)
        view = await read(pilot, TEXT)
        assert verdicts(view) == [Outcome.NEW]
        assert "r puts it in the place of what is near" in screen_of(pilot)
        await pilot.press("r")
        assert view.facts.rows[0].word == "updates"
        assert "will say: The battery holds the rack for about 12 minutes." in words_on(pilot)
        await pilot.press("u")
        assert view.facts.rows[0].word == "new"
        assert view.facts.accepted == []
        await pilot.press("r", "s")
        await pilot.pause()
        assert text_of(pilot, known) == "The battery holds the rack for about 12 minutes."
        await pilot.press("u")
        assert text_of(pilot, known) == KNOWN


async def test_r_replaces_a_memory_that_the_new_fact_gives_no_other_value_of(opened: Opened) -> None:
    async with opened(size=(120, 36)) as pilot:
        known = added(app_of(pilot).store, "The gate of the yard squeaks, so oil it in spring.")
        view = await read(pilot, "The gate of the yard needs a key, which the office lends.")
        assert verdicts(view) == [Outcome.NEW]
        await pilot.press("r", "s")
        await pilot.pause()
        (old,) = memories.get_many(app_of(pilot).store, [known])
        assert old.state is State.DROPPED
        assert stored(pilot) == [view.facts.rows[0].candidate.text]


async def test_r_keeps_both_where_the_memory_says_more_and_a_card_asks(opened: Opened) -> None:
    async with opened(size=(120, 36)) as pilot:
        known = added(app_of(pilot).store, "The till of Harbor uses CUPS 2 in the hall and in the cellar")
        view = await read(pilot, "We use CUPS 3 for the till in the hall since the fair.")
        await pilot.press("r")
        assert "both are kept: that memory also says what this does not change" in words_on(pilot)
        await pilot.press("s")
        await pilot.pause()
        assert "CUPS 2 in the hall and in the cellar" in text_of(pilot, known)
        assert view.facts.rows[0].candidate.text in stored(pilot)
        assert proposals.count_open(app_of(pilot).store) == 1


async def test_r_says_where_nothing_is_near(opened: Opened) -> None:
    async with opened(size=(120, 36)) as pilot:
        view = await read(pilot, TEXT)
        await pilot.press("r")
        assert view.facts.accepted == []
        assert "none is in sight here" in screen_of(pilot)


def words_on(pilot: Pilot[int]) -> str:
    """Return the words on the screen without its lines."""
    return " ".join(screen_of(pilot).replace("│", " ").split())


def text_of(pilot: Pilot[int], memory_id: int) -> str:
    """Return what a memory says."""
    (memory,) = memories.get_many(app_of(pilot).store, [memory_id])
    assert memory.state is State.LIVE
    return memory.text

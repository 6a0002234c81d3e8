"""The members of a batch: marked with space, decided apart, shown in full; and deciding from a full page."""

import pytest
from textual.pilot import Pilot

from memtui.domain.memory import State
from memtui.store import memories
from tests.tui.conftest import Opened, Planted, app_of, said
from tests.tui.planting import conflict, here, junk, review, shown, state_of, texts


def beside(pilot: Pilot[int]) -> str:
    """Return what is shown of the member under the cursor."""
    return "\n".join("".join(part.text for part in line).rstrip() for line in review(pilot).member.lines)


def dropped(pilot: Pilot[int]) -> list[int]:
    """Return which of the five memories are dropped."""
    found = memories.get_many(app_of(pilot).store, [1, 2, 3, 4, 5])
    return [memory.id for memory in found if memory.state is State.DROPPED]


async def test_a_member_is_excepted_from_a_batch(opened: Opened, planted: Planted) -> None:
    planted(*(junk(n, "old notes") for n in (1, 2, 3, 4)))
    async with opened() as pilot:
        await pilot.press("2", "enter", "j", "space", "I")
        assert review(pilot).status().selected == "3 marked"
        await pilot.press("y")
        assert dropped(pilot) == [1, 3, 4]
        assert review(pilot).members.ids == [2]
        await pilot.press("u")
        assert dropped(pilot) == []


async def test_no_and_later_reach_what_is_marked_and_nothing_else(opened: Opened, planted: Planted) -> None:
    planted(*(junk(n, "old notes") for n in (1, 2, 3, 4)))
    async with opened() as pilot:
        await pilot.press("2", "enter", "space", "space", "n")
        assert said(pilot).startswith("Kept 2 memories")
        assert review(pilot).members.ids == [3, 4]
        assert not review(pilot).members.marked
        await pilot.press("A", "-")
        assert review(pilot).queue.card is None
        assert dropped(pilot) == []


async def test_a_mark_outside_of_a_batch_says_where_it_works(opened: Opened, planted: Planted) -> None:
    planted(junk())
    async with opened() as pilot:
        await pilot.press("2", "space")
        assert said(pilot) == "This marks members of a batch; enter on its card lists them"


@pytest.mark.long
async def test_the_member_under_the_cursor_is_shown_in_full_where_there_is_room(
    opened: Opened, planted: Planted
) -> None:
    planted(*(junk(n, "old notes") for n in (1, 2, 3)))
    for size in ((120, 36), (80, 24)):
        async with opened(size=size) as pilot:
            await pilot.press("2", "enter", "j")
            await pilot.pause()
            assert "number 2 is of no use" in beside(pilot)
            assert "y yes" in beside(pilot)
            assert review(pilot).member.size.height > 5
    async with opened(size=(80, 19)) as pilot:
        await pilot.press("2", "enter")
        assert not review(pilot).member.display


@pytest.mark.long
async def test_y_and_n_work_from_the_full_page_of_a_memory(opened: Opened, planted: Planted) -> None:
    planted(junk(2), junk(3))
    async with opened() as pilot:
        await pilot.press("2", "o", "y")
        assert state_of(pilot, 2) is State.DROPPED
        assert here(pilot) is review(pilot).page
        assert "number 3 is of no use" in shown(pilot)
        await pilot.press("o", "n")
        assert state_of(pilot, 3) is State.LIVE
        assert review(pilot).queue.card is None


async def test_the_full_page_of_a_member_decides_on_that_member(opened: Opened, planted: Planted) -> None:
    planted(*(junk(n, "old notes") for n in (1, 2, 3, 4)))
    async with opened() as pilot:
        await pilot.press("2", "enter", "j", "o", "x")
        assert state_of(pilot, 2) is State.ARCHIVED
        assert here(pilot) is review(pilot).members
        assert review(pilot).members.ids == [1, 3, 4]


async def test_a_yes_on_the_full_page_keeps_what_was_chosen_on_the_card(
    opened: Opened, planted: Planted
) -> None:
    planted(conflict())
    async with opened() as pilot:
        await pilot.press("2", "left", "o", "y")
        assert "The shop runs on port 8080" in texts(pilot)
        assert "Ada prefers small commits" not in texts(pilot)


async def test_the_keys_on_the_member_that_is_shown_can_be_clicked(opened: Opened, planted: Planted) -> None:
    planted(*(junk(n, "old notes") for n in (1, 2, 3)))
    async with opened(size=(120, 36)) as pilot:
        await pilot.press("2", "enter", "j")
        await pilot.pause()
        lines = beside(pilot).splitlines()
        line = next(at for at, words in enumerate(lines) if "y yes" in words)
        await pilot.click(review(pilot).member, offset=(lines[line].index("y yes"), line))
        await pilot.pause()
        assert dropped(pilot) == [2]

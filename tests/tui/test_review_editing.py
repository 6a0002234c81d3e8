"""Editing the text of a card: the box names its memory, and what was typed is stored or still there."""

from dataclasses import replace

import pytest
from textual.content import Content
from textual.pilot import Pilot

from memtui.domain.memory import Memory
from memtui.domain.proposal import Finding
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.store import memories
from memtui.tui.memories.meanwhile import MeanwhileDialog
from memtui.tui.review.editing import EditBox
from tests.tui.conftest import AGENT, Opened, Planted, app_of
from tests.tui.planting import conflict, review, shown, texts
from tests.tui.test_review_verdicts import NEW, OLD, open_question


def box_of(pilot: Pilot[int]) -> EditBox:
    box = pilot.app.screen
    assert isinstance(box, EditBox)
    return box


def title(pilot: Pilot[int]) -> str:
    return str(box_of(pilot).query_one(".panel").border_title).replace("\\[", "[")


def note(pilot: Pilot[int]) -> str:
    content = box_of(pilot)._note.content
    assert isinstance(content, Content)
    return content.plain


async def test_where_nothing_is_chosen_the_box_says_which_it_edits_and_that_one_stays(
    opened: Opened, planted: Planted
) -> None:
    planted(open_question())
    async with opened() as pilot:
        await pilot.press("2", "e")
        assert OLD in title(pilot)
        assert f"“{NEW}” is dropped" in note(pilot)
        await pilot.press(*" today", "ctrl+s")
        await pilot.pause()
        assert f"{OLD} today" in texts(pilot)
        assert NEW not in texts(pilot)
        await pilot.press("u")
        assert {OLD, NEW} <= set(texts(pilot))
        assert "tab choose the one that stays" in shown(pilot)


async def test_tab_in_the_box_edits_the_other_and_keeps_what_was_typed(
    opened: Opened, planted: Planted
) -> None:
    planted(open_question())
    async with opened() as pilot:
        await pilot.press("2", "e", *" one", "tab")
        assert NEW in title(pilot)
        await pilot.press(*" two", "tab")
        assert box_of(pilot).text.text == f"{OLD} one"
        await pilot.press("tab", "ctrl+s")
        await pilot.pause()
        assert f"{NEW} two" in texts(pilot)
        assert OLD not in texts(pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 14)])
async def test_what_the_other_one_says_stands_above_the_text(
    opened: Opened, planted: Planted, size: tuple[int, int]
) -> None:
    planted(open_question())
    async with opened(size=size) as pilot:
        await pilot.press("2", "e")
        for other, _ in ((NEW, OLD), (OLD, NEW)):
            await pilot.pause()
            box = box_of(pilot)
            lines = ["".join(part.text for part in line).strip() for line in box._others.lines]
            assert lines[:2] == ["the other one says", other]
            assert box._others.display
            assert box.text.size.height >= 3
            assert all(box.shows(part) for part in (box.text, box._note, box.query_one(".hint")))
            await pilot.press("tab")


async def test_the_one_that_was_chosen_is_edited_first(opened: Opened, planted: Planted) -> None:
    planted(open_question())
    async with opened() as pilot:
        await pilot.press("2", "tab", "tab", "e")
        assert NEW in title(pilot)


async def test_of_a_card_with_a_default_the_other_can_be_edited_instead(
    opened: Opened, planted: Planted
) -> None:
    planted(conflict())
    async with opened() as pilot:
        await pilot.press("2", "e")
        assert NEW in title(pilot)
        await pilot.press("tab", *" still", "ctrl+s")
        await pilot.pause()
        assert f"{OLD} still" in texts(pilot)
        assert NEW not in texts(pilot)


async def test_esc_asks_before_what_was_typed_is_thrown_away(opened: Opened, planted: Planted) -> None:
    planted(open_question())
    async with opened() as pilot:
        await pilot.press("2", "e", "x", "tab", "escape")
        assert "throws away what you typed" in note(pilot)
        await pilot.press("tab")
        assert box_of(pilot).text.text == f"{OLD}x"
        await pilot.press("escape", "escape")
        assert not isinstance(pilot.app.screen, EditBox)
        assert {OLD, NEW} <= set(texts(pilot))


async def test_what_was_typed_stays_when_a_memory_changed_meanwhile(opened: Opened, planted: Planted) -> None:
    planted(lambda five: replace(conflict()(five), origin="elsewhere"))
    async with opened() as pilot:
        await pilot.press("2", "e", *" today")
        edit(app_of(pilot).store, [4], Edit(importance=0.9), by=AGENT)
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MeanwhileDialog)
        await pilot.press("escape")
        assert box_of(pilot).text.text == f"{NEW} today"
        assert "ctrl+s accepts your text over it" in note(pilot)
        assert {OLD, NEW} <= set(texts(pilot))
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert f"{NEW} today" in texts(pilot)


async def test_what_a_memory_says_by_now_is_seen_before_a_text_is_accepted_over_it(
    opened: Opened, planted: Planted
) -> None:
    planted(lambda five: replace(conflict()(five), origin="elsewhere"))
    async with opened() as pilot:
        await pilot.press("2", "e", *" today")
        edit(app_of(pilot).store, [4], Edit(text=f"{NEW}, says Ada"), by=AGENT)
        await pilot.press("ctrl+s")
        await pilot.pause()
        dialog = pilot.app.screen
        assert isinstance(dialog, MeanwhileDialog)
        both = "".join(part.text for line in dialog._page.lines for part in line)
        assert f"{NEW}, says Ada" in both
        assert f"{NEW} today" in both
        await pilot.press("m")
        await pilot.pause()
        assert f"{NEW} today" in texts(pilot)


async def test_what_was_typed_stays_when_the_card_went_meanwhile(opened: Opened, planted: Planted) -> None:
    planted(open_question())
    async with opened() as pilot:
        await pilot.press("2", "e", *" today")
        drop(app_of(pilot).store, [4], by=AGENT)
        await pilot.press("ctrl+s")
        assert box_of(pilot).text.text == f"{OLD} today"
        assert "copy your text" in note(pilot)
        await pilot.press("escape", "escape")
        assert review(pilot).queue.card is None


async def test_a_title_may_hold_any_text(opened: Opened, planted: Planted) -> None:
    brackets = "[/bold] the port [is] 8080"

    def disagree(five: list[Memory]) -> Finding:
        edit(app.store, [4], Edit(text=brackets), by=AGENT)
        return open_question()(memories.get_many(app.store, [memory.id for memory in five]))

    async with opened() as pilot:
        app = app_of(pilot)
        planted(disagree)
        await pilot.press("2", "e")
        assert brackets in title(pilot)

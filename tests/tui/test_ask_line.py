"""The line in which a question is typed: what it takes, and what it leaves alone."""

import pytest
from textual import events
from textual.pilot import Pilot

from memtui.store import memories, scopes
from memtui.tui.extract.view import ExtractView
from memtui.tui.keys.views import ViewId
from memtui.tui.widgets.prompts import Prompt
from tests.tui.conftest import Opened, app_of, said, until
from tests.tui.test_ask import answered, typed


def line_of(pilot: Pilot[int]) -> Prompt:
    """Return the line that is typed in."""
    prompt = app_of(pilot)._prompt
    assert prompt is not None
    return prompt


async def test_questions_that_are_typed_blindly_do_nothing_to_memories(opened: Opened) -> None:
    async with opened() as pilot:
        before = memories.get_many(app_of(pilot).store, [1, 2, 3, 4, 5])
        await pilot.press("7", *"do users", "enter")
        view = await answered(pilot)
        assert view.question.text == "do users"
        for question in ("drop+", "/pdex"):
            await pilot.press("down", *question, "enter")
            view = await answered(pilot)
            assert view.question.text == question.removeprefix("/")
        assert memories.get_many(view.host.store, [1, 2, 3, 4, 5]) == before
        assert len(app_of(pilot).screen_stack) == 1


@pytest.mark.parametrize("into", ["enter", "tab", "escape"])
async def test_from_the_empty_line_one_key_leads_into_the_answer_to_a_question(
    opened: Opened, into: str
) -> None:
    async with opened() as pilot:
        await pilot.press("7", *"users", "enter")
        assert "enter goes into the answer" in line_of(pilot).said
        await pilot.press(into, "d")
        await until(pilot, lambda: said(pilot).startswith("Dropped 1"))
        assert (await answered(pilot)).question.text == "users"


async def test_a_question_is_taken_up_again_and_one_that_is_wiped_out_was_none(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", *"users", "enter", "right", *" now")
        view = await answered(pilot)
        assert view.question.text == "users now"
        await pilot.press("enter", "d", "backspace")
        assert (await answered(pilot)).question.text == "users now"
        await pilot.press("escape", "slash", "backspace")
        assert (await answered(pilot)).question.text == ""


@pytest.mark.parametrize("line_end", ["\n", "\r"])
async def test_a_text_that_is_pasted_for_a_question_goes_to_extract(opened: Opened, line_end: str) -> None:
    text = "Minutes of the roof group\n\nThe tiles come on Monday.\nAda pays them.\nThe crane is booked."
    async with opened() as pilot:
        await pilot.press("7")
        app_of(pilot).post_message(events.Paste(text.replace("\n", line_end)))
        await until(pilot, lambda: app_of(pilot).view_id is ViewId.EXTRACT)
        view = app_of(pilot).view
        assert isinstance(view, ExtractView)
        await until(pilot, lambda: view.extraction.text == text)
        await pilot.press("7")
        assert (await answered(pilot)).question.text == ""


async def test_a_question_that_is_pasted_in_two_lines_is_one(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7")
        app_of(pilot).post_message(events.Paste("which users\rdo we store"))
        await pilot.press("enter")
        assert (await answered(pilot)).question.text == "which users do we store"


async def test_the_line_it_opens_with_lets_a_tab_be_chosen(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "slash", *"users", *["backspace"] * 5, "1")
        await until(pilot, lambda: app_of(pilot).view_id is ViewId.MEMORIES)
        await pilot.press("7", "8")
        await until(pilot, lambda: app_of(pilot).view_id is ViewId.SOURCES)


async def test_a_question_may_begin_with_a_digit(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", *"409 on users", "enter")
        view = await answered(pilot)
        assert view.question.text == "409 on users"


async def test_a_tab_that_is_chosen_leaves_no_question_behind(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "1")
        await until(pilot, lambda: app_of(pilot).view_id is ViewId.MEMORIES)
        await pilot.press("7", "escape")
        assert (await answered(pilot)).question.text == ""


@pytest.mark.parametrize("look", ["comma", "W", "@"])
async def test_who_steps_back_into_the_list_finds_no_line_for_a_question(opened: Opened, look: str) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape", "j")
        view = await answered(pilot)
        chosen = view.list.cursor
        await pilot.press(look)
        await until(pilot, lambda: app_of(pilot).view_id is not ViewId.ASK)
        await pilot.press("escape")
        await until(pilot, lambda: app_of(pilot).view_id is ViewId.ASK)
        assert app_of(pilot)._prompt is None
        assert (await answered(pilot)).list.cursor == chosen
        await pilot.press("comma", "7")
        await until(pilot, lambda: app_of(pilot)._prompt is not None)


@pytest.mark.long
async def test_at_each_visit_what_is_typed_at_once_is_a_question(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", *"do users", "enter", "1")
        await until(pilot, lambda: app_of(pilot).view_id is ViewId.MEMORIES)
        await pilot.press("7", "escape")
        view = await answered(pilot)
        assert view.question.text == "do users"
        await pilot.press("1", "7", *"deploy", "enter")
        view = await answered(pilot)
        assert view.question.text == "deploy"
        assert scopes.count(view.host.store, "/") == 5


async def test_beside_the_line_for_a_question_stands_what_has_room(opened: Opened) -> None:
    async with opened(size=(80, 24)) as pilot:
        await pilot.press("7")
        await answered(pilot)
        assert line_of(pilot).said == "3 told · enter goes into the answer"
        await pilot.press(*"users")
        await answered(pilot)
        assert line_of(pilot).said == "1 told, 0 not · enter keeps · esc back"


@pytest.mark.long
async def test_leaving_the_line_goes_back_to_what_was_asked_before(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        await answered(pilot)
        await typed(pilot, "staging")
        await pilot.press("slash", *" users", "escape")
        view = await answered(pilot)
        assert view.question.text == "staging"


async def test_in_a_small_terminal_a_row_says_why_it_is_told(opened: Opened) -> None:
    async with opened(size=(80, 24)) as pilot:
        await pilot.press("7", *"users", "enter")
        view = await answered(pilot)
        assert "users" in view.list.render_line(0).text[-30:]

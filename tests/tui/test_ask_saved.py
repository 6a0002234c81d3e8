"""Questions that were saved in Ask: marked when their answer changes, accepted anew, removed."""

import pytest

from tests.tui.conftest import Opened, said, until
from tests.tui.test_ask import answered, page, typed


@pytest.mark.long
async def test_a_question_is_saved_marked_when_its_answer_changes_and_accepted_anew(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        await answered(pilot)
        view = await typed(pilot, "users")
        await pilot.press("s")
        assert "Saved “users” in /project/atlas: 1 memory expected" in said(pilot)
        await answered(pilot)
        assert [saved.text for saved in view.saved.saved] == ["users"]
        await pilot.press("d")
        await until(pilot, lambda: bool(view.saved.changed))
        await answered(pilot)
        assert "The answer has changed; s accepts it" in page(view)
        assert "Atlas stores users in PostgreSQL 16" in page(view)
        await pilot.press("s")
        assert "Accepted the new answer" in said(pilot)
        await until(pilot, lambda: not view.saved.changed)
        await pilot.press("u")
        await until(pilot, lambda: bool(view.saved.changed))


@pytest.mark.long
async def test_a_saved_question_is_asked_under_the_cursor_and_can_be_removed(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape")
        await answered(pilot)
        view = await typed(pilot, "users")
        await pilot.press("s", "escape")
        await answered(pilot)
        await pilot.press("s")
        await answered(pilot)
        assert [saved.text for saved in view.saved.saved] == ["users", ""]
        await pilot.press("shift+tab", "j")
        await answered(pilot)
        await pilot.press("k")
        view = await answered(pilot)
        assert view.question.text == "users"
        await pilot.press("d")
        assert "This acts on a memory" in said(pilot)
        await pilot.press("D")
        assert "Removed “users”" in said(pilot)
        assert [saved.text for saved in view.saved.saved] == [""]
        await pilot.press("u")
        await until(pilot, lambda: len(view.saved.saved) == 2)

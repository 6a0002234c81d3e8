"""The keys of a view are searched as one types, and run from their page."""

import pytest

from memtui.domain.card_kinds import Kind
from memtui.domain.memory import MemoryType
from memtui.tui.glossary import GLOSSARY
from memtui.tui.help import Elsewhere, KeysScreen, help_lines
from memtui.tui.keys.action import Action
from memtui.tui.keys.keymap import Keymap
from memtui.tui.keys.views import ViewId
from memtui.tui.signs import Meaning
from memtui.tui.widgets.dialogs import PurgeDialog
from tests.tui.conftest import Opened, app_of, said, until, view_of
from tests.tui.extracting import screen_of


async def test_a_key_is_found_by_what_it_does_and_run(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("question_mark", *"gone from recall")
        page = pilot.app.screen
        assert isinstance(page, KeysScreen)
        assert [line.id for line in page._list.lines if isinstance(line, Action)] == ["drop"]
        await pilot.press("enter")
        assert said(pilot) == "Dropped 1 memory · u to undo"


async def test_the_line_is_cleared_by_the_key_that_clears_a_line(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("question_mark", *"purge", "ctrl+u")
        page = pilot.app.screen
        assert isinstance(page, KeysScreen)
        assert page._input.value == ""


async def test_a_key_of_another_view_is_named_with_that_view_and_run_there(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("d", "question_mark", *"purge")
        await until(pilot, lambda: isinstance(pilot.app.screen, KeysScreen))
        row = next(row for row in screen_of(pilot).splitlines() if "in Dropped:" in row)
        assert row.split("in Dropped:")[0].split()[-1] == "$"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PurgeDialog))
        assert app_of(pilot).view_id is ViewId.DROPPED


def test_a_key_of_another_view_is_not_found_by_two_letters() -> None:
    keymap = Keymap()
    elsewhere = [Elsewhere(action, view.title) for view, action in keymap.of_other_views(ViewId.MEMORIES)]
    for typed, found in (("pu", False), ("pur", True), ("rge", False)):
        lines = help_lines(keymap.in_view(ViewId.MEMORIES), typed, elsewhere=elsewhere)
        assert any(isinstance(line, Elsewhere) and line.action.id == "purge" for line in lines) is found


@pytest.mark.long
async def test_a_key_is_found_by_itself_and_the_cursor_passes_over_headings(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("question_mark", *"qqq")
        page = pilot.app.screen
        assert isinstance(page, KeysScreen)
        assert page._list.action is None
        await pilot.press(*["backspace"] * 3, "A")
        actions = [line for line in page._list.lines if isinstance(line, Action)]
        assert "mark_all" in {action.id for action in actions}
        for key in ("down", "pagedown", "up", "pageup", "down", "up"):
            await pilot.press(key)
            assert isinstance(page._list.lines[page._list.cursor], Action | Meaning)
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, KeysScreen)


def test_a_capital_is_a_key_and_no_word() -> None:
    actions = Keymap().in_view(ViewId.MEMORIES)
    assert [line.id for line in help_lines(actions, "G") if isinstance(line, Action)] == ["last"]
    assert len(help_lines(actions, "g")) > 5


@pytest.mark.long
async def test_what_can_run_is_said_anew_while_the_page_is_open(opened: Opened) -> None:
    def blocked() -> bool:
        page = pilot.app.screen
        assert isinstance(page, KeysScreen)
        rows = ["".join(part.text for part in page._list.draw(at, 80)) for at in range(page._list.count)]
        return any("Nothing is listed" in row for row in rows)

    async with opened() as pilot:
        await pilot.press("slash", *"xyzzy", "enter", "question_mark", *"drop")
        assert blocked()
        view_of(pilot).listed.apply("")
        await until(pilot, lambda: not blocked())


async def test_no_sentence_of_the_page_is_cut(opened: Opened) -> None:
    async with opened(size=(80, 30)) as pilot:
        await pilot.press("question_mark")
        page = pilot.app.screen
        assert isinstance(page, KeysScreen)
        keys = page._list
        rows = ["".join(part.text for part in keys.draw(at, keys.line_width)) for at in range(keys.count)]
        assert [row for row in rows if row.endswith("…")] == []
        assert "Back to where one was before" in " ".join(" ".join(rows).split())


async def test_the_page_closes_with_the_key_that_opened_it(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("question_mark", "question_mark")
        assert not isinstance(pilot.app.screen, KeysScreen)


@pytest.mark.long
async def test_what_a_sign_means_is_found_by_its_word(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("question_mark", *"card of this kind")
        page = pilot.app.screen
        assert isinstance(page, KeysScreen)
        assert [line.sign for line in page._list.lines if isinstance(line, Meaning)] == ["conflict"]


async def test_a_word_of_the_screen_is_found_with_what_it_means(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("5", "question_mark", *"loses half")
        page = pilot.app.screen
        assert isinstance(page, KeysScreen)
        assert [line.sign for line in page._list.lines if isinstance(line, Meaning)] == ["half-life"]
        await pilot.press(*["backspace"] * len("loses half"), *"procedural")
        assert [line.sign for line in page._list.lines if isinstance(line, Meaning)] == ["how-to"]
        await pilot.press("enter")
        assert not isinstance(pilot.app.screen, KeysScreen)


def test_every_type_and_every_kind_of_card_is_explained() -> None:
    signs = {each.sign for each in GLOSSARY}
    assert {kind.label for kind in MemoryType} | set(map(str, Kind)) <= signs
    assert len(signs) == len(GLOSSARY)


def test_an_explanation_fits_beside_its_word_at_80_columns() -> None:
    assert [each.means for each in GLOSSARY if len(each.means) > 57] == []

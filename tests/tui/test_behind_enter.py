"""Keys in one burst with the enter that closes a prompt or dialog act on what it brought, in their order."""

from pathlib import Path

import pytest

from memtui.tui.ask.view import AskView
from memtui.tui.keys.views import ViewId
from memtui.tui.memories import query
from memtui.tui.settings.view import SettingsView
from tests.tui.conftest import MIGRATION, RELEASES, Opened, app_of, burst, listed, said, until, view_of

ENTER = ("enter", "\r")


def letters(text: str) -> list[tuple[str, str]]:
    return [(letter, letter) for letter in text]


@pytest.mark.parametrize(("keys", "line"), [("G", 59), ("jjj", 3), ("Gkk", 57)])
async def test_keys_behind_a_filter_move_in_its_rows(
    opened: Opened, example: Path, keys: str, line: int
) -> None:
    async with opened(example) as pilot:
        await pilot.press("slash")
        burst(pilot, *letters("type:how-to"), ENTER, *letters(keys))
        table = view_of(pilot).table
        await until(pilot, lambda: (table.count, table.cursor) == (60, line))
        assert view_of(pilot).pane is table


async def test_keys_behind_a_filter_wait_for_rows_that_a_thread_reads(
    opened: Opened, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "_AT_ONCE", 0)
    async with opened(example) as pilot:
        await pilot.press("slash")
        burst(pilot, *letters("type:how-to"), ENTER, *letters("Gk"))
        table = view_of(pilot).table
        await until(pilot, lambda: (table.count, table.cursor) == (60, 58))


async def test_keys_behind_a_filter_of_another_day_move_in_its_rows(opened: Opened, example: Path) -> None:
    async with opened(example) as pilot:
        app = app_of(pilot)
        await pilot.press("@")
        await until(pilot, lambda: getattr(app.view, "past", None) is not None)
        await pilot.press("slash")
        burst(pilot, *letters("type:how-to"), ENTER, *letters("Gk"))
        await until(pilot, lambda: (app.view.main.count, app.view.main.cursor) == (60, 58))


async def test_a_key_behind_what_is_chosen_in_the_palette_comes_after_it(opened: Opened) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        burst(pilot, *letters(":"), *letters("History"), ENTER, *letters("6"))
        await until(pilot, lambda: app.view_id is ViewId.INSIGHTS)
        assert app.came_from is ViewId.HISTORY


async def test_a_key_behind_what_is_chosen_on_the_page_of_keys_comes_after_it(opened: Opened) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        burst(pilot, *letters("?"), *letters("History"), ENTER, *letters("6"))
        await until(pilot, lambda: app.view_id is ViewId.INSIGHTS)
        assert app.came_from is ViewId.HISTORY


async def test_a_key_behind_the_scope_of_a_move_comes_after_it(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("j", "m")
        burst(pilot, *letters("/team/new"), ENTER, *letters("u"))
        await until(pilot, lambda: said(pilot).startswith("Undid: move"))
        assert RELEASES in listed(pilot)


async def test_a_key_behind_a_yes_to_many_comes_after_it(opened: Opened) -> None:
    async with opened() as pilot:
        burst(pilot, *letters("Ad"), ENTER, *letters("u"))
        await until(pilot, lambda: said(pilot).startswith("Undid: drop"))
        assert len(listed(pilot)) == 5


async def test_keys_behind_a_question_move_in_its_answer(opened: Opened, example: Path) -> None:
    async with opened(example) as pilot:
        await pilot.press("7")
        burst(pilot, *letters("deploy on fridays"), ENTER, ENTER, *letters("jj"))
        view = app_of(pilot).view
        assert isinstance(view, AskView)
        await until(pilot, lambda: view.list.cursor == 2)


async def test_a_key_behind_the_value_of_a_setting_comes_after_it(opened: Opened, tmp_path: Path) -> None:
    async with opened(config=tmp_path / "config.toml") as pilot:
        await pilot.press("comma")
        view = app_of(pilot).view
        assert isinstance(view, SettingsView)
        view.go_to_setting("decay.prune_threshold")
        await pilot.pause()
        burst(pilot, ENTER, ("ctrl+a", ""), *letters("0.07"), ENTER, *letters("j"))
        await until(pilot, lambda: getattr(view.list.setting, "name", "") == "prune_after_days")
        assert app_of(pilot).settings.decay.prune_threshold == 0.07


async def test_a_word_behind_another_filter_of_one_burst_is_searched(opened: Opened) -> None:
    async with opened() as pilot:
        burst(pilot, *letters("/the"), ENTER, *letters("/migr"), ENTER, *letters("d"))
        await until(pilot, lambda: said(pilot).startswith("Dropped 1"))
        await pilot.press("escape")
        assert MIGRATION not in listed(pilot)

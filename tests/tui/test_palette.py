"""One line finds actions of every view, memories, scopes, settings and themes, and goes there."""

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from memtui.config import Settings, config_path
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.states import drop
from memtui.store.opening import open_store
from memtui.tui.keys.action import Action, Situation
from memtui.tui.keys.keymap import Keymap
from memtui.tui.keys.views import ViewId
from memtui.tui.palette import choices
from memtui.tui.palette.choices import Sort
from memtui.tui.palette.dialog import Palette
from memtui.tui.settings.view import SettingsView
from tests.conftest import FrozenClock
from tests.tui.conftest import (
    AGENT,
    MIGRATION,
    RELEASES,
    Opened,
    a_draft,
    app_of,
    burst,
    listed,
    said,
    under_cursor,
    until,
    view_of,
)


@pytest.fixture(autouse=True)
def _own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_CONFIG", str(tmp_path / "config.toml"))


def palette_of(pilot: Pilot[int]) -> Palette:
    assert isinstance(pilot.app.screen, Palette)
    return pilot.app.screen


@pytest.mark.long
async def test_an_action_of_another_view_is_found_and_goes_there(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("colon", *"file as the text")
        (choice,) = [each for each in palette_of(pilot)._list.choices if each.sort is Sort.ACTION]
        assert choice.note.startswith("in Extract: ")
        await pilot.press("enter")
        await until(pilot, lambda: app_of(pilot).view_id is ViewId.EXTRACT)
        assert app_of(pilot)._prompt is not None


async def test_a_typo_finds_what_was_meant(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("colon", *"dop")
        assert "drop" in [each.title for each in palette_of(pilot)._list.choices]


async def test_a_memory_is_found_by_its_words_and_gone_to(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("5", "ctrl+p", *"migration")
        found = palette_of(pilot)._list
        await until(pilot, lambda: any(each.sort is Sort.MEMORY for each in found.choices))
        await pilot.press("enter")
        assert app_of(pilot).view_id is ViewId.MEMORIES
        assert under_cursor(pilot) == "Migration 0042 failed on staging"


@pytest.mark.long
async def test_a_memory_is_listed_once_though_the_search_answers_twice(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("colon", *"staging")
        found = palette_of(pilot)._list
        await until(pilot, lambda: any(each.sort is Sort.MEMORY for each in found.choices))
        assert [each.title for each in found.choices if each.sort is Sort.MEMORY] == [MIGRATION]


async def test_a_dropped_memory_is_found_below_the_live_ones_and_gone_to(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        import_drafts(store, [a_draft("The staging of the play is on Friday")], by=AGENT)
        drop(store, [6], by=AGENT)
    async with opened() as pilot:
        await pilot.press("colon", *"staging")
        found = palette_of(pilot)._list

        def of_memories() -> list[str]:
            return [each.key.split()[0] for each in found.choices if each.sort is Sort.MEMORY]

        await until(pilot, lambda: len(of_memories()) == 2)
        assert of_memories()[1] == "dropped"
        await pilot.press("down", "enter")
        await until(pilot, lambda: app_of(pilot).view_id is ViewId.DROPPED)
        assert under_cursor(pilot) == "The staging of the play is on Friday"


async def test_a_scope_is_found_and_listed(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("colon", *"team/ops", "enter")
        assert view_of(pilot).scope_tree.scope == "/team/ops"
        assert under_cursor(pilot) == "Ada prefers small commits"


@pytest.mark.long
async def test_a_scope_says_in_the_right_number_what_it_holds(opened: Opened) -> None:
    async with opened() as pilot:
        about = {choice.title: choice.note for choice in choices.all_scopes(app_of(pilot).store)}
        assert (about["/team/ops"], about["/project/atlas"]) == ("1 memory", "3 memories")


async def test_a_theme_is_tried_on_while_the_cursor_is_on_it_and_kept_with_enter(
    opened: Opened,
) -> None:
    async with opened() as pilot:
        await pilot.press("colon", *"theme light")
        assert pilot.app.theme == "memtui-light"
        await pilot.press("escape")
        assert pilot.app.theme == "memtui-dark"
        await pilot.press("colon", *"theme light", "enter")
        assert pilot.app.theme == "memtui-light"
        assert said(pilot) == "Theme light"
        assert 'theme = "light"' in config_path().read_text("utf-8")


@pytest.mark.long
async def test_a_setting_is_found_and_changed_where_settings_are(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("colon", *"review.on_start", "enter")
        view = app_of(pilot).view
        assert isinstance(view, SettingsView)
        assert view.list.setting is not None
        assert view.list.setting.key == "review.on_start"
        await pilot.press("enter", "enter")
        assert 'on_start = "never"' in config_path().read_text("utf-8")


@pytest.mark.parametrize(
    ("typed", "view"),
    [
        ("fade", ViewId.WHAT_IF),
        ("fading half-life", ViewId.WHAT_IF),
        ("decay", ViewId.WHAT_IF),
        ("conflicts", ViewId.REVIEW),
        ("restore dropped", ViewId.DROPPED),
        ("charts", ViewId.INSIGHTS),
        ("facts file", ViewId.EXTRACT),
        ("who changed", ViewId.HISTORY),
    ],
)
def test_a_view_is_found_by_what_it_is_for(typed: str, view: ViewId) -> None:
    now = Situation(ViewId.MEMORIES)
    found = choices.matching([*choices.actions(Keymap(), now), *choices.all_settings(Settings())], typed)
    assert f"view_{view}" in [each.what.id for each in found if isinstance(each.what, Action)]


async def test_a_key_right_behind_esc_is_the_views(opened: Opened) -> None:
    for opening in ("question_mark", "colon"):
        async with opened() as pilot:
            await pilot.press(opening)
            for key in (events.Key("escape", "\x1b"), events.Key("6", "6")):
                pilot.app.post_message(key)
            await until(pilot, lambda: app_of(pilot).view_id is ViewId.INSIGHTS)


async def test_a_memory_with_all_the_words_goes_before_what_has_them_by_chance(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("colon", *"the")
        found = palette_of(pilot)._list
        await until(pilot, lambda: any(each.sort is Sort.MEMORY for each in found.choices))
        titles = [each.title for each in found.choices]
        assert titles.index("other machines") > titles.index("The shop runs on port 8080")
        assert titles[0].startswith("theme")


async def test_a_view_that_is_for_it_goes_before_memories_that_say_it(opened: Opened, example: Path) -> None:
    async with opened(example) as pilot:
        await pilot.press("colon", *"them")
        found = palette_of(pilot)._list
        await until(pilot, lambda: any(each.sort is Sort.MEMORY for each in found.choices))
        sorts = [each.sort for each in found.choices]
        assert [each.title for each in found.choices].index("History") < sorts.index(Sort.MEMORY)


async def test_that_a_theme_is_tried_on_is_said_once(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("colon", *"theme")
        found = palette_of(pilot)._list
        drawn = ["".join(part.text for part in found.draw(line, 80)) for line in range(found.count)]
        assert sum("shown while the cursor is on it" in line for line in drawn) == 1


async def test_enter_waits_for_the_memories_that_go_first(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("colon")
        burst(pilot, *((letter, letter) for letter in "tagged"), ("enter", "\r"), ("d", "d"))
        await until(pilot, lambda: said(pilot).startswith("Dropped 1"))
        assert RELEASES not in listed(pilot)

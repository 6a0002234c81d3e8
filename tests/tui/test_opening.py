"""A view that opens: what happens meanwhile is for the view before it."""

import asyncio
from typing import Any

import pytest
from textual import events
from textual.widget import AwaitMount

from memtui.tui.keys.views import ALL_VIEWS
from memtui.tui.memories.view import MemoriesView
from tests.tui.conftest import MIGRATION, Opened, app_of, listed, until


async def test_what_is_written_while_a_view_opens_is_not_told_to_half_a_view(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        mount = app.screen.mount

        def mount_and_hear(*given: Any, **where: Any) -> AwaitMount:
            mounting = mount(*given, **where)
            app.store_changed()
            app.tell_shown()
            return mounting

        monkeypatch.setattr(app.screen, "mount", mount_and_hear)
        for view in ALL_VIEWS:
            app.open_view(view.id)
            await pilot.pause()
            assert app.view.view_id is view.id
            assert [each for each in app.screen.query("PaneView") if each.display] == [app.view]


async def test_what_is_written_while_the_screen_closes_is_told_to_no_view(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        told: list[str] = []
        monkeypatch.setattr(app._others, "wrote", lambda: True)
        monkeypatch.setattr(app.view, "store_changed", lambda: told.append("store changed"))
        app._watch()
        assert told == ["store changed"]
        monkeypatch.setattr(app, "_running", False)
        app._watch()
        monkeypatch.setattr(app, "_running", True)
        assert told == ["store changed"]


async def test_what_is_typed_before_the_first_view_is_there_is_a_filter_and_no_command(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    mount = MemoriesView.on_mount

    async def late(view: MemoriesView) -> None:
        for key in ("/", *"migration"):
            view.app.post_message(events.Key(key, key))
        await asyncio.sleep(0.1)
        mount(view)

    monkeypatch.setattr(MemoriesView, "on_mount", late)
    async with opened() as pilot:
        await until(pilot, lambda: listed(pilot) == [MIGRATION])
        prompt = app_of(pilot)._prompt
        assert prompt is not None
        assert prompt.input.value == "migration"

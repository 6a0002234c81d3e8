"""A view that opens: what happens meanwhile is for the view before it."""

from typing import Any

import pytest
from textual.widget import AwaitMount

from memtui.tui.keys.views import ALL_VIEWS
from tests.tui.conftest import Opened, app_of


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

"""The pane that has the focus is seen at a glance: the line that leads into it is bright."""

import pytest
from textual.pilot import Pilot

from memtui.config.settings import Screen
from memtui.tui.themes import look
from memtui.tui.widgets.borders import settle_all
from memtui.tui.widgets.line_list import LineList
from tests.tui.conftest import Opened, app_of, view_of


def lit(pilot: Pilot[int]) -> list[str]:
    """Return which lines of Memories are bright."""
    view = view_of(pilot)
    accent = look(pilot.app.theme).accent.color
    lines = {"edge": view.scope_tree.render_line(5), "fence": view.fence.render_line(0)}
    lines["rule"] = view.rule.render_line(0)
    return [name for name, strip in lines.items() if next(iter(strip)).style.color == accent]  # type: ignore[union-attr]


async def test_the_line_that_leads_into_the_pane_with_the_focus_is_bright(opened: Opened) -> None:
    async with opened() as pilot:
        assert lit(pilot) == ["fence"]
        await pilot.press("tab")
        assert lit(pilot) == ["rule"]
        await pilot.press("tab")
        assert lit(pilot) == ["edge"]
        await pilot.press("slash")
        assert lit(pilot) == []


async def test_without_colours_it_is_bold(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened() as pilot:
        assert view_of(pilot).fence.render_line(0).text == "┃"
        assert view_of(pilot).rule.render_line(0).text[0] == "─"
        await pilot.press("tab")
        assert view_of(pilot).fence.render_line(0).text == "│"
        assert view_of(pilot).rule.render_line(0).text[0] == "━"


@pytest.mark.parametrize("view", ["6", "2"])
async def test_a_pane_that_is_alone_has_no_such_line(opened: Opened, view: str) -> None:
    async with opened() as pilot:
        await pilot.press(view)
        focused = pilot.app.focused
        assert isinstance(focused, LineList)
        assert "▏" not in focused.render_line(0).text


@pytest.mark.parametrize("view", ["3", "7"])
async def test_the_lines_between_the_panes_stay_joined_when_these_get_another_size(
    opened: Opened, view: str
) -> None:
    async with opened(size=(120, 36)) as pilot:
        await pilot.press(view)
        for width in (0, 40, 30):
            settle_all(app_of(pilot).view.borders, Screen(scopes_width=width))
            await pilot.pause()
            rows = [strip.text for strip in pilot.app.screen._compositor.render_strips()]
            joint = next(row.index("┴") for row in rows if "┴" in row)
            assert {row.index("│") for row in rows if "│" in row} == {joint}

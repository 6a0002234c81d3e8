"""The Insights page: its figures are right, and each leads to the memories behind it."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from memtui.lifecycle.access import touch
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store import sessions
from memtui.store.opening import open_store
from memtui.tui.insights.view import InsightsView
from memtui.tui.keys.views import ViewId
from memtui.tui.widgets.links import LinkPage
from tests.conftest import FrozenClock
from tests.tui.conftest import AGENT, Opened, a_draft, app_of, listed, under_cursor, until, view_of


async def _counted(pilot: Pilot[int]) -> LinkPage:
    """Open Insights, and wait until everything is counted."""
    await pilot.press("6")
    view = app_of(pilot).view
    assert isinstance(view, InsightsView)
    await until(pilot, lambda: view._rest is not None)
    return view.page


async def _go_to(pilot: Pilot[int], page: LinkPage, line: str) -> None:
    """Step down and right until the link to a filter is under the cursor."""
    for _ in range(60):
        for _ in range(8):
            if page.link is not None and page.link.filter == line:
                return
            await pilot.press("right")
        await pilot.press("down")
    raise AssertionError(f"no link leads to {line}")


def _text(page: LinkPage) -> str:
    return "\n".join("".join(segment.text for segment in line) for line in page.lines)


async def test_an_empty_store_says_what_helps(opened: Opened, empty: Path) -> None:
    async with opened(empty) as pilot:
        page = await _counted(pilot)
        assert page.count == 0
        assert page.empty[0] == "There is nothing to count yet"
        assert "8    link what agents remember on this machine" in page.empty


async def test_where_nothing_was_used_no_wall_of_dots_stands_for_it(opened: Opened) -> None:
    async with opened() as pilot:
        page = await _counted(pilot)
        assert "Used, day by day  none yet" in _text(page)
        assert _text(page).count("Wed") == 1


async def test_a_figure_leads_to_the_memories_behind_it(opened: Opened) -> None:
    async with opened() as pilot:
        page = await _counted(pilot)
        await _go_to(pilot, page, "made:2026-11-13")
        assert app_of(pilot).view.status().count == "13 Nov 2026: made 5"
        await pilot.press("enter")
        await pilot.pause()
        assert view_of(pilot).view_id is ViewId.MEMORIES
        assert view_of(pilot).listed.line == "made:2026-11-13"
        assert len(listed(pilot)) == 5


@pytest.mark.long
async def test_a_scope_that_was_chosen_before_does_not_narrow_what_a_figure_leads_to(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("h", "j", "j", "j")
        assert view_of(pilot).listed.wanted.scope != "/"
        page = await _counted(pilot)
        await _go_to(pilot, page, "used:never")
        await pilot.press("enter")
        await pilot.pause()
        assert len(listed(pilot)) == 5


@pytest.mark.long
async def test_a_memory_on_the_page_leads_to_its_row(opened: Opened) -> None:
    async with opened() as pilot:
        page = await _counted(pilot)
        last = [spot for spot in page.spots if spot.link.memory is not None][3]
        page._choose(last)
        await pilot.press("enter")
        await pilot.pause()
        assert under_cursor(pilot) == "The shop runs on port 8080"


async def test_the_graphs_end_in_one_column_and_the_size_has_its_unit(opened: Opened) -> None:
    async with opened() as pilot:
        text = _text(await _counted(pilot))
        rows = [
            line for line in text.splitlines() if line.startswith(("  facts", "  rules", "  dropped here"))
        ]
        assert len(rows) == 3
        assert len({len(row.rstrip("0123456789abcdefghijklmnopqrstuvwxyz, ")) for row in rows}) == 1
        assert " kB on disk" in text


async def test_what_sessions_were_told_stands_there_with_what_was_used(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    async with opened() as pilot:
        page = await _counted(pilot)
        assert "Told unasked" not in _text(page)
        assert "Used most in 30 days  none was logged here" in _text(page)
    with open_store(path, clock=clock) as store:
        with store.write() as tx:
            sessions.note_shown(tx, "a-session\x1b[2J", [1, 2, 3])
        touch(store, [2], by=AGENT)
    async with opened() as pilot:
        told = _text(await _counted(pilot)).partition("Told unasked")[2]
        assert "3 told     1 used" in told
        assert "a-session" in told
        assert "\x1b" not in told


@pytest.mark.long
async def test_more_scopes_than_are_named_are_counted(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "scopes.db"
    with open_store(path, clock=clock) as store:
        import_drafts(store, (a_draft(f"Port {n}", f"/project/p{n}") for n in range(1_998)), by=AGENT)
    async with opened(path) as pilot:
        page = await _counted(pilot)
        assert "and 1,990 more" in _text(page)


@pytest.mark.long
async def test_the_page_fits_every_width_and_stands_at_once_on_an_empty_store(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    open_store(tmp_path / "empty.db", clock=clock).close()
    async with opened(tmp_path / "empty.db") as pilot:
        page = await _counted(pilot)
        assert (_text(page), page.empty[0]) == ("", "There is nothing to count yet")
    for width in (80, 109, 110, 200):
        async with opened(size=(width, 30)) as pilot:
            page = await _counted(pilot)
            assert {spot.line for spot in page.spots} <= set(range(len(page.lines)))
            assert all(0 <= spot.start < spot.end for spot in page.spots)
            longest = max(sum(cell_len(s.text) for s in line) for line in page.lines)
            assert longest <= page.line_width

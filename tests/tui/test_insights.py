"""The Insights page: its figures are right, and each leads to the memories behind it."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from memtui.domain.card_kinds import Kind
from memtui.domain.filter import parse
from memtui.domain.memory import Origin
from memtui.lifecycle.access import touch
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.states import drop
from memtui.recall.briefing import Occasion
from memtui.store import selection, sessions
from memtui.store.opening import open_store
from memtui.tui.ask.view import AskView
from memtui.tui.insights.view import InsightsView
from memtui.tui.keys.views import ViewId
from memtui.tui.widgets.links import LinkPage
from tests.conftest import FrozenClock
from tests.tui.conftest import AGENT, Opened, Planted, a_draft, app_of, listed, under_cursor, until, view_of
from tests.tui.planting import conflict, junk, review


async def _counted(pilot: Pilot[int]) -> LinkPage:
    """Open Insights, and wait until everything is counted."""
    await pilot.press("6")
    view = app_of(pilot).view
    assert isinstance(view, InsightsView)
    await until(pilot, lambda: view._rest is not None)
    return view.page


async def _go_to(pilot: Pilot[int], page: LinkPage, line: str) -> None:
    """Step from the first link on, down and to the ends of the lines, until that to a filter is reached."""
    await pilot.press("g")
    for _ in range(page.count):
        for key in ("right", "left"):
            while (
                page.link is not None and page.link.filter != line and page.step(1 if key == "right" else -1)
            ):
                await pilot.pause()
        if page.link is not None and page.link.filter == line:
            return
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


async def test_where_nothing_was_used_it_says_how_uses_come_to_be_known(opened: Opened) -> None:
    async with opened() as pilot:
        text = _text(await _counted(pilot))
        assert "Used most in 30 days  none was logged here" in text
        assert "Agents say what they used once `memtui init` has set them up" in text


async def test_what_there_is_to_do_comes_first_and_leads_to_its_cards(
    opened: Opened, planted: Planted
) -> None:
    planted(conflict(), junk())
    async with opened() as pilot:
        page = await _counted(pilot)
        heads = [line.strip() for line in _text(page).splitlines() if line.strip()][1:4]
        assert heads[0].startswith("What to do")
        assert heads[1].startswith("1  contradictions")
        await _go_to(pilot, page, "conflict")
        await pilot.press("enter")
        await until(pilot, lambda: app_of(pilot).view_id is ViewId.REVIEW)
        assert [ref.kind for ref in review(pilot).queue.refs] == [Kind.CONFLICT]


async def test_each_figure_of_the_tables_leads_to_as_many_memories(opened: Opened, example: Path) -> None:
    async with opened(example, size=(120, 36)) as pilot:
        page = await _counted(pilot)
        links = [spot.link for spot in page.spots if spot.link.filter.startswith(("source:", "in:"))]
        assert {link.view for link in links} == {ViewId.MEMORIES, ViewId.DROPPED}
        assert len(links) > 30
        for link in (link for link in dict.fromkeys(links) if "≈" not in link.says):
            count = int(link.says.rpartition(": ")[2].split()[0].replace(",", ""))
            assert selection.count(app_of(pilot).store, parse(link.filter)) == count, link


async def test_what_a_session_is_told_at_its_start_leads_to_ask_there(opened: Opened) -> None:
    async with opened() as pilot:
        page = await _counted(pilot)
        spot = next(spot for spot in page.spots if spot.link.view is ViewId.ASK and spot.link.filter != "/")
        line = "".join(segment.text for segment in page.lines[spot.line])
        page._choose(spot)
        await pilot.press("enter")
        view = app_of(pilot).view
        assert isinstance(view, AskView)
        await until(pilot, lambda: view.list.answer is not None and view.question.scope == spot.link.filter)
        assert view.list.answer is not None
        assert f"≈ {view.list.answer.briefing.tokens:,} tokens" in line
        assert f"{len(view.list.answer.briefing.told)} told" in line


async def test_a_session_start_that_is_opened_asks_nothing_of_an_earlier_question(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", *"deploy", "enter", "enter")
        view = app_of(pilot).view
        assert isinstance(view, AskView)
        assert view.question.text == "deploy"
        await pilot.press("escape")
        page = await _counted(pilot)
        page._choose(next(spot for spot in page.spots if spot.link.view is ViewId.ASK))
        await pilot.press("enter")
        await until(pilot, lambda: app_of(pilot).view is view and not view.waiting)
        assert view.question.text == ""
        assert view.list.answer is not None
        assert view.list.answer.question.occasion is Occasion.START


async def test_the_first_and_the_last_figure_are_reached_from_anywhere(opened: Opened, example: Path) -> None:
    async with opened(example, size=(80, 24)) as pilot:
        page = await _counted(pilot)
        for first, last in (("g", "G"), ("home", "end")):
            await pilot.press(last)
            assert page.chosen == page.spots[-1]
            await pilot.press(first)
            assert (page.chosen, page.scroll_offset.y) == (page.spots[0], 0)
        await pilot.press("G", *["k"] * 80)
        assert page.chosen is not None
        assert (page.chosen.line, page.scroll_offset.y) == (page.spots[0].line, 0)


async def test_what_a_figure_listed_is_over_once_memories_are_opened_by_their_key(opened: Opened) -> None:
    async with opened() as pilot:
        page = await _counted(pilot)
        await _go_to(pilot, page, "in:/team")
        await pilot.press("enter")
        await pilot.pause()
        assert (view_of(pilot).listed.line, len(listed(pilot))) == ("in:/team", 1)
        await pilot.press("6", "1")
        assert (view_of(pilot).listed.line, len(listed(pilot))) == ("", 5)
        await pilot.press("slash", *"in:/team", "enter", "6", "1")
        assert view_of(pilot).listed.line == "in:/team"


@pytest.mark.long
async def test_a_scope_that_was_chosen_before_does_not_narrow_what_a_figure_leads_to(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("h", "j", "j", "j")
        assert view_of(pilot).listed.wanted.scope != "/"
        page = await _counted(pilot)
        await _go_to(pilot, page, "")
        await pilot.press("enter")
        await pilot.pause()
        assert len(listed(pilot)) == 5


@pytest.mark.long
async def test_a_memory_on_the_page_leads_to_its_row(opened: Opened, path: Path, clock: FrozenClock) -> None:
    with open_store(path, clock=clock) as store:
        touch(store, [4], by=AGENT)
    async with opened() as pilot:
        page = await _counted(pilot)
        page._choose(next(spot for spot in page.spots if spot.link.memory is not None))
        await pilot.press("enter")
        await pilot.pause()
        assert under_cursor(pilot) == "The shop runs on port 8080"


async def test_the_size_has_its_unit(opened: Opened) -> None:
    async with opened() as pilot:
        assert " kB on disk" in _text(await _counted(pilot))


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


async def test_a_day_of_the_calendar_leads_to_what_was_made_on_it(opened: Opened) -> None:
    async with opened() as pilot:
        page = await _counted(pilot)
        assert "Used, day by day  none yet" in _text(page)
        assert _text(page).count("Wed") == 1, "no wall of dots stands for what never was"
        await _go_to(pilot, page, "made:2026-11-13")
        assert app_of(pilot).view.status().count == "13 Nov 2026: made 5"
        await pilot.press("enter")
        await until(pilot, lambda: app_of(pilot).view_id is ViewId.MEMORIES and len(listed(pilot)) == 5)


async def test_a_scope_has_a_box_as_large_as_its_tokens_and_a_type_its_growth(
    opened: Opened, example: Path
) -> None:
    async with opened(example) as pilot:
        page = await _counted(pilot)
        spots = {spot.link.filter: spot for spot in page.spots}
        assert spots["in:/project/fernhill/deploy"].link.says.startswith("/project/fernhill/deploy: ≈ ")
        for kind in ("semantic", "procedural", "episodic", "constitutional"):
            count = selection.count(app_of(pilot).store, parse(f"type:{kind}"))
            (says,) = {s.link.says for s in page.spots if s.link.filter == f"type:{kind}" and s.link.says}
            assert says.endswith(f": {count}")


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
    for width in (80, 109, 110, 156, 200):
        async with opened(size=(width, 30)) as pilot:
            page = await _counted(pilot)
            assert {spot.line for spot in page.spots} <= set(range(len(page.lines)))
            assert all(0 <= spot.start < spot.end for spot in page.spots)
            longest = max(sum(cell_len(s.text) for s in line) for line in page.lines)
            assert longest <= page.line_width


async def test_the_status_line_says_once_where_a_figure_leads_and_offers_no_key_where_there_is_none(
    opened: Opened, empty: Path
) -> None:
    async with opened() as pilot:
        page = await _counted(pilot)
        await _go_to(pilot, page, "is:pinned")
        status = app_of(pilot).view.status()
        assert (status.filter, status.count) == ("", "pinned")
        assert ("enter", "show") in app_of(pilot).view.hints()
    async with opened(empty) as pilot:
        await _counted(pilot)
        assert "enter" not in dict(app_of(pilot).view.hints())


async def test_what_is_weak_by_its_age_and_does_not_fade_is_told_beside_nothing_that_fades(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        elsewhere = {"source": "elsewhere"}
        given = [
            a_draft(f"The lamp of room {n} is dim", origin=Origin.IMPORTED, provenance=elsewhere)
            for n in range(3)
        ]
        import_drafts(store, given, by=AGENT)
        drop(store, [1, 2, 3, 4, 5], by=AGENT)
    clock.forward(days=900)
    async with opened() as pilot:
        page = await _counted(pilot)
        text = " ".join(_text(page).split())
        assert "Fades, when nobody uses it nothing, within a year" in text
        assert "3 weaker than 0.05 by age They do not fade" in text
        await _go_to(pilot, page, "below:0.05")
        await pilot.press("enter")
        await pilot.pause()
        assert view_of(pilot).table.count == 3

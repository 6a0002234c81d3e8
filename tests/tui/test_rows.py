"""A row says what a memory says first, its heading dim and told once, and then what is special about it."""

from math import log2
from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.config.reading import read
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.card_kinds import Kind
from memtui.lifecycle.add import add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import archive, drop
from memtui.store import visits
from memtui.store.opening import open_store
from memtui.store.standing import Standing, standings
from memtui.tui.ask.view import AskView
from memtui.tui.widgets.borders import Rule
from memtui.tui.widgets.headings import shortened
from tests.conftest import FrozenClock
from tests.tui.conftest import AGENT, Opened, Planted, a_draft, app_of, said, until, view_of
from tests.tui.planting import junk

SET_UP = "Set-up › Ports: "
HEADED = [
    a_draft(f"{SET_UP}the api listens on 8080", importance=0.9),
    a_draft(f"{SET_UP}the shop listens on 9090", importance=0.8),
    a_draft("Set-up › Paths: logs lie in /var/log/atlas", importance=0.7),
    a_draft("Releases: tagged on Fridays", importance=0.6, provenance={"section": "Releases"}),
    a_draft("Note: Ada prefers small commits", importance=0.5),
]


def _lines(pilot: Pilot[int]) -> list[str]:
    table = view_of(pilot).table
    return [table.render_line(line).text[3:] for line in range(table.count)]


async def test_a_heading_is_dim_and_not_told_again_below_itself(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "headed.db"
    with open_store(path, clock=clock) as store:
        import_drafts(store, HEADED, by=AGENT)
    async with opened(path) as pilot:
        table = view_of(pilot).table
        lines = _lines(pilot)
        assert lines[0].startswith(f"{SET_UP}the api listens")
        assert lines[1].startswith("… the shop listens")
        assert lines[2].startswith("… › Paths: logs lie")
        dim = [segment.text for segment in table.draw(0, 100) if segment.style == table.look.dim]
        assert dim[0] == SET_UP
        assert next(s.text for s in table.draw(3, 100) if s.style == table.look.dim) == "Releases: "
        assert "Note: " not in [segment.text for segment in table.draw(4, 100)]


async def test_a_description_is_dim_before_the_text_it_describes(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "described.db"
    described = {"abstract": "Debugging log"}
    with open_store(path, clock=clock) as store:
        drafts = [
            a_draft("- Redis resets come from the proxy", importance=0.9, **described),
            a_draft("Debugging log\n\n- The clock is flaky", importance=0.8, **described),
            a_draft("Debugging log", importance=0.7, **described),
        ]
        import_drafts(store, drafts, by=AGENT)
    async with opened(path) as pilot:
        lines = _lines(pilot)
        assert lines[0].startswith("Debugging log: - Redis resets")
        assert lines[1].startswith("… - The clock is flaky")
        assert lines[2].startswith("Debugging log  ")
        await pilot.press("slash", *"redis", "enter")
        assert "Redis resets" in _lines(pilot)[0]


@pytest.mark.long
async def test_a_search_shows_the_whole_heading(opened: Opened, tmp_path: Path, clock: FrozenClock) -> None:
    path = tmp_path / "headed.db"
    with open_store(path, clock=clock) as store:
        import_drafts(store, HEADED, by=AGENT)
    async with opened(path) as pilot:
        await pilot.press("slash", *"ports", "enter")
        assert all(line.startswith(SET_UP) for line in _lines(pilot))


def test_a_long_heading_keeps_its_last_part() -> None:
    heading = "Working on the shop › Deploying to production › Rollback: "
    assert shortened(f"{heading}run it twice", len(heading), "", 80) == ("… › Rollback: run it twice", 14)
    assert shortened(f"{heading}run it twice", len(heading), "", 240) == (
        f"{heading}run it twice",
        len(heading),
    )


async def test_what_waits_in_review_says_as_what_in_one_word(opened: Opened, planted: Planted) -> None:
    planted(junk(1, kind=Kind.DUPLICATE), junk(1), junk(2), junk(3, kind=Kind.PROMOTE))
    async with opened() as pilot:
        table = view_of(pilot).table
        drawn = [part for at in range(4) for part in table.draw(at, 100)]
        assert [part.text.strip() for part in drawn if part.style == table.look.warn] == ["duplicate", "junk"]
        assert "promote" in _lines(pilot)[2]


async def test_what_has_faded_says_so_where_review_says_no_more(
    opened: Opened, planted: Planted, clock: FrozenClock
) -> None:
    planted(junk(1), junk(2, kind=Kind.FADING))
    clock.forward(days=300)
    async with opened() as pilot:
        lines = _lines(pilot)
        assert [("junk" in line, "faded" in line) for line in lines[:3]] == [
            (True, False),
            (False, True),
            (False, True),
        ]


async def test_a_row_says_how_soon_its_memory_fades(opened: Opened, clock: FrozenClock) -> None:
    async with opened() as pilot:
        memory = view_of(pilot).table.memory
        assert memory is not None
        before = _lines(pilot)[0]
        clock.forward(days=30 * log2(0.9 / 0.05) - 7 - 3.5)
        view_of(pilot).renew()
        assert "fades" not in before
        assert "fades 3d" in _lines(pilot)[0]
        clock.forward(days=9)
        view_of(pilot).renew()
        assert "faded" in _lines(pilot)[0]


async def test_what_others_did_since_the_last_visit_is_news(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        visits.note_end(store)
        edit(store, [2], Edit(text="Releases are tagged on Mondays"), by=AGENT)
        add(store, a_draft("Atlas has a second region", importance=0.95), by=AGENT)
    async with opened() as pilot:
        assert app_of(pilot).seen_op is not None
        lines = _lines(pilot)
        assert "new" in lines[0]
        assert "new" not in lines[1]
        assert "changed" in lines[2]
        await pilot.press("j", "p")
        assert "changed" not in _lines(pilot)[0]


def test_before_the_first_visit_has_ended_nothing_is_news(path: Path, clock: FrozenClock) -> None:
    with open_store(path, clock=clock) as store:
        assert visits.seen_op(store) is None
        assert standings(store, [1, 2], since=None) == {1: Standing(), 2: Standing()}
        assert standings(store, [1], since=0)[1].news == "new"
        visits.note_end(store)
        assert standings(store, [1], since=visits.seen_op(store))[1].news == ""


@pytest.mark.parametrize(("width", "least"), [(120, 75), (200, 140)])
async def test_the_text_gets_the_width(
    opened: Opened, path: Path, clock: FrozenClock, width: int, least: int
) -> None:
    with open_store(path, clock=clock) as store:
        import_drafts(store, [a_draft("kiln " * 60, importance=1.0)], by=AGENT)
    async with opened(size=(width, 36)) as pilot:
        text, cut, _ = _lines(pilot)[0].partition("…")
        assert len(text + cut) >= least


async def test_rows_of_two_lines_show_more_text_and_are_kept(
    opened: Opened, path: Path, tmp_path: Path, clock: FrozenClock
) -> None:
    long = " ".join(f"word{i}" for i in range(30))
    with open_store(path, clock=clock) as store:
        add(store, a_draft(long, importance=0.95), by=AGENT)
    config = tmp_path / "config.toml"
    async with opened(config=config) as pilot:
        table = view_of(pilot).table
        assert "word20" not in table.render_line(0).text
        await pilot.press("L")
        both = table.render_line(0).text + table.render_line(1).text
        assert all(f"word{i}" in both for i in range(20))
        assert table.render_line(2).text[3:].startswith("Atlas stores users")
        assert table.render_line(3).text.strip() == ""
        await pilot.click(table, offset=(5, 3))
        assert table.cursor == 1
        assert said(pilot) == "Two lines a memory"
    assert 'rows = "two"' in config.read_text("utf-8")
    async with opened(size=(120, 20)) as pilot:
        table = view_of(pilot).table
        table.take_height(2)
        for _ in range(5):
            await pilot.press("j")
        assert table.cursor == 5
        top, height = table.scroll_offset.y, table.size.height
        assert top <= 10
        assert top + height >= 12


@pytest.mark.long
async def test_a_border_stays_where_it_was_dragged_in_every_view_and_over_a_restart(
    opened: Opened, tmp_path: Path
) -> None:
    config = tmp_path / "config.toml"
    async with opened(size=(120, 40), config=config) as pilot:
        view = view_of(pilot)
        assert view.fence.region.x == 23
        await pilot.mouse_down(view.fence, offset=(0, 5))
        await pilot.hover(view, offset=(40, 8))
        await pilot.mouse_up(view, offset=(40, 8))
        await pilot.pause()
        assert (view.scope_tree.region.width, view.fence.region.x) == (40, 40)
        assert view.rule.render_line(0).text.index("┴") == 40
        await pilot.press("7", "escape")
        asking = app_of(pilot).view
        assert isinstance(asking, AskView)
        await until(pilot, lambda: asking.fence.region.x == 40)
        rule = asking.rule
        await pilot.mouse_down(rule, offset=(60, 0))
        await pilot.hover(asking, offset=(60, 12))
        await pilot.mouse_up(asking, offset=(60, 12))
        await pilot.pause()
        assert rule.region.y == asking.region.y + 12
        height = asking.page.region.height
        await pilot.press("1")
        await until(pilot, lambda: view.detail.region.height == height)
    assert "scopes_width = 40" in config.read_text("utf-8")
    kept = read(config.read_text("utf-8"), config).settings
    async with opened(size=(120, 40), config=config, settings=kept) as pilot:
        view = view_of(pilot)
        assert view.fence.region.x == 40
        assert view.detail.region.height == height
        await pilot.resize_terminal(82, 20)
        await pilot.pause()
        assert view.table.region.height >= 4
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert not view.fence.display
        assert view.table.region.width == 60


async def test_the_line_above_the_detail_is_dragged(opened: Opened) -> None:
    async with opened(size=(120, 40)) as pilot:
        view = view_of(pilot)
        rule, before = view.query_one(Rule), view.detail.size.height
        await pilot.mouse_down(rule, offset=(40, 0))
        await pilot.hover(view, offset=(40, 15))
        await pilot.mouse_up(view, offset=(40, 15))
        await pilot.pause()
        assert rule.region.y == view.region.y + 15
        assert view.detail.size.height > before
        await pilot.press("enter")
        assert view.detail.size.height > view.size.height - 2
        await pilot.press("escape")
        assert rule.region.y == view.region.y + 15
        await pilot.hover(view, offset=(40, 3))
        assert rule.region.y == view.region.y + 15


async def test_what_was_dropped_says_when_and_by_whom(opened: Opened, path: Path, clock: FrozenClock) -> None:
    with open_store(path, clock=clock) as store:
        archive(store, [4], by=PERSON_AT_CLI)
        clock.forward(days=2)
        drop(store, [1, 3], by=AGENT)
        drop(store, [2], by=AGENT)
        clock.forward(seconds=3 * 3600)
    async with opened() as pilot:
        await pilot.press("3")
        table = view_of(pilot).table
        rows = ["".join(part.text for part in table.draw(line, 100)) for line in range(table.count)]
        assert [row.split()[-2:] for row in rows] == [*[["3h", "mcp"]] * 3, ["2d", "you"]]
        head = view_of(pilot).head.render_line(0).text
        assert head.split()[-2:] == ["when", "by"]

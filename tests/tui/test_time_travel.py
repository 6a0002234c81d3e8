"""Time travel: the list as it was on another day, and what can be taken along from there."""

import threading
from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.domain.instant import DAY
from memtui.lifecycle import change, states
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store import spans
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.past import Past
from memtui.tui.keys.views import ViewId
from memtui.tui.time_travel.replaying import Replay
from memtui.tui.time_travel.rows import Spot
from memtui.tui.time_travel.view import TimeView
from tests.conftest import FrozenClock
from tests.lifecycle.worlds import PERSON
from tests.tui.conftest import ATLAS, Opened, a_draft, app_of, said, until


async def _travel(pilot: Pilot[int]) -> TimeView:
    """Open the time line, and wait for the journal to be replayed."""
    await pilot.press("@")
    view = app_of(pilot).view
    assert isinstance(view, TimeView)
    await until(pilot, lambda: view.past is not None and not view.replay.at_work)
    return view


def _texts(view: TimeView) -> list[str]:
    rows = [view.table.rows.at(line) for line in range(view.table.count)] if view.table.rows else []
    return [memory.text for memory in rows if memory]


def _lived(path: Path, clock: FrozenClock) -> None:
    """Drop one memory and rewrite another, each on a day of its own."""
    with open_store(path, clock=clock) as store:
        clock.forward(days=3)
        states.drop(store, [2], by=PERSON)
        clock.forward(days=3)
        change.edit(store, [1], change.Edit(text="Atlas stores users in MariaDB"), by=PERSON)
        clock.forward(days=1)


async def test_a_past_day_shows_what_was_there_and_brings_it_back(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    _lived(path, clock)
    async with opened() as pilot:
        view = await _travel(pilot)
        assert "Atlas stores users in MariaDB" in _texts(view)
        assert len(_texts(view)) == 4
        await pilot.press("left", "left")
        assert view.status().filter == "2 days ago"
        assert ATLAS in _texts(view)
        await pilot.press("left", "left", "left")
        assert len(_texts(view)) == 5
        assert _texts(view)[1] == "Releases are tagged on Fridays"
        await pilot.press("j", "r")
        assert said(pilot).startswith("Restored 1 memory")
        await until(pilot, lambda: not view.replay.at_work)
        await pilot.press(".")
        assert "Releases are tagged on Fridays" in _texts(view)
        await pilot.press("u")
        await until(pilot, lambda: not view.replay.at_work)
        assert "Releases are tagged on Fridays" not in _texts(view)


@pytest.mark.parametrize("typed", ["office", "zzqq", "typ:fact"])
async def test_a_filter_of_a_day_that_is_given_up_leaves_the_cursor_where_it_was(
    opened: Opened, example: Path, typed: str
) -> None:
    async with opened(example) as pilot:
        view = await _travel(pilot)
        await pilot.press("left", "j", "j", "j", "ctrl+d")
        before = Spot.of(view.table)
        await pilot.press("slash", *typed)
        await until(pilot, lambda: not view.waiting)
        await pilot.press("escape")
        await until(pilot, lambda: not view.waiting and not view.filter_line)
        assert Spot.of(view.table) == before


async def test_a_text_of_then_takes_the_place_of_what_is_said_now(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    _lived(path, clock)
    async with opened() as pilot:
        view = await _travel(pilot)
        await pilot.press("left", "left", "g", "r")
        await until(pilot, lambda: not view.replay.at_work)
        assert said(pilot).startswith("Edited 1 memory")
        await pilot.press("r")
        assert said(pilot).startswith("It is what it was then")
        await pilot.press(".")
        assert ATLAS in _texts(view)


@pytest.mark.long
async def test_uses_that_no_log_tells_of_are_not_known_on_a_past_day(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "used.db"
    with open_store(path, clock=clock) as store:
        given = a_draft(ATLAS, access_count=96, session_count=61, last_accessed_at=clock.now)
        import_drafts(store, [given], by=PERSON)
        clock.forward(days=3)
    async with opened(path) as pilot:
        view = await _travel(pilot)
        assert view.table.render_line(0).text.split()[-2] == "3d"
        await pilot.press(*["left"] * 5)
        assert _texts(view) == [ATLAS]
        assert view.table.render_line(0).text.split()[-2] == "?"
        words = "".join(part.text for line in view.detail.lines for part in line)
        assert "when it was used is not known" in words
        assert "96 times" not in words


def _tree(view: TimeView) -> dict[str, str]:
    """Return what the tree says of each scope."""
    lines = [view.scope_tree.render_line(line).text.split() for line in range(view.scope_tree.count)]
    return {words[-2]: words[-1] for words in lines}


@pytest.mark.long
async def test_the_tree_and_the_filter_are_those_of_the_day(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        clock.forward(days=3)
        change.edit(store, [3], change.Edit(scope="/project/atlas/schema"), by=PERSON)
        states.drop(store, [2], by=PERSON)
        clock.forward(days=2)
    async with opened() as pilot:
        view = await _travel(pilot)
        tree = _tree(view)
        assert (tree["atlas"], tree["schema"]) == ("2", "1")
        assert "db" not in tree
        await pilot.press("left", "left", "left")
        tree = _tree(view)
        assert (tree["atlas"], tree["db"], tree["api"]) == ("3", "1", "1")
        assert "schema" not in tree
        await pilot.press("shift+tab")
        view.scope_tree.choose("/project/atlas/db")
        await pilot.press("j", "k")
        assert view.scope_tree.scope == "/project/atlas/db"
        assert _texts(view) == ["Migration 0042 failed on staging"]
        await pilot.press("right", "right", "right")
        assert view.table.count == 0
        assert view.scope_tree.scope == "/project/atlas/db"
        await pilot.press("enter", "left", "left", "left")
        view.scope_tree.choose("/")
        await pilot.press("/", *"tagged")
        await until(pilot, lambda: not view.waiting and _texts(view) == ["Releases are tagged on Fridays"])
        assert "1 of 5 memories" in view.status().count
        assert _tree(view)["api"] == "1"
        await pilot.press("enter", "right", "right", "right")
        await until(pilot, lambda: not view.waiting and view.table.count == 0)
        assert "Nothing matches" in view.table.empty[0]
        await pilot.press("left", "left", "left")
        await until(pilot, lambda: not view.waiting and view.table.count == 1)
        await pilot.press("escape")
        await until(pilot, lambda: not view.waiting and view.table.count == 5)
        await pilot.press("/", *"is:dropped", "enter")
        await until(pilot, lambda: not view.waiting and _texts(view) == ["Releases are tagged on Fridays"])
        await pilot.press("r")
        assert said(pilot).startswith("Restored 1 memory")
        await pilot.press("escape", "escape")
        assert app_of(pilot).view.view_id is ViewId.MEMORIES


async def test_the_lane_of_uses_has_the_last_use_of_what_came_in_from_elsewhere(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "used.db"
    with open_store(path, clock=clock) as store:
        given = a_draft(ATLAS, access_count=3, session_count=2, last_accessed_at=clock.now - 2 * DAY)
        import_drafts(store, [given], by=PERSON)
    async with opened(path) as pilot:
        view = await _travel(pilot)
        assert view.past is not None
        assert list(view.past.weeks.used.values()) == [1]


async def test_a_coming_day_shows_what_fades_and_takes_no_change(opened: Opened) -> None:
    async with opened() as pilot:
        view = await _travel(pilot)
        await pilot.press("L", "L", "L", "L", "L", "L")
        assert view.table.count == 5
        strip = view.table.render_line(0).text
        assert "faded" in strip
        assert "read-only" in view.status().count
        await pilot.press("d")
        assert "does nothing here" in said(pilot)
        await pilot.press("escape")
        assert app_of(pilot).view.view_id is ViewId.MEMORIES


async def test_before_the_store_memories_stand_by_their_own_dates(opened: Opened) -> None:
    async with opened() as pilot:
        view = await _travel(pilot)
        await pilot.press(*["left"] * 6)
        assert view.table.count == 5
        assert "by their own dates" in view.status().count
        await pilot.press("left", "left")
        assert view.table.count == 0


async def test_today_is_shown_while_the_journal_is_read(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as held:
        held.setattr(Replay, "start", lambda _, by_day: None)
        async with opened() as pilot:
            await pilot.press("@")
            view = app_of(pilot).view
            assert isinstance(view, TimeView)
            assert len(_texts(view)) == 5
            assert view.status().count == "5 memories · reading the journal, 0%"
            await pilot.press("left")
            assert _texts(view) == []
            held.undo()
            view.store_changed()
            await until(pilot, lambda: view.past is not None)
            assert view.status().filter == "1 day ago"
            await pilot.press(".")
            assert len(_texts(view)) == 5


async def test_another_day_is_shown_while_the_journal_is_read(
    opened: Opened, path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    _lived(path, clock)
    go_on = threading.Event()
    all_of_them = spans.add_still

    def once_told(store: Store, first: float) -> None:
        go_on.wait(300)
        all_of_them(store, first)

    monkeypatch.setattr(spans, "add_still", once_told)
    async with opened() as pilot:
        await pilot.press("@")
        view = app_of(pilot).view
        assert isinstance(view, TimeView)
        await until(pilot, lambda: view.days.ready)
        await pilot.press("left", "left")
        await until(pilot, lambda: not view.waiting and ATLAS in _texts(view))
        assert view.past is None
        assert view.status().filter == "2 days ago"
        assert view.status().count == "4 memories · reading the journal, 2%"
        await pilot.press("left", "left", "left")
        await until(pilot, lambda: not view.waiting and len(_texts(view)) == 5)
        await until(pilot, lambda: _tree(view).get("api") == "1")
        await pilot.press("j", "r")
        assert said(pilot).startswith("Restored 1 memory")
        await pilot.press("escape")
        go_on.set()
        assert app_of(pilot).view.view_id is ViewId.MEMORIES
        assert not view.replay.at_work
        assert not view.days.ready
        await pilot.press("@")
        await until(pilot, lambda: view.past is not None)
        assert view.table.count == 5
        await pilot.press("escape", "@")
        assert not view.replay.at_work  # nothing was written since


def test_how_far_the_journal_is_read_is_told_from_none_to_all(path: Path) -> None:
    told: list[float] = []
    with open_store(path) as store:
        Past(store, told.append).close()
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(told) > 4


async def test_time_opens_on_today_unless_one_only_looked_away(opened: Opened, clock: FrozenClock) -> None:
    async with opened() as pilot:
        view = await _travel(pilot)
        await pilot.press("left", "1", "@")
        assert view.status().filter == "1 day ago"
        await pilot.press("1")
        clock.forward(seconds=90)
        await pilot.press("@")
        assert view.status().filter == "today"
        await pilot.press("left", "escape", "@")
        assert view.status().filter == "today"

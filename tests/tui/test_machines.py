"""Other machines in Sources: where they are met, how they stand, and what the keys do about it."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from benchmarks.sync import contents
from memtui.config.settings import Sync
from memtui.store import replicas
from memtui.store.opening import open_store
from memtui.sync.folder import Folder
from memtui.sync.running import exchange, join
from memtui.tui.sources.meeting import Meeting
from tests.conftest import FrozenClock
from tests.tui.conftest import Opened, app_of, said, until
from tests.tui.extracting import paste_line
from tests.tui.linked import sources_of, words


@pytest.fixture
def meeting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder where machines meet; what the screen starts has its clock."""
    config = tmp_path / "config.toml"
    config.write_text("", encoding="utf-8")
    monkeypatch.setenv("MEMTUI_CONFIG", str(config))
    monkeypatch.setenv("MEMTUI_NOW", "2026-11-20T12:00:00Z")
    place = tmp_path / "meeting"
    place.mkdir()
    return place


async def in_sources(pilot: Pilot[int]) -> None:
    """Open Sources, and wait until how things stand was read."""
    await pilot.press("8")
    await until(pilot, lambda: bool(app_of(pilot).on_machine.found is not None))
    await until(pilot, lambda: not sources_of(pilot)._reading)


def row(pilot: Pilot[int]) -> Meeting | None:
    """Return the row of the place, if there is one."""
    found = [each for each in sources_of(pilot).list.rows if isinstance(each, Meeting)]
    return found[0] if found else None


@pytest.mark.usefixtures("folder")
async def test_m_asks_for_a_place_and_meets_there_at_once(
    opened: Opened, meeting: Path, new_store: Path, tmp_path: Path, clock: FrozenClock
) -> None:
    async with opened() as pilot:
        await in_sources(pilot)
        assert row(pilot) is None
        await pilot.press("m")
        await paste_line(pilot, str(meeting))
        await pilot.press("enter")
        await until(pilot, lambda: said(pilot).startswith("Told the others"))
        await until(pilot, lambda: row(pilot) is not None and "in step" in row(pilot).status.summary)  # type: ignore[union-attr]
        await until(pilot, lambda: "this machine" in words(pilot))
        await pilot.press("m")
        assert "meets others already" in said(pilot)
        other = open_store(new_store.with_name("other.db"), clock=clock)
        join(other, str(meeting), "lap")
        exchange(other, Folder(meeting), Sync())
        assert contents(other) == contents(app_of(pilot).store)
        await pilot.press("s")
        await until(pilot, lambda: "lap" in words(pilot))
        await until(pilot, lambda: not sources_of(pilot).verbs.machines.exchanging)
        await pilot.press("x")
        await until(pilot, lambda: said(pilot).startswith("Left"))
        await until(pilot, lambda: row(pilot) is None)
        assert replicas.replica(app_of(pilot).store) is None
        assert len(contents(app_of(pilot).store)) == 5
        other.close()


@pytest.mark.usefixtures("folder")
async def test_a_place_that_is_not_there_is_said_and_nothing_is_met(opened: Opened, meeting: Path) -> None:
    async with opened() as pilot:
        await in_sources(pilot)
        await pilot.press("m")
        await paste_line(pilot, str(meeting / "nowhere"))
        await pilot.press("enter")
        await until(pilot, lambda: "There is no folder" in said(pilot))
        assert replicas.replica(app_of(pilot).store) is None


@pytest.mark.long
@pytest.mark.usefixtures("folder")
async def test_why_an_exchange_failed_is_told_on_the_page(
    opened: Opened, meeting: Path, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        join(store, str(meeting), "desk")
    meeting.rmdir()
    async with opened() as pilot:
        await in_sources(pilot)
        await until(pilot, lambda: row(pilot) is not None)
        await pilot.press("G", "s")
        await until(pilot, lambda: "here is no folder" in said(pilot))
        await until(pilot, lambda: "the last exchange failed" in words(pilot))


@pytest.mark.long
@pytest.mark.usefixtures("folder")
async def test_a_team_has_a_row_of_its_own_which_names_people_and_is_left_by_itself(
    opened: Opened, meeting: Path, path: Path, new_store: Path, tmp_path: Path, clock: FrozenClock
) -> None:
    (tmp_path / "own").mkdir()
    team = "/team/atlas"
    other = open_store(new_store.with_name("other.db"), clock=clock)
    join(other, str(meeting), "lap", team, "Bob")
    exchange(other, Folder(meeting), Sync(), team)
    with open_store(path, clock=clock) as store:
        join(store, str(tmp_path / "own"), "desk")
        join(store, str(meeting), "desk", team, "Ada")
        exchange(store, Folder(meeting), Sync(), team)
    async with opened() as pilot:
        await in_sources(pilot)
        await until(pilot, lambda: row(pilot) is not None)
        await pilot.press("G")
        await until(pilot, lambda: "Bob on lap" in words(pilot))
        assert f"{team} at " in words(pilot)
        await pilot.press("x")
        await until(pilot, lambda: said(pilot).startswith("Left"))
        assert [own.place for own in replicas.places(app_of(pilot).store)] == [""]
    other.close()


@pytest.mark.usefixtures("folder")
async def test_t_asks_for_a_scope_and_a_place_and_shares_it_there(opened: Opened, meeting: Path) -> None:
    async with opened() as pilot:
        await in_sources(pilot)
        await pilot.press("t", "ctrl+u", "/", "enter")
        assert "a scope such as /team/atlas" in said(pilot)
        await pilot.press("t")
        await paste_line(pilot, "/team/atlas")
        await pilot.press("enter")
        await paste_line(pilot, str(meeting))
        await pilot.press("enter")
        await until(pilot, lambda: row(pilot) is not None)
        (own,) = replicas.places(app_of(pilot).store)
        assert (own.place, own.where) == ("/team/atlas", str(meeting))
        await until(pilot, lambda: len(list(meeting.iterdir())) == 1)


async def test_the_examples_meet_nobody(opened: Opened) -> None:
    async with opened(own=False) as pilot:
        await pilot.press("8", "m")
        assert said(pilot) == "The examples meet no other machines"
        await pilot.press("t")
        assert said(pilot) == "The examples are shared with nobody"

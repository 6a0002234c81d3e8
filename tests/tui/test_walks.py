"""The way of a key through the files of memtui is short, and comes back to none that it has left.

`python -m pytest tests/tui/test_walks.py -s` prints each step: the file, its line and the function.
"""

import traceback
from itertools import groupby
from pathlib import Path

import pytest

import memtui
from memtui.sources import replacing, swapping
from memtui.store import memories, queueing
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.tui.app import MemtuiApp
from memtui.tui.memories.view import MemoriesView
from tests.conftest import FrozenClock
from tests.sources.linked import DEPLOY, linked
from tests.tui.conftest import Opened, app_of, until
from tests.tui.extracting import ISSUE, read
from tests.tui.planting import junk

_HOME = Path(memtui.__file__).parent

Way = list[tuple[str, str]]
"""Files of memtui, each with a function in it, the outermost first."""


def way_here() -> Way:
    """Return the functions of memtui that are under way, and print them."""
    way = []
    for frame in traceback.extract_stack():
        file = Path(frame.filename)
        if file.is_relative_to(_HOME):
            way.append((str(file.relative_to(_HOME)), frame.name))
            print(f"{way[-1][0]}:{frame.lineno} {frame.name}")
    print()
    return way


def ways_to(statement_begins: str, store: Store) -> list[Way]:
    """Return a list that fills with the way to each such statement, up to the function that has it."""
    ways: list[Way] = []

    def look(statement: str) -> None:
        if statement.startswith(statement_begins):
            ways.append([step for step in way_here() if step[0] != "store/database.py"])

    store._connection.set_trace_callback(look)
    return ways


def files_of(way: Way) -> list[str]:
    """Return the files of a way in its order; one that it comes back to is there twice."""
    return [file for file, _ in groupby(file for file, _ in way)]


async def test_d_reaches_its_update_in_eight_steps_and_five_files(opened: Opened) -> None:
    async with opened() as pilot:
        ways = ways_to("UPDATE memories", app_of(pilot).store)
        await pilot.press("d")
        assert ways
        assert len(ways[0]) <= 8
        assert len(files_of(ways[0])) <= 5


@pytest.mark.long
async def test_a_yes_reaches_the_file_it_changes_through_twelve_files(
    tmp_path: Path, clock: FrozenClock, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, path = tmp_path / "memory", tmp_path / "new.db"
    folder.mkdir()
    (folder / "MEMORY.md").write_text(
        "- [Deploys](deploy.md) — only after the tests\n- The till is on 8080\n"
    )
    (folder / "deploy.md").write_text(DEPLOY)
    with open_store(path, clock=clock) as store:
        linked(store, folder)
        found = memories.get_many(store, range(1, 3))
        with store.write() as tx:
            queueing.record(tx, [junk(1)(found)])
    written: list[Way] = []
    put_in = swapping.trade_places

    def look(new: Path, target: Path) -> None:
        written.append(way_here())
        put_in(new, target)

    monkeypatch.setattr(replacing, "trade_places", look)
    async with opened(path) as pilot:
        await pilot.press("2")
        decided = ways_to("UPDATE memories", app_of(pilot).store)
        await pilot.press("y")
        await until(pilot, lambda: bool(written))
    files = [*files_of(decided[0]), *files_of(written[0])]
    assert len(files) == len(set(files))
    assert len(files) <= 12


@pytest.mark.long
async def test_an_accepted_fact_reaches_its_insert_through_seven_files(opened: Opened) -> None:
    async with opened() as pilot:
        await read(pilot, ISSUE)
        ways = ways_to("INSERT INTO memories", app_of(pilot).store)
        await pilot.press("Y", "s")
        files = files_of(ways[0])
        assert files == list(dict.fromkeys(files))
        assert len(files) <= 7


async def test_a_key_that_moves_tells_its_view_once_and_asks_for_no_card(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def count(owner: type, name: str) -> None:
        whole = getattr(owner, name)

        def counted(*given: object) -> object:
            calls.append(name)
            return whole(*given)

        monkeypatch.setattr(owner, name, counted)

    count(MemtuiApp, "tell")
    count(MemoriesView, "hints")
    async with opened() as pilot:
        await pilot.press("j")
        asked: list[str] = []
        app_of(pilot).store._connection.set_trace_callback(asked.append)
        calls.clear()
        await pilot.press("j")
        assert sorted(calls) == ["hints", "tell"]
        assert asked
        assert [statement for statement in asked if "proposals" in statement] == []

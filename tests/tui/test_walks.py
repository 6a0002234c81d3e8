"""The way of a key through the files of memtui is short, and comes back to none that it has left.

`python -m pytest tests/tui/test_walks.py -s` prints each step: the file, its line and the function.
"""

import traceback
from itertools import groupby
from pathlib import Path

import memtui
from memtui.store.database import Store
from tests.tui.conftest import Opened, app_of

_HOME = Path(memtui.__file__).parent

Step = tuple[str, str]
"""A file of memtui and a function in it."""


def way_here() -> list[Step]:
    """Return the functions of memtui that are under way, the outermost first; print them."""
    steps = []
    for frame in traceback.extract_stack():
        file = Path(frame.filename)
        if file.is_relative_to(_HOME):
            steps.append((str(file.relative_to(_HOME)), frame.name))
            print(f"{steps[-1][0]}:{frame.lineno} {frame.name}")
    return steps


def ways_to_update(store: Store) -> list[list[Step]]:
    """Return a list that fills with the way to each UPDATE of memories on this connection."""
    ways: list[list[Step]] = []

    def look(statement: str) -> None:
        if statement.startswith("UPDATE memories"):
            ways.append([step for step in way_here() if step[0] != "store/database.py"])

    store._connection.set_trace_callback(look)
    return ways


def rooms(way: list[Step]) -> list[str]:
    """Return the files of a way in its order; one that it comes back to is there twice."""
    return [file for file, _ in groupby(file for file, _ in way)]


async def test_d_reaches_its_update_in_eight_steps_and_five_files(opened: Opened) -> None:
    async with opened() as pilot:
        ways = ways_to_update(app_of(pilot).store)
        await pilot.press("d")
        assert ways
        assert len(ways[0]) <= 8
        assert len(rooms(ways[0])) <= 5

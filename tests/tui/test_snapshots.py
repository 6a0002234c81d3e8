"""How the screen looks, kept as pictures: `pytest --snapshot-update` after a change that was meant."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.tui.app import MemtuiApp
from memtui.tui.ask.view import AskView
from tests.conftest import FrozenClock
from tests.tui.conftest import app_of, until

Compare = Callable[..., bool]


@pytest.fixture(autouse=True)
def _no_related(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what a thread finds a moment later, which a picture may be too early for."""
    monkeypatch.setattr("memtui.tui.memories.related_reader._REST", 3_600)


@pytest.fixture
def app(example: Path, tmp_path: Path, clock: FrozenClock) -> Iterator[Callable[[str], MemtuiApp]]:
    """Make an app on the example store, in a theme."""
    opened: list[Store] = []

    def make(theme: str = "memtui-dark") -> MemtuiApp:
        copy = shutil.copy(example, tmp_path / "copy.db")
        opened.append(open_store(copy, clock=clock))
        return MemtuiApp(opened[-1], theme=theme, name="examples")

    yield make
    for store in opened:
        store.close()


def test_memories(app: Callable[..., MemtuiApp], snap_compare: Compare) -> None:
    assert snap_compare(app(), press=["j", "j", "space"], terminal_size=(120, 36))


def test_memories_in_a_small_light_terminal(app: Callable[..., MemtuiApp], snap_compare: Compare) -> None:
    assert snap_compare(app("memtui-light"), press=["j"], terminal_size=(80, 24))


def test_memories_on_a_wide_screen(app: Callable[..., MemtuiApp], snap_compare: Compare) -> None:
    assert snap_compare(app(), press=["G"], terminal_size=(170, 40))


def test_only_the_table_in_a_narrow_terminal(app: Callable[..., MemtuiApp], snap_compare: Compare) -> None:
    assert snap_compare(app(), terminal_size=(60, 20))


@pytest.mark.long
def test_a_filter_with_the_terminals_own_colours(
    app: Callable[..., MemtuiApp], snap_compare: Compare
) -> None:
    assert snap_compare(app("ansi"), press=["slash", *"type:episodic", "enter", "j"], terminal_size=(100, 30))


def test_the_form(app: Callable[..., MemtuiApp], snap_compare: Compare) -> None:
    assert snap_compare(app(), press=["e"], terminal_size=(100, 30))


async def _asked(pilot: Pilot[int], *keys: str) -> None:
    """Ask, and wait for the answer."""
    await pilot.press("7", "escape")
    await until(pilot, lambda: isinstance(app_of(pilot).view, AskView))
    view = app_of(pilot).view
    assert isinstance(view, AskView)
    for key in keys:
        await pilot.press(key)
    await until(pilot, lambda: not view.waiting)
    await pilot.pause()


def test_what_a_session_starts_with(app: Callable[..., MemtuiApp], snap_compare: Compare) -> None:
    assert snap_compare(app(), run_before=_asked, terminal_size=(120, 36))


@pytest.mark.long
def test_what_is_added_to_a_prompt_in_a_small_light_terminal(
    app: Callable[..., MemtuiApp], snap_compare: Compare
) -> None:
    async def asked(pilot: Pilot[int]) -> None:
        await _asked(pilot, "slash", *"which Postgres", "enter", "enter", "w")

    assert snap_compare(app("memtui-light"), run_before=asked, terminal_size=(80, 24))

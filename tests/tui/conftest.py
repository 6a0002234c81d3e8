"""A real store with a few memories, and an app on it that a test can press keys in."""

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from memtui.config.settings import Settings
from memtui.demo.example import drafts
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, Memory, MemoryType
from memtui.domain.proposal import Finding
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store import memories, queueing
from memtui.store.opening import open_store
from memtui.tui.app import MemtuiApp
from memtui.tui.background import following, in_step, session_queue
from memtui.tui.memories.view import MemoriesView
from memtui.tui.widgets.chrome import Notice
from tests import warm
from tests.conftest import NOON, FrozenClock
from tests.sources.linked import DEPLOY, linked
from tests.tui.at_rest import make_pilots_wait

AGENT = Actor(ActorKind.AGENT, "mcp", "another-session")

make_pilots_wait()

Opened = Callable[..., AbstractAsyncContextManager[Pilot[int]]]
Planted = Callable[..., list[int]]


def a_draft(text: str, scope: str = "/project/atlas", importance: float = 0.8, **more: object) -> Draft:
    """Return a memory of last week."""
    return Draft(
        text=text,
        scope=scope,
        type=MemoryType.SEMANTIC,
        importance=importance,
        created_at=NOON - 7 * DAY,
        **more,  # type: ignore[arg-type]
    )


ATLAS = "Atlas stores users in PostgreSQL 16"
RELEASES = "Releases are tagged on Fridays"
MIGRATION = "Migration 0042 failed on staging"
FIVE = [
    a_draft(ATLAS, importance=0.9),
    a_draft(RELEASES, "/project/atlas/api", 0.8),
    a_draft(MIGRATION, "/project/atlas/db", 0.7),
    a_draft("The shop runs on port 8080", "/project/shop", 0.6),
    a_draft("Ada prefers small commits", "/team/ops", 0.5),
]


@pytest.fixture(autouse=True)
def _nowhere(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Begin in an empty folder: in its own, memtui would find the instruction files of its developers."""
    monkeypatch.chdir(tmp_path_factory.mktemp(f"nowhere-{tmp_path.name}", numbered=False))


def _made(folder: Path, given: Sequence[Draft]) -> Path:
    path = folder / "memories.db"
    with open_store(path, clock=lambda: NOON) as store:
        import_drafts(store, given, by=AGENT)
    return path


@pytest.fixture(autouse=True)
def _watchful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at files and queues more often than for a person, so that a test waits less."""
    for watching in (in_step, following, session_queue):
        monkeypatch.setattr(watching, "_LOOK_EVERY", 0.2)
    monkeypatch.setattr(in_step, "_EVERY", 0.02)
    monkeypatch.setattr(in_step, "_PAUSE", 0.05)
    monkeypatch.setattr(in_step, "_SHARE", 1)


@pytest.fixture(scope="session")
def _five(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _made(tmp_path_factory.mktemp("five"), FIVE)


@pytest.fixture
def path(_five: Path, tmp_path: Path) -> Path:
    """Where a copy of a store with five memories is."""
    return Path(shutil.copy(_five, tmp_path / "memories.db"))


@pytest.fixture(scope="session")
def _example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _made(tmp_path_factory.mktemp("example"), drafts(NOON))


@pytest.fixture
def example(_example: Path, tmp_path: Path) -> Path:
    """Where a copy of the example store is."""
    return Path(shutil.copy(_example, tmp_path / "examples.db"))


@pytest.fixture
def opened(path: Path, clock: FrozenClock) -> Opened:
    """Open the screen on a store, and close both."""

    @asynccontextmanager
    async def run(
        at: Path = path, size: tuple[int, int] = (120, 36), **more: str | Path | Settings
    ) -> AsyncIterator[Pilot[int]]:
        with open_store(at, clock=clock) as store:
            app = MemtuiApp(store, **more)  # type: ignore[arg-type]
            async with app.run_test(size=size, notifications=True) as pilot:
                await pilot.pause()
                yield pilot

    return run


@pytest.fixture(autouse=True)
def _notices_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the screen says stays until something else is said: on a busy machine seconds are short."""
    monkeypatch.setattr(Notice, "SECONDS", dict.fromkeys(Notice.SECONDS, 3600.0))


@pytest.fixture
def planted(path: Path, clock: FrozenClock) -> Planted:
    """Put findings about the five memories into the queue, and return the proposals' ids."""

    def plant(*make: Callable[[list[Memory]], Finding]) -> list[int]:
        with open_store(path, clock=clock) as store:
            found = [each(memories.get_many(store, [1, 2, 3, 4, 5])) for each in make]
            with store.write() as tx:
                return queueing.record(tx, found).added

    return plant


@pytest.fixture
def warm_children(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the screen starts need not import what takes long."""
    monkeypatch.setattr("memtui.tui.background.children.sys.executable", warm.asking_a_model())


def app_of(pilot: Pilot[int]) -> MemtuiApp:
    """Return the app under test with its type."""
    assert isinstance(pilot.app, MemtuiApp)
    return pilot.app


def burst(pilot: Pilot[int], *keys: tuple[str, str | None]) -> None:
    """Type keys without a pause between them."""
    for key, character in keys:
        app_of(pilot).post_message(events.Key(key, character))


def view_of(pilot: Pilot[int]) -> MemoriesView:
    """Return the view that is shown, one with a table."""
    view = app_of(pilot).view
    assert isinstance(view, MemoriesView)
    return view


def listed(pilot: Pilot[int]) -> list[str]:
    """Return the headlines in the table."""
    table = view_of(pilot).table
    memories = [table.rows.at(line) for line in range(table.count)] if table.rows else []
    return [memory.headline for memory in memories if memory]


def under_cursor(pilot: Pilot[int]) -> str:
    """Return the headline under the cursor."""
    memory = view_of(pilot).table.memory
    return memory.headline if memory else ""


def said(pilot: Pilot[int]) -> str:
    """Return the passing message, when one is shown."""
    notice = app_of(pilot)._notice
    return notice.text if notice.display else ""


async def until(pilot: Pilot[int], true: Callable[[], bool], *, seconds: float = 300) -> None:
    """Wait for a state, a child process's on a busy machine too; fails when it does not come about."""
    latest = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < latest, "the state never came about"
        await asyncio.sleep(0.02)
    await pilot.pause()


ROSA = "---\nname: rosa\ndescription: who Rosa is\ntype: user\n---\n\nRosa is a baker.\n"
INDEX = """# Tea house memory

- [Deploys](deploy.md) — ship only after the tests
- [Rosa](rosa.md) — who she is

## Ports
- the till listens on 8080
- the printer listens on 9100
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with nothing in it but a Claude Code memory folder."""
    home = tmp_path / "home"
    folder = home / ".claude" / "projects" / "-home-rosa-tea-house" / "memory"
    folder.mkdir(parents=True)
    for name, text in {"MEMORY.md": INDEX, "deploy.md": DEPLOY, "rosa.md": ROSA}.items():
        (folder / name).write_text(text)
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "HERMES_HOME", "CLAUDE_MEM_DATA_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)
    return folder


@pytest.fixture
def empty(tmp_path: Path, clock: FrozenClock) -> Path:
    """A store that nothing was ever in."""
    path = tmp_path / "new.db"
    open_store(path, clock=clock).close()
    return path


@pytest.fixture
def agreed(empty: Path, folder: Path, clock: FrozenClock) -> Path:
    """A store with the folder linked, and writing to it allowed."""
    with open_store(empty, clock=clock) as store:
        linked(store, folder)
    return empty


@pytest.fixture
def read_only(empty: Path, folder: Path, clock: FrozenClock) -> Path:
    """A store with the folder linked, and writing to it not allowed."""
    with open_store(empty, clock=clock) as store:
        linked(store, folder, agreed=False)
    return empty

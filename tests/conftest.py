"""What most tests need: a real store in a file, and a clock that stands still until it is moved."""

import contextlib
import gc
import importlib
import itertools
import os
import re
import shutil
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from memtui.domain.instant import DAY, Instant
from memtui.llm.programs.known import PROGRAMS
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests.depth import THOROUGH, UNTIMED, examples
from tests.new_stores import copy_new_stores

# The same examples each time, so that a change is judged by itself; MEMTUI_FUZZ=1 looks for new ones.
settings.register_profile(
    "memtui",
    deadline=None,
    suppress_health_check=UNTIMED,
    max_examples=examples(60),
    derandomize=not os.environ.get("MEMTUI_FUZZ"),
)
settings.load_profile("memtui")
if not THOROUGH:
    # It would read each file of the package for numbers and words to try, in each worker for seconds.
    providers._get_local_constants = lambda: providers._local_constants
    copy_new_stores()

# What is imported stays: looking for garbage in it again and again takes time and finds none.
gc.set_threshold(50_000, 20, 20)


_ASKING = {
    f"tests.{name}"
    for name in (
        *("llm.server", "llm.conftest", "llm.programs", "llm.test_embeddings"),
        *("review.model", "review.judging"),
    )
}
"""Modules by which tests talk to a model."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each worker begin with other files: each is compiled once, which takes seconds in a fresh clone.

    What one has compiled, the others read.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    root = session.config.rootpath
    files = sorted(file for each in session.config.args for file in (root / each).rglob("test_*.py"))
    for file in files[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        # What cannot be imported is told when it is collected.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(file.relative_to(root).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)  # before the tests that are marked `long` are left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all but some of the cases of a test that is marked `few(n)` as long: n are left, spread evenly.

    Tests that take minutes come first, so that no worker ends alone with one; then those that ask a model.
    """
    cases = defaultdict(list)
    for item in items:
        if few := item.get_closest_marker("few"):
            cases[item.nodeid.partition("[")[0], few.args[0]].append(item)
    for (_, kept), same in cases.items():
        left = {len(same) * n // kept for n in range(kept)}
        for n, item in enumerate(same):
            if n not in left:
                item.add_marker(pytest.mark.long)
    # Side by side, so that one worker imports litellm, which takes seconds, and not each of them.
    asking = {path for path, item in {item.path: item for item in items}.items() if _asks_a_model(item)}
    items.sort(key=lambda item: (item.get_closest_marker("minutes") is None, item.path not in asking))


def _asks_a_model(item: pytest.Item) -> bool:
    """Say whether the tests of a file talk to a server of a model."""
    known = vars(item.getparent(pytest.Module).obj).values()  # type: ignore[union-attr]
    return any(getattr(value, "__module__", "") in _ASKING for value in known)


def pytest_collection_finish() -> None:
    """Look for garbage only in what comes from now on."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Look for garbage once at the end, instead of the five times that pytest does."""
    gc.collect()
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """Use one worker more than there are processors: some tests wait for other processes."""
    return (os.cpu_count() or 1) + 1


NOON = datetime(2026, 11, 20, 12, tzinfo=UTC).timestamp()
"""When every test begins."""


class FrozenClock:
    """A clock for `open_store` that only moves when told."""

    def __init__(self, now: Instant = NOON) -> None:
        self.now = now

    def __call__(self) -> Instant:
        return self.now

    def forward(self, *, days: float = 0.0, seconds: float = 0.0) -> None:
        self.now += days * DAY + seconds


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


_NUMBERS = itertools.count()


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new folder. To name one, pytest's own fixture looks through all that there are already."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    return tmp_path_factory.mktemp(f"{name}{next(_NUMBERS):05}", numbered=False)


@pytest.fixture(scope="session")
def new_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a store is that holds nothing, to be copied: that takes a tenth of making one."""
    path = tmp_path_factory.mktemp("new") / "memories.db"
    open_store(path, clock=lambda: NOON).close()
    return path


@pytest.fixture
def store(new_store: Path, tmp_path: Path, clock: FrozenClock) -> Iterator[Store]:
    with open_store(shutil.copy(new_store, tmp_path / "memories.db"), clock=clock) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _no_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the programs of agents on this machine out of the tests: none is offered, none is asked."""
    monkeypatch.setenv("PATH", _without_agents(os.environ.get("PATH", "")))


@cache
def _without_agents(path: str) -> str:
    """Return the folders of a PATH in which none of those programs is."""
    agents = [program.name for program in PROGRAMS]
    folders = path.split(os.pathsep)
    kept = [each for each in folders if not any((Path(each) / name).exists() for name in agents)]
    return os.pathsep.join(kept)

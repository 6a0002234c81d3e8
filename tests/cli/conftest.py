"""The real command line on a real store, at a time that stands still, and cards in its queue."""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from memtui.cli.group import root
from memtui.cli.session import Session
from memtui.config import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import Clock, from_iso
from memtui.domain.memory import Memory
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.store import memories, queueing, review_state
from memtui.store.database import Store
from memtui.store.opening import open_store

NOW = "2026-11-20T12:00:00Z"
MUCH_LATER = "2027-09-01T12:00:00Z"


@dataclass
class Ran:
    """What one run of a command came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class Memtui:
    """Runs `memtui ARGS` on one store."""

    def __init__(self, db: Path, new: Path | None = None) -> None:
        self.db = db
        self.session = Session()
        self._new = new
        """A store that holds nothing, to be copied for the first `add`."""

    def __call__(self, *args: str, stdin: str | bytes | None = None) -> Ran:
        result = CliRunner().invoke(
            root, ["--db", str(self.db), *args], obj=Session(screen=self.session.screen), input=stdin
        )
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    def begin(self) -> None:
        """Let the store be there, empty."""
        if self._new is not None and not self.db.exists():
            shutil.copy(self._new, self.db)

    def add(self, text: str, *args: str) -> str:
        """Add a memory and return its uid."""
        self.begin()
        ran = self("add", text, *args)
        assert ran.code == 0, ran.err
        return ran.out.strip()

    def texts(self, *args: str) -> list[str]:
        """Return the texts that `list` gives."""
        return [row["text"] for row in self("list", *args, "--json").json]


@dataclass
class Opening:
    """One time that the screen was opened."""

    store: Path
    demo: bool
    on_review: bool
    made: bool
    """Whether the store was there."""


class OpenedScreen:
    """Stands for the screen: notes how it is opened, and does `during` while it is."""

    def __init__(self, during: Callable[[Path], None] = lambda _store: None) -> None:
        self.openings: list[Opening] = []
        self._during = during

    def __call__(
        self,
        store_path: Path,
        settings: Settings,
        clock: Clock,
        demo: bool = False,
        config: Path | None = None,
        on_review: bool = False,
    ) -> int:
        self.openings.append(Opening(store_path, demo, on_review, store_path.exists()))
        self._during(store_path)
        return 0


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Begin in an empty folder: what is added in a checkout of memtui would belong to that project."""
    monkeypatch.chdir(tmp_path_factory.mktemp("nowhere"))
    for name in [name for name in os.environ if name.startswith("MEMTUI_")]:
        monkeypatch.delenv(name)
    config = tmp_path / "config.toml"
    config.touch()
    monkeypatch.setenv("MEMTUI_NOW", NOW)
    monkeypatch.setenv("MEMTUI_CONFIG", str(config))


@pytest.fixture
def memtui(tmp_path: Path, new_store: Path) -> Memtui:
    return Memtui(tmp_path / "memories.db", new_store)


@pytest.fixture(scope="session")
def _made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for stores that were made once and are copied."""
    return tmp_path_factory.mktemp("made")


def _once(memtui: Memtui, kept: Path, make: Callable[[], list[str]]) -> list[str]:
    """Make a store with some memories, or copy the one that was made before; return the memories' uids."""
    named = kept.with_suffix(".json")
    if named.exists():
        shutil.copy(kept, memtui.db)
    else:
        named.write_text(json.dumps(make()))
        shutil.copy(memtui.db, kept)
    uids: list[str] = json.loads(named.read_text())
    return uids


@pytest.fixture
def three(memtui: Memtui, _made: Path) -> list[str]:
    """Three memories; returns their uids, strongest first."""
    atlas = ("Atlas stores users in PostgreSQL 16", "--scope", "/project/atlas", "--importance", "0.9")
    releases = ("Releases: tag, wait for CI", "--scope", "/project/atlas/ci", "--importance", "0.8")
    tabs = ("User prefers tabs", "--scope", "/user", "--importance", "0.7")
    given = (atlas, releases, tabs)
    return _once(memtui, _made / "three.db", lambda: [memtui.add(*each) for each in given])


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_SCRIPTED", "1")


def opened(memtui: Memtui) -> Store:
    return open_store(memtui.db, clock=lambda: from_iso(NOW))


def planted(memtui: Memtui, make: Callable[[list[Memory]], list[Finding]]) -> list[int]:
    """Put what `make` finds about all live memories, in their order of creation, into the queue."""
    with opened(memtui) as store:
        found = make(memories.get_many(store, review_state.live_ids(store, 0, 1000)))
        with store.write() as tx:
            return queueing.record(tx, found).added


def junk(memory: Memory, batch: str = "restated boot text") -> Finding:
    change = Change(Deed.DROP, gone=(memory.id,))
    facts = Evidence((("says", memory.text),))
    return Finding(
        Kind.JUNK,
        "junk/boot",
        (Target.of(memory),),
        "restates what the agent is told anyway",
        change,
        memory.scope,
        facts,
        0.9,
        12,
        batch,
    )


def pair(older: Memory, newer: Memory) -> Finding:
    return Finding(
        Kind.CONFLICT,
        "conflict/value",
        (Target.of(older), Target.of(newer)),
        "two memories disagree about the port",
        Change(Deed.KEEP, keep=newer.id, gone=(older.id,)),
        newer.scope,
        Evidence(marks={newer.id: ((9, 13),)}),
        origin="extract",
    )


@pytest.fixture
def ports(memtui: Memtui, _made: Path) -> list[str]:
    """Two memories that disagree, and proposal 1 about them; returns their uids."""

    def make() -> list[str]:
        uids = [memtui.add("The port 8080 is open"), memtui.add("The port 9090 is open")]
        assert planted(memtui, lambda found: [pair(*found)]) == [1]
        return uids

    return _once(memtui, _made / "ports.db", make)


@pytest.fixture
def faded(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> str:
    """A memory that will have faded, much later; returns its uid."""
    uid = memtui.add("Ran the migration on staging", "--type", "episodic", "--scope", "/project/atlas")
    monkeypatch.setenv("MEMTUI_NOW", MUCH_LATER)
    return uid

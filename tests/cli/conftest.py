"""The real command line on a real store, at a time that stands still."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from memtui.cli.group import root
from memtui.cli.session import Session

NOW = "2026-11-20T12:00:00Z"


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

    def __init__(self, db: Path) -> None:
        self.db = db
        self.session = Session()

    def __call__(self, *args: str, stdin: str | bytes | None = None) -> Ran:
        result = CliRunner().invoke(
            root, ["--db", str(self.db), *args], obj=Session(screen=self.session.screen), input=stdin
        )
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    def add(self, text: str, *args: str) -> str:
        """Add a memory and return its uid."""
        ran = self("add", text, *args)
        assert ran.code == 0, ran.err
        return ran.out.strip()

    def texts(self, *args: str) -> list[str]:
        """Return the texts that `list` gives."""
        return [row["text"] for row in self("list", *args, "--json").json]


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.startswith("MEMTUI_")]:
        monkeypatch.delenv(name)
    config = tmp_path / "config.toml"
    config.touch()
    monkeypatch.setenv("MEMTUI_NOW", NOW)
    monkeypatch.setenv("MEMTUI_CONFIG", str(config))


@pytest.fixture
def memtui(tmp_path: Path) -> Memtui:
    return Memtui(tmp_path / "memories.db")


@pytest.fixture
def three(memtui: Memtui) -> list[str]:
    """Three memories; returns their uids, strongest first."""
    return [
        memtui.add("Atlas stores users in PostgreSQL 16", "--scope", "/project/atlas", "--importance", "0.9"),
        memtui.add("Releases: tag, wait for CI", "--scope", "/project/atlas/ci", "--importance", "0.8"),
        memtui.add("User prefers tabs", "--scope", "/user", "--importance", "0.7"),
    ]


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_SCRIPTED", "1")

"""A home folder of one's own, in which what pytest makes is not thought of as temporary."""

from pathlib import Path

import pytest

from tests.projects.machine import Machine
from tests.projects.repositories import Home


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    path = tmp_path / "home"
    path.mkdir()
    monkeypatch.setenv("HOME", str(path))
    monkeypatch.setenv("MEMTUI_TEMPORARY", "/tmp/nothing-is-made-here")
    monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)
    return Home(path)


@pytest.fixture
def machine(home: Home) -> Machine:
    made = Machine(home.path / "memories.db")
    made.config.write_text('[embeddings]\nmodel = ""\n')
    made.memtui("add", "Releases are announced in the ship channel", "--scope", "/user")
    return made

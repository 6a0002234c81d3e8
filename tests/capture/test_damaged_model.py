"""With a damaged model of what is worth keeping plain decisions are still found, and `doctor` says so."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import memtui

TEXT = "We decided to keep PostgreSQL for the shop. The lake is a nice place. The shop has a blue door."


@pytest.fixture
def damaged(tmp_path: Path) -> dict[str, str]:
    """Return the environment of an installation whose model is cut off."""
    copy = tmp_path / "installed" / "memtui"
    shutil.copytree(Path(memtui.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    file = copy / "capture" / "worth" / "worth.model"
    file.write_bytes(file.read_bytes()[:-100])
    return os.environ | {"PYTHONPATH": str(copy.parent), "MEMTUI_DB": str(tmp_path / "store.db")}


def run(environment: dict[str, str], folder: Path, *arguments: str, text: str = "") -> str:
    command = [sys.executable, "-m", "memtui", *arguments]
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout


def test_plain_decisions_are_still_found(damaged: dict[str, str], tmp_path: Path) -> None:
    told = json.loads(run(damaged, tmp_path, "extract", "--offline", "--dry-run", "--json", text=TEXT))
    assert [row["text"] for row in told["facts"]] == ["We decided to keep PostgreSQL for the shop."]


def test_doctor_says_so(damaged: dict[str, str], tmp_path: Path) -> None:
    told = json.loads(run(damaged, tmp_path, "doctor", "--json"))
    (check,) = [check for check in told["checks"] if check["name"] == "extraction"]
    assert "only what is plainly weighty is kept" in check["found"]

"""With a damaged model the rest goes on: plain decisions are still found, and what is missing is said."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import memtui

TEXT = "We decided to keep PostgreSQL for the shop. The lake is a nice place. The shop has a blue door."


def installed(tmp_path: Path, model: str) -> dict[str, str]:
    """Return the environment of an installation of which one model is cut off."""
    copy = tmp_path / "installed" / "memtui"
    shutil.copytree(Path(memtui.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    file = copy / model
    file.write_bytes(file.read_bytes()[:-100])
    return os.environ | {"PYTHONPATH": str(copy.parent), "MEMTUI_DB": str(tmp_path / "store.db")}


@pytest.fixture
def damaged(tmp_path: Path) -> dict[str, str]:
    return installed(tmp_path, "capture/worth/worth.model")


@pytest.fixture
def without_pairs(tmp_path: Path) -> dict[str, str]:
    return installed(tmp_path, "language/pairs.model")


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


def test_extraction_goes_on_where_no_two_statements_can_be_compared(
    without_pairs: dict[str, str], tmp_path: Path
) -> None:
    run(without_pairs, tmp_path, "add", "We decided to keep PostgreSQL for the shop for now.")
    told = json.loads(run(without_pairs, tmp_path, "extract", "--offline", "--dry-run", "--json", text=TEXT))
    assert [row["text"] for row in told["facts"]] == ["We decided to keep PostgreSQL for the shop."]


def test_review_compares_nothing_and_says_why(without_pairs: dict[str, str], tmp_path: Path) -> None:
    for version in (15, 16):
        run(without_pairs, tmp_path, "add", f"The shop runs on PostgreSQL {version}.")
    told = json.loads(run(without_pairs, tmp_path, "review", "run", "--dry-run", "--json"))
    assert any("compared word for word only" in note for note in told["notes"])
    assert told["proposals"] == []

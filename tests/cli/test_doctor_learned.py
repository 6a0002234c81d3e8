"""`doctor` says which of the small models that memtui comes with can't be used, and what is done instead."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import memtui
from memtui.model_files import ModelUnusable, read_model

MODELS = {
    "poison": "poison/poison.model",
    "extraction": "capture/worth/worth.model",
    "grounding": "capture/support/grounding.model",
    "pairs": "language/pairs.model",
    "removals": "review/learned/removal.model",
}


def checks(installed: Path, store: Path) -> dict[str, dict[str, str]]:
    done = subprocess.run(
        [sys.executable, "-m", "memtui", "doctor", "--json"],
        env=os.environ | {"PYTHONPATH": str(installed), "MEMTUI_DB": str(store)},
        cwd=store.parent,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return {check["name"]: check for check in json.loads(done.stdout)["checks"]}


def test_each_model_that_is_damaged_or_gone_is_said(tmp_path: Path) -> None:
    whole = Path(memtui.__file__).parent
    installed = tmp_path / "installed"
    shutil.copytree(whole, installed / "memtui", ignore=shutil.ignore_patterns("__pycache__"))
    assert not MODELS.keys() & checks(installed, tmp_path / "store.db").keys()
    for name, file in MODELS.items():
        (installed / "memtui" / file).write_bytes((whole / file).read_bytes()[:-100])
        if name == "removals":
            (installed / "memtui" / file).unlink()
    told = checks(installed, tmp_path / "store.db")
    assert [told[name]["status"] for name in MODELS] == ["problem"] * len(MODELS)
    assert "bytes of weights" in told["poison"]["found"]
    assert "is damaged" in told["pairs"]["found"]
    assert "can't be read (No such file" in told["removals"]["found"]


def test_what_is_in_the_place_of_a_file_is_said_as_the_system_says_it(tmp_path: Path) -> None:
    with pytest.raises(ModelUnusable, match="can't be read"):
        read_model(tmp_path, bytes)

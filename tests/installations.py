"""Copies of memtui's own files, so that a test can damage one and see what the program then says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import memtui


def copied(folder: Path) -> Path:
    """Copy the package into a folder and return the copy's own."""
    copy = folder / "installed" / "memtui"
    shutil.copytree(Path(memtui.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def without_end(file: Path) -> None:
    """Cut off the last hundred bytes of a file."""
    file.write_bytes(file.read_bytes()[:-100])


def memtui_says(copy: Path, *arguments: str, text: str = "") -> str:
    """Run a command of a copy and return what it writes."""
    return run(copy, "-m", "memtui", *arguments, text=text)


def run(copy: Path, *arguments: str, text: str = "") -> str:
    """Run Python with a copy in the place of memtui, on a store of its own; return what it writes."""
    store = copy.parent.parent / "store.db"
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=store.parent,
        env=os.environ | {"PYTHONPATH": str(copy.parent), "MEMTUI_DB": str(store)},
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout

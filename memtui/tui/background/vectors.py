"""The child process that gives memories the vectors they lack."""

import subprocess
import sys
from pathlib import Path


def fill_vectors(store: Path, model: str) -> subprocess.Popen[bytes]:
    """Start filling in the vectors of `model`; the child ends when this process does, by its stdin."""
    command = [sys.executable, "-P", "-m", "memtui.capture.filling", str(store), model]
    return subprocess.Popen(  # noqa: S603 our own module, without a shell
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )

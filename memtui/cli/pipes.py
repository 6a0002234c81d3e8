"""What is named on the command line and may be a pipe, such as `<(another command)`."""

import signal
from pathlib import Path
from types import FrameType
from typing import BinaryIO, Never

from memtui.cli.failures import Stop
from memtui.domain.text import Longest, one_line

_PATIENCE = 2
"""Seconds that opening a pipe waits for somebody to write to it."""


def opened(path: Path) -> BinaryIO:
    """Open a file or pipe for reading. Raises Stop for a pipe that nobody writes to, and OSError."""
    if not path.is_fifo():
        return path.open("rb")

    def give_up(_signal: int, _frame: FrameType | None) -> Never:
        raise Stop(f"{one_line(str(path), Longest.PATH)} is a pipe that nobody writes to. Nothing was read")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(_PATIENCE)
    try:
        return path.open("rb")
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)

"""The real program in a real pseudo-terminal, for tests of what only a terminal shows."""

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Terminal:
    """The screen of `python -m memtui` as the terminal receives it."""

    def __init__(self, master: int, process: subprocess.Popen[bytes]) -> None:
        self.master = master
        self.process = process
        self.received = b""

    def read_until(self, wanted: str, since: int = 0, seconds: float = 300.0) -> None:
        """Read until `wanted` was shown behind the byte `since`; fails after `seconds`."""
        end = time.monotonic() + seconds
        while wanted not in self.text(since):
            assert time.monotonic() < end, f"{wanted!r} was not shown: {self.text(since)[-2000:]}"
            if select.select([self.master], [], [], 0.1)[0]:
                self.received += os.read(self.master, 65536)

    def wait_for(self, wanted: bytes, seconds: float = 300.0) -> None:
        """Read until the program has sent `wanted`, escape sequences included; fails after `seconds`."""
        end = time.monotonic() + seconds
        while wanted not in self.received:
            assert time.monotonic() < end, f"{wanted!r} was not sent"
            if select.select([self.master], [], [], 0.1)[0]:
                self.received += os.read(self.master, 65536)

    def press(self, keys: str) -> None:
        """Type."""
        os.write(self.master, keys.encode())

    def escape_to(self, wanted: str) -> None:
        """Press esc, and wait for what it uncovers: it is no start of a sequence any more."""
        before = len(self.received)
        self.press("\x1b")
        self.read_until(wanted, since=before)

    def close(self) -> None:
        """Close the window."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    def wait(self, seconds: float = 300.0) -> int:
        """Read on until the program has ended, and return its exit code."""
        end = time.monotonic() + seconds
        while (code := self.process.poll()) is None:
            assert time.monotonic() < end, "the program did not end"
            with contextlib.suppress(OSError):  # reading from a terminal that is closing
                if select.select([self.master], [], [], 0.1)[0]:
                    self.received += os.read(self.master, 65536)
        return code

    def wait_until_stopped(self, seconds: float = 300.0) -> None:
        """Read on until the program has stopped, as it does when it steps aside for the shell."""
        end = time.monotonic() + seconds
        while not os.waitpid(self.process.pid, os.WUNTRACED | os.WNOHANG)[0]:
            assert time.monotonic() < end, "the program did not stop"
            if select.select([self.master], [], [], 0.1)[0]:
                self.received += os.read(self.master, 65536)
        while select.select([self.master], [], [], 0)[0]:
            self.received += os.read(self.master, 65536)

    def text(self, since: int = 0) -> str:
        """Return what was received behind the byte `since`, without the escape sequences."""
        received = self.received[since:].decode("utf-8", "replace")
        return re.sub(r"\x1b\[[0-9;?<>=$ ]*[A-Za-z]", "", received)


@contextmanager
def terminal(path: Path, *, columns: int = 120, lines: int = 36) -> Iterator[Terminal]:
    """Run the program on the store at `path`; ends it by force when the test leaves it running."""
    master, slave = pty.openpty()
    environment = {
        **os.environ,
        "MEMTUI_DB": str(path),
        "MEMTUI_NOW": "2026-11-20T12:00:00Z",
        "TERM": "xterm-256color",
        "COLUMNS": str(columns),
        "LINES": str(lines),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "memtui"], stdin=slave, stdout=slave, stderr=slave, env=environment
    )
    os.close(slave)
    screen = Terminal(master, process)
    try:
        yield screen
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait()
        screen.close()

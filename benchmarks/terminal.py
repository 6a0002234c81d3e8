"""Driving a program in a pseudo-terminal and timing what a person would see."""

import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import termios
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_QUIET = 0.06
"""Seconds without output after which a screen counts as settled."""
_ESCAPES = re.compile(rb"\x1b\[[0-9;?<>=]*[a-zA-Z]|\x1b[()][A-Z0-9]|\x1b\][^\x07]*\x07")


@dataclass(frozen=True, slots=True)
class Spread:
    """Median and 95th percentile of some timings, in seconds."""

    median: float
    p95: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """Return the spread of at least one value."""
        ordered = sorted(values)
        return cls(statistics.median_low(ordered), ordered[min(int(len(ordered) * 0.95), len(ordered) - 1)])


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a key press caused, in seconds after it."""

    painted: float
    """The first output, which is the repainted rows."""
    settled: float
    """The last output of an uninterrupted run, details that follow the cursor included."""


class Terminal:
    """One program in a terminal of its own."""

    def __init__(
        self, command: Sequence[str], env: dict[str, str], size: tuple[int, int] = (120, 36)
    ) -> None:
        self.started = time.perf_counter()
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            os.execvpe(command[0], list(command), {**os.environ, **env, "TERM": "xterm-256color"})
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.output = b""

    def wait_for(self, text: str, timeout: float = 30.0) -> float:
        """Read until `text` was shown and return the seconds since the start. Raises TimeoutError."""
        wanted = text.encode()
        deadline = time.perf_counter() + timeout
        while wanted not in _ESCAPES.sub(b"", self.output):
            if not self._read(deadline - time.perf_counter()):
                raise TimeoutError(f"{text!r} was not shown; the screen began {self.output[:300]!r}")
        return time.perf_counter() - self.started

    def press(self, key: str) -> Pressed:
        """Send a key and time the first output it causes, and the last."""
        self.drain()
        before = time.perf_counter()
        os.write(self._fd, key.encode())
        self._read(2.0)
        painted = settled = time.perf_counter() - before
        while self._read(_QUIET):
            settled = time.perf_counter() - before
        return Pressed(painted, settled)

    def press_until(self, key: str, text: str) -> float:
        """Send a key and return the seconds until `text` is shown. Raises TimeoutError."""
        self.drain()
        self.output = b""
        before = time.perf_counter()
        os.write(self._fd, key.encode())
        self.wait_for(text)
        return time.perf_counter() - before

    def drain(self) -> None:
        """Read what is still being written."""
        while self._read(_QUIET):
            pass

    def leave(self, key: str) -> float:
        """Send the key that ends the program, and return the seconds until it has ended."""
        before = time.perf_counter()
        os.write(self._fd, key.encode())
        while self._read(60.0):
            pass
        os.waitpid(self._pid, 0)
        os.close(self._fd)
        return time.perf_counter() - before

    def close(self) -> int:
        """End the program and return the most memory it held, in kilobytes.

        Where the system has no `/proc`, that of a larger program which it started and waited for.
        """
        own = _peak(self._pid)
        os.kill(self._pid, signal.SIGTERM)
        _, _, usage = os.wait4(self._pid, 0)
        os.close(self._fd)
        return usage.ru_maxrss if own is None else own

    def _read(self, timeout: float) -> bool:
        if timeout <= 0 or not select.select([self._fd], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self._fd, 1 << 16)
        except OSError:
            return False
        self.output += data
        return bool(data)


def _peak(pid: int) -> int | None:
    """Return the most memory that a process held by itself, in kilobytes; None where that is not told."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    told = re.search(r"^VmHWM:\s+(\d+)", status, re.M)
    return int(told[1]) if told else None

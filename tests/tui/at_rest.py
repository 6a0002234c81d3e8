"""When an app under test is at rest: a pilot presses its next key, or looks, only then.

Textual's own wait takes a process that was given no processor for one that has nothing to do, and goes on
after a second in any case; both happen on a busy machine. Linux says of each thread how long it ran
(`schedstat`) and whether it waits for a processor or a disk (`stat`): a process whose threads do neither is
at rest.
"""

import asyncio
import threading
from pathlib import Path

from textual import app, pilot

_THREADS = Path("/proc/self/task")
_PAUSE = 1 / 200
"""Seconds between two looks; most keys take less."""
_IDLE = 1_000_000
"""Nanoseconds of running between two looks that are no work: the look itself takes a tenth."""
_BUSY = 1_000_000_000
"""Nanoseconds of running after which an app is looked at that never rests, as while a child reports."""


def _ran() -> tuple[int, bool]:
    """Return the nanoseconds that the threads of this process ran, and whether another one wants to."""
    ran, wanting = 0, False
    for thread in _THREADS.iterdir():
        try:
            ran += int((thread / "schedstat").read_text().split()[0])
            state = (thread / "stat").read_text().rpartition(") ")[2][0]
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended meanwhile
        wanting = wanting or (state in "RD" and int(thread.name) != threading.get_native_id())
    return ran, wanting


async def _rest(*_: float) -> None:
    """Wait until the app is at rest, or did a second's work."""
    first, _wanting = _ran()
    ran = first
    while True:
        await asyncio.sleep(_PAUSE)
        now, wanting = _ran()
        if (now - ran < _IDLE and not wanting) or now - first > _BUSY:
            return
        ran = now


def make_pilots_wait() -> None:
    """Let every pilot wait until its app is at rest indeed, where the system tells."""
    if _THREADS.exists():
        for module in (app, pilot):
            module.wait_for_idle = _rest  # type: ignore[attr-defined]

"""When an app under test is at rest: a pilot presses its next key, or looks, only then.

Textual's own wait takes a process that was given no processor for one that has nothing to do, and goes on
after a second in any case; both happen on a busy machine. Linux says of each thread how long it ran and how
long it waited for a processor (`schedstat`): a process none of whose threads did either is at rest.
"""

import asyncio
from pathlib import Path

from textual import app, pilot

_THREADS = Path("/proc/self/task")
_PAUSE = 1 / 200
"""Seconds between two looks; most keys take less."""
_IDLE = 1_000_000
"""Nanoseconds of running and waiting between two looks that are no work: the look itself takes a tenth."""
_BUSY = 1_000_000_000
"""Nanoseconds of running after which an app is looked at that never rests, as while a child reports."""


def _times() -> tuple[int, int]:
    """Return the nanoseconds that the threads of this process ran, and waited for a processor, so far."""
    ran = waited = 0
    for thread in _THREADS.iterdir():
        try:
            times = (thread / "schedstat").read_text().split()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended meanwhile
        ran += int(times[0])
        waited += int(times[1])
    return ran, waited


async def _rest(*_: float) -> None:
    """Wait until the app is at rest, or did a second's work."""
    first, waited = _times()
    ran = first
    while True:
        await asyncio.sleep(_PAUSE)
        ran_now, waited_now = _times()
        worked = ran_now - ran + waited_now - waited
        if worked < _IDLE or ran_now - first > _BUSY:
            return
        ran, waited = ran_now, waited_now


def make_pilots_wait() -> None:
    """Let every pilot wait until its app is at rest indeed, where the system tells."""
    if _THREADS.exists():
        for module in (app, pilot):
            module.wait_for_idle = _rest  # type: ignore[attr-defined]

"""When an app under test is at rest: a pilot presses its next key, or looks, only then.

Textual's own wait takes a process that was given no processor for one that has nothing to do, and goes on
after a second in any case; both happen on a busy machine. What an app still has to do is in one of three
places, and each can be asked, however slow the machine is: its event loop has calls ready; a screen waits for
its next frame, after which it calls what waits for it to be drawn; or a thread works. Linux says of each
thread whether it ran (`schedstat`) and whether it waits for a processor or a disk (`stat`).

What comes later by itself is not waited for: a timer, another process, a lock that somebody else holds.
A test waits for those with `until`.

Half of what an app under test costs is drawing frames that nobody looks at. So one is drawn when a test
pauses, which is before it looks; `make test-all` draws them all.
"""

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

from textual import app, pilot
from textual._context import active_app
from textual.screen import Screen

from tests.depth import THOROUGH

_THREADS = Path("/proc/self/task")
_PAUSE = 1 / 500
"""Seconds between two looks at the threads, in which each of them can take the interpreter's lock."""
_BUSY = 1.0
"""Seconds of work after which an app is looked at that never rests, as while a thread spins."""


async def _rest(*_: float) -> None:
    """Wait until the app is at rest; a thread that works on is waited for as long as a second's work."""
    latest = time.process_time() + _BUSY
    ran: dict[str, str] | None = None
    while True:
        before = ran
        await _loop_rests()
        ran = _threads_ran()
        resting = ran is not None and ran == before and not _ready()
        if resting or time.process_time() > latest:
            return
        await asyncio.sleep(_PAUSE)


async def _loop_rests() -> None:
    """Let the event loop do what is ready, and draw what is to be drawn, until nothing is left."""
    latest = time.thread_time() + _BUSY
    while time.thread_time() < latest:
        await asyncio.sleep(0)
        if not _ready() and not _draw():
            return


def _ready() -> bool:
    """Say whether the event loop has calls to make."""
    return bool(asyncio.get_running_loop()._ready)  # type: ignore[attr-defined]


def _draw() -> bool:
    """Draw the screens that wait for their next frame now; say whether one did."""
    due = [screen for screen in active_app.get().screen_stack if screen._update_timer._active.is_set()]
    for screen in due:
        screen._on_timer_update()
    return bool(due)


def _threads_ran() -> dict[str, str] | None:
    """Return for each other thread what tells whether it ran meanwhile; None while one wants to run."""
    ran = {}
    for thread in _THREADS.iterdir():
        if int(thread.name) == threading.get_native_id():
            continue
        try:
            ran[thread.name] = (thread / "schedstat").read_text()
            state = (thread / "stat").read_text().rpartition(") ")[2][0]
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended meanwhile
        if state in "RD":
            return None
    return ran


def make_pilots_wait() -> None:
    """Let every pilot wait until its app is at rest indeed, where the system tells."""
    if not _THREADS.exists():
        return
    for module in (app, pilot):
        module.wait_for_idle = _rest  # type: ignore[attr-defined]
    if not THOROUGH:
        _draw_at_pauses()


def _draw_at_pauses() -> None:
    """Let an app put off its frames until its pilot pauses, and draw the last of them then."""
    draw = Screen._compositor_refresh

    def put_off(screen: Screen[Any]) -> None:
        if screen is not screen.app.screen:
            draw(screen)
            return
        screen._dirty_widgets.clear()
        screen.app._update_mouse_over(screen)

    async def rest_and_draw(*_: float) -> None:
        await _rest()
        screen = active_app.get().screen
        if screen._compositor._dirty_regions:
            draw(screen)

    Screen._compositor_refresh = put_off  # type: ignore[method-assign, assignment]
    pilot.wait_for_idle = rest_and_draw  # type: ignore[attr-defined, assignment]

"""When an app under test is at rest: a pilot presses its next key, or looks, only then.

Textual's own wait takes a process that was given no processor for one that has nothing to do, and goes on
after a second in any case; both happen on a busy machine. What an app still has to do is in one of three
places, and each can be asked, however slow the machine is: its event loop has calls ready; a screen waits for
its next frame, after which it calls what waits for it to be drawn; or a thread works. Linux says of each
thread whether it ran (`schedstat`) and whether it waits for a processor or a disk (`stat`).

What comes later by itself is not waited for: a timer, another process, a lock that somebody else holds.
A test waits for those with `until`.

Half of what an app under test costs is drawing frames that nobody looks at. So none is drawn: a test that
looks asks for what stands there. `make test-all` draws them all. And each style sheet is parsed once for all
apps of a process.
"""

import asyncio
import os
import threading
import time
from pathlib import Path
from typing import Any

from textual import app, pilot
from textual._context import active_app
from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen

from tests.depth import THOROUGH

_THREADS = Path("/proc/self/task")
_PAUSE = 1 / 500
"""Seconds between two looks at the threads, in which each of them can take the interpreter's lock."""
_BUSY = 1.0
"""Seconds of work after which an app is looked at that never rests, as while a thread spins."""
_ran: dict[str, bytes] | None = None
"""What the last look told of the threads; the app is at rest when the next look tells the same."""


async def _rest(*_: float) -> None:
    """Wait until the app is at rest; a thread that works on is waited for as long as a second's work."""
    global _ran
    latest = time.process_time() + _BUSY
    while True:
        before = _ran
        await _loop_rests()
        _ran = _threads_ran()
        resting = _ran is not None and _ran == before and not _ready()
        if resting or time.process_time() > latest:
            return
        await asyncio.sleep(_PAUSE)


async def _screen_rests(of: pilot.Pilot[Any], _timeout: float = 0.0) -> bool:
    """Wait until the app is at rest, without a message to each of its widgets; False when it failed."""
    await _rest()
    return not of.app._exception_event.is_set()


async def _loop_rests() -> None:
    """Let the event loop do what is ready, and draw what is to be drawn, until nothing is left."""
    latest = time.thread_time() + _BUSY
    while time.thread_time() < latest:
        await asyncio.sleep(0)
        if not _ready() and not _go_on():
            return


def _ready() -> bool:
    """Say whether the event loop has calls to make."""
    return bool(asyncio.get_running_loop()._ready)  # type: ignore[attr-defined]


def _go_on() -> bool:
    """Do now what waits for a next frame: take a new size, lay screens out; say whether any did."""
    shown = active_app.get()
    resized = shown._resize_timer is not None
    if resized:
        shown._check_resize()
    due = [screen for screen in shown.screen_stack if screen._update_timer._active.is_set()]
    for screen in due:
        screen._on_timer_update()
    return resized or bool(due)


def _threads_ran() -> dict[str, bytes] | None:
    """Return for each other thread what tells whether it ran meanwhile; None while one wants to run."""
    ran = {}
    for thread in os.listdir(_THREADS):
        if int(thread) == threading.get_native_id():
            continue
        try:
            ran[thread] = _told(thread, "schedstat")
            state = _told(thread, "stat").rpartition(b") ")[2][:1]
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended meanwhile
        if state in b"RD":
            return None
    return ran


def _told(thread: str, name: str) -> bytes:
    """Read a file of a thread, with the fewest calls: it is looked at after each key."""
    file = os.open(f"{_THREADS}/{thread}/{name}", os.O_RDONLY)
    try:
        return os.read(file, 4096)
    finally:
        os.close(file)


def make_pilots_wait() -> None:
    """Let every pilot wait until its app is at rest indeed, where the system tells."""
    if not _THREADS.exists():
        return
    for module in (app, pilot):
        module.wait_for_idle = _rest  # type: ignore[attr-defined]
    pilot.Pilot._wait_for_screen = _screen_rests  # type: ignore[method-assign, assignment]
    _share_style_sheets()
    if not THOROUGH:
        _draw_nothing()


def _draw_nothing() -> None:
    """Let an app keep its frames to itself: whoever looks at its screen asks for what stands there."""
    draw = Screen._compositor_refresh

    def put_off(screen: Screen[Any]) -> None:
        if screen is not screen.app.screen:
            draw(screen)
            return
        screen._dirty_widgets.clear()
        screen.app._update_mouse_over(screen)

    Screen._compositor_refresh = put_off  # type: ignore[method-assign, assignment]


def _share_style_sheets() -> None:
    """Let an app find the rules that another one with the same colours has parsed."""
    begin, change = Stylesheet.__init__, Stylesheet.set_variables
    parsed: dict[tuple[tuple[str, str], ...], LRUCache[Any, Any]] = {}

    def share(sheet: Stylesheet) -> None:
        sheet._parse_cache = parsed.setdefault(tuple(sheet._variables.items()), LRUCache(512))

    def begin_sharing(sheet: Stylesheet, *, variables: dict[str, str] | None = None) -> None:
        begin(sheet, variables=variables)
        share(sheet)

    def change_sharing(sheet: Stylesheet, variables: dict[str, str]) -> None:
        sheet._parse_cache = LRUCache(1)  # which is cleared, instead of the one that others share
        change(sheet, variables)
        share(sheet)

    Stylesheet.__init__ = begin_sharing  # type: ignore[method-assign, assignment]
    Stylesheet.set_variables = change_sharing  # type: ignore[method-assign, assignment]

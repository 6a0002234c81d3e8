"""Ends a program that was started as the leader of a group, and all that it has started itself."""

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from types import FrameType

_LOOK_EVERY_S = 0.02
"""Seconds between two looks whether a program has ended."""


@contextlib.contextmanager
def ended_with_us() -> Iterator[None]:
    """While this lasts, have a signal that would kill this process raise SystemExit instead.

    A closed terminal sends its own to this process alone, as programs here are in groups of their own.
    """

    def leave(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    ours: list[signal.Signals] = []
    if threading.current_thread() is threading.main_thread():
        named = [getattr(signal, name, None) for name in ("SIGHUP", "SIGTERM")]
        ours = [number for number in named if number and signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


async def exit_code(process: asyncio.subprocess.Process) -> int:
    """Return the exit code once there is one; `wait` would wait for what the program left behind too."""
    while process.returncode is None:
        await asyncio.sleep(_LOOK_EVERY_S)
    return process.returncode


async def end(process: asyncio.subprocess.Process, *, grace_s: float = 0.0) -> None:
    """End a program and its group, whether or not it has ended by itself.

    It is asked first where it is left `grace_s` seconds for that, and killed otherwise or afterwards. It must
    have been started with `start_new_session=True`.
    """
    if grace_s and process.returncode is None:
        _signal(process, signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(exit_code(process), grace_s)
    _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))
    await exit_code(process)
    # Its pipes too, which what it left behind may still hold; asyncio has no other way to let go of them.
    process._transport.close()  # type: ignore[attr-defined]


def _signal(process: asyncio.subprocess.Process, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        elif process.returncode is None:
            process.kill()

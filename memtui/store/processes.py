"""Which process is at something, written down so that any other process can tell later whether it still runs.

A number alone is not enough: sooner or later the system gives it to another process, and what a killed one
left would seem to be under way for good. So the time at which the process started goes with it.
"""

import os
import sys
from functools import cache
from pathlib import Path

_ENDED = "ended"
"""Stands for the start of a process that is dead and only waits for its parent to look."""
_START_FIELD = 19
"""Of the fields of /proc/PID/stat behind the name, which may hold spaces."""


@cache
def this_process() -> str:
    """Return what identifies this process: machine, number, start."""
    return f"{_machine()}:{os.getpid()}:{_start_of(os.getpid())}"


def process_lives(process: str) -> bool:
    """Say whether a process still runs.

    Where this cannot be asked (on Windows signal 0 would end it; the machine may have a new name), it
    counts as gone: an op that runs on all the same is marked done at its end.
    """
    if process == this_process():
        return True
    host, number, start = (*process.split(":"), "", "")[:3]
    if host != _machine() or sys.platform == "win32" or not number.isdigit():
        return False
    now = _start_of(int(number)) if start else ""
    if now:
        return now == start
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


@cache
def _machine() -> str:
    if hasattr(os, "uname"):
        return os.uname().nodename
    import socket  # on Windows only: hooks wait for what is imported here

    return socket.gethostname()


def _start_of(number: int) -> str:
    """Return when a process started, as its system counts; empty when that can't be known."""
    if sys.platform == "darwin":
        return _start_by_ps(number)
    try:
        fields = Path(f"/proc/{number}/stat").read_bytes().rpartition(b")")[2].split()
        return _ENDED if fields[0] in {b"Z", b"X"} else fields[_START_FIELD].decode()
    except (OSError, IndexError):
        return ""


def _start_by_ps(number: int) -> str:
    import subprocess

    command = ["/bin/ps", "-o", "lstart=", "-p", str(number)]
    try:
        answer = subprocess.run(  # noqa: S603 a number of ours, without a shell
            command, capture_output=True, text=True, env={"LC_ALL": "C"}, check=False
        )
    except OSError:
        return ""
    return answer.stdout.strip().replace(":", ".")

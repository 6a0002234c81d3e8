"""Stand-ins for the standard streams that were closed before the program started.

Without them the next file that is opened takes the free number: the store would be what everybody prints to.
"""

import errno
import io
import os
import sys

_closed: set[str] = set()


def stand_in_for_closed() -> None:
    """Open something in the place of each stream that is closed. Nothing can be read from it."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number, which is that of the stream
            stream = io.TextIOWrapper(io.BufferedReader(_Closed()))
            setattr(sys, name, stream if name == "stdin" else open(os.devnull, "w"))  # noqa: SIM115
            _closed.add(name)


def is_closed(name: str) -> bool:
    """Say whether `stdin`, `stdout` or `stderr` was closed before the start."""
    return name in _closed


class _Closed(io.RawIOBase):
    def readable(self) -> bool:
        return True

    def readinto(self, _: object) -> int:
        raise OSError(errno.EBADF, "it is closed, so nothing can be read", "stdin")

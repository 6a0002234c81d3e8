"""Opens plain files only, for code that reads the files of other programs.

Opening a pipe waits until somebody writes to it, perhaps for ever, and some devices have no end.
"""

import errno
import os
import stat
from codecs import BOM_UTF8
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

_READING = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
)


def opened(path: Path) -> BufferedReader:
    """Open a file for reading its bytes. Raises OSError, also for what is no plain file."""
    _check(path, path.stat())
    descriptor = os.open(path, _READING)
    try:
        _check(path, os.fstat(descriptor))
        return open(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def bytes_of(path: Path) -> bytes:
    """Return what a file holds. Raises OSError, also for what is no plain file."""
    with opened(path) as file:
        return file.read()


def bytes_up_to(path: Path, most: int) -> bytes:
    """Return what a file of at most `most` bytes holds. Raises OSError, also for a larger one."""
    with opened(path) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def lines_up_to(file: BufferedReader, most: int) -> Iterator[tuple[bytes, bool]]:
    """Yield each line of a file without a byte order mark, and whether it is whole.

    Of a line that `most` bytes do not hold the rest is passed over: no file can fill the memory.
    """
    begins = True
    while line := file.readline(most):
        rest = line
        while len(rest) == most and not rest.endswith(b"\n"):
            rest = file.readline(most)
        yield (line.removeprefix(BOM_UTF8) if begins else line), rest is line
        begins = False


def _check(path: Path, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is no plain file but a pipe, a socket or a device", str(path))

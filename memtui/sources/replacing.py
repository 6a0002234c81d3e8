"""Changing a file that another program reads: wholly or not at all, and only while it is what was read.

The new bytes go to a temporary file beside it, are forced to the disk and take its place in one step, so a
reader sees the old file or the new one and a crash leaves one of the two. Permissions stay, and a new file
gets those of its neighbours; a symbolic link stays a link, and what it points to is replaced.
"""

import contextlib
import os
import shutil
import stat
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from memtui.sources.protocol import SourceError
from memtui.sources.writing import FileChange

_READ_WRITE = 0o666
_MARK = ".memtui-"
"""In the name of a temporary file; what is left of one after a crash is found by it."""


class Changed(SourceError):
    """The file does not hold what was read from it; read it again."""


def replace_file(change: FileChange) -> None:
    """Carry one change out.

    Raises Changed when the file is not what was read, SourceError when it is protected against writing, and
    OSError. Then the file is as it was.
    """
    target = change.path.resolve()
    with _alone(target):
        _check(change, target)
        if change.after is None:
            target.unlink()
        else:
            _put(target, change.after, change.mode)
        _force(target.parent)


def _check(change: FileChange, target: Path) -> None:
    now = target.read_bytes() if target.exists() else None
    if now != change.before:
        raise Changed(f"{change.path} was changed by another program meanwhile; it was left as it is")
    if now is not None and not target.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise SourceError(f"{change.path} is read-only and was left as it is; make it writable, or unlink it")


def _put(target: Path, data: bytes, mode: int | None) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}{_MARK}", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, temporary)
            with contextlib.suppress(AttributeError, OSError):
                owner = target.stat()
                os.chown(temporary, owner.st_uid, owner.st_gid)
        else:
            temporary.chmod(_mode_beside(target) if mode is None else mode)
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _mode_beside(target: Path) -> int:
    """Return the permissions most files of this kind have there, or else those that the folder lets see."""
    modes: Counter[int] = Counter()
    with os.scandir(target.parent) as found:
        for entry in found:
            beside = entry.name.endswith(target.suffix) and _MARK not in entry.name
            if beside and entry.is_file(follow_symlinks=False):
                modes[entry.stat().st_mode & _READ_WRITE] += 1
    if not modes:
        return target.parent.stat().st_mode & _READ_WRITE
    return max(modes, key=lambda mode: (modes[mode], -mode))


def _force(folder: Path) -> None:
    """Force the folder's entry to the disk, where that can be asked for."""
    with contextlib.suppress(OSError, AttributeError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def clear_up(folder: Path) -> list[Path]:
    """Remove what a killed process left of a change in a folder; returns what was removed.

    Waits for a process that is changing a file there: its temporary file is no leftover.
    """
    with _alone(folder / _MARK):
        left = [file for file in folder.glob(f".*{_MARK}*") if file.is_file()]
        for file in left:
            file.unlink(missing_ok=True)
    return left


@contextlib.contextmanager
def _alone(target: Path) -> Iterator[None]:
    """Keep other memtui processes from this file meanwhile; other programs are told by `_check`."""
    try:
        import fcntl
    except ImportError:  # Windows: the check alone has to do
        yield
        return
    descriptor = os.open(target.parent, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)

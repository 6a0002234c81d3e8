"""Replaces a file that another program reads: wholly or not at all, and only if it has not changed since.

The new bytes go to a file beside it, are forced to the disk and trade places with it in one step: a reader
sees the old file or the new one, and a crash leaves one of the two. The old file is checked before it is
deleted. If it is not what was read, another program saved in between: its file is put back, or kept beside
it under a clear name when yet another save came. The temporary file's name says what it should hold, so
that cleaning up after a crash can tell as well.

Permissions, owner and attributes stay, and a new file gets the permissions of its neighbours. A file that
gets bytes which it had before is as old as it was then.
"""

import contextlib
import errno
import hashlib
import os
import re
import secrets
import stat
from collections.abc import Collection, Iterator
from itertools import count
from pathlib import Path

from memtui import plain_files
from memtui.formats.changes import FileChange
from memtui.formats.protocol import SourceError
from memtui.sources.attributes import give_back, mode_beside, take_over
from memtui.sources.swapping import (
    MARK,
    appear,
    is_being_written,
    is_unfinished,
    trade_places,
    unfinished,
)

_NOTHING, _SOMETHING = "none", ""
"""The digests of a missing file, and of one that another program may still be writing."""
_BESIDE = re.compile(
    rf"\.(?P<name>.+){MARK}(?P<before>[0-9a-f]{{16}}|none)-(?P<after>[0-9a-f]{{16}}|none)-\w{{8}}(-old)?"
)
_KEPT = ".kept-by-memtui"
_FOLDER_REFUSES = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_FILE_REFUSES = frozenset({errno.EPERM, errno.EROFS})
"""What says that nobody may change a file. Who may write into it does not matter: another takes its place."""
_ANYBODY = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class Changed(SourceError):
    """The file does not hold what was read from it; read it again."""


def replace_file(change: FileChange, within: Path | None = None) -> None:
    """Make one change to a file.

    `within` is the resolved path of the source it belongs to; by default the file's folder. Raises Changed
    when the file is not what was read, SourceError when replacing it would lose something, and OSError. The
    file is then as before, or as somebody saved it meanwhile.
    """
    target = real_file(change.path, within)
    with _alone(target):
        try:
            _check(change, target)
            beside = _take_out(change, target) if change.after is None else _put_in(change, target)
        except (FileExistsError, FileNotFoundError) as error:
            raise _changed(change.path) from error
        saved = None if beside is None else _settle(beside, target)
        _force(target.parent)
    if saved is not None:
        raise _changed(change.path, saved if saved != target else None)


def look_ahead(change: FileChange, within: Path | None = None) -> None:
    """Look whether a change can be made, before others are that go with it; changes nothing.

    Raises Changed, or SourceError when the file, or its folder, lets nobody replace or remove it.
    """
    target = real_file(change.path, within)
    _check(change, target)
    with _said(_FOLDER_REFUSES, f"{target.parent} lets no file be changed in it", "make the folder writable"):
        descriptor, beside = unfinished(target)
        os.close(descriptor)
        beside.unlink()
    if change.before is not None:
        way_out = f"take that off (`chattr -i {target.name}`)"
        with _said(_FILE_REFUSES, f"{target} is protected against any change", way_out):
            os.close(os.open(target, os.O_WRONLY))


@contextlib.contextmanager
def _said(refusals: Collection[int], what: str, way_out: str) -> Iterator[None]:
    """Say what refuses a change and what to do about it; whatever else fails is for the change to tell."""
    try:
        yield
    except OSError as error:
        if error.errno in refusals:
            raise SourceError(
                f"{what} ({error.strerror}), so nothing was written and agents read it as before; "
                f"{way_out}, or unlink it"
            ) from error


def real_file(path: Path, within: Path | None) -> Path:
    """Return the file that a path leads to.

    What was linked was no link, so one that leads out of its source came later: somebody may have pointed it
    at any other file. Raises SourceError for such.
    """
    try:
        real = path.resolve()
    except (OSError, RuntimeError) as error:
        raise SourceError(f"{path} is a link that leads nowhere; it was left as it is") from error
    within = path.parent if within is None else within
    if real == path or (path != within and path.is_relative_to(within) and real.is_relative_to(within)):
        return real
    raise SourceError(
        f"{path} leads to {real} now, which was not linked; both were left as they are. "
        "Link the other file itself, or put the first one back"
    )


def bytes_of(file: Path) -> bytes | None:
    """Return what a file holds, None when there is none. Raises OSError, also for what is no plain file."""
    try:
        return plain_files.bytes_of(file)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _changed(path: Path, kept: Path | None = None) -> Changed:
    also = f"; what it held in between is in {kept.name}" if kept is not None else ""
    return Changed(f"{path} was changed by another program meanwhile; it was left as it is{also}")


def _check(change: FileChange, target: Path) -> None:
    if bytes_of(target) != change.before:
        raise _changed(change.path)
    if change.before is None:
        return
    now = target.stat()
    if not now.st_mode & _ANYBODY:
        raise SourceError(f"{change.path} is read-only and was left as it is; make it writable, or unlink it")
    # Its other name may be the same file on purpose or a backup that must not change. Replacing breaks the
    # one, writing into it breaks the other, and a crash halfway would leave half a file under both.
    if now.st_nlink > 1:
        raise SourceError(
            f"{change.path} has {now.st_nlink - 1} more name{'s' * (now.st_nlink > 2)} (hard links) and was "
            "left as it is. Make the other a symbolic link or a copy"
        )


# -- the file beside -------------------------------------------------------------------------------


def _put_in(change: FileChange, target: Path) -> Path | None:
    """Put the new bytes in place; return the path of the former file, None when there was none."""
    ready = _prepared(change, target)
    try:
        _check(change, target)  # forcing it to the disk took its time
        if change.before is None:
            appear(ready, target)
            return None
    except BaseException:
        ready.unlink(missing_ok=True)
        raise
    try:
        trade_places(ready, target)
    except OSError:
        _settle(ready, target)
        raise
    return ready


def _take_out(change: FileChange, target: Path) -> Path:
    beside = _beside(change, target, secrets.token_hex(4))
    target.rename(beside)
    return beside


def _prepared(change: FileChange, target: Path) -> Path:
    """Write the new file, whole, under the name that says what is going on."""
    descriptor, new = unfinished(target)
    try:
        with open(descriptor, "wb") as file:
            file.write(change.after or b"")
            file.flush()
            os.fsync(descriptor)
        if change.before is not None:
            take_over(target, new)
        else:
            mode = mode_beside(target, MARK) if change.mode is None else change.mode
            new.chmod(mode)
            if change.attributes:
                give_back(new, change.attributes, mode)
        if change.mtime_ns is not None:
            os.utime(new, ns=(new.stat().st_atime_ns, change.mtime_ns))
        ready = _beside(change, target, secrets.token_hex(4))
        os.replace(new, ready)
        return ready
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def _beside(change: FileChange, target: Path, letters: str) -> Path:
    """Return a name for the temporary file that tells the digests of the old and the new content."""
    name = f"{_digest(change.before)}-{_digest(change.after)}-{letters}"
    return target.with_name(f".{target.name}{MARK}{name}")


def _digest(data: bytes | None) -> str:
    return _NOTHING if data is None else hashlib.sha256(data).hexdigest()[:16]


def _settle(beside: Path, target: Path) -> Path | None:
    """Do away with a file beside its target; what is found nowhere else goes back, or is kept.

    Returns where that is now; None when the file held nothing but the bytes before or after the change.
    """
    name = _BESIDE.fullmatch(beside.name)
    if name is None:
        raise ValueError(beside.name)
    before, after = name["before"], name["after"]
    held = _SOMETHING if is_being_written(beside) else _fingerprint(beside)
    there = _fingerprint(target)
    is_missing = there == _NOTHING and held == before and after != _NOTHING
    if (held in {before, after} and not is_missing) or _is_same(beside, target):
        beside.unlink()
        return None
    try:
        if there == _NOTHING:
            appear(beside, target)
            return target
        if there == after:
            trade_places(beside, target)
            return _settle(beside, target) or target
    except (FileExistsError, FileNotFoundError):
        pass  # saved once more meanwhile, so the newest stays
    return _keep(beside, target)


def _fingerprint(file: Path) -> str:
    try:
        is_file = stat.S_ISREG(file.lstat().st_mode)
    except FileNotFoundError:
        return _NOTHING
    return _digest(bytes_of(file)) if is_file else _SOMETHING


def _is_same(beside: Path, target: Path) -> bool:
    """Say whether a crash left one file under both names."""
    with contextlib.suppress(FileNotFoundError):
        return os.path.samestat(beside.lstat(), target.lstat())
    return False


def _keep(beside: Path, target: Path) -> Path:
    """Rename the file that somebody saved, so that it is visible beside the one saved after it."""
    for number in count(1):
        kept = target.with_name(f"{target.name}{_KEPT}{f'-{number}' if number > 1 else ''}")
        with contextlib.suppress(FileExistsError):
            appear(beside, kept)
            break
    return kept


def clear_up(folder: Path) -> list[Path]:
    """Settle what a killed process left of a change in a folder; returns what was removed.

    What another program saved is never removed. Waits for a process that is changing a file there: its files
    are no leftovers.
    """
    removed = []
    with _alone(folder / MARK):
        for file in sorted(folder.glob(f".*{MARK}*")):
            name = _BESIDE.fullmatch(file.name)
            if name is not None:
                _settle(file, file.with_name(name["name"]))
            elif is_unfinished(file.name) and file.is_file():  # nobody else's bytes ever stand there
                file.unlink()
            if not os.path.lexists(file):
                removed.append(file)
    return removed


# -- the folder ------------------------------------------------------------------------------------


def _force(folder: Path) -> None:
    """Force the folder's entry to the disk, where that can be asked for."""
    with contextlib.suppress(OSError, AttributeError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


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

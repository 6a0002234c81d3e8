"""Swaps two files, so that nothing is lost when somebody saves a third in the same moment.

A plain rename over a file deletes whatever is there at that instant. After a swap the former file still
exists under the other name, so the caller can check it and swap back.
"""

import contextlib
import errno
import hashlib
import os
import secrets
import signal
import sys
from pathlib import Path
from typing import Any

MARK = ".memtui-"
"""In the name of every file that is made for a while; what is left of one after a crash is found by it."""
_AT_CWD = -100
"""AT_FDCWD of Linux: paths are taken from the working folder."""
_EXCHANGE = 2
"""Means exchange to both `renameat2` (Linux) and `renamex_np` (macOS)."""
_ASIDE = "-old"
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}


def unfinished(target: Path) -> tuple[int, Path]:
    """Return a new file beside a target, open and for its user alone. Raises OSError.

    Its name carries a digest of itself, so that whoever clears up takes nobody's `.a.memtui-settings` for it.
    """
    begin = f".{target.name}{MARK}{secrets.token_hex(4)}"
    path = target.with_name(f"{begin}-{_digest_of(begin)}")
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600), path


def is_unfinished(name: str) -> bool:
    """Say whether a file of that name is one that `unfinished` made."""
    begin, _, digest = name.rpartition("-")
    return MARK in begin and digest == _digest_of(begin)


def _digest_of(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def trade_places(new: Path, target: Path) -> None:
    """Swap two files of a folder, in one step where the system can.

    Where it cannot, the target is missing for an instant but never overwritten. Raises FileExistsError when
    somebody saved a new file in that instant: then `new` is deleted, and its name holds the former content.
    Raises FileNotFoundError when the target no longer exists, and OSError.
    """
    if _exchanged(new, target):
        return
    aside = new.with_name(new.name + _ASIDE)
    target.rename(aside)
    try:
        appear(new, target)
    finally:
        aside.replace(new)


def appear(new: Path, target: Path) -> None:
    """Give a file a name that nothing has yet. Raises FileExistsError, and OSError."""
    try:
        os.link(new, target, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # No links here, as on FAT: a look has to do.
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
        new.rename(target)
    else:
        new.unlink()


def is_being_written(file: Path) -> bool:
    """Say whether a program has a file open for writing; known on Linux only, for one's own processes.

    Such a program goes on writing to the file whatever its name is by then.
    """
    return _refuses_lease(file) and not _never_grants_leases(file.parent)


def _exchanged(one: Path, other: Path) -> bool:
    """Exchange two names; False where that cannot be asked for."""
    import ctypes  # loads libffi: not before something is written

    library: Any = ctypes.CDLL(None, use_errno=True) if sys.platform in {"linux", "darwin"} else None
    names = os.fsencode(one), os.fsencode(other)
    if hasattr(library, "renameat2"):
        failed = library.renameat2(_AT_CWD, names[0], _AT_CWD, names[1], _EXCHANGE)
    elif hasattr(library, "renamex_np"):
        failed = library.renamex_np(*names, _EXCHANGE)
    else:
        return False
    if not failed:
        return True
    number = ctypes.get_errno()
    if number in {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}:
        return False
    raise OSError(number, os.strerror(number), str(other))


def _refuses_lease(file: Path) -> bool:
    """Ask for a lease for reading, which Linux refuses while anybody has the file open for writing."""
    try:
        import fcntl

        set_lease, set_signal = fcntl.F_SETLEASE, fcntl.F_SETSIG
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except (ImportError, AttributeError, OSError):
        return False
    try:
        # The usual signal to the holder of a lease that somebody else wants would end this process.
        fcntl.fcntl(descriptor, set_signal, signal.SIGURG)
        fcntl.fcntl(descriptor, set_lease, fcntl.F_RDLCK)
    except OSError as error:
        return error.errno == errno.EAGAIN
    finally:
        os.close(descriptor)
    return False


def _never_grants_leases(folder: Path) -> bool:
    """Say whether leases are refused for any file there, as on network file systems: a refusal then tells
    nothing.
    """
    descriptor, name = unfinished(folder / "look")
    os.close(descriptor)
    try:
        return _refuses_lease(Path(name))
    finally:
        with contextlib.suppress(OSError):
            os.unlink(name)

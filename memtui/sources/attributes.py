"""What a file has besides its bytes: permissions, owner, access lists, extended attributes.

A file that takes the place of another gets all of it, or the other is left in place.
"""

import os
import shutil
from collections import Counter
from pathlib import Path

from memtui.sources.protocol import SourceError

_READ_WRITE = 0o666
_OF_THE_SYSTEM = ("security.", "trusted.")
"""Extended attributes that only the system gives and takes."""


def take_over(old: Path, new: Path) -> None:
    """Give `new` what `old` has besides its bytes and times. Raises SourceError when that cannot be had."""
    was = old.stat()
    if hasattr(os, "chown") and not _same_owner(was, new.stat()):
        try:
            os.chown(new, was.st_uid, was.st_gid)
        except OSError as error:
            raise SourceError(
                f"{old} belongs to another user or group and would be yours after a change; it was left "
                "as it is. Change it by hand, or make it yours"
            ) from error
    shutil.copymode(old, new)
    if hasattr(os, "listxattr"):
        _take_over_extended(old, new)


def _same_owner(one: os.stat_result, other: os.stat_result) -> bool:
    return (one.st_uid, one.st_gid) == (other.st_uid, other.st_gid)


def _take_over_extended(old: Path, new: Path) -> None:
    """Copy extended attributes, access lists among them; what `new` got from its folder goes."""
    had, has = _extended(old), _extended(new)
    try:
        for name in has.keys() - had.keys():
            os.removexattr(new, name)
        for name, value in had.items():
            if has.get(name) != value:
                os.setxattr(new, name, value)
    except OSError as error:
        raise SourceError(
            f"{old} has attributes that a new file cannot be given ({error.strerror}); it was left as it is"
        ) from error


def _extended(file: Path) -> dict[str, bytes]:
    try:
        names = os.listxattr(file)
    except OSError:  # a file system without any
        return {}
    return {name: os.getxattr(file, name) for name in names if not name.startswith(_OF_THE_SYSTEM)}


def mode_beside(target: Path, unless: str) -> int:
    """Return the permissions most files of this kind have there, or else those that the folder lets see.

    Files with `unless` in their name don't count.
    """
    modes: Counter[int] = Counter()
    with os.scandir(target.parent) as found:
        for entry in found:
            beside = entry.name.endswith(target.suffix) and unless not in entry.name
            if beside and entry.is_file(follow_symlinks=False):
                modes[entry.stat().st_mode & _READ_WRITE] += 1
    if not modes:
        return target.parent.stat().st_mode & _READ_WRITE
    return max(modes, key=lambda mode: (modes[mode], -mode))

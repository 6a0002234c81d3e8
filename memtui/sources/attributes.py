"""What a file has besides its bytes: permissions, owner, access lists, extended attributes.

A file that replaces another gets all of these, or the other stays in place. They are kept when a file goes,
so that it gets them back when it returns.
"""

import base64
import contextlib
import json
import os
import shutil
from collections import Counter
from pathlib import Path

from memtui import secrets
from memtui.formats.protocol import SourceError

_READ_WRITE = 0o666
"""Permissions without those to execute, which a folder has and a file of text does not need."""
MOST = 65_536
"""Bytes of extended attributes that are kept of a file that goes."""
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
    return _owner(one) == _owner(other)


def _owner(stat: os.stat_result) -> tuple[int, int]:
    return stat.st_uid, stat.st_gid


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


def packed(file: Path) -> str:
    """Return owner and extended attributes of a file, for `give_back`; empty when there is no such file.

    Attributes that hold a secret are left out, and all where they have more than `MOST` bytes; `left_out`
    says so.
    """
    try:
        was = file.stat()
        extended = _extended(file) if hasattr(os, "listxattr") else {}
    except OSError:
        return ""
    size = sum(map(len, extended.values()))
    kept = {
        name: base64.b64encode(value).decode("ascii")
        for name, value in extended.items()
        if size <= MOST and not secrets.find_secrets(value.decode("utf-8", "replace"))
    }
    why = ""
    if size > MOST:
        why = f"they have {size:,} bytes, and at most {MOST:,} are kept"
    elif len(kept) < len(extended):
        why = f"{len(extended) - len(kept)} of them with a secret in it"
    return json.dumps({"owner": [was.st_uid, was.st_gid], "extended": kept, "left_out": why})


def left_out(kept: str) -> str:
    """Return why `packed` kept not all extended attributes of a file; empty when it did."""
    return str(json.loads(kept).get("left_out", "")) if kept else ""


def give_back(file: Path, kept: str, mode: int) -> None:
    """Give a file that comes back what it had, as `packed` told it, and its permissions.

    What the system refuses, such as another user as its owner, it comes back without: its text counts more.
    """
    fields = json.loads(kept)
    if hasattr(os, "chown") and list(_owner(file.stat())) != fields["owner"]:
        with contextlib.suppress(OSError):
            os.chown(file, *fields["owner"])
    file.chmod(mode)  # after the owner, whose change takes some permissions away
    for name, value in fields["extended"].items():
        with contextlib.suppress(OSError, AttributeError):
            os.setxattr(file, name, base64.b64decode(value))


def mode_beside(target: Path, unless: str) -> int:
    """Return the permissions that most files of this kind beside it have; without any, those of the folder.

    Files with `unless` in their name don't count.
    """
    modes: Counter[int] = Counter()
    with os.scandir(target.parent) as entries:
        for entry in entries:
            beside = entry.name.endswith(target.suffix) and unless not in entry.name
            if beside and entry.is_file(follow_symlinks=False):
                modes[entry.stat().st_mode & _READ_WRITE] += 1
    if not modes:
        return target.parent.stat().st_mode & _READ_WRITE
    return max(modes, key=lambda mode: (modes[mode], -mode))

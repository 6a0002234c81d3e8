"""Reading and writing the settings files of other programs: in one step, with a copy of what was there.

`memtui hooks` and `memtui init` write through here.
"""

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from memtui.setup.json_settings import SettingsError
from memtui.whole_files import replacing

_COPIES = ".settings"
"""What the folder with kept copies has behind the store's name."""
_NEWEST = 5
"""Copies of one settings file that are kept besides its first."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One settings file before and after a change."""

    path: Path
    before: str
    """Empty for a file that is not there."""
    after: str
    """Empty when nothing of it is to stay: the file goes."""

    @property
    def changes(self) -> bool:
        """Whether there is anything to write."""
        return self.before != self.after


def text_of(path: Path) -> str:
    """Return a settings file's text, empty when there is none. Raises SettingsError."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise SettingsError("it is no UTF-8 text") from None
    except OSError as error:
        raise SettingsError(f"it cannot be read: {error.strerror}") from None


def copies_beside(store_path: Path) -> Path:
    """Return the folder in which settings files are kept as they were: beside the store, not beside them."""
    return store_path.with_name(f"{store_path.name}{_COPIES}")


def copies_of(path: Path, copies: Path) -> list[Path]:
    """Return the copies of a settings file that are kept in the folder `copies`, the first one first."""
    kept = copies.iterdir() if copies.is_dir() else ()
    return sorted(copy for copy in kept if copy.name.endswith(_behind(path)))


def write(edit: Edit, copies: Path, needed: Collection[str] | None = None) -> Path | None:
    """Write a settings file; return the copy of what it was in the folder `copies`, None where nothing was.

    Of its copies the first and the newest are kept, and those that are `needed`; all where that is not known.
    Raises SettingsError; the file is then as it was.
    """
    path = edit.path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        copy = _copied(path, copies) if path.exists() else None
        if copy is not None and needed is not None:
            _thin_out(path, copies, {str(copy), *needed})
        if not edit.after:
            path.unlink(missing_ok=True)
            return copy
        with replacing(path) as file:
            file.write(edit.after)
    except OSError as error:
        raise SettingsError(f"it cannot be written: {error.strerror}") from None
    return copy


def put_back(copy: Path, path: Path) -> None:
    """Let a settings file be what it was, with its times and mode; the copy goes. Raises OSError."""
    with replacing(path) as file:
        file.buffer.write(copy.read_bytes())
    shutil.copystat(copy, path)
    copy.unlink()
    with contextlib.suppress(OSError):  # others are kept there
        copy.parent.rmdir()


def _copied(path: Path, copies: Path) -> Path:
    """Copy a file, with its times and mode, under a name of its own, into a folder for the user alone."""
    copies.mkdir(mode=0o700, parents=True, exist_ok=True)
    now = time.time_ns()
    while (copy := copies / f"{_moment(now)}{_behind(path)}").exists():
        now += 1_000
    shutil.copy2(path, copy)
    return copy


def _moment(now: int) -> str:
    """Return how the names of copies begin: the local time to a microsecond, so that they sort by it."""
    seconds, rest = divmod(now, 1_000_000_000)
    return f"{time.strftime('%Y%m%d-%H%M%S', time.localtime(seconds))}-{rest // 1_000:06}"


def _behind(path: Path) -> str:
    """Return how the names of a file's copies end: by its place, and by its name for people."""
    place = hashlib.sha256(os.fsencode(path.absolute())).hexdigest()[:8]
    return f"-{place}-{path.parent.name.lstrip('.')}-{path.name.lstrip('.')}"


def _thin_out(path: Path, copies: Path, needed: Collection[str]) -> None:
    """Let go of a file's copies between its first and the newest ones, but for those needed."""
    for copy in copies_of(path, copies)[1:-_NEWEST]:
        if str(copy) not in needed:
            with contextlib.suppress(OSError):
                copy.unlink()

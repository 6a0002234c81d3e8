"""Reading and writing the settings files of other programs: in one step, with a copy of what was there.

`memtui hooks` and `memtui init` write through here.
"""

import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from memtui.setup.json_settings import SettingsError
from memtui.whole_files import replacing

_COPY = ".memtui-backup"
"""How the names of kept copies end."""


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


def write(edit: Edit) -> Path | None:
    """Write a settings file; return the copy of what it was, None for one that was not there.

    Raises SettingsError; the file is then as it was.
    """
    path = edit.path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        copy = _copied(path) if path.exists() else None
        if not edit.after:
            path.unlink(missing_ok=True)
            return copy
        with replacing(path) as file:
            file.write(edit.after)
    except OSError as error:
        raise SettingsError(f"it cannot be written: {error.strerror}") from None
    return copy


def _copied(path: Path) -> Path:
    """Copy a file, with its times and mode, beside itself under a name of its own."""
    name = f"{path.name}.{time.strftime('%Y%m%d-%H%M%S')}"
    taken = 0
    while (copy := path.with_name(f"{name}{f'-{taken}' if taken else ''}{_COPY}")).exists():
        taken += 1
    shutil.copy2(path, copy)
    return copy

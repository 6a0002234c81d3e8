"""What is on this machine's disk, asked as little and as carefully as can be.

The dead rule asks it whether a path that a memory names is still there. It remembers what it was asked for
the length of one pass, stops asking after a bounded number of looks, follows no symbolic link and never
leaves the project folder. What it cannot tell it takes to be there.
"""

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

MOST_LOOKS = 20_000
"""Paths looked up in one pass."""
MOST_ENTRIES = 20_000
"""Files and folders of one project that are listed, to find where else a name occurs."""
MOST_PROJECTS = 20
"""Projects that are listed in one pass."""
_SKIPPED = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        "node_modules",
        ".venv",
        "venv",
        "__pycache__",
        "target",
        "dist",
        "build",
        ".cache",
    }
)
_MARKERS = (".git", ".hg")
_CLIMB = 8
"""Folders above a file in which its project is looked for."""


@dataclass(slots=True)
class Disk:
    """Answers about folders and files, each looked up once."""

    _roots: dict[str, str | None] = field(default_factory=dict)
    _there: dict[str, bool] = field(default_factory=dict)
    _names: dict[str, dict[str, list[str]] | None] = field(default_factory=dict)
    _looks: int = 0

    def project(self, folder: str) -> str | None:
        """Return `folder` when it may be a project's and is there; None otherwise.

        A person's home, what is above it, and places on other machines are no project folders.
        """
        if folder not in self._roots:
            self._roots[folder] = folder if self._may_be_project(folder) else None
        return self._roots[folder]

    def project_around(self, file: str) -> str | None:
        """Return the project folder that holds a file: the nearest one above it under version control."""
        folder = os.path.dirname(os.path.normpath(file))
        key = f"{folder}\0"
        if key not in self._roots:
            self._roots[key] = next(
                (above for above in _above(folder) if self._marked(above) and self.project(above)), None
            )
        return self._roots[key]

    def checkout_around(self, folder: str) -> str | None:
        """Return the project folder that a folder is, or lies in."""
        return self.project_around(f"{folder}/x")

    def gone(self, root: str, inner: str) -> bool:
        """Say whether a path inside a project folder is surely not there."""
        path = os.path.normpath(os.path.join(root, inner))
        if path == root or not path.startswith(root + os.sep):
            return False
        if path not in self._there:
            self._there[path] = self._exists(root, path)
        return not self._there[path]

    def there(self, root: str, inner: str) -> bool:
        """Say whether a path inside a project folder surely is there."""
        path = os.path.normpath(os.path.join(root, inner))
        return path.startswith(root + os.sep) and self._may_look() and os.path.lexists(path)

    def elsewhere(self, root: str, inner: str) -> list[str] | None:
        """Return where in a project a file or folder of that name is; None when it is too large to tell."""
        if root not in self._names:
            full = len(self._names) >= MOST_PROJECTS
            self._names[root] = None if full else _listed(root)
        names = self._names[root]
        return None if names is None else names.get(os.path.basename(inner.rstrip("/")), [])

    def _may_be_project(self, folder: str) -> bool:
        if (
            not os.path.isabs(folder)
            or folder.startswith(("//", "\\\\"))
            or os.path.normpath(folder) != folder
        ):
            return False
        home = str(Path.home())
        if folder == home or home.startswith(folder.rstrip(os.sep) + os.sep):
            return False
        return self._is(folder, stat.S_ISDIR)

    def _marked(self, folder: str) -> bool:
        return any(self._is(os.path.join(folder, name), lambda _: True) for name in _MARKERS)

    def _is(self, path: str, sort: Callable[[int], bool]) -> bool:
        if not self._may_look():
            return False
        try:
            return sort(os.stat(path).st_mode)
        except (OSError, ValueError):
            return False

    def _exists(self, root: str, path: str) -> bool:
        """Go down from the root one name at a time. A link on the way counts as the end of the way."""
        path_so_far = root
        for name in path[len(root) + 1 :].split(os.sep):
            path_so_far = os.path.join(path_so_far, name)
            if path_so_far in self._there and path_so_far != path:
                if not self._there[path_so_far]:
                    return False
                continue
            if not self._may_look():
                return True
            try:
                mode = os.lstat(path_so_far).st_mode
            except (FileNotFoundError, NotADirectoryError):
                self._there[path_so_far] = False
                return False
            except (OSError, ValueError):
                return True
            if stat.S_ISLNK(mode):
                return True
            self._there[path_so_far] = True
        return True

    def _may_look(self) -> bool:
        self._looks += 1
        return self._looks <= MOST_LOOKS


def _above(folder: str) -> Iterator[str]:
    for _ in range(_CLIMB):
        if os.path.dirname(folder) == folder or not os.path.isabs(folder):
            return
        yield folder
        folder = os.path.dirname(folder)


def _listed(root: str) -> dict[str, list[str]] | None:
    """Return where each name of a project occurs, or None when it holds too much."""
    names: dict[str, list[str]] = {}
    count = 0
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        count += len(entries)
        if count > MOST_ENTRIES:
            return None
        for entry in entries:
            names.setdefault(entry.name, []).append(os.path.relpath(entry.path, root))
            if entry.name not in _SKIPPED and entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
    return names

"""Reads the files that git tracks in a project's work tree, as few and as carefully as possible.

Untracked files (builds, downloads, keys) are never read, nor are tracked files with names that suggest
secrets. Symbolic links are not followed. One `Reading` limits the cost of all trees of a pass; when it is
used up, the rest counts as unread and the tree says so.
"""

import os
import re
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from memtui.review.git_history import GitHistory

MOST_TREES = 20
"""Projects that one pass reads at most."""
MOST_FILES = 20_000
"""Tracked files of a project that are known by name; the rest is as if it were not there to be read."""
_LONGEST = 400_000
"""Bytes of a file; a longer one is data, not what anyone wrote."""
_SECRET = re.compile(
    r"(?:^|/)(?:\.env(?:\..*)?|\.npmrc|\.pypirc|\.netrc|id_[a-z0-9]+|[^/]*(?:secret|credential|password)[^/]*"
    r"|[^/]*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|tfvars|tfstate))$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Reading:
    """What may still be read in this pass: files, bytes and seconds."""

    files: int = 3_000
    bytes: int = 20_000_000
    seconds: float = 5.0

    @property
    def over(self) -> bool:
        """Whether the bound of files, of bytes or of seconds is reached."""
        return min(self.files, self.bytes, self.seconds) <= 0


@dataclass
class WorkTree:
    """One project's tracked files."""

    top: str
    """The first folder of the checkout."""
    files: tuple[str, ...]
    """Paths from there, with slashes, in order."""
    left: Reading
    cut: bool = False
    """Whether something was left unread because that was enough."""
    broken: list[str] = field(default_factory=list)
    """Files that could not be understood."""
    _texts: dict[str, str] = field(default_factory=dict)

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a tracked file."""
        every: set[str] = set()
        for path in self.files:
            while (path := os.path.dirname(path)) and path not in every:
                every.add(path)
        return frozenset(every)

    @cached_property
    def named(self) -> dict[str, tuple[str, ...]]:
        """The files by their last name."""
        by_name: dict[str, list[str]] = {}
        for path in self.files:
            by_name.setdefault(os.path.basename(path), []).append(path)
        return {name: tuple(paths) for name, paths in by_name.items()}

    def called(self, wanted: Callable[[str], object]) -> list[str]:
        """Return the files whose last names are wanted, the top ones first."""
        paths = (path for name, paths in self.named.items() if wanted(name) for path in paths)
        return sorted(paths, key=lambda path: (path.count("/"), path))

    def has_beside(self, path: str) -> bool:
        """Say whether a folder below the top holds files that end as this one would."""
        folder, ending = os.path.dirname(path), os.path.splitext(path)[1]
        if not folder or not ending:
            return False
        return any(os.path.dirname(each) == folder and each.endswith(ending) for each in self.files)

    def text(self, path: str) -> str:
        """Return a tracked file's text; empty for what is not to be read, or not text."""
        if path not in self._texts:
            self._texts[path] = self._read(path)
        return self._texts[path]

    def _read(self, path: str) -> str:
        if _SECRET.search(path):
            return ""
        if self.left.over:
            self.cut = True
            return ""
        started = time.monotonic()
        packed = _content(os.path.join(self.top, path))
        self.left.files -= 1
        self.left.bytes -= len(packed)
        self.left.seconds -= time.monotonic() - started
        return "" if b"\0" in packed else packed.decode("utf-8", "replace")


@dataclass
class WorkTrees:
    """The trees of one pass, each listed once."""

    git: GitHistory
    left: Reading = field(default_factory=Reading)
    _known: dict[str, WorkTree | None] = field(default_factory=dict)

    def at(self, top: str) -> WorkTree | None:
        """Return the work tree whose first folder is `top`; None where git tracks nothing there."""
        if top not in self._known:
            self._known[top] = self._listed(top) if len(self._known) < MOST_TREES else None
        return self._known[top]

    def notes(self) -> list[str]:
        """Return what a person should know of what was read: what was cut short, what was not understood."""
        notes = []
        for tree in self._known.values():
            if tree is None:
                continue
            name = os.path.basename(tree.top)
            if tree.cut:
                notes.append(f"the code of {name} was read in part: it is large")
            if tree.broken:
                notes.append(
                    f"{', '.join(tree.broken[:3])} of {name} could not be understood and was left out"
                )
        return notes

    def _listed(self, top: str) -> WorkTree | None:
        tracked = self.git.tracked(top)
        if not tracked:
            return None
        return WorkTree(top, tuple(sorted(tracked)[:MOST_FILES]), self.left, len(tracked) > MOST_FILES)


def _content(path: str) -> bytes:
    """Return a file's bytes; none for what is no plain file, or too long."""
    try:
        about = os.lstat(path)
        if not stat.S_ISREG(about.st_mode) or about.st_size > _LONGEST:
            return b""
        with open(path, "rb") as opened:
            return opened.read(_LONGEST)
    except (OSError, ValueError):
        return b""

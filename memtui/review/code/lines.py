"""The lines of a project's code and settings, as people write them: what programs write tells of the past."""

import os
import re
from collections.abc import Iterator

from memtui.review.code import tools
from memtui.review.code.work_tree import WorkTree

_SETTINGS = frozenset(
    {"json", "jsonc", "toml", "yaml", "yml", "ini", "cfg", "conf", "properties", "gradle", "tf", "hcl"}
)
_NAMED = frozenset({"makefile", "justfile", "dockerfile", "procfile", "jenkinsfile", "gemfile"})
_RC = re.compile(r"\.\w+rc")
"""Settings of a tool: `.prettierrc`."""
_LOCK = re.compile(r"(?:^|[./-])lock\.\w+$|\.lock$")
_LONGEST = 400
"""Characters of a line that somebody wrote; a longer one was made by a program."""


class Lines:
    """The lines of a work tree that somebody wrote; which files have them is told once."""

    def __init__(self, tree: WorkTree) -> None:
        self._tree = tree
        self._files = [path for path in tree.files if _is_written(path)]

    @property
    def paths(self) -> tuple[str, ...]:
        """All files of the project."""
        return self._tree.files

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield each file with its text."""
        for path in self._files:
            yield path, self._tree.text(path)

    def having(self, words: str) -> Iterator[tuple[str, int, str]]:
        """Yield the lines that have some words: the path, the number from 1 and the line."""
        for path in self._files:
            if words in (text := self._tree.text(path)):
                for number, line in enumerate(text.split("\n"), 1):
                    if words in line and len(line) <= _LONGEST:
                        yield path, number, line


def _is_written(path: str) -> bool:
    """Say whether a file is code or settings, and no lock file."""
    name = os.path.basename(path).lower()
    if _LOCK.search(name):
        return False
    return (
        name in _NAMED
        or _RC.fullmatch(name) is not None
        or tools.ending_of(name) in _SETTINGS
        or tools.is_code(name)
    )

"""The paths that a text names, as people write them: `src/app/main.py`, `~/notes/`, `./bin/open`."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memtui.phrases import phrases_in

_PATH = re.compile(
    r"(?<![\w./~@:%$*?<>{}\[\]\\#=-])(?:~/|\.{1,2}/|/)?(?:[\w.@+-]+/)+(?:[\w.@+-]*\w)?"
    r"(?=[\s,;:)\]\"'`’”!?]|\.(?:\s|\Z)|\Z)"
)
_FILE_NAME = re.compile(r"\.[A-Za-z]\w{0,7}\Z")
_ADDRESS = re.compile(r"(?<!\S)\S+://\S+|(?<![\w.-])[\w.-]+@[\w-]+\.\S+")
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/")
_MAKES = phrases_in(Path(__file__).with_name("dead.toml"))["makes"].pattern
_BEFORE = 50
"""Characters before a path in which it may be said that something makes it."""
_COMMAND = re.compile(r"`[^`\n]*\s[^`\n]*`")


@dataclass(frozen=True, slots=True)
class NamedPath:
    """A path that a text names."""

    path: str
    start: int
    end: int


def named_in(text: str) -> Iterator[NamedPath]:
    """Yield the paths that a text names, besides those in addresses, and of what something makes."""
    plain = _ADDRESS.sub(lambda match: " " * len(match[0]), text) if "://" in text or "@" in text else text
    for match in _PATH.finditer(plain):
        path = match[0]
        whole = path.startswith(("/", "~/"))
        if not (_FILE_NAME.search(path) or path.endswith("/") or whole):
            continue
        if _HOST.match(path) and not whole:
            continue
        if _MAKES.search(text, max(match.start() - _BEFORE, 0), match.start()):
            continue
        yield NamedPath(path, *match.span())


def without_paths(text: str) -> str:
    """Return a text without the paths in it."""
    return _PATH.sub(" ", text)


def inside(root: str, path: str) -> str | None:
    """Return a path as it is seen from a root, or None when it does not lie in it."""
    whole = os.path.expanduser(path) if path.startswith("~/") else path
    joined = os.path.normpath(os.path.join(root, whole))
    return joined[len(root) + 1 :] if joined.startswith(root + os.sep) else None


def in_command(text: str, one: NamedPath) -> bool:
    """Say whether a path stands in a command, in code signs."""
    return any(match.start() < one.start < match.end() for match in _COMMAND.finditer(text))

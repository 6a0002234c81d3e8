"""Where a project's code defines the names in it: functions, classes, types, constants."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memtui.review.code import tools
from memtui.review.code.work_tree import WorkTree

_DEFINED = re.compile(
    r"^[ \t]*(?:(?:export|default|public|private|protected|internal|static|async|abstract|final|override|"
    r"sealed|partial|pub(?:\([^)\n]*\))?|declare|unsafe|inline|suspend|open|data)[ \t]+)*"
    r"(?:def|class|function\*?|func|fn|interface|type|enum|struct|trait|const|let|var|val|module|record|object|"
    r"protocol|namespace|message|macro_rules!)[ \t]+(?:\([^)\n]*\)[ \t]*)?([A-Za-z_$][\w$]*)",
    re.MULTILINE,
)
_CONSTANT = re.compile(r"^([A-Z][A-Z0-9_]{2,})[ \t]*(?::[^=\n]+)?=", re.MULTILINE)
_ABOVE, _BELOW = 3, 8
"""Lines around a definition that say what it is."""
_HEAD = 40
"""Lines at the head of a file that say what the file is."""
_MOST_PLACES = 5
"""Places that are kept of one name: a card shows fewer."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the code."""

    path: str
    line: int
    """From 1."""


class Definitions:
    """Every name that a work tree defines, found in one reading of its code."""

    def __init__(self, tree: WorkTree) -> None:
        self._tree = tree
        self._places: dict[str, list[Place]] = {}
        for path in tree.files:
            if tools.is_code(path):
                for name, line in _defined(tree.text(path)):
                    places = self._places.setdefault(name, [])
                    if len(places) < _MOST_PLACES:
                        places.append(Place(path, line))

    def of(self, name: str) -> list[Place]:
        """Return where a name is defined; no place for what the code does not define."""
        return self._places.get(name, [])

    def line(self, place: Place) -> str:
        """Return the line at a place."""
        return self._tree.text(place.path).split("\n")[place.line - 1].strip()

    def around(self, place: Place) -> str:
        """Return what the code says at a place, just above it and just below."""
        lines = self._tree.text(place.path).split("\n")
        return "\n".join(lines[max(place.line - 1 - _ABOVE, 0) : place.line + _BELOW])

    def head(self, path: str) -> list[tuple[int, str]]:
        """Return the lines at the head of a file and those that define something, with their numbers."""
        lines = self._tree.text(path).split("\n")
        return [
            (number, line)
            for number, line in enumerate(lines, 1)
            if number <= _HEAD or _DEFINED.match(line) is not None
        ]


def _defined(text: str) -> Iterator[tuple[str, int]]:
    """Yield each name that a text defines, with its line."""
    matches = [*_DEFINED.finditer(text), *_CONSTANT.finditer(text)]
    line, seen = 1, 0
    for match in sorted(matches, key=lambda match: match.start(1)):
        line += text.count("\n", seen, match.start(1))
        seen = match.start(1)
        yield match[1], line

"""How Claude Code reads a `CLAUDE.md`: comments go, and `@path` outside of code imports a file."""

import re
from collections.abc import Iterator

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_CODE = re.compile(r"`[^`\n]*`")
_COMMENT = re.compile(r" {0,3}<!--")
_END = "-->"
_IMPORT = re.compile(r"(?<!\S)@([\w.~/][^\s`]*)")
_AROUND = ".,;:!?)]}\"'"
"""What stands behind a path in a sentence."""


def without_comments(text: str) -> str:
    """Return a text without the HTML comments that begin a line; one in code or within a line stays.

    So does one that never ends.
    """
    kept: list[str] = []
    comment: list[str] = []
    code = _Code()
    for line in text.split("\n"):
        if not comment and code.holds(line):
            kept.append(line)
            continue
        position = 0
        while comment or _COMMENT.match(line, position):
            end = line.find(_END, position)
            if end < 0:
                comment.append(line[position:])
                break
            comment.clear()
            position = end + len(_END)
        else:
            if not position or line[position:].strip():
                kept.append(line[position:])
    return "\n".join([*kept, *comment])


def imports_in(text: str) -> Iterator[str]:
    """Yield the paths that a text without comments imports, as they are written."""
    code = _Code()
    for line in text.split("\n"):
        if not code.holds(line):
            for match in _IMPORT.finditer(_CODE.sub(" ", line)):
                yield match[1].partition("#")[0].rstrip(_AROUND)


class _Code:
    """Which lines, asked for in their order, belong to a block of code."""

    def __init__(self) -> None:
        self._fence = ""

    def holds(self, line: str) -> bool:
        """Say whether this line does, its fences among them."""
        match = _FENCE.match(line)
        if not self._fence:
            opens = match is not None and ("`" not in match[2] or match[1][0] == "~")
            self._fence = match[1] if match is not None and opens else ""
            return bool(self._fence)
        if match is not None and match[1].startswith(self._fence) and not match[2].strip():
            self._fence = ""
        return True

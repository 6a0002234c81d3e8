"""Patterns written for Go's regexp, told in Python's.

Rule sets for secrets are written in Go. The two differ in little: flags in the middle of a pattern, which
Python takes at its start or for a group only, POSIX classes, and the end of a text. Used by `refresh`, never
while memtui runs.
"""

import re
from dataclasses import dataclass, field

_POSIX = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "ascii": r"\x00-\x7f",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "upper": "A-Z",
    "word": r"\w",
    "xdigit": "0-9a-fA-F",
}
_FLAGS = re.compile(r"\(\?([imsU]*)(?:-([imsU]+))?\)")
_GROUP = re.compile(r"\((?:\?(?:P?<\w+>|[imsU-]*:))?")
_CLASS_PART = re.compile(r"\[:(\^?)(\w+):\]|\\.|[^\\]", re.DOTALL)
_UNENDING = re.compile(r"[^\\]\)(?:[*+]|\{\d+,\d*\})")
_ANYTHING = re.compile(r"(?<!\\)\.[*+]")


class Unconvertible(ValueError):
    """A pattern that has no like in Python, or one that could take for ever; the message says why."""


def converted(pattern: str) -> str:
    """Return Go's `pattern` for Python's `re` with `re.ASCII`. Raises Unconvertible."""
    translated = _Converter(pattern).joined()
    if _UNENDING.search(translated) and len(_ANYTHING.findall(translated)) > 1:
        raise Unconvertible("repeats of repeats could take for ever")
    try:
        re.compile(translated, re.ASCII)
    except (re.error, OverflowError, RecursionError) as error:
        raise Unconvertible(f"Python cannot read it: {error}") from None
    return translated


@dataclass(slots=True)
class _Converter:
    """Walks through a pattern. Flags hold to the end of their group, over each `|` in it."""

    pattern: str
    at: int = 0
    pieces: list[str] = field(default_factory=list)
    flags: list[list[str]] = field(default_factory=lambda: [[]])
    """For each open group, the flags that were set in it."""

    def joined(self) -> str:
        while self.at < len(self.pattern):
            self._step()
        self.pieces.append(")" * len(self.flags[0]))
        return "".join(self.pieces)

    def _step(self) -> None:
        character = self.pattern[self.at]
        if character == "\\":
            self._escape()
        elif character == "[":
            self._class()
        elif character == "(":
            self._open()
        elif character == ")":
            self._close()
        elif character == "|":
            self._take(")" * len(self.flags[-1]) + "|" + "".join(self.flags[-1]), 1)
        elif character == "$":
            self._take(r"\Z", 1)
        else:
            self._take(character, 1)

    def _take(self, literal: str, length: int) -> None:
        self.pieces.append(literal)
        self.at += length

    def _escape(self) -> None:
        two = self.pattern[self.at : self.at + 2]
        if two[1:] in {"p", "P", "C", "Q", "E"}:
            raise Unconvertible(f"{two} has no like in Python")
        self._take({r"\z": r"\Z", r"\Z": "Z"}.get(two, two), 2)

    def _class(self) -> None:
        """Take a whole `[…]`, in which brackets and flags are only characters."""
        self._take("[", 1)
        if self.pattern[self.at : self.at + 1] == "^":
            self._take("^", 1)
        if self.pattern[self.at : self.at + 1] == "]":
            self._take(r"\]", 1)
        while (part := _CLASS_PART.match(self.pattern, self.at)) and part[0] != "]":
            self._take(self._class_part(part), len(part[0]))
        self._take("]", 1)

    def _class_part(self, part: re.Match[str]) -> str:
        if part[2]:
            if part[1] or part[2] not in _POSIX:
                raise Unconvertible(f"{part[0]} has no like in Python")
            return _POSIX[part[2]]
        if part[0][:2] in {r"\p", r"\P"}:
            raise Unconvertible(f"{part[0]} has no like in Python")
        return r"\[" if part[0] == "[" else part[0]

    def _open(self) -> None:
        if match := _FLAGS.match(self.pattern, self.at):
            if "U" in match[0]:
                raise Unconvertible("the flag U has no like in Python")
            flags = (match[1] or "") + (f"-{match[2]}" if match[2] else "")
            self.flags[-1].append(f"(?{flags}:")
            self._take(f"(?{flags}:", len(match[0]))
            return
        match = _GROUP.match(self.pattern, self.at)
        if match is None or "U" in match[0]:
            raise Unconvertible("a group that Python does not know")
        self.flags.append([])
        self._take(re.sub(r"^\(\?<", "(?P<", match[0]), len(match[0]))

    def _close(self) -> None:
        if len(self.flags) == 1:
            raise Unconvertible("a bracket too many")
        self._take(")" * len(self.flags.pop()) + ")", 1)

"""How deep a JSON text is nested, told without walking it deeply; used by the readers and writers of JSON.

Whoever parses or copies a value goes down one call a level, and a file may hold a hundred thousand levels.
So the brackets are counted first, in one pass, and what is too deep is left out as one record.
"""

import re
from collections.abc import Iterator

DEEPEST = 64
"""Levels of lists and objects in one value; what people and programs write down has ten."""
TOO_DEEP = f"nested more than {DEEPEST} levels deep"
LEFT_OUT = f"\0{TOO_DEEP}"
"""Stands for a value that `without_depths` left out. No text that is read holds a NUL."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_ALIKE = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def too_deep(text: str) -> bool:
    """Say whether a JSON text is nested too deeply to be parsed."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    # What lies between two quotation marks that are not escaped is a string. Up to the first character that
    # no JSON has there this is exact, and no parser reads beyond it.
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    brackets = outside.encode("utf-8", "replace").translate(_ALIKE, _NO_BRACKETS)
    for _ in range(DEEPEST):  # each round takes out the innermost level
        brackets = brackets.replace(b"[]", b"")
        if not brackets:
            return False
    return any(depth > DEEPEST for _, depth in _brackets(text, 0))


def behind(text: str, at: int) -> int:
    """Return the end of the list or object that begins at `at`; the end of the text if it is cut off."""
    return next((end for end, depth in _brackets(text, at) if depth == 0), len(text))


def without_depths(text: str) -> str:
    """Return a JSON document with LEFT_OUT in the place of each record that is nested too deeply.

    A record is an entry of the document, or of a list in it.
    """
    pieces: list[str] = []
    kept = start = depth = 0
    deep = False
    in_list = [False] * 3
    for end, now in _brackets(text, 0):
        opens = now > depth
        level = now if opens else depth
        depth = now
        if opens and level < len(in_list):
            in_list[level] = text[end - 1] == "["
        if level != (3 if in_list[2] and not in_list[1] else 2):
            deep = deep or now > DEEPEST
        elif opens:
            start, deep = end - 1, False
        elif deep:
            pieces += (text[kept:start], f'"\\u0000{TOO_DEEP}"')
            kept, deep = end, False
    return "".join([*pieces, text[kept:]])


def _brackets(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Yield, after each bracket outside of strings, the offset and the number of open brackets."""
    depth = 0
    for token in _TOKEN.finditer(text, at):
        mark = token[0]
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        else:
            continue
        yield token.end(), depth

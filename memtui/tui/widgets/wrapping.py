"""Wraps text to a number of cells: at spaces where it can be, a path behind its slashes."""

import re
from collections.abc import Iterator

from rich.cells import cell_len, chop_cells


def wrapped(text: str, width: int) -> Iterator[str]:
    """Yield the lines of safe `text`, of at most `width` cells, broken at spaces where it can be.

    A word that is longer than a line, a path as a rule, is broken behind its slashes.
    """
    width = max(width, 8)
    for paragraph in text.split("\n"):
        if len(paragraph) <= width and (paragraph.isascii() or cell_len(paragraph) <= width):
            yield paragraph.rstrip()
            continue
        line, used = "", 0
        for word in _WORDS.findall(paragraph):
            length = cell_len(word)
            if used + length > width and used:
                yield line.rstrip()
                line, used = "", 0
                word = word.lstrip() if not word.isspace() else ""
                length = cell_len(word)
            if length > width:
                *full, line = _broken(word, width)
                yield from full
                used = cell_len(line)
            else:
                line += word
                used += length
        yield line.rstrip()


def _broken(word: str, width: int) -> list[str]:
    """Return a word in lines, broken behind a slash, or anywhere in what no slash parts."""
    lines = [""]
    for part in _PARTS.findall(word):
        if lines[-1] and cell_len(lines[-1] + part) > width:
            lines.append("")
        *full, rest = chop_cells(part, width) or [""]
        lines[-1:] = [*full, rest] if full else [lines[-1] + rest]
    return lines


_WORDS = re.compile(r" *[^ ]+| +$")
"""Words that carry the spaces before them."""
_PARTS = re.compile(r"[^/]*/+|[^/]+")
"""Parts of a path, each with the slash behind it."""

"""Cutting a long text into the statements that it is made of: lines, items of lists, sentences."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

_END = re.compile(r"\n\s*(?:[-*•+]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)?|(?<=[\w)`\"'][.!?;])\s+(?=[\"'`(]?[A-Z\d])")
_LONGEST = 400
"""Characters kept of a statement; what is longer on one line is a table or a paste."""
_SHORTEST = 12
"""A line of fewer characters is a heading or a word, and states nothing."""


class Piece(NamedTuple):
    """A statement and where it begins."""

    start: int
    text: str


@lru_cache(maxsize=256)
def pieces(text: str, most: int) -> tuple[Piece, ...]:
    """Return the first `most` statements of a text, in order; the cost grows with its length."""
    cut: list[Piece] = []
    start = 0
    for mark in [*_END.finditer(text), None]:
        end = len(text) if mark is None else mark.start()
        whole = text[start:end]
        stripped = whole.strip()
        if len(stripped) >= _SHORTEST:
            cut.append(Piece(start + len(whole) - len(whole.lstrip()), stripped[:_LONGEST]))
            if len(cut) == most:
                break
        start = end if mark is None else mark.end()
    return tuple(cut)


def between(text: str, start: int, end: int, signs: Sequence[str]) -> tuple[int, int]:
    """Return the span around a stretch of a text, up to the nearest of some signs on either side."""
    begins = max(text.rfind(sign, 0, start) for sign in signs) + 1
    return begins, min((at for sign in signs if (at := text.find(sign, end)) >= 0), default=len(text))

"""Cutting a text into what it is made of: statements (lines, items of lists, sentences), or plain sentences.

Without a library: `capture/sentences.py` asks one, which knows abbreviations, where facts are taken from a
text. Here stretches of a text are looked at, many times, and a sentence cut short does no harm.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

_END = re.compile(r"\n\s*(?:[-*•+]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)?|(?<=[\w)`\"'][.!?;])\s+(?=[\"'`(]?[A-Z\d])")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。．！？\n]")
_FARTHEST = 600
"""Characters from a stretch to the end of its sentence, at most: longer ones are tables or pastes."""
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


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield from where to where each sentence of a text reaches, its end sign included."""
    cuts = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]
    yield from ((start, end) for start, end in pairwise(cuts) if end > start)


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of the whole sentences that a stretch of a text touches."""
    before = [match.end() for match in _SENTENCE_END.finditer(text, max(start - _FARTHEST, 0), start)]
    limit = min(end + _FARTHEST, len(text))
    after = _SENTENCE_END.search(text, max(end - 1, start), limit)
    return (before[-1] if before else max(start - _FARTHEST, 0)), (after.end() if after else limit)

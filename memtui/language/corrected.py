"""Whether one statement corrects a figure that the other still gives: `waits 8 hours, not 4`.

Who corrects an agent names both figures. So the other statement need only give the one that is turned down,
of the same unit, speak of the same, and not give the new one too. Called by `restated`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from memtui.language.difference import Difference, Finding, Span
from memtui.language.new_state import OPEN, PAST
from memtui.language.own_statements import sentences
from memtui.language.side import tells, word_id
from memtui.language.statement import Kind, Token, read

_FIGURES = frozenset({Kind.NUMBER, Kind.VERSION, Kind.DATE})
_NAMES = frozenset({Kind.NAME, Kind.PATH})
_IDENTIFIER = re.compile(r"(?<!\w)[a-z]\w*[._/-]\w", re.IGNORECASE)
"""A word that names one thing, however it is read: `orders.tea`, `till-daily`."""
_TURNED_DOWN = frozenset({("not",), ("instead", "of"), ("rather", "than")})
"""What stands between the new figure and the old one."""
_SHARED = 2
"""Words besides the figures that both have to say."""


@dataclass(frozen=True, slots=True)
class _Correction:
    """A figure, and the one that it takes the place of."""

    old: Token
    new: Token
    of: frozenset[str]
    """What else its sentence says."""
    named: frozenset[str]
    """What of that is a name."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """Where two statements give the figure that one of them turns down."""

    evidence: Finding
    partly: bool
    """The one that still gives it says more besides."""


@lru_cache(maxsize=1024)
def corrected(left: str, right: str) -> Corrected | None:
    """Return where two statements give the figure that one of them turns down; None where neither does."""
    found = _corrected(left, right)
    if found is not None:
        return Corrected(Finding(Difference.NUMBER, *found), _says_more(left))
    found = _corrected(right, left)
    return (
        None if found is None else Corrected(Finding(Difference.NUMBER, *reversed(found)), _says_more(right))
    )


def _says_more(earlier: str) -> bool:
    return len(sentences(earlier)) > 1


def _corrected(earlier: str, later: str) -> tuple[tuple[Span], tuple[Span]] | None:
    for correction in _corrections(later):
        for sentence in sentences(earlier):
            figure = _given(sentence, correction, earlier)
            if figure is not None:
                return (Span(figure.start, figure.end),), (Span(correction.new.start, correction.new.end),)
    return None


def _given(sentence: str, correction: _Correction, text: str) -> Token | None:
    """Return the old figure in a sentence of a text that gives it and speaks of the same."""
    if OPEN.search(sentence) or PAST.search(sentence):
        return None
    tokens, whole = read(sentence).tokens, read(text).tokens
    shared = correction.of & _said(tokens)
    within = tokens
    if len(shared) < _SHARED:
        # What it speaks of may be named in a sentence beside it.
        within = whole if shared and correction.named & _named(whole) else ()
    if not within or any(t.key == correction.new.key for t in within):
        return None
    unit = _unit(correction.old) or _unit(correction.new)
    return next(
        (
            t
            for t in tokens
            if t.kind in _FIGURES and _value(t) == _value(correction.old) and _unit(t) == unit
        ),
        None,
    )


@lru_cache(maxsize=4096)
def _corrections(text: str) -> tuple[_Correction, ...]:
    return tuple(found for sentence in sentences(text) for found in _in_sentence(read(sentence).tokens))


def _in_sentence(tokens: tuple[Token, ...]) -> Iterator[_Correction]:
    figures = [(place, token) for place, token in enumerate(tokens) if token.kind in _FIGURES]
    for (first, new), (second, old) in pairwise(figures):
        between = tuple(token.text.lower() for token in tokens[first + 1 : second])
        if between in _TURNED_DOWN and new.key != old.key:
            yield _Correction(old, new, _said(tokens), _named(tokens))


def _said(tokens: tuple[Token, ...]) -> frozenset[str]:
    return frozenset(word_id(t) for t in tokens if tells(t) and t.kind not in _FIGURES)


def _named(tokens: tuple[Token, ...]) -> frozenset[str]:
    return frozenset(word_id(t) for t in tokens if t.kind in _NAMES or _IDENTIFIER.search(t.text))


def _value(figure: Token) -> str:
    return figure.key.partition(" ")[0]


def _unit(figure: Token) -> str:
    return figure.key.partition(" ")[2]

"""What two values are called in which statements differ: a time of day is one, whichever comparison found it.

`02:00` is read as a date by one comparison and as a number by another; a person reads a time. Called by
`disagreement` and by what finds such values.
"""

import re
from collections.abc import Sequence

from memtui.language.statement import Token, read

DIFFERENT_NAMES = "they give different names"
DIFFERENT_NUMBERS = "they give different numbers"
DIFFERENT_TIMES = "they give different times"
CLOCK = re.compile(r"\d{1,2}:\d{2}")
"""How the key of a time of day begins."""

Spans = Sequence[tuple[int, int]]


def reason(why: str, one: tuple[str, Spans], other: tuple[str, Spans]) -> str:
    """Return why two texts disagree, in the words for times where both give one at the words that tell it."""
    values = [_at(*one), _at(*other)]
    if all(values) and all(CLOCK.match(token.key) for tokens in values for token in tokens):
        return DIFFERENT_TIMES
    return why


def _at(text: str, spans: Spans) -> list[Token]:
    return [t for t in read(text).tokens if any(t.start < end and start < t.end for start, end in spans)]

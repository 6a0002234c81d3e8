"""The lengths of time that a text names, in seconds: `15 minutes`, `fifteen minutes`, `half an hour`.

In words as well as in figures, since one of two statements may take the one and the other the other. `a
minute` is none: it is most often that of a rate. Called by `told_otherwise`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest

from memtui.language.amounts import MILLISECONDS
from memtui.language.lexicon import LEXICON
from memtui.language.statement import Kind, Token, read

SECONDS = {unit: each / 1_000 for unit, each in MILLISECONDS.items()} | {
    "month": 2_592_000.0,
    "year": 31_536_000.0,
}
"""How long each unit of time is, by its name in the lexicon; a month and a year about so."""
_PART = re.compile(
    r"\b(?P<part>one|half an?|a quarter of an) (?P<unit>second|minute|hour|day|week|month|year)\b",
    re.IGNORECASE,
)
_PARTS = {"one": 1.0, "half a": 0.5, "half an": 0.5, "a quarter of an": 0.25}


@lru_cache(maxsize=2048)
def lengths(text: str) -> dict[float, int]:
    """Return the place of each length of time that a text names, the first of each."""
    found: dict[float, int] = {}
    for seconds, place in sorted(_each(text), key=lambda each: each[1]):
        found.setdefault(seconds, place)
    return found


def _each(text: str) -> Iterator[tuple[float, int]]:
    tokens = read(text).tokens
    for token, behind in zip_longest(tokens, tokens[1:]):
        if token.kind is Kind.NUMBER:
            amount, _, unit = token.key.partition(" ")
            unit = unit or _unit(behind)
            if unit in SECONDS:
                yield round(float(amount) * SECONDS[unit], 3), token.start
    for match in _PART.finditer(text):
        unit = LEXICON.units.get(match["unit"].lower(), match["unit"].lower())
        yield _PARTS[match["part"].lower()] * SECONDS[unit], match.start()


def _unit(token: Token | None) -> str:
    """Return the name of the unit that a word behind a number is; empty for any other."""
    word = token.text.lower().removesuffix("s") if token is not None else ""
    return LEXICON.units.get(word, word)

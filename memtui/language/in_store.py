"""How sure one can be that two statements under headings say the same, seen among those of their store.

What the trees of `relation` say of the two alone is weighed with what only their store tells: how much of
the one the other says, with each word counted by how rare it is there; what only the longer one names;
whether a third says what they share; and whether they stand in one file, in which people repeat themselves
less. By folds of repositories three times as many repeats are found so, and more of the cards are right.
"""

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from memtui.language.cutting import pieces
from memtui.language.likelihood import likelihood, logit
from memtui.language.measures import NAMES as MEASURES
from memtui.language.side import Words, label_end, side, telling_words, tells, word_id
from memtui.language.statement import Kind, Token, read
from memtui.language.store_words import StoreWords

_MEASURED = (
    "shared",
    "ends alike",
    "begins alike",
    "names differ",
    "negation",
    "last word the same",
    "labels alike",
)
"""Figures of `measures` that are weighed again: what the trees make of them was mostly learned elsewhere."""
NAMES = (
    "what the trees say",
    "the longer in the shorter",
    "the shorter in the longer",
    "the shorter in one statement of the longer",
    "weight shared",
    "said by another",
    "others that say it",
    "what only the longer names",
    "code that only the shorter has",
    "in one file",
    *_MEASURED,
    "constant",
)
_LITTLE = 2
"""Words of a statement after its label up to which they are looked for as one."""
COVERED = 0.3
"""The share of the shorter that the other says at least, words counted by how rare they are in the store."""
LONGEST = 6_000
"""Characters of each up to which two are compared whole; what is longer is cut into statements."""
_PLACES = tuple(map(MEASURES.index, _MEASURED))
_STATEMENTS = 60
"""Statements of the longer text that are looked at."""
_OTHERS = 10
"""Others that are counted at most: more of them say no more."""
CODE = re.compile(r"`([^`\n]+)`")
"""A stretch of code in a statement."""
_FIGURES = re.compile(r"\d+")
_LOOKED_AT = 80
"""Characters of a word that are looked at for what it looks like."""
_NAMING = re.compile(r"[A-Z][^\Wa-z]*+[a-z][^\WA-Z]*+[A-Z]|\w[_/.-]\w|[A-Z]{2}|\d")
"""What a word that names one thing looks like: `maxJobs`, `max_jobs`, `HTTP`, `v2`."""


class Seen(NamedTuple):
    """Two statements and where they stand."""

    one: str
    other: str
    ids: tuple[int | str, int | str]
    words: StoreWords
    """Those of their store."""
    one_file: bool
    """They stand in one file, or in none."""


def of_one_file(path: str, other: str) -> bool:
    """Say whether two files are one, or two pages of one diary: named alike but for their figures.

    What two files say twice is a repeat; two days of a diary often tell of another event in the same words.
    """
    return _FIGURES.sub("0", path) == _FIGURES.sub("0", other)


def shares_enough(seen: Seen) -> bool:
    """Say, quickly, whether a statement says enough of a shorter one for the two to be weighed."""
    shorter, longer = _by_length(seen)
    return _inside(shorter, longer, seen.words) >= COVERED and _together(shorter, longer)


def figures(same: float, measured: Sequence[float], seen: Seen) -> list[float]:
    """Return the figures of NAMES for two statements that share enough.

    `same` is how likely the trees hold them to be the same, 0…1, from their figures `measured`.
    """
    shorter, longer = _by_length(seen)
    words = seen.words
    few, many = _after_label(shorter), _after_label(longer)
    whole, all_of_longer = telling_words(shorter), telling_words(longer)
    besides, others = words.said_besides(few & all_of_longer, seen.ids)
    return [
        logit(same),
        words.weight(many & whole) / (words.weight(many) or 1.0),
        _inside(shorter, longer, words),
        _in_one(few, whole, longer, words),
        words.weight(whole & all_of_longer),
        besides,
        float(min(others, _OTHERS)),
        math.log1p(words.weight(_naming(longer, whole))),
        float(len(_code_of(shorter[label_end(shorter) :], longer))),
        float(seen.one_file),
        *(float(measured[place]) for place in _PLACES),
        1.0,
    ]


def weighed(told: Sequence[float], weights: Sequence[float]) -> float:
    """Return how likely two statements of one store are the same, 0…1, by their figures."""
    return likelihood(math.fsum(weight * figure for weight, figure in zip(weights, told, strict=True)))


def _by_length(seen: Seen) -> tuple[str, str]:
    shorter, longer = sorted(
        (seen.one, seen.other), key=lambda text: (len(_after_label(text)), len(text), text)
    )
    return shorter, longer


def _inside(shorter: str, longer: str, words: StoreWords) -> float:
    """Return how much of the shorter stands in the longer, after their labels."""
    few = _after_label(shorter)
    return words.weight(few & _after_label(longer)) / (words.weight(few) or 1.0)


def _together(shorter: str, longer: str) -> bool:
    """Say whether the longer has what the shorter says after its label as one, where that is little.

    Any talk of tests has the words of "run tests" somewhere. A name says as much by itself, and so does code.
    """
    start = label_end(shorter)
    said = _telling(shorter, start)
    if len(_after_label(shorter)) > _LITTLE or any(map(_names_one, said)) or CODE.search(shorter, start):
        return True
    pairs = set(pairwise(map(word_id, _telling(longer))))
    return any(pair in pairs for pair in pairwise(map(word_id, said)))


def _telling(text: str, start: int = 0) -> list[Token]:
    return [token for token in read(text).tokens if token.start >= start and tells(token)]


def _names_one(token: Token) -> bool:
    """Say whether a word names or counts one thing."""
    return token.kind is not Kind.WORD or _NAMING.search(token.text[:_LOOKED_AT]) is not None


def _after_label(text: str) -> Words:
    return side(text).after


def _in_one(few: Words, whole: Words, longer: str, words: StoreWords) -> float:
    """Return how much of the shorter stands in that statement of the longer that says most and least else."""
    best = 0.0, 0.0
    of_few = words.weight(few) or 1.0
    for piece in pieces(longer, _STATEMENTS):
        said = telling_words(piece.text)
        if said:
            found = (
                words.weight(few & said) / of_few,
                words.weight(said & whole) / (words.weight(said) or 1.0),
            )
            best = max(best, found, key=sum)
    return best[0]


def _naming(text: str, known: Words) -> Words:
    """Return the words of a statement, after its label, that name or count something which is not known."""
    return frozenset(
        word_id(token)
        for token in _telling(text, label_end(text))
        if word_id(token) not in known and _names_one(token)
    )


def _code_of(text: str, other: str) -> set[str]:
    """Return the stretches of code that the other does not have."""
    lower = other.lower()
    return {code for each in CODE.findall(text) if (code := each.strip().lower()) not in lower}

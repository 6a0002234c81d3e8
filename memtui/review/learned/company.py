"""What the company of a memory tells of it: the other memories of its home, see `homes`.

What is said over and over, each time a little otherwise, is a log; a text of words that hardly another there
has is more often a fact to keep; and a line goes as its likest do, and as those under the same heading. Two
texts are as alike as the share of words they have in common (Jaccard). Words are folded into a few hundred
places, so that one text is held against a whole home at once.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from memtui.review.learned.laid import LOOKED_AT, Flags, Floats, Ints, statement_at

COLUMNS = (
    "like another",
    "in usual words",
    "what its likest are agreed on",
    "what they are at sight",
    "what those under its heading are agreed on",
    "what they are at sight, too",
)
"""What is told of each memory: two figures, and twice one for each of the model's two heads."""
ALONE = (0.0, 1.0, 0.0, 0.0, 0.0, 0.0)
"""What is told of a memory that nothing stands beside: all its words are its home's."""
Doubles = NDArray[np.float64]

_PLACES = 512
_NO_SECTION = 0
_WORD = re.compile(r"[^\W\d_]{4,}")
_LIKE = 1.5
"""What brings the likeness to spread as the model's sums do."""
_STRANGE = 0.05
"""What stands for all that is like nothing here, so that a memory unlike any other is told nothing of it."""
_ONE_MORE = 1.0
"""A memory that is told nothing, counted with those under a heading, so that one of them decides little."""
_LIKEST, _BELOW = slice(2, 4), slice(4, 6)


@dataclass(frozen=True)
class Others:
    """The memories of a home that others are held against."""

    packed: NDArray[np.uint8]
    """One row for each, see `places_of`, a bit for each place: a pass over a large store knows many homes."""
    sections: Ints
    """What each stands under, see `sections_of`."""
    sums: Doubles
    """One row for each: what `Model.sums` says."""

    @classmethod
    def of(cls, texts: Sequence[str], sums: Doubles) -> Self:
        """Return some memories by their texts and the model's sums."""
        return cls.placed(places_of(texts), sections_of(texts), sums)

    @classmethod
    def placed(cls, places: Floats, sections: Ints, sums: Doubles) -> Self:
        """Return some memories by what `places_of` and `sections_of` say of their texts."""
        return cls(np.packbits(places > 0, axis=1), sections, sums)

    def company(self, places: Floats, sections: Ints, itself: Flags) -> Doubles:
        """Return what company some memories have here: a row for each, the columns of COLUMNS.

        `itself`, a row for each of them and a column for each of the others, says which are one and the same.
        """
        if not len(self.packed) or not len(places):
            return np.tile(ALONE, (len(places), 1))
        sizes = places.sum(axis=1)
        both = places @ self._places().T
        alike = np.where(itself, 0.0, both / np.maximum(sizes[:, None] + self._sizes - both, 1.0))
        company = np.empty((len(places), len(COLUMNS)))
        company[:, 0] = _LIKE * alike.max(axis=1)
        company[:, 1] = self._usual(places, np.any(itself, axis=1)) / np.maximum(sizes, 1.0)
        weights = alike * alike
        company[:, _LIKEST] = weights @ self._apart / (weights.sum(axis=1, keepdims=True) + _STRANGE)
        beside = (sections[:, None] == self.sections) & (sections[:, None] != _NO_SECTION) & ~itself
        company[:, _BELOW] = beside @ self._apart / (beside.sum(axis=1, keepdims=True) + _ONE_MORE)
        return company

    def _usual(self, places: Floats, among: Flags) -> Doubles:
        """Return how usual the words of memories are here, 0…1 a word, each counted among the others."""
        count = len(self.packed) + ~among
        both = places @ self._often
        return np.asarray(np.where(among, both[:, 0], both[:, 1]) / np.log1p(count), np.float64)

    def _places(self) -> Floats:
        return np.unpackbits(self.packed, axis=1, count=_PLACES).astype(np.float32)

    @cached_property
    def _sizes(self) -> Floats:
        """How many places each has."""
        return np.asarray(self._places().sum(axis=1))

    @cached_property
    def _often(self) -> Floats:
        """How usual each place is to one of these memories, and to one that comes to them: two columns."""
        often = self._places().sum(axis=0)
        return np.stack([np.log1p(often), np.log1p(often + 1)], axis=1)

    @cached_property
    def _apart(self) -> Doubles:
        """How far the sums of each lie from what is usual here."""
        return np.asarray(self.sums - self.sums.mean(axis=0))


def sections_of(texts: Sequence[str]) -> Ints:
    """Return a number for the headings that each text stands under: one for the same ones, 0 for none."""
    return np.array([section_of(text) for text in texts], np.int64)


def section_of(text: str) -> int:
    """Return a number for the headings that a text stands under, 0 for none."""
    cut = text[:LOOKED_AT]
    headings = cut[: statement_at(cut)].strip()
    return crc32(headings.encode("utf-8", "replace")) if headings else _NO_SECTION


def places_of(texts: Sequence[str]) -> Floats:
    """Return one row for each text: 1 in the places of the longer words of its statement, 0 elsewhere."""
    places = np.zeros((len(texts), _PLACES), np.float32)
    for row, text in enumerate(texts):
        cut = text[:LOOKED_AT]
        words = set(_WORD.findall(cut[statement_at(cut) :].lower()))
        places[row, [crc32(word.encode("utf-8", "replace")) % _PLACES for word in words]] = 1.0
    return places

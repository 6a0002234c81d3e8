"""What the company of a memory in its home tells of it: how like the nearest one it is, and how much older.

What is said over and over, each time a little otherwise, is a log. And what was there long before the newest
is more often a foundation of the project than what came in one go with it. Two texts are as alike as the
share of words they have in common (Jaccard), taken over a few hundred places that words are folded into, so
that one is held against a whole home at once.
"""

import re
from collections.abc import Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from memtui.domain.instant import DAY
from memtui.review.learned.laid import LOOKED_AT, Floats, statement_at

COLUMNS = ("like another", "older than the newest")
Company = NDArray[np.float64]
"""One row for each text, one column for each of COLUMNS, about 0…1."""

_PLACES = 512
_WORD = re.compile(r"[a-z]{4,}")
_LIKE, _OLDER = 1.5, 0.15
"""What brings both columns to spread as the model's sums do."""


def places_of(texts: Sequence[str]) -> Floats:
    """Return one row for each text: 1 in the places of the words of its statement, 0 elsewhere."""
    found = np.zeros((len(texts), _PLACES), np.float32)
    for row, text in enumerate(texts):
        cut = text[:LOOKED_AT]
        words = set(_WORD.findall(cut[statement_at(cut) :].lower()))
        found[row, [crc32(word.encode()) % _PLACES for word in words]] = 1.0
    return found


def likeness(ours: Floats, theirs: Floats, itself: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return how like the likest of theirs each of ours is, 0…1.

    `itself`, a row for each of ours and a column for each of theirs, says which are one and the same memory.
    """
    if not theirs.size or not ours.size:
        return np.zeros(len(ours))
    both = ours @ theirs.T
    either = ours.sum(axis=1)[:, None] + theirs.sum(axis=1)[None, :] - both
    alike = np.where(itself, 0.0, both / np.maximum(either, 1.0))
    return np.asarray(alike.max(axis=1), np.float64)


def company(alike: NDArray[np.float64], before: NDArray[np.float64]) -> Company:
    """Return the columns for memories that are so alike to another, and so many seconds before the newest."""
    days = np.maximum(before, 0.0) / DAY
    return np.stack([_LIKE * alike, _OLDER * np.log1p(days)], axis=1)

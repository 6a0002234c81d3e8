"""The counts of texts, each with each: a short line under a heading says something else than one without.

A count is measured in how far it usually spreads. What comes out of many high counts is scaled down, so that
no text speaks louder than another.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from memtui.review.learned.counts import NAMES
from memtui.review.learned.laid import Floats, Ints

Doubles = NDArray[np.float64]

_ALONE = 36.0
"""How far a count alone weighs against two together."""
_LOUD = 6.0
"""How much the counts weigh beside a view of words, whose length is one."""
SIZE = 1 + len(NAMES) + len(NAMES) * (len(NAMES) + 1) // 2


@cache
def crossings() -> tuple[Ints, Ints]:
    """Return the indexes of the first and the second count that each column of products multiplies."""
    first, second = np.triu_indices(len(NAMES))
    return first, second


def crossed(counts: Floats, scales: Doubles) -> Doubles:
    """Return one row for each text: a constant, each count, and each with each; SIZE columns."""
    first, second = crossings()
    scaled = counts * scales
    weight = np.where(first == second, 1.0, np.sqrt(2.0)) / _ALONE
    columns = [
        np.ones((len(counts), 1)),
        scaled * np.sqrt(2.0 / _ALONE),
        scaled[:, first] * scaled[:, second] * weight,
    ]
    length = 1 + (scaled * scaled).sum(axis=1, keepdims=True) / _ALONE
    return np.asarray(np.concatenate(columns, axis=1) * (np.sqrt(_LOUD) / length), np.float64)


def shared_out(added: Doubles) -> Doubles:
    """Return what each count adds, given what each column of one text adds."""
    first, second = crossings()
    alone = added[1 : 1 + len(NAMES)].copy()
    pairs = added[1 + len(NAMES) :] / 2
    np.add.at(alone, first, pairs)
    np.add.at(alone, second, pairs)
    return alone

"""Fits a `learned.model.Model` to labelled memories.

Every figure that the model is calibrated and gated by is taken from memories of repositories that the model
which scored them had not seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from memtui.review.learned.counts import LABEL, NAMES
from memtui.review.learned.model import (
    BITS,
    COARSE_BITS,
    COARSE_VIEWS,
    HEADS,
    SORTS,
    Model,
    Weights,
    folded,
    rarity_of,
    rarity_stored,
)
from memtui.review.learned.reading import VIEWS, Reading, read
from training.labelled import AGREED, AT_SIGHT, Labelled, folds
from training.logistic import Matrix, calibrated, fit

RIDGE = 0.4
KEEPS_COUNT = 4.0
"""How much a wrong card weighs against one that is right at sight, when cards are chosen."""
MOST_KEPT = 0.05
"""The share of wrong cards that is put up with."""
_COUNTS, _LABEL = 0.2, 1.0
"""How much the counts weigh beside a view, whose length is one; a label without a statement is proof."""
_BIAS = 3.0
"""The constant that carries the bias: so large that the ridge hardly holds it back."""
_LIMITS = {"agrees": AGREED, "at sight": AT_SIGHT}
_BLOCK = 4_096
"""Columns that are multiplied at a time."""


@dataclass(frozen=True, slots=True)
class Examples:
    """Labelled memories as the model reads them."""

    memories: Sequence[Labelled]
    reading: Reading
    rarity: dict[str, NDArray[np.uint8]]
    drop: Matrix

    @classmethod
    def of(cls, memories: Sequence[Labelled]) -> Self:
        """Read labelled memories."""
        reading = read([one.text for one in memories])
        rarity = {view: _rarity(reading, view) for view in VIEWS}
        return cls(memories, reading, rarity, np.array([one.drop for one in memories]))

    def wanted(self, head: str) -> NDArray[np.bool_]:
        """Return which of them a head is to say yes to."""
        if head in SORTS:
            return np.array([one.sort == head for one in self.memories])
        return np.asarray(self.drop >= _LIMITS[head])

    def entries(self, view: str, bits: int) -> tuple[NDArray[np.int64], NDArray[np.int64], Matrix]:
        """Return rows, columns and values of a view; every text has length one."""
        bag = self.reading.bags[view]
        rarity = rarity_of(self.rarity[view])[folded(bag.hashes, BITS[view])].astype(np.float64)
        length = np.sqrt(np.bincount(bag.rows, rarity * rarity, len(self.drop))) + 1e-9
        return bag.rows, folded(bag.hashes, bits), rarity / length[bag.rows]

    def products(self, bits: Mapping[str, int]) -> Matrix:
        """Return the products of all examples with all, in some views and the counts."""
        counts = self.reading.counts * _scales()
        products = counts @ counts.T + _BIAS**2
        for view, few in bits.items():
            rows, columns, values = self.entries(view, few)
            order = np.argsort(columns, kind="stable")
            rows, columns, values = rows[order], columns[order], values[order]
            for first in range(0, 1 << few, _BLOCK):
                begin, end = np.searchsorted(columns, (first, first + _BLOCK))
                places = rows[begin:end] * _BLOCK + columns[begin:end] - first
                block = np.bincount(places, values[begin:end], len(self.drop) * _BLOCK)
                block = block.reshape(len(self.drop), _BLOCK)
                products += block @ block.T
        return np.asarray(products)


def train(memories: Sequence[Labelled]) -> Model:
    """Return a model of labelled memories, calibrated and gated by five folds of their repositories."""
    examples = Examples.of(memories)
    return model_of(examples, out_of_fold(examples))


def out_of_fold(examples: Examples) -> Matrix:
    """Return each head's sum for every memory, from a fit that did not see its repository."""
    products = examples.products(BITS)
    dealt = folds(one.repo for one in examples.memories)
    fold = np.array([dealt[one.repo] for one in examples.memories])
    told = np.zeros((len(fold), len(HEADS)))
    for number in range(max(fold) + 1):
        inside, outside = np.flatnonzero(fold == number), np.flatnonzero(fold != number)
        among = products[np.ix_(outside, outside)]
        for head, name in enumerate(HEADS):
            shares = fit(among, examples.wanted(name)[outside], RIDGE)
            told[inside, head] = products[np.ix_(inside, outside)] @ shares
    return told


def calibration(sums: Matrix, drop: Matrix) -> list[tuple[float, float]]:
    """Return, for each head, what turns its sums into logits of how people judged."""
    return [calibrated(sums[:, number], drop >= _LIMITS[head]) for number, head in enumerate(HEADS)]


def likely(sums: Matrix, line: tuple[float, float]) -> Matrix:
    """Return the probabilities of a head's sums."""
    return np.asarray(1 / (1 + np.exp(-(line[0] * sums + line[1]))))


def value(agrees: Matrix, at_sight: Matrix) -> Matrix:
    """Return what asking about memories gains, as `Model.value` does."""
    return at_sight + KEEPS_COUNT * (MOST_KEPT - (1 - agrees))


def gate(sums: Matrix, lines: Sequence[tuple[float, float]], drop: Matrix) -> float:
    """Return the value down to which no more than the share that is put up with would be kept."""
    worth = value(*(likely(sums[:, head], lines[head]) for head in range(len(HEADS))))
    order = np.argsort(-worth, kind="stable")
    wrong = np.cumsum(drop[order] < AGREED) / np.arange(1, len(order) + 1)
    enough = np.flatnonzero(wrong <= MOST_KEPT)
    return float(worth[order[enough[-1]]]) if len(enough) else float(worth.max()) + 1


def model_of(examples: Examples, sums: Matrix) -> Model:
    """Return the model of all examples; `sums` are those of `out_of_fold`."""
    coarse = dict.fromkeys(COARSE_VIEWS, COARSE_BITS)
    lines = calibration(sums, examples.drop)
    return Model(
        examples.rarity,
        _weights(examples, HEADS, BITS),
        _weights(examples, SORTS, coarse),
        [(round(slope, 4), round(offset, 4)) for slope, offset in lines],
        KEEPS_COUNT,
        MOST_KEPT,
        round(gate(sums, lines, examples.drop), 4),
    )


def _weights(examples: Examples, heads: Sequence[str], bits: Mapping[str, int]) -> Weights:
    """Fit some heads to all examples, and return what each feature weighs, in whole numbers of eight bits."""
    products = examples.products(bits)
    shares = np.stack([fit(products, examples.wanted(head), RIDGE) for head in heads], axis=1)
    packed: dict[str, NDArray[np.int8]] = {}
    steps: dict[str, list[float]] = {}
    for view, few in bits.items():
        rows, columns, values = examples.entries(view, few)
        summed = np.stack(
            [np.bincount(columns, shares[rows, head] * values, 1 << few) for head in range(len(heads))]
        )
        steps[view] = [float(f"{each:.6g}") for each in (np.abs(summed).max(axis=1) + 1e-9) / 127]
        packed[view] = np.rint(summed / np.array(steps[view])[:, None]).clip(-127, 127).astype(np.int8)
    counts = ((examples.reading.counts * _scales()).T @ shares) * _scales()[:, None]
    bias = _BIAS**2 * shares.sum(axis=0)
    return Weights(packed, steps, np.round(counts.T, 4).tolist(), np.round(bias, 4).tolist())


def _rarity(reading: Reading, view: str) -> NDArray[np.uint8]:
    """Return how rare each feature of a view is."""
    bag = reading.bags[view]
    pairs = np.unique((bag.rows << BITS[view]) + folded(bag.hashes, BITS[view]))
    often = np.bincount(pairs & ((1 << BITS[view]) - 1), minlength=1 << BITS[view])
    return rarity_stored(np.log((1 + len(reading.counts)) / (1 + often)) + 1)


def _scales() -> Matrix:
    scales = np.full(len(NAMES), _COUNTS)
    scales[LABEL] += _LABEL
    return scales

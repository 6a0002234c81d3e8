"""Logistic and ridge regression over hashed features and counts, in the space of the examples.

As in `training.ridge` what is solved for is how much each example counts. But the products of the examples
with each other, more than a hundred million of them, are never written down: the features are summed up by
what the examples count, and the examples by what the features weigh.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from memtui.review.learned.laid import Flags, Floats, Ints

Vector = NDArray[np.float64]

_ROUNDS = 10
_STEPS = 60
"""Of conjugate gradients, at most, in each round of Newton's method."""
_NEAR = 0.02
"""The share of what is to be explained that a round may leave."""
_RIDGE_STEPS, _RIDGE_NEAR = 300, 0.001
"""The same where one round is all there is."""
_LEAST_STEEP = 0.03
"""For as steep as this at least each example is taken: those that are sure would have a round go astray."""


@dataclass(frozen=True)
class Hashed:
    """The features of some examples: where each has which value, in order of the rows; and their counts."""

    rows: Ints
    places: Ints
    values: Floats
    size: int
    """How many places there are."""
    counts: Floats

    def some(self, chosen: Flags) -> Self:
        """Return some of the examples."""
        kept = chosen[self.rows]
        rows = (np.cumsum(chosen) - 1)[self.rows[kept]]
        return type(self)(rows, self.places[kept], self.values[kept], self.size, self.counts[chosen])

    def weights(self, shares: Vector) -> tuple[Floats, Floats]:
        """Return what each place and each count weighs, when examples count so much."""
        single = shares.astype(np.float32)
        rows, places, values = self._by_place
        weights = _summed(values * single[rows], places, self.size)
        return weights, self.counts.T @ single

    def sums(self, weights: tuple[Floats, Floats]) -> Vector:
        """Return what the weights of places and counts sum up to for each example."""
        of_places, of_counts = weights
        sums = _summed(self.values * of_places[self.places], self.rows, len(self.counts))
        return np.asarray(sums + self.counts @ of_counts, np.float64)

    @cached_property
    def _by_place(self) -> tuple[Ints, Ints, Floats]:
        order = np.argsort(self.places, kind="stable")
        return self.rows[order], self.places[order], self.values[order]


def fit_logistic(examples: Hashed, wanted: Flags, counts: Vector, held: float) -> tuple[Vector, float]:
    """Return how much each example counts, and what is said of nothing, in logits.

    `counts` is how much an example that is said wrongly costs, `held` how much the weights are held near
    zero. By Newton's method, each round of it by conjugate gradients.
    """

    def products(shares: Vector) -> Vector:
        return np.asarray(examples.sums(examples.weights(shares)) + shares.sum())

    shares, sums = np.zeros(len(wanted)), np.zeros(len(wanted))
    for _ in range(_ROUNDS):
        likely = 1 / (1 + np.exp(-sums))
        root = np.sqrt(np.maximum(counts * likely * (1 - likely), _LEAST_STEEP))
        aim = root * sums + counts * (wanted - likely) / root
        shares = root * _solved(_held(products, root, held), aim, shares / root)
        sums = products(shares)
    return shares, float(shares.sum())


def fit_ridge(examples: Hashed, wanted: Flags, held: float) -> tuple[Vector, float]:
    """Return the same by ridge regression, which says about 0 for no and 1 for yes."""
    bias = float(wanted.mean())
    one = np.ones(len(wanted))

    def products(shares: Vector) -> Vector:
        return examples.sums(examples.weights(shares))

    times = _held(products, one, held)
    return _solved(times, np.asarray(wanted - bias), 0 * one, _RIDGE_STEPS, _RIDGE_NEAR), bias


def _held(products: Callable[[Vector], Vector], root: Vector, held: float) -> Callable[[Vector], Vector]:
    return lambda each: root * products(root * each) + held * each


def _solved(
    times: Callable[[Vector], Vector], aim: Vector, start: Vector, steps: int = _STEPS, near: float = _NEAR
) -> Vector:
    """Return what `times` makes nearly `aim` of, by conjugate gradients from a start on."""
    found = start
    left = aim - times(found)
    way, size = left, left @ left
    least = near**2 * (aim @ aim)
    for _ in range(steps):
        if size <= least:
            break
        turned = times(way)
        far = size / (way @ turned)
        found, left = found + far * way, left - far * turned
        before, size = size, left @ left
        way = left + size / before * way
    return found


def _summed(values: Floats, places: Ints, size: int) -> Floats:
    """Return the sums of values by place; the places are in order."""
    sums = np.zeros(size, np.float32)
    if len(places):
        first = np.flatnonzero(np.append(True, places[1:] != places[:-1]))
        sums[places[first]] = np.add.reduceat(values, first)
    return sums

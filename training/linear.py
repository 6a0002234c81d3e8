"""Logistic regression over examples with a few of very many features, and its weights in eight bits each.

What an example's features weigh is divided by the root of their number and one, as the models of
`memtui.poison` and `memtui.capture.worth` do when they read a text.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Descent:
    """How a model is learned."""

    rate: float
    """How far the first steps go."""
    ridge: float
    """How much the weights are held near zero."""
    rounds: int = 150


def descended(
    rows: Sequence[Sequence[int]], wanted: Floats, size: int, how: Descent, counts: Floats | None = None
) -> tuple[Floats, float]:
    """Return the weight of each of `size` features and the bias, found by scaled steps downhill.

    A row holds the places of an example's features, `wanted` is 1 for the examples to say yes to and 0 for
    the others, `counts` is how much each example counts, all alike without it. Each step is scaled by the
    slopes so far (Adagrad: Duchi, Hazan and Singer, 2011).
    """
    columns = np.array([place for row in rows for place in row], np.int64)
    owner = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    values = np.array([1 / np.sqrt(len(row) + 1) for row in rows])[owner]
    counts = np.ones(len(rows)) if counts is None else counts
    weights, bias = np.zeros(size), 0.0
    squares, bias_squares = np.full(size, 1e-8), 1e-8
    for _ in range(how.rounds):
        sums = np.bincount(owner, weights[columns] * values, len(rows)) + bias
        errors = (1 / (1 + np.exp(-sums)) - wanted) * counts
        slope = np.bincount(columns, errors[owner] * values, size) + how.ridge * weights
        squares += slope * slope
        weights -= how.rate * slope / np.sqrt(squares)
        bias_squares += errors.sum() ** 2
        bias -= how.rate * errors.sum() / np.sqrt(bias_squares)
    return weights, float(bias)


def in_bytes(weights: Floats) -> tuple[bytes, float]:
    """Return weights as one signed byte each, and what 1 of a byte is."""
    step = step_of(weights)
    return np.rint(weights / step).astype(np.int8).tobytes(), step


def step_of(weights: Floats) -> float:
    """Return what 1 of a stored weight is: the largest becomes 127."""
    return float(f"{np.abs(weights).max() / 127:.4g}") * 1.001

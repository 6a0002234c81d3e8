"""Logistic regression with a ridge, by Newton's method in the space of the examples.

There are far more features than examples, and the solution is a sum of examples: what is solved for is how
much each of them counts, from the products of the examples among themselves.
"""

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
_ROUNDS = 8
_LEAST = 1e-4


def fit(products: Matrix, wanted: NDArray[np.bool_], ridge: float) -> Matrix:
    """Return how much each example counts, given their products and which of them are to be said yes to."""
    shares = sums = np.asarray(np.zeros(len(wanted)))
    for _ in range(_ROUNDS):
        likely = 1 / (1 + np.exp(-sums))
        steep = np.maximum(likely * (1 - likely), _LEAST)
        aim = sums + (wanted - likely) / steep
        shares = _solved(products + np.diag(ridge / steep), aim)
        before, sums = sums, np.asarray(products @ shares)
        if np.abs(sums - before).max() < 1e-6:
            break
    return shares


def _solved(matrix: Matrix, aim: Matrix) -> Matrix:
    return np.asarray(np.linalg.solve(matrix, aim), np.float64)


def calibrated(sums: Matrix, wanted: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the slope and offset that turn sums into logits of probabilities (Platt's scaling)."""
    columns = np.stack([sums, np.ones(len(sums))], axis=1)
    # Platt's targets: not quite 0 and 1, so that a perfect split does not ask for an endless slope.
    yes, no = int(wanted.sum()), int((~wanted).sum())
    aim = np.where(wanted, (yes + 1) / (yes + 2), 1 / (no + 2))
    found = np.array([1.0, 0.0])
    for _ in range(50):
        likely = 1 / (1 + np.exp(-(columns @ found)))
        steep = np.maximum(likely * (1 - likely), 1e-6)
        step = np.linalg.solve((columns * steep[:, None]).T @ columns, columns.T @ (aim - likely))
        found = found + step
        if np.abs(step).max() < 1e-9:
            break
    return float(found[0]), float(found[1])

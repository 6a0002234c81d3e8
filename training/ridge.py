"""Fits sums of examples: ridge regression for what is learned, logistic regression to make it probabilities.

There are far more features than examples, and the solution is a sum of examples: what is solved for is how
much each of them counts, from the products of the examples among themselves.
"""

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
_HELD = 0.1
"""How much weights of a calibration are held near zero: two that say nearly the same are to share."""


def fit(products: Matrix, wanted: NDArray[np.bool_], ridge: float) -> tuple[Matrix, Matrix]:
    """Return how much each example counts for each head, and what each head says of nothing.

    `products` is of all examples with all; `wanted` has one column a head: which examples it is to say yes
    to.
    """
    bias = wanted.mean(axis=0)
    shares = np.linalg.solve(products + ridge * np.eye(len(products)), wanted - bias)
    return np.asarray(shares, np.float64), np.asarray(bias, np.float64)


def calibrated(columns: Matrix, wanted: NDArray[np.bool_]) -> list[float]:
    """Return what turns columns, the last of them a constant, into logits of probabilities (after Platt)."""
    # Platt's targets: not quite 0 and 1, so that a perfect split does not ask for endless weights.
    yes, no = int(wanted.sum()), int((~wanted).sum())
    aim = np.where(wanted, (yes + 1) / (yes + 2), 1 / (no + 2))
    held = np.full(columns.shape[1], _HELD)
    held[-1] = 0.0
    found = np.zeros(columns.shape[1])
    for _ in range(50):
        likely = 1 / (1 + np.exp(-(columns @ found)))
        steep = np.maximum(likely * (1 - likely), 1e-6)
        slope = columns.T @ (aim - likely) - held * found
        step = np.linalg.solve((columns * steep[:, None]).T @ columns + np.diag(held), slope)
        found = found + step
        if np.abs(step).max() < 1e-9:
            break
    return [round(float(each), 4) for each in found]

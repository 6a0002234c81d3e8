"""Logistic regression on a few columns, by Newton's method: what makes probabilities of sums."""

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


def calibrated(sums: Matrix, wanted: NDArray[np.bool_], farthest: float = np.inf) -> tuple[float, float]:
    """Return the slope and offset that turn sums into logits of probabilities (Platt's scaling).

    `farthest` is as `weighed` takes it.
    """
    columns = np.stack([sums, np.ones(len(sums))], axis=1)
    slope, offset = weighed(columns, wanted, farthest=farthest)
    return float(slope), float(offset)


def weighed(
    columns: Matrix, wanted: NDArray[np.bool_], held: float = 0.0, farthest: float = np.inf
) -> Matrix:
    """Return what turns columns, the last of them a constant, into logits of probabilities.

    `held` is how much the weights are held near zero; two columns that say nearly the same then share.
    `farthest` is how far a step may move a weight: sums that nearly part yes and no send the first astray.
    """
    # Platt's targets: not quite 0 and 1, so that a perfect split does not ask for an endless slope.
    yes, no = int(wanted.sum()), int((~wanted).sum())
    aim = np.where(wanted, (yes + 1) / (yes + 2), 1 / (no + 2))
    ridge = np.full(columns.shape[1], held)
    ridge[-1] = 0.0
    found = np.eye(1, columns.shape[1])[0]
    for _ in range(50):
        likely = 1 / (1 + np.exp(-(columns @ found)))
        steep = np.maximum(likely * (1 - likely), 1e-6)
        slope = columns.T @ (aim - likely) - ridge * found
        step = np.linalg.solve((columns * steep[:, None]).T @ columns + np.diag(ridge), slope)
        found = found + np.clip(step, -farthest, farthest)
        if np.abs(step).max() < 1e-9:
            break
    return np.asarray(found, np.float64)

"""Ridge regression in the space of the examples.

There are far more features than examples, and the solution is a sum of examples: what is solved for is how
much each of them counts, from the products of the examples among themselves.
"""

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


def fit(products: Matrix, wanted: NDArray[np.bool_], ridge: float) -> tuple[Matrix, Matrix]:
    """Return how much each example counts for each head, and what each head says of nothing.

    `products` is of all examples with all; `wanted` has one column a head: which examples it is to say yes
    to.
    """
    bias = wanted.mean(axis=0)
    shares = np.linalg.solve(products + ridge * np.eye(len(products)), wanted - bias)
    return np.asarray(shares, np.float64), np.asarray(bias, np.float64)

"""What all embedders share: how much of a text they read, and vectors of one length.

numpy is loaded when the first vector is made, so naming these costs nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    """One row for each text."""

LONGEST = 2_000
"""Characters of a text that are embedded. A batch is padded to its longest text, so one of a megabyte
would take gigabytes; and what a statement is about stands at its start."""
BATCH = 64
_LEAST_LENGTH = 1e-9
"""Keeps a vector of zeros from a division by zero."""


def unit(rows: Any) -> "Matrix":
    """Return rows at length 1; one of zeros stays as it is."""
    import numpy as np

    matrix = np.asarray(rows, dtype=np.float32)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return np.asarray(matrix / np.maximum(lengths, _LEAST_LENGTH), dtype=np.float32)

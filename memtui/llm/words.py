"""The vectors of single words, each asked for once: what tells whether two words are of one sort.

A static model knows words as well as texts. One that is served is asked about texts alone: a call for each
word of a store would cost too much.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.llm.embeddings import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memtui.llm.vectors import Matrix

_MOST = 8_192
"""Words that are remembered: eight megabytes."""


class WordVectors:
    """Asks an embedder about words."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, NDArray[np.float32]] = {}

    def __call__(self, words: Sequence[str]) -> "Matrix":
        """Return one row for each word, of length 1. Raises LlmError."""
        import numpy as np

        if len(self._known) > _MOST:
            self._known.clear()
        new = list(dict.fromkeys(word for word in words if word not in self._known))
        if new:
            self._known.update(zip(new, self._embedder.embed(new), strict=True))
        return np.stack([self._known[word] for word in words])

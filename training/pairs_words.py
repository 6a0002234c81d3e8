"""Learns what a word speaks for that only one of two statements has: `now`, `no longer`, `not`, `from`.

A linear model over the words that pairs do not share. Nobody lists these words: those count that stand in
pairs of many repositories, projects and stretches of files. What it says of a pair is two figures among the
others that the trees ask about.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memtui.language.leaning import Leanings, own_words
from training.pairs_data import Judged

Matrix = NDArray[np.float64]
_KNOWN, _SOURCES = 8, 4
"""A word counts when pairs of so many repositories, projects and stretches, and of so many sources, have it
on one side only: what stands in one source tells which source it is."""
_RIDGE = 25.0


class Words:
    """The words that only one of two has, for many pairs: a row a pair, a column a word."""

    def __init__(self, pairs: Sequence[Judged]) -> None:
        own = [own_words(pair.older, pair.newer) for pair in pairs]
        groups: dict[str, set[str]] = {}
        sources: dict[str, set[str]] = {}
        for pair, words in zip(pairs, own, strict=True):
            for word in words:
                groups.setdefault(word, set()).add(pair.group)
                sources.setdefault(word, set()).add(pair.source)
        self.names = sorted(
            word for word, found in groups.items() if len(found) >= _KNOWN and len(sources[word]) >= _SOURCES
        )
        place = {word: number for number, word in enumerate(self.names)}
        self.rows = np.zeros((len(pairs), len(self.names)), np.float32)
        for row, words in zip(self.rows, own, strict=True):
            row[[place[word] for word in words if word in place]] = 1.0

    def fitted(self, aims: Matrix, weights: Matrix, chosen: NDArray[np.bool_]) -> Matrix:
        """Return what each word speaks for, one column an aim, learned from the chosen pairs."""
        rows = self.rows[chosen] * np.sqrt(weights[chosen])[:, None].astype(np.float32)
        mean = np.average(aims[chosen], axis=0, weights=weights[chosen])
        wanted = (aims[chosen] - mean) * np.sqrt(weights[chosen])[:, None]
        products = (rows.T @ rows).astype(float) + _RIDGE * np.eye(len(self.names))
        return np.asarray(np.linalg.solve(products, rows.T.astype(float) @ wanted).round(3))

    def apart(
        self, aims: Matrix, weights: Matrix, fold: NDArray[np.int64], chosen: NDArray[np.bool_]
    ) -> Matrix:
        """Return what words say of each pair, a column an aim, as learned from chosen ones of other folds."""
        told = np.zeros((len(self.rows), aims.shape[1]))
        for number in np.unique(fold):
            inside = fold == number
            told[inside] = self.rows[inside] @ self.fitted(aims, weights, chosen & ~inside)
        return told

    def leanings(self, fitted: Matrix) -> Leanings:
        """Return what was learned, by word."""
        return {
            name: (float(same), float(overtaken))
            for name, (same, overtaken) in zip(self.names, fitted.tolist(), strict=True)
            if same or overtaken
        }

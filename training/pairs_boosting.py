"""Boosting with small symmetric trees: the same question for every branch of a level.

Such a tree of three questions sorts pairs into eight bins, each of which adds to the score of one relation.
Few of them make a model that is read in a moment and that says the same on every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memtui.language.trees import Tree

Matrix = NDArray[np.float64]
Bins = NDArray[np.uint8]
_CUTS = 24
"""Of each figure, so many values are tried as cuts."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How trees are grown."""

    rounds: int = 90
    depth: int = 3
    rate: float = 0.15
    ridge: float = 8.0
    least: float = 1e-4
    """The gain under which a tree grows no deeper."""


def cuts_of(figures: Matrix) -> list[Matrix]:
    """Return the values at which each figure may be cut."""
    shares = np.linspace(0, 1, _CUTS + 2)[1:-1]
    return [
        np.unique(np.round(np.quantile(np.unique(np.round(column, 4)), shares), 4)) for column in figures.T
    ]


def binned(figures: Matrix, cuts: Sequence[Matrix]) -> Bins:
    """Return in which bin each figure falls."""
    columns = [np.searchsorted(cut, column, side="left") for cut, column in zip(cuts, figures.T, strict=True)]
    return np.stack(columns).astype(np.uint8)


def boosted(
    figures: Matrix, wanted: NDArray[np.int64], weights: Matrix, classes: int, recipe: Recipe
) -> list[list[Tree]]:
    """Return for each class its trees, grown in turns."""
    cuts = cuts_of(figures)
    bins = binned(figures, cuts)
    scores = np.zeros((classes, len(wanted)))
    grown: list[list[Tree]] = [[] for _ in range(classes)]
    aims = np.stack([(wanted == number).astype(float) for number in range(classes)])
    for _ in range(recipe.rounds):
        likely = shares(scores)
        for number in range(classes):
            slope = weights * (aims[number] - likely[number])
            steep = weights * np.maximum(likely[number] * (1 - likely[number]), 1e-6)
            tree, leaves = _grown(bins, cuts, slope, steep, recipe)
            grown[number].append(tree)
            scores[number] += np.array(tree.adds)[leaves]
    return grown


def shares(scores: Matrix) -> Matrix:
    """Return probabilities of each class, one row a class."""
    apart = np.exp(scores - scores.max(axis=0))
    return np.asarray(apart / apart.sum(axis=0))


def summed(trees: Sequence[Sequence[Tree]], figures: Matrix) -> Matrix:
    """Return each class's score, one row a class."""
    told = np.zeros((len(trees), len(figures)))
    for number, grown in enumerate(trees):
        for tree in grown:
            leaves = np.zeros(len(figures), np.int64)
            for figure, cut in zip(tree.figures, tree.cuts, strict=True):
                leaves = leaves * 2 + (figures[:, figure] > cut)
            told[number] += np.array(tree.adds)[leaves]
    return told


def _grown(
    bins: Bins, cuts: Sequence[Matrix], slope: Matrix, steep: Matrix, recipe: Recipe
) -> tuple[Tree, NDArray[np.int64]]:
    leaves = np.zeros(bins.shape[1], np.int64)
    asked: list[tuple[int, float]] = []
    before = float(slope.sum() ** 2 / (steep.sum() + recipe.ridge))
    for level in range(recipe.depth):
        figure, place, worth = _best(bins, cuts, leaves, 1 << level, slope, steep, recipe.ridge)
        if worth - before < recipe.least:
            break
        before = worth
        asked.append((figure, float(cuts[figure][place])))
        leaves = leaves * 2 + (bins[figure] > place)
    size = 1 << len(asked)
    upper, lower = np.bincount(leaves, slope, size), np.bincount(leaves, steep, size)
    adds = tuple(round(float(each), 4) for each in recipe.rate * upper / (lower + recipe.ridge))
    return Tree(tuple(f for f, _ in asked), tuple(c for _, c in asked), adds), leaves


def _best(
    bins: Bins,
    cuts: Sequence[Matrix],
    leaves: NDArray[np.int64],
    size: int,
    slope: Matrix,
    steep: Matrix,
    ridge: float,
) -> tuple[int, int, float]:
    """Return the figure and the cut that part best, and what the tree is worth then."""
    found = (0, 0, -np.inf)
    for figure, cut in enumerate(cuts):
        if not len(cut):
            continue
        width = len(cut) + 1
        places = leaves * width + bins[figure]
        upper = np.bincount(places, slope, size * width).reshape(size, width).cumsum(axis=1)
        lower = np.bincount(places, steep, size * width).reshape(size, width).cumsum(axis=1)
        worth = _worth(upper[:, :-1], lower[:, :-1], ridge) + _worth(
            upper[:, -1:] - upper[:, :-1], lower[:, -1:] - lower[:, :-1], ridge
        )
        total = worth.sum(axis=0)
        place = int(total.argmax())
        if total[place] > found[2] + 1e-9:
            found = figure, place, float(total[place])
    return found


def _worth(slope: Matrix, steep: Matrix, ridge: float) -> Matrix:
    return np.asarray(slope * slope / (steep + ridge))

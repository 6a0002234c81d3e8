"""Fits one head of the model of what speaks against a statement.

A logistic regression over the signs and figures of nearness, which are few, and the changed words, which
are many and each 0 or 1. A sign can only speak against a statement: its weights are held at 0 or above.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memtui.capture.support.changes import SIZE
from memtui.capture.support.scoring import Told

Floats = NDArray[np.float64]
_SCALE = 1.2
"""What signs and figures of nearness are multiplied by: the weights of those that are few are held nearer to
zero, so that they do not fit the texts on which the signs were made.
"""
_RIDGE = 5.0
_ROUNDS = 600
_STILL = 1e-4
"""A step that changes every weight by less ends the learning."""


@dataclass(frozen=True, slots=True)
class Examples:
    """Statements, ready to learn from."""

    signs: Floats
    near: Floats
    """One row a statement; no columns for the head that goes by words alone."""
    places: NDArray[np.int64]
    """The changes of all statements, one after another."""
    owner: NDArray[np.int64]
    """Whose each of them is."""

    @classmethod
    def of(cls, told: Sequence[Told], *, near: bool) -> "Examples":
        """Return statements as examples, with what is known of their nearness or without it."""
        return cls(
            np.array([each.signs for each in told]),
            np.array([each.nearness if near else () for each in told]).reshape(len(told), -1),
            np.array([place for each in told for place in each.changes], np.int64),
            np.repeat(np.arange(len(told)), [len(each.changes) for each in told]),
        )

    def chosen(self, wanted: NDArray[np.bool_]) -> "Examples":
        """Return some of the examples."""
        numbers = np.cumsum(wanted) - 1
        mine = wanted[self.owner]
        return Examples(
            self.signs[wanted],
            self.near[wanted],
            self.places[mine],
            numbers[self.owner[mine]].astype(np.int64),
        )


@dataclass(frozen=True, slots=True)
class Fitted:
    """What was learned."""

    signs: Floats
    near: Floats
    changes: Floats
    bias: float

    def sums(self, examples: Examples) -> Floats:
        """Return how much speaks against each example, in logits."""
        changed = np.bincount(examples.owner, self.changes[examples.places], len(examples.signs))
        return np.asarray(examples.signs @ self.signs + examples.near @ self.near + changed + self.bias)


def fitted(examples: Examples, false: NDArray[np.bool_]) -> Fitted:
    """Return the weights under which the statements that are `false` stand out most.

    Found by Nesterov's accelerated descent, with each weight of a sign put back to 0 that fell below it.
    """
    spread = examples.near.std(axis=0) + 1e-9
    middle = examples.near.mean(axis=0)
    few = np.column_stack([examples.signs, (examples.near - middle) / spread]) * _SCALE
    signs, count = examples.signs.shape[1], few.shape[1]
    steepest = 0.25 * _largest(few, examples) + _RIDGE
    weights = np.zeros(count + SIZE + 1)
    ahead, pace = weights.copy(), 1.0
    for _ in range(_ROUNDS):
        sums = few @ ahead[:count] + ahead[-1]
        sums += np.bincount(examples.owner, ahead[count:-1][examples.places], len(few))
        errors = 1 / (1 + np.exp(-sums)) - false
        slope = np.concatenate(
            [few.T @ errors, np.bincount(examples.places, errors[examples.owner], SIZE), [errors.sum()]]
        )
        slope[:-1] += _RIDGE * ahead[:-1]
        moved = ahead - slope / steepest
        moved[:signs] = np.maximum(moved[:signs], 0.0)
        faster = (1 + np.sqrt(1 + 4 * pace * pace)) / 2
        ahead = moved + (pace - 1) / faster * (moved - weights)
        still = bool(np.abs(moved - weights).max() < _STILL)
        weights, pace = moved, faster
        if still:
            break
    near = weights[signs:count] * _SCALE / spread
    return Fitted(
        weights[:signs] * _SCALE, near, weights[count:-1], float(weights[-1] - (near * middle).sum())
    )


def _largest(few: Floats, examples: Examples) -> float:
    """Return the largest curvature of all columns together, found by repeated multiplying."""
    vector = np.ones(few.shape[1] + SIZE + 1)
    length = 1.0
    for _ in range(30):
        vector /= np.sqrt(vector @ vector)
        count = few.shape[1]
        sums = few @ vector[:count] + vector[-1]
        sums += np.bincount(examples.owner, vector[count:-1][examples.places], len(few))
        vector = np.concatenate(
            [few.T @ sums, np.bincount(examples.places, sums[examples.owner], SIZE), [sums.sum()]]
        )
        length = float(np.sqrt(vector @ vector))
    return length * 1.05

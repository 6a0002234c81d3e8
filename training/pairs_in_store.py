"""What speaks for two statements of one store being the same, learned from real stores: see `in_store`.

Few pairs of real stores are the same, so each weight is held near zero, on figures brought to one scale; more
figures, or trees of them, found fewer repeats in repositories that they had not seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memtui.language import in_store
from memtui.language.in_store import Seen
from memtui.language.measures import NAMES
from memtui.language.store_words import LEAST
from training.logistic import weighed
from training.measuring import least_gate
from training.pairs_boosting import Matrix
from training.pairs_data import Judged

Weights = tuple[float, ...]
Chosen = NDArray[np.bool_]
_HELD = 30.0
"""How much the weights are held near zero, of figures that are brought to one scale."""
_LEAST_RIGHT = 0.85
"""How many of the pairs that are taken for the same must be so."""
_GATES = np.round(np.arange(0.2, 0.96, 0.01), 2)
_LABELS = NAMES.index("labels")


@dataclass(frozen=True, slots=True)
class InStore:
    """Pairs under headings whose store is known, in the figures of `in_store`."""

    places: NDArray[np.int64]
    """Where each stands among all pairs."""
    figures: Matrix

    def some(self, kept: Chosen) -> "InStore":
        """Return those of them that are kept."""
        return InStore(self.places[kept], self.figures[kept])


def judged_in_store(pairs: Sequence[Judged], measured: Matrix, weights: Matrix) -> Chosen:
    """Return which pairs are judged by their store."""
    known = [
        pair.among is not None
        and pair.among.count >= LEAST
        and max(len(pair.older), len(pair.newer)) <= in_store.LONGEST
        for pair in pairs
    ]
    return np.asarray(np.array(known) & (weights > 0) & (measured[:, _LABELS] > 0))


def seen_in_store(pairs: Sequence[Judged], measured: Matrix, same: Matrix, judged: Chosen) -> InStore:
    """Return those of the judged ones that may be the same; `same` is how likely the trees hold each."""
    places, rows = [], []
    for place in np.flatnonzero(judged).tolist():
        pair = pairs[place]
        if pair.among is None:
            continue
        seen = Seen(pair.older, pair.newer, pair.ids, pair.among, pair.one_file)
        if in_store.shares_enough(seen):
            places.append(place)
            rows.append(in_store.figures(float(same[place]), measured[place].tolist(), seen))
    return InStore(np.array(places, np.int64), np.array(rows, np.float64).reshape(-1, len(in_store.NAMES)))


def weights_in_store(known: InStore, wanted: Chosen) -> Weights:
    """Return what the figures weigh; nothing where there is nothing to learn from."""
    right = wanted[known.places]
    if not right.any() or right.all():
        return ()
    columns = known.figures[:, :-1]
    middle, spread = columns.mean(axis=0), columns.std(axis=0)
    spread[spread == 0] = 1.0
    scaled = np.hstack([(columns - middle) / spread, np.ones((len(columns), 1))])
    found = weighed(scaled, right, _HELD)
    slopes = found[:-1] / spread
    return (*(round(float(each), 4) for each in slopes), round(float(found[-1] - slopes @ middle), 4))


def likely_in_store(known: InStore, weights: Weights) -> Matrix:
    """Return how likely each is the same."""
    return np.array([in_store.weighed(row, weights) for row in known.figures.tolist()])


def gate_in_store(likely: Matrix, right: Chosen) -> float:
    """Return the least likelihood from which on most of what is taken for the same is so."""
    return least_gate(_GATES, likely, right, _LEAST_RIGHT)


def by_folds(known: InStore, wanted: Chosen, fold: NDArray[np.int64], *, but: int = -1) -> Matrix:
    """Return how likely each is the same, by weights learned without its fold, and without `but`."""
    found = np.zeros(len(known.places))
    of = fold[known.places]
    for number in sorted(set(of.tolist())):
        weights = weights_in_store(known.some((of != number) & (of != but)), wanted)
        if weights:
            found[of == number] = likely_in_store(known.some(of == number), weights)
    return found


def taken_in_store(known: InStore, wanted: Chosen, fold: NDArray[np.int64]) -> tuple[Chosen, list[float]]:
    """Return which are taken for the same, and the gate of each fold, learned from the other folds."""
    of = fold[known.places]
    likely = by_folds(known, wanted, fold)
    taken = np.zeros(len(of), np.bool_)
    gates = []
    for number in range(int(fold.max()) + 1):
        apart = of != number
        inner = by_folds(known, wanted, fold, but=number)[apart]
        gate = gate_in_store(inner, wanted[known.places][apart])
        taken[~apart] = likely[~apart] >= gate
        gates.append(gate)
    return taken, gates

"""Fits a `learned.model.Model` to labelled memories.

Every figure that the model is calibrated and gated by is taken from memories of repositories that the model
which scored them had not seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from memtui.review.learned.company import COLUMNS, Others, places_of, sections_of
from memtui.review.learned.crossed import crossed
from memtui.review.learned.in_passing import PASSING
from memtui.review.learned.laid import Flags, Floats, Ints
from memtui.review.learned.model import (
    BITS,
    COARSE_BITS,
    COARSE_VIEWS,
    HEADS,
    HOME_READ,
    NEARLY_PLAIN,
    PLAIN,
    SORTS,
    STRANGERS,
    Model,
    Sums,
    Weights,
    folded,
    largeness,
    placed,
    rarity_of,
    rarity_stored,
)
from memtui.review.learned.reading import VIEWS, Reading, read
from training.hashed import Hashed, fit_logistic, fit_ridge
from training.in_passing import CALM, NOTES, in_passing
from training.labelled import AGREED, AT_SIGHT, Labelled, folds
from training.logistic import weighed
from training.plain import plain
from training.ridge import Matrix, fit

RIDGE = 2.0
HELD_PASSING = 0.5
"""How much the weights of the head for words in passing are held near zero."""
_LOGITS = 6.0
"""How many logits of the one fit weigh as much as a yes of the other: by folds, with fewer more calm
sentences are found and more is wrong."""
_KEPT_COUNTS = 3.0
"""How often what people kept, and a note of a home, counts for that head: it stands for many more."""
KEEPS_COUNT = 8.0
"""How much a wrong card weighs against one that is right at sight, when cards are chosen."""
MOST_KEPT = 0.05
"""The share of wrong cards that is put up with."""
_COMMON = 0.5
"""How much of its commonness a sort keeps: all of it, and the commonest is told where little speaks."""
_PLAINLY = 0.75
"""The same of PLAIN: more, and reports of a few words count as plain; less, and short facts do not."""
_KEPT_OF_BIAS = np.array([_PLAINLY if sort == PLAIN else _COMMON for sort in SORTS])
_HELD = 0.5
"""How much the weights of the calibration are held near zero."""
_SAID_KEPT = 0.065
"""What the model may say of the same share: of what it is surest of, it says a little too little."""
_LIMITS = {"agrees": AGREED, "at sight": AT_SIGHT}
_NO_FOLD = -1
_COARSE = dict.fromkeys(COARSE_VIEWS, COARSE_BITS)
_BLOCK = 4_096
"""Columns that are multiplied at a time."""


@dataclass(frozen=True)
class Examples:
    """Labelled memories as the model reads them."""

    memories: Sequence[Labelled]
    """Those that people judged, then `plain` ones, then the lines of `in_passing`."""
    judged: NDArray[np.bool_]
    """Which of them people judged: what the first heads learn from, and all that is measured of them."""
    lines: Flags
    """Which are lines of `in_passing`, from which only the last head learns."""
    reading: Reading
    rarity: dict[str, NDArray[np.uint8]]
    scales: list[float]
    counts: Matrix
    """The counts, each with each."""
    drop: Matrix
    homes: NDArray[np.int64]
    """Which store each is of."""
    places: Floats
    """The words of each, see `memtui.review.learned.company`."""
    sections: Ints
    """What each stands under, see there too."""

    @classmethod
    def of(
        cls, judged: Sequence[Labelled], plain: Sequence[Labelled] = (), lines: Sequence[Labelled] = ()
    ) -> Self:
        """Read labelled memories."""
        memories = [*judged, *plain, *lines]
        reading = read([one.text for one in memories])
        theirs = read([one.text for one in judged])
        rarity = {view: _rarity(theirs, view) for view in VIEWS}
        scales = np.round(1 / (theirs.counts.std(axis=0, dtype=np.float64) + 1e-2), 3)
        stores = {each: place for place, each in enumerate(dict.fromkeys(map(_home, memories)))}
        return cls(
            memories,
            np.arange(len(memories)) < len(judged),
            np.arange(len(memories)) >= len(judged) + len(plain),
            reading,
            rarity,
            scales.tolist(),
            crossed(reading.counts, scales),
            np.array([one.drop for one in memories]),
            np.array([stores[_home(one)] for one in memories]),
            places_of([one.text for one in memories]),
            sections_of([one.text for one in memories]),
        )

    def wanted(self, head: str) -> NDArray[np.bool_]:
        """Return which of them a head is to say yes to."""
        if head == PASSING:
            return np.array([PASSING in one.labels for one in self.memories])
        if head in SORTS:
            return np.array([one.sort == head for one in self.memories])
        return np.asarray(self.drop >= _LIMITS[head])

    @cached_property
    def stores(self) -> NDArray[np.str_]:
        """The store of each."""
        return np.array([one.store for one in self.memories])

    @cached_property
    def later(self) -> Flags:
        """Which are calm sentences or notes of homes."""
        return np.isin(self.stores, [NOTES, *(writer.stem for writer in CALM)])

    @cached_property
    def counted_passing(self) -> Matrix:
        """How often each counts for what is words in passing.

        Of what people judged, what they kept alone does: of the rest much is of a moment, too.
        """
        kept = self.judged & (self.drop < AGREED)
        notes = self.stores == NOTES
        return np.where(kept | notes, _KEPT_COUNTS, np.where(self.judged, 0.0, 1.0))

    @cached_property
    def fine(self) -> Matrix:
        """The products of those that people judged, as the first heads see them."""
        return self.products(BITS, int(self.judged.sum()))

    @cached_property
    def coarse(self) -> Matrix:
        """The products of all but the lines, as the sorts see them."""
        return self.products(_COARSE, int((~self.lines).sum()))

    @cached_property
    def features(self) -> Hashed:
        """All of them, as the head for words in passing sees them."""
        views = [self.entries(view, few) for view, few in BITS.items()]
        before = np.cumsum([0, *(1 << few for few in BITS.values())])
        rows = np.concatenate([rows for rows, _, _ in views])
        places = np.concatenate([own + first for (_, own, _), first in zip(views, before, strict=False)])
        values = np.concatenate([values for _, _, values in views])
        order = np.argsort(rows, kind="stable")
        single = values[order].astype(np.float32)
        counts = self.counts.astype(np.float32)
        return Hashed(rows[order], places[order], single, int(before[-1]), counts)

    def folds(self, dealing: int = 0) -> NDArray[np.int64]:
        """Return the fold that each is in, by its repository; what nobody judged is in none."""
        judged = [one.repo for one, was in zip(self.memories, self.judged, strict=True) if was]
        dealt = folds(judged, dealing=dealing)
        return np.array([dealt.get(one.repo, _NO_FOLD) for one in self.memories])

    def entries(self, view: str, bits: int) -> tuple[NDArray[np.int64], NDArray[np.int64], Matrix]:
        """Return rows, columns and values of a view; every text has length one."""
        bag = self.reading.bags[view]
        rarity = rarity_of(self.rarity[view])[folded(bag.hashes, BITS[view])].astype(np.float64)
        length = np.sqrt(np.bincount(bag.rows, rarity * rarity, len(self.drop))) + 1e-9
        return bag.rows, folded(bag.hashes, bits), rarity / length[bag.rows]

    def products(self, bits: Mapping[str, int], many: int) -> Matrix:
        """Return the products of the first so many examples with each other, in some views and the counts."""
        products = self.counts[:many] @ self.counts[:many].T
        for view, few in bits.items():
            rows, columns, values = self.entries(view, few)
            order = np.argsort(columns, kind="stable")
            order = order[rows[order] < many]
            rows, columns, values = rows[order], columns[order], values[order]
            for first in range(0, 1 << few, _BLOCK):
                begin, end = np.searchsorted(columns, (first, first + _BLOCK))
                places = rows[begin:end] * _BLOCK + columns[begin:end] - first
                block = np.bincount(places, values[begin:end], many * _BLOCK).reshape(many, _BLOCK)
                products += block @ block.T
        return np.asarray(products)


def all_examples(memories: Sequence[Labelled]) -> Examples:
    """Return labelled memories with what was written for the training."""
    written = plain()
    return Examples.of(memories, written, in_passing(written))


def train(memories: Sequence[Labelled]) -> Model:
    """Return a model of labelled memories, calibrated and gated by five folds of their repositories."""
    examples = all_examples(memories)
    return model_of(examples, out_of_fold(examples))


def out_of_fold(examples: Examples, dealing: int = 0) -> Sums:
    """Return each head's sum for every memory, from a fit that did not see its repository.

    Those of memories in no fold are 0.
    """
    fold = examples.folds(dealing)
    sums = np.zeros((len(fold), len(HEADS)))
    for number in range(max(fold) + 1):
        inside = np.flatnonzero(fold == number)
        sums[inside] = _sums_without(examples, inside)
    return sums


def out_of_two(examples: Examples, dealing: int = 0) -> list[Sums]:
    """Return for each fold the sums of all memories, from fits that saw neither that fold nor theirs.

    So what is learned from the sums of the other folds rests on nothing of the fold that it is measured on.
    """
    fold = examples.folds(dealing)
    count = max(fold) + 1
    sums = [np.zeros((len(fold), len(HEADS))) for _ in range(count)]
    for one in range(count):
        for other in range(one, count):
            both = np.flatnonzero((fold == one) | (fold == other))
            found = _sums_without(examples, both)
            sums[one][both[fold[both] == other]] = found[fold[both] == other]
            sums[other][both[fold[both] == one]] = found[fold[both] == one]
    return sums


def _sums_without(examples: Examples, unseen: NDArray[np.int64]) -> Sums:
    """Return the sums of some memories, from a fit to all others that people judged."""
    seen = examples.judged.copy()
    seen[unseen] = False
    outside = np.flatnonzero(seen)
    wanted = np.stack([examples.wanted(head)[outside] for head in HEADS], axis=1)
    shares, bias = fit(examples.fine[np.ix_(outside, outside)], wanted, RIDGE)
    return np.asarray(examples.fine[np.ix_(unseen, outside)] @ shares + bias)


def plain_out_of_fold(examples: Examples, dealing: int = 0) -> NDArray[np.bool_]:
    """Return which memories a fit that did not see their repository takes for plain statements."""
    products = examples.coarse
    fold = examples.folds(dealing)
    wanted = np.stack([examples.wanted(sort) for sort in SORTS], axis=1)
    told = np.zeros(len(fold), np.bool_)
    for number in range(max(fold) + 1):
        inside, outside = np.flatnonzero(fold == number), np.flatnonzero((fold != number) & ~examples.lines)
        shares, bias = fit(products[np.ix_(outside, outside)], wanted[outside], RIDGE)
        likely = products[np.ix_(inside, outside)] @ shares + bias * _KEPT_OF_BIAS
        told[inside] = likely.max(axis=1) - likely[:, SORTS.index(PLAIN)] < NEARLY_PLAIN
    return told


def passing_out_of_fold(examples: Examples) -> Matrix:
    """Return how much each is like words in passing, from a fit that saw nothing of its repository, line,
    writer or home.
    """
    dealt = examples.folds()
    number = np.array([one.order for one in examples.memories])
    fold = np.where(dealt == _NO_FOLD, number % (max(dealt) + 1), dealt)
    told = np.zeros(len(fold))
    for each in range(max(fold) + 1):
        told[fold == each] = _passing_without(examples, fold == each)
    return told


def _passing_without(examples: Examples, unseen: Flags) -> Matrix:
    """Return how much some are like words in passing, from a fit to all others."""
    shares, bias = _passing(examples, ~unseen)
    return examples.features.some(unseen).sums(examples.features.weights(shares)) + bias


def _passing(examples: Examples, seen: Flags) -> tuple[Matrix, float]:
    """Fit the head for words in passing to some; return how much each of all counts, and what nothing says.

    It is the sum of two: a ridge regression that knows neither calm sentences nor homes, which is right of
    short lines, and a logistic regression on all.
    """
    wanted, counts, features = examples.wanted(PASSING), examples.counted_passing, examples.features
    short, all_told = seen & ~examples.later, seen & (counts > 0)
    shares = np.zeros((2, len(seen)))
    shares[0][short], bias = fit_ridge(features.some(short), wanted[short], RIDGE)
    shares[1][all_told], logit = fit_logistic(
        features.some(all_told), wanted[all_told], counts[all_told], HELD_PASSING
    )
    return shares[0] + shares[1] / _LOGITS, bias + logit / _LOGITS


def everywhere(sums: Sums, homes: NDArray[np.int64]) -> list[float]:
    """Return what each head's sum is on average, a home counting as much as another."""
    there = _averages(sums, homes)[np.unique(homes)]
    return [round(float(each), 4) for each in there.mean(axis=0)]


def in_homes(examples: Examples, sums: Sums, usual: Sequence[float]) -> Matrix:
    """Return what opinions of memories rest on, see `Model.opinions`."""
    homes = examples.homes
    count = np.bincount(homes)
    share = (count / (count + STRANGERS))[:, None]
    here = share * _averages(sums, homes) + (1 - share) * np.array(usual)
    home = np.concatenate([here, largeness(count)[:, None]], axis=1)[homes]
    return placed(sums, home, usual, _company(examples, sums))


def _company(examples: Examples, sums: Sums) -> Matrix:
    """Return what company memories have among the newest of their home, as `Homes` finds it."""
    company = np.zeros((len(sums), len(COLUMNS)))
    for home in np.unique(examples.homes):
        here = np.flatnonzero(examples.homes == home)
        newest = here[-HOME_READ:]
        others = Others.placed(examples.places[newest], examples.sections[newest], sums[newest])
        itself = here[:, None] == newest
        company[here] = others.company(examples.places[here], examples.sections[here], itself)
    return company


def _averages(sums: Sums, homes: NDArray[np.int64]) -> Sums:
    summed = [np.bincount(homes, sums[:, head]) for head in range(len(HEADS))]
    return np.asarray(np.stack(summed, axis=1) / np.maximum(np.bincount(homes), 1)[:, None])


def calibration(placed_sums: Matrix, drop: Matrix) -> list[list[float]]:
    """Return, for each head, what turns what opinions rest on into logits of how people judged."""
    return [
        [round(float(each), 4) for each in weighed(placed_sums, drop >= _LIMITS[head], _HELD)]
        for head in HEADS
    ]


def likely(placed_sums: Matrix, line: Sequence[float]) -> Matrix:
    """Return the probabilities of a head."""
    return np.asarray(1 / (1 + np.exp(-(placed_sums @ np.array(line)))))


def value(agrees: Matrix, at_sight: Matrix) -> Matrix:
    """Return what asking about memories gains, as `Model.value` does."""
    return at_sight + KEEPS_COUNT * (MOST_KEPT - (1 - agrees))


def gate(placed_sums: Matrix, lines: Sequence[Sequence[float]]) -> float:
    """Return the value down to which no more than the share that is put up with would be kept.

    It goes by what the model says, not by what people said of the same memories: among the few at the edge,
    that is too much a matter of luck.
    """
    agrees, at_sight = (likely(placed_sums, line) for line in lines)
    worth = value(agrees, at_sight)
    order = np.argsort(-worth, kind="stable")
    kept = np.cumsum(1 - agrees[order]) / np.arange(1, len(order) + 1)
    enough = np.flatnonzero(kept <= _SAID_KEPT)
    return float(worth[order[enough[-1]]]) if len(enough) else float(worth.max()) + 1


def model_of(examples: Examples, sums: Sums) -> Model:
    """Return the model of all examples; `sums` are those of `out_of_fold`."""
    judged = examples.judged
    usual = everywhere(sums[judged], examples.homes[judged])
    there = in_homes(examples, sums, usual)[judged]
    lines = calibration(there, examples.drop[judged])
    return Model(
        examples.rarity,
        _weights(examples, _heads(examples), BITS),
        _evened(_weights(examples, _fitted(examples, SORTS, examples.coarse, ~examples.lines), _COARSE)),
        examples.scales,
        usual,
        lines,
        KEEPS_COUNT,
        MOST_KEPT,
        round(gate(there, lines), 4),
    )


Fitted = tuple[Matrix, Matrix]
"""How much each example counts for each of some heads, and what each head says of nothing."""


def _heads(examples: Examples) -> Fitted:
    """Fit the heads to what people judged, and the last to all that tells of words in passing."""
    shares, bias = _fitted(examples, HEADS, examples.fine, examples.judged)
    passing, of_nothing = _passing(examples, np.ones_like(examples.judged))
    return np.column_stack([shares, passing]), np.append(bias, of_nothing)


def _fitted(examples: Examples, heads: Sequence[str], products: Matrix, used: NDArray[np.bool_]) -> Fitted:
    wanted = np.stack([examples.wanted(head) for head in heads], axis=1)
    shares = np.zeros(wanted.shape)
    among = np.flatnonzero(used)
    shares[used], bias = fit(products[np.ix_(among, among)], wanted[used], RIDGE)
    return shares, bias


def _weights(examples: Examples, fitted: Fitted, bits: Mapping[str, int]) -> Weights:
    """Return what each feature weighs, in whole numbers."""
    shares, bias = fitted
    packed: dict[str, NDArray[np.int8]] = {}
    steps: dict[str, list[float]] = {}
    summed: Matrix
    for view, few in bits.items():
        rows, columns, values = examples.entries(view, few)
        summed = np.stack(
            [np.bincount(columns, shares[rows, head] * values, 1 << few) for head in range(len(bias))]
        )
        steps[view], whole = _in_steps(summed, 127)
        packed[view] = whole.astype(np.int8)
    steps["counts"], counts = _in_steps(shares.T @ examples.counts, 32_767)
    return Weights(packed, counts.astype(np.int16), steps, np.round(bias, 4).tolist())


def _evened(sorts: Weights) -> Weights:
    return replace(sorts, bias=np.round(np.array(sorts.bias) * _KEPT_OF_BIAS, 4).tolist())


def _in_steps(weights: Matrix, most: float) -> tuple[list[float], Matrix]:
    """Return the step of each row, and its weights as whole numbers of steps, up to `most`."""
    steps = [float(f"{each:.6g}") for each in (np.abs(weights).max(axis=1) + 1e-9) / most]
    return steps, np.rint(weights / np.array(steps)[:, None]).clip(-most, most)


def _home(one: Labelled) -> tuple[str, str]:
    return one.repo, one.store


def _rarity(reading: Reading, view: str) -> NDArray[np.uint8]:
    """Return how rare each feature of a view is."""
    bag = reading.bags[view]
    pairs = np.unique((bag.rows << BITS[view]) + folded(bag.hashes, BITS[view]))
    often = np.bincount(pairs & ((1 << BITS[view]) - 1), minlength=1 << BITS[view])
    return rarity_stored(np.log((1 + len(reading.counts)) / (1 + often)) + 1)

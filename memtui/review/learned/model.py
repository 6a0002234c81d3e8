"""The learned model: its file, and what it says of texts. Trained by `python -m training.removal`.

It is linear. A text's features in a view count by how rare they are (`rarity`), and together have length
one, so a long text speaks no louder than a short one; the counts are taken each with each. Two heads say how
likely a person agrees to remove it when asked, and drops it at sight, and a third how much it is like words
in passing; some more, on coarser features, what sort of removal it is.

Projects differ more than memories do: the same words are worth keeping in one and a leftover in another. So
a text is judged by how far its sum lies from what is usual in its home (see `homes`), by what is usual
there, and by its company (see `company`).

The weights in the file are whole numbers of eight or sixteen bits. It is read in a few milliseconds. Loads
numpy: for the review pass, never for the screen or a hook.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from memtui.model_files import Shipped, damage_told, packed, unpacked
from memtui.review.learned.company import ALONE, COLUMNS, Doubles
from memtui.review.learned.counts import NAMES
from memtui.review.learned.crossed import SIZE, crossed
from memtui.review.learned.in_passing import PASSING
from memtui.review.learned.laid import Floats, Hashes, Ints
from memtui.review.learned.reading import VIEWS, Reading, read

FORMAT = "memtui removal model 4"
BITS = {"letters": 15, "words": 15, "forms": 14}
"""Of each view's hashes, how many are told apart."""
COARSE_VIEWS = ("words", "forms")
COARSE_BITS = 12
"""The tables for sorts of words have 2¹² places, since there are few sorts."""
HEADS = ("agrees", "at sight")
ALL_HEADS = (*HEADS, PASSING)
"""People's stores held next to no words in passing, so a further head learned those from lines that were
written for it. It knows no home."""
PLAIN = "plain"
SORTS = ("status", "derivable", "empty", "boot", PLAIN)
"""What a text can be: a report of the moment, what the code says, nothing said, restated instructions; or a
plain statement of the kind that agents at work on code hardly note, of which the heads know too little."""
NEARLY_PLAIN = 0.17
"""A text of which another sort is likelier than PLAIN by less than this is taken for a plain one. To ask
about those, too, would find 2 of 100 more of what people drop, but most cards about plain facts of teams
and services would be wrong."""
PAST_PLAIN = 0.95
"""A text that is taken for a plain one is asked about where people agree to remove it so surely and hardly a
reader would keep it: in real stores, by folds, 28 of 30 such were dropped at sight and none was kept."""
FILE = Path(__file__).with_name("removal.model")
AT_ONCE = 250
"""Texts that are read together: as many as a processor's cache holds."""
_RARITY_STEP = 1 / 16
"""Of what one step of a stored rarity is."""
STRANGERS = 15
"""How many memories of any project a home counts as having besides its own, so that a few decide little."""
HOME_READ = 150
"""Memories of a home that are read: enough to tell what is usual in it, however large it is."""
_HOME = 30
"""Memories of a home that is neither large nor small."""

Sums = NDArray[np.float64]
"""One row for each text, one column for each of HEADS."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the model says of one text."""

    agrees: float
    """How likely a person agrees to remove it, 0…1."""
    at_sight: float
    """How likely they drop it without a thought, 0…1."""
    passing: float = 0.0
    """How much it is like words in passing: 0 or less for what is not, about 1 and more for what is."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a linear model over some hashed views and the crossed counts learned."""

    views: dict[str, NDArray[np.int8]]
    """One row a head, one column a feature, in steps of `steps`."""
    counts: NDArray[np.int16]
    """One row a head, one column of `crossed` each, in steps of `steps["counts"]`."""
    steps: dict[str, list[float]]
    bias: list[float]

    def of_counts(self) -> NDArray[np.float64]:
        """Return what each of the crossed counts weighs in each head."""
        return np.asarray(self.counts * np.array(self.steps["counts"])[:, None])


@dataclass(frozen=True)
class Model:
    """A trained model. Raises ModelUnusable when it is read from what is no model of this version."""

    rarity: dict[str, NDArray[np.uint8]]
    """How rare each feature of each view is, in sixteenths."""
    heads: Weights
    """One row for each of HEADS, then one for PASSING."""
    sorts: Weights
    scales: list[float]
    """What each count is multiplied by, so that all spread alike."""
    usual: list[float]
    """What each head's sum is on average, over all homes."""
    calibration: list[list[float]]
    """Of each head: what turns both heads' distances from what is usual in the home, the home's first from
    `usual`, how large the home is and the company there into the logit of a probability; the offset comes
    last."""
    keeps_count: float
    """How much a card that is wrong weighs, where one that is dropped at sight weighs 1."""
    most_kept: float
    """The share of wrong cards that is accepted."""
    gate: float
    """The value from which on a text becomes a card."""

    def read(self, texts: Sequence[str]) -> list[Opinion]:
        """Return what the model says of some texts of which no home is known."""
        return self.opinions(self.sums(texts), [*self.usual, 0.0])

    def sums(self, texts: Sequence[str]) -> Sums:
        """Return what the words and counts of some texts sum up to."""
        return self.sums_of(texts)[0]

    def sums_of(self, texts: Sequence[str]) -> tuple[Sums, Doubles]:
        """Return what `sums` does, and how much each text is like words in passing."""
        sums = [self._sums(read(texts[at : at + AT_ONCE])) for at in range(0, len(texts), AT_ONCE)]
        both = np.concatenate([np.zeros((0, len(ALL_HEADS))), *sums])
        return both[:, : len(HEADS)], both[:, len(HEADS)]

    def home_of(self, sums: Sums) -> list[float]:
        """Return what is usual in a home whose memories, up to HOME_READ of them, have these sums.

        That is, for each head, the average, of which a few say little; and how large the home is.
        """
        total = sums.sum(axis=0) + STRANGERS * np.array(self.usual)
        return [*(float(each) for each in total / (len(sums) + STRANGERS)), float(largeness(len(sums)))]

    def opinions(
        self,
        sums: Sums,
        home: "Sequence[float] | Sums",
        company: Doubles | None = None,
        shifts: Sums | None = None,
        passing: Doubles | None = None,
    ) -> list[Opinion]:
        """Return what the model says of texts with such sums.

        `home` is what `home_of` says of theirs; one row for all, or one for each. Without `company` each is
        taken to be alone. `shifts` are what the person taught, in logits, one row for each; `passing` is what
        `sums_of` says.
        """
        alone = np.tile(ALONE, (len(sums), 1))
        columns = placed(sums, np.array(home), self.usual, alone if company is None else company)
        logits = columns @ np.array(self.calibration).T + (0.0 if shifts is None else shifts)
        likely = 1 / (1 + np.exp(-logits))
        third = np.zeros(len(sums)) if passing is None else passing
        return [Opinion(*map(float, row)) for row in np.column_stack([likely, third])]

    def worth_asking(self, opinion: Opinion) -> bool:
        """Say whether enough speaks for removing a text to ask a person."""
        return self.value(opinion) >= self.gate

    def value(self, opinion: Opinion) -> float:
        """Return what asking about a text gains: how surely it is dropped, less how likely it is kept."""
        return opinion.at_sight + self.keeps_count * (self.most_kept - (1 - opinion.agrees))

    @cached_property
    def _tables(self) -> dict[str, list[NDArray[np.float64]]]:
        """For each view: what a feature adds to the square of the length, and to each head."""
        tables = {}
        for view in VIEWS:
            rare = rarity_of(self.rarity[view]).astype(np.float64)
            steps = np.array(self.heads.steps[view])[:, None]
            tables[view] = [rare * rare, *(self.heads.views[view] * rare * steps)]
        return tables

    def _sums(self, reading: Reading) -> Sums:
        size = len(reading.counts)
        counts = crossed(reading.counts, np.array(self.scales))
        sums = counts @ self.heads.of_counts().T + np.array(self.heads.bias)
        for view in VIEWS:
            bag, features = reading.bags[view], folded(reading.bags[view].hashes, BITS[view])
            squares, *weights = self._tables[view]
            length = np.sqrt(np.bincount(bag.rows, squares[features], size)) + 1e-9
            for head, adds in enumerate(weights):
                sums[:, head] += np.bincount(bag.rows, adds[features], size) / length
        return np.asarray(sums)

    # -- the file -----------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """Return the file's bytes: the same for the same model."""
        head = {
            "scales": self.scales,
            "usual": self.usual,
            "calibration": self.calibration,
            "keeps_count": self.keeps_count,
            "most_kept": self.most_kept,
            "gate": self.gate,
            "heads": {"steps": self.heads.steps, "bias": self.heads.bias},
            "sorts": {"steps": self.sorts.steps, "bias": self.sorts.bias},
        }
        arrays = [self.rarity[view].tobytes() for view in VIEWS]
        arrays += [self.heads.views[view].tobytes() for view in VIEWS]
        arrays += [self.sorts.views[view].tobytes() for view in COARSE_VIEWS]
        arrays += [weights.counts.astype("<i2").tobytes() for weights in (self.heads, self.sorts)]
        return packed(FORMAT, json.dumps(head, sort_keys=True), b"".join(arrays))

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the model that a file holds. Raises ModelUnusable."""
        head, numbers = unpacked(data, FORMAT, _size())
        arrays = _Arrays(numbers)
        with damage_told():
            rarity = {view: arrays.take(1, 1 << BITS[view]).view(np.uint8)[0] for view in VIEWS}
            heads = {view: arrays.take(len(ALL_HEADS), 1 << BITS[view]) for view in VIEWS}
            sorts = {view: arrays.take(len(SORTS), 1 << COARSE_BITS) for view in COARSE_VIEWS}
            crossed_counts = [arrays.take(len(each), 2 * SIZE).view("<i2") for each in (ALL_HEADS, SORTS)]
            return cls(
                rarity,
                _weights(head["heads"], heads, crossed_counts[0]),
                _weights(head["sorts"], sorts, crossed_counts[1]),
                _numbers(head["scales"], len(NAMES)),
                _numbers(head["usual"], len(HEADS)),
                [_numbers(row, len(HEADS) + 3 + len(COLUMNS)) for row in head["calibration"]],
                float(head["keeps_count"]),
                float(head["most_kept"]),
                float(head["gate"]),
            )


shipped = Shipped(FILE, Model.from_bytes)


def folded(hashes: Hashes, bits: int) -> Ints:
    """Return hashes as places in a table of 2^bits."""
    return (hashes >> np.uint64(64 - bits)).view(np.int64)


def rarity_of(stored: NDArray[np.uint8]) -> Floats:
    """Return the weights of features from their rarities as stored."""
    return stored * np.float32(_RARITY_STEP)


def rarity_stored(rarity: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the rarities to store for the weights of features."""
    return np.clip(np.rint(rarity / _RARITY_STEP), 1, 255).astype(np.uint8)


class _Arrays:
    """Takes arrays from the file's weights, one after the other."""

    def __init__(self, packed: bytes) -> None:
        self._numbers = np.frombuffer(packed, np.int8)
        self._at = 0

    def take(self, rows: int, columns: int) -> NDArray[np.int8]:
        """Return the next numbers as a table."""
        first, self._at = self._at, self._at + rows * columns
        return self._numbers[first : self._at].reshape(rows, columns)


def placed(sums: Sums, homes: Sums, usual: Sequence[float], company: Doubles) -> Sums:
    """Return the columns that the last layer weighs, one row for each text.

    They are: how far its sums are from those of its project, how far the project is from the usual, the
    project's size, what `company` says, and a constant 1.

    `homes` is one row for all texts, or one for each.
    """
    homes = np.broadcast_to(homes, (len(sums), len(HEADS) + 1))
    at_home, size = homes[:, :-1], homes[:, -1:]
    constant = np.ones((len(sums), 1))
    return np.concatenate([sums - at_home, at_home[:, :1] - usual[0], size, company, constant], axis=1)


def largeness(memories: "int | Ints") -> NDArray[np.float64]:
    """Return a measure of a project's size, from its number of memories: large ones keep more that may go."""
    return np.asarray(np.log(np.clip(memories, 1, HOME_READ) / _HOME))


def _size() -> int:
    fine = sum((1 + len(ALL_HEADS)) << BITS[view] for view in VIEWS)
    coarse = len(COARSE_VIEWS) * (len(SORTS) << COARSE_BITS)
    return fine + coarse + 2 * SIZE * (len(ALL_HEADS) + len(SORTS))


def _weights(head: dict[str, Any], views: dict[str, NDArray[np.int8]], counts: NDArray[np.int16]) -> Weights:
    steps = {view: _numbers(head["steps"][view], len(counts)) for view in (*views, "counts")}
    return Weights(views, counts, steps, _numbers(head["bias"], len(counts)))


def _numbers(values: Sequence[Any], count: int) -> list[float]:
    if len(values) != count:
        raise ValueError(f"{len(values)} numbers instead of {count}")
    return [float(each) for each in values]

"""The learned model: its file, and what it says of texts. Trained by `python -m training.removal`.

It is linear. A text's features in a view count by how rare they are (`rarity`), and together have length
one, so a long text speaks no louder than a short one. Two heads say how likely a person agrees to remove it
when asked, and drops it at sight; some more, on coarser features, what sort of removal it is.

The file is one line that names its format, one line of JSON, and the weights as whole numbers of eight
bits. It is read in a few milliseconds. Loads numpy: for the review pass, never for the screen or a hook.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from memtui.review.learned.counts import NAMES
from memtui.review.learned.laid import Floats, Hashes, Ints
from memtui.review.learned.reading import VIEWS, Reading, read

FORMAT = "memtui removal model 1"
BITS = {"letters": 15, "words": 15, "forms": 14}
"""Of each view's hashes, how many are told apart."""
COARSE_VIEWS = ("words", "forms")
COARSE_BITS = 12
HEADS = ("agrees", "at sight")
SORTS = ("status", "derivable", "empty", "boot")
"""What a removal can be: a report of the moment, what the code says, nothing said, restated instructions."""
FILE = "removal.model"
_AT_ONCE = 250
"""Texts that are read together: as many as a processor's cache holds."""
_RARITY_STEP = 1 / 16
"""Of what one step of a stored rarity is."""


class ModelUnusable(ValueError):
    """The model file can't be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the model says of one text."""

    agrees: float
    """How likely a person agrees to remove it, 0…1."""
    at_sight: float
    """How likely they drop it without a thought, 0…1."""


@dataclass(frozen=True, slots=True)
class Speech:
    """Why the model says so."""

    sort: str
    """One of SORTS, the likeliest."""
    words_for: tuple[tuple[int, int], ...]
    """Stretches of the text, the most telling first."""
    words_against: tuple[tuple[int, int], ...]
    counts_for: tuple[str, ...]
    """Of `counts.NAMES`, the most telling first."""
    counts_against: tuple[str, ...]
    counts_there: tuple[str, ...]
    """All that are true of it in any degree."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a linear model over some hashed views and the counts learned."""

    views: dict[str, NDArray[np.int8]]
    """One row a head, one column a feature, in steps of `steps`."""
    steps: dict[str, list[float]]
    counts: list[list[float]]
    bias: list[float]


@dataclass(frozen=True)
class Model:
    """A trained model. Raises ModelUnusable when it is read from what is no model of this version."""

    rarity: dict[str, NDArray[np.uint8]]
    """How rare each feature of each view is, in sixteenths."""
    heads: Weights
    sorts: Weights
    calibration: list[tuple[float, float]]
    """Of each head: a slope and an offset that turn its sum into the logit of a probability."""
    keeps_count: float
    """How much a card that is wrong weighs, where one that is dropped at sight weighs 1."""
    most_kept: float
    """The share of wrong cards that is put up with."""
    gate: float
    """What a text has to reach to become a card."""

    def read(self, texts: Sequence[str], shift: float = 0.0) -> list[Opinion]:
        """Return what the model says of some texts.

        `shift` is what the person of this store taught, in logits.
        """
        told: list[Opinion] = []
        for first in range(0, len(texts), _AT_ONCE):
            told += self._opinions(read(texts[first : first + _AT_ONCE]), shift)
        return told

    def _opinions(self, reading: Reading, shift: float) -> list[Opinion]:
        sums = self._sums(reading)
        likely = [
            1 / (1 + np.exp(-(slope * sums[:, head] + offset + shift)))
            for head, (slope, offset) in enumerate(self.calibration)
        ]
        return [Opinion(float(a), float(b)) for a, b in zip(*likely, strict=True)]

    def worth_asking(self, told: Opinion) -> bool:
        """Say whether so much speaks for removing a text that a person should be asked."""
        return self.value(told) >= self.gate

    def value(self, told: Opinion) -> float:
        """Return what asking about a text gains: how surely it is dropped, less how likely it is kept."""
        return told.at_sight + self.keeps_count * (self.most_kept - (1 - told.agrees))

    def speech(self, text: str) -> Speech:
        """Return why the model says what it does of one text."""
        from memtui.review.learned.speaking import speech

        return speech(self, text)

    @cached_property
    def _tables(self) -> dict[str, list[NDArray[np.float64]]]:
        """For each view: what a feature adds to the square of the length, and to each head."""
        tables = {}
        for view in VIEWS:
            rare = rarity_of(self.rarity[view]).astype(np.float64)
            steps = np.array(self.heads.steps[view])[:, None]
            tables[view] = [rare * rare, *(self.heads.views[view] * rare * steps)]
        return tables

    def _sums(self, reading: Reading) -> NDArray[np.float64]:
        size = len(reading.counts)
        told = reading.counts.astype(np.float64) @ np.array(self.heads.counts).T + np.array(self.heads.bias)
        for view in VIEWS:
            bag, features = reading.bags[view], folded(reading.bags[view].hashes, BITS[view])
            squares, *weights = self._tables[view]
            length = np.sqrt(np.bincount(bag.rows, squares[features], size)) + 1e-9
            for head, adds in enumerate(weights):
                told[:, head] += np.bincount(bag.rows, adds[features], size) / length
        return np.asarray(told)

    # -- the file -----------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """Return the file's bytes: the same for the same model."""
        head = {
            "calibration": self.calibration,
            "keeps_count": self.keeps_count,
            "most_kept": self.most_kept,
            "gate": self.gate,
            "heads": {"steps": self.heads.steps, "counts": self.heads.counts, "bias": self.heads.bias},
            "sorts": {"steps": self.sorts.steps, "counts": self.sorts.counts, "bias": self.sorts.bias},
        }
        parts = [FORMAT.encode(), json.dumps(head, sort_keys=True).encode()]
        arrays = [self.rarity[view].tobytes() for view in VIEWS]
        arrays += [self.heads.views[view].tobytes() for view in VIEWS]
        arrays += [self.sorts.views[view].tobytes() for view in COARSE_VIEWS]
        return b"\n".join([*parts, b"".join(arrays)])

    @classmethod
    def from_bytes(cls, told: bytes) -> Self:
        """Return the model that a file holds. Raises ModelUnusable."""
        name, _, rest = told.partition(b"\n")
        if name != FORMAT.encode():
            raise ModelUnusable("it is of another version")
        text, _, packed = rest.partition(b"\n")
        if len(packed) != _size():
            raise ModelUnusable(f"it has {len(packed):,} bytes of weights, not {_size():,}")
        try:
            head = json.loads(text)
            arrays = _Arrays(packed)
            return cls(
                {view: arrays.take(1, BITS[view]).view(np.uint8)[0] for view in VIEWS},
                _weights(head["heads"], {view: arrays.take(len(HEADS), BITS[view]) for view in VIEWS}),
                _weights(
                    head["sorts"], {view: arrays.take(len(SORTS), COARSE_BITS) for view in COARSE_VIEWS}
                ),
                [(float(slope), float(offset)) for slope, offset in head["calibration"]],
                float(head["keeps_count"]),
                float(head["most_kept"]),
                float(head["gate"]),
            )
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ModelUnusable(f"its description is damaged ({error})") from None


@cache
def shipped() -> Model:
    """Return the model that memtui comes with. Raises ModelUnusable when it is missing or damaged."""
    try:
        told = resources.files(__package__).joinpath(FILE).read_bytes()
    except OSError as error:
        raise ModelUnusable(f"it can't be read ({error.strerror})") from None
    return Model.from_bytes(told)


def folded(hashes: Hashes, bits: int) -> Ints:
    """Return hashes as places in a table of 2^bits."""
    return (hashes >> np.uint64(64 - bits)).view(np.int64)


def rarity_of(stored: NDArray[np.uint8]) -> Floats:
    """Return how much features count by what is stored of their rarity."""
    return stored * np.float32(_RARITY_STEP)


def rarity_stored(rarity: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return what is stored of how much features count."""
    return np.clip(np.rint(rarity / _RARITY_STEP), 1, 255).astype(np.uint8)


class _Arrays:
    """Takes arrays from the file's weights, one after the other."""

    def __init__(self, packed: bytes) -> None:
        self._numbers = np.frombuffer(packed, np.int8)
        self._at = 0

    def take(self, rows: int, bits: int) -> NDArray[np.int8]:
        first, self._at = self._at, self._at + (rows << bits)
        return self._numbers[first : self._at].reshape(rows, 1 << bits)


def _size() -> int:
    fine = sum((1 + len(HEADS)) << BITS[view] for view in VIEWS)
    return fine + len(COARSE_VIEWS) * (len(SORTS) << COARSE_BITS)


def _weights(told: dict[str, Any], views: dict[str, NDArray[np.int8]]) -> Weights:
    counts = [[float(each) for each in row] for row in told["counts"]]
    if any(len(row) != len(NAMES) for row in counts):
        raise ValueError("other counts")
    steps = {view: [float(each) for each in told["steps"][view]] for view in views}
    return Weights(views, steps, counts, [float(each) for each in told["bias"]])

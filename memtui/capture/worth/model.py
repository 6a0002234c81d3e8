"""The learned model of what is worth keeping: its file, and what it says of a sentence.

It is linear over the `features` of a sentence, divided by the root of their number, with two heads: whether a
reader would keep it, and whether a person states something that is to hold from then on. Trained by
`python -m training.worth`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, sqrt
from pathlib import Path
from typing import Any, Self

from memtui.capture.worth.features import SIZE, USER, Words, features
from memtui.model_files import Shipped, damage_told, packed, unpacked

FORMAT = "memtui worth model 2"
FILE = Path(__file__).with_name("worth.model")
_FLAT = 30.0
"""Log odds beyond which a probability is 0 or 1 to all digits that matter, and `exp` may overflow."""
KEEP, STANDING = "keep", "standing"
HEADS = (KEEP, STANDING)
_WORDS = Words.__slots__
"""The two sets of words that the file lists."""


@dataclass(frozen=True, slots=True)
class Head:
    """What one question is answered by."""

    step: float
    """What 1 of a weight is."""
    bias: float
    slope: float
    """With `offset`, turns a sum into the logit of a probability."""
    offset: float
    least: float
    """From this probability on the answer is yes."""


@dataclass(frozen=True, slots=True)
class Model:
    """A trained model. Raises ModelUnusable when it is read from what is no model of this version."""

    heads: Mapping[str, Head]
    weights: Mapping[str, bytes]
    """By head, one signed byte for each place of a feature."""
    words: Words

    def keeps(self, text: str, by: str, known: Sequence[str] = ()) -> float:
        """Return how likely a reader would keep a sentence, 0…1. `by` and `known` are those of `features`."""
        return self._likely(KEEP, features(text, by, self.words, known))

    def likely_lasting(self, text: str) -> float:
        """Return how likely a person's sentence states something that holds from then on, 0…1."""
        return self._likely(STANDING, features(text, USER, self.words))

    def is_kept(self, likely: float) -> bool:
        """Say whether that is likely enough to keep it."""
        return likely >= self.heads[KEEP].least

    def is_standing(self, likely: float) -> bool:
        """Say whether that is likely enough to take it as said for good."""
        return likely >= self.heads[STANDING].least

    def _likely(self, name: str, places: set[int]) -> float:
        head = self.heads[name]
        log_odds = head.slope * (self.sum(name, places) * head.step + head.bias) + head.offset
        return 1 / (1 + exp(-max(min(log_odds, _FLAT), -_FLAT)))

    def sum(self, name: str, places: set[int]) -> float:
        """Return the sum of a head's weights, in steps."""
        weights = self.weights[name]
        return sum((weights[place] ^ 128) - 128 for place in places) / sqrt(len(places) + 1)

    def to_bytes(self) -> bytes:
        """Return the file's bytes: the same for the same model."""
        told: dict[str, Any] = {name: asdict(self.heads[name]) for name in HEADS}
        told |= {name: " ".join(sorted(getattr(self.words, name))) for name in _WORDS}
        weights = b"".join(self.weights[name] for name in HEADS)
        return packed(FORMAT, json.dumps(told, sort_keys=True), weights)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the model that a file holds. Raises ModelUnusable."""
        description, both = unpacked(data, FORMAT, len(HEADS) * SIZE)
        with damage_told():
            heads = {head: _head(description[head]) for head in HEADS}
            words = Words(*(frozenset(description[name].split()) for name in _WORDS))
        weights = {head: both[at * SIZE : (at + 1) * SIZE] for at, head in enumerate(HEADS)}
        return cls(heads, weights, words)


def _head(fields: Mapping[str, Any]) -> Head:
    return Head(**{name: float(fields[name]) for name in Head.__slots__})


shipped = Shipped(FILE, Model.from_bytes)

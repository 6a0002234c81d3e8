"""The learned model of how much speaks against a statement: its file, and what it says.

It is linear over three things: the signs, the words that a statement changes of its quote, and how near it
is in meaning. It has two heads, as the vectors that tell nearness may not be installed. One threshold decides
for each. Trained by `python -m training.grounding`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from memtui.capture.support import nearness, signs
from memtui.capture.support.align import Pair
from memtui.capture.support.changes import SIZE, places
from memtui.capture.support.nearness import FIGURES
from memtui.capture.support.signs import REASONS, SIGNS
from memtui.model_files import ModelUnusable, Shipped, damage_told, packed, unpacked

FORMAT = "memtui grounding model 2"
FILE = Path(__file__).with_name("grounding.model")
NEAR, WORDS = "near", "words"
HEADS = (NEAR, WORDS)
"""The head that knows how near a statement is in meaning, and the one that goes by its words alone."""
OTHERWISE = "its quote does not say so"
"""What a person reads where no single sign says why."""
_TELLING = 0.3
"""Logits that a sign has to add to be the reason."""
_SURELY_TRUE = -3.5
"""Logits beside the threshold below which a statement is surely true. Of statements about everyday texts that
a model had not seen, 40 % of the true and 2 % of the false ones lie there.
"""
_SURELY_FALSE = 1.0
"""Logits from which on it is surely false: 24 % of the false and 0.4 % of the true ones lie there."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is known of a statement before it is weighed."""

    signs: tuple[float, ...]
    """Of `signs.row`."""
    changes: tuple[int, ...]
    """Of `changes.places`."""
    nearness: tuple[float, ...]
    """Of `nearness.measured`; empty without vectors."""

    @classmethod
    def of(cls, pair: Pair) -> Self:
        """Return what is known of a statement."""
        return cls(tuple(signs.row(pair)), tuple(places(pair)), tuple(nearness.measured(pair) or ()))


@dataclass(frozen=True, slots=True)
class Head:
    """What each thing weighs."""

    plain: Mapping[str, float]
    """By the name of a sign, what it adds."""
    literal: Mapping[str, float]
    """What it adds besides, as far as the statement is made of the quote's words."""
    near: tuple[float, ...]
    """What each figure of nearness adds."""
    step: float
    """What 1 of the weight of a change is."""
    bias: float
    threshold: float
    """From this score on a statement is held back."""


@dataclass(frozen=True, slots=True)
class Model:
    """A trained model. Raises ModelUnusable when it is read from what is no model of this version."""

    heads: Mapping[str, Head]
    changes: Mapping[str, bytes]
    """By head, one signed byte for each place of a change."""

    def score(self, told: Told) -> float:
        """Return how much speaks against a statement, in logits."""
        name = NEAR if told.nearness else WORDS
        head, weights = self.heads[name], self.changes[name]
        changed = head.step * sum((weights[place] ^ 128) - 128 for place in told.changes)
        near = sum(
            weight * each for weight, each in zip(head.near, told.nearness, strict=bool(told.nearness))
        )
        return head.bias + sum(_added(head, told.signs)) + changed + near

    def reason(self, told: Told) -> str | None:
        """Return what a person reads of a statement that is held back, or None."""
        head = self.heads[NEAR if told.nearness else WORDS]
        if self.score(told) < head.threshold:
            return None
        groups = dict.fromkeys(REASONS, 0.0)
        for sign, added in zip(SIGNS, _added(head, told.signs), strict=True):
            groups[sign.group] += added
        most = max(groups, key=lambda group: groups[group])
        return REASONS[most] if groups[most] >= _TELLING else OTHERWISE

    def is_unsure(self, told: Told) -> bool:
        """Say whether a statement may be true or false by what speaks against it."""
        head = self.heads[NEAR if told.nearness else WORDS]
        return _SURELY_TRUE <= self.score(told) - head.threshold < _SURELY_FALSE

    def to_bytes(self) -> bytes:
        """Return the file's bytes: the same for the same model."""
        heads = {name: asdict(self.heads[name]) for name in HEADS}
        weights = b"".join(self.changes[name] for name in HEADS)
        return packed(FORMAT, json.dumps(heads, sort_keys=True), weights)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what `to_bytes` wrote. Raises ModelUnusable."""
        read, weights = unpacked(data, FORMAT, len(HEADS) * SIZE)
        with damage_told():
            heads = {name: _head(read[name]) for name in HEADS}
        return cls(heads, {name: weights[at * SIZE : (at + 1) * SIZE] for at, name in enumerate(HEADS)})


def _added(head: Head, row: Sequence[float]) -> list[float]:
    count = len(SIGNS)
    return [
        head.plain[sign.name] * plain + head.literal[sign.name] * literal
        for sign, plain, literal in zip(SIGNS, row[:count], row[count:], strict=True)
    ]


def _head(read: Mapping[str, Any]) -> Head:
    plain, literal = (
        {sign.name: float(read[part][sign.name]) for sign in SIGNS} for part in ("plain", "literal")
    )
    if len(read["plain"]) != len(SIGNS):
        raise ModelUnusable("it was trained for other signs")
    near = tuple(map(float, read["near"]))
    if len(near) not in {0, FIGURES}:
        raise ModelUnusable("it was trained for other figures of nearness")
    return Head(plain, literal, near, *map(float, (read["step"], read["bias"], read["threshold"])))


shipped = Shipped(FILE, Model.from_bytes)

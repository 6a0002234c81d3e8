"""The learned model of how much each sign weighs against a statement: its file, and what it says.

It is linear over the signs, with weights that only speak against: what is not shown to be wrong passes. One
threshold decides. Trained by `python -m training.grounding`. Standard library only.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from memtui.capture.support.signs import REASONS, SIGNS
from memtui.model_files import ModelUnusable, Shipped, after_name, damage_told

FORMAT = "memtui grounding model 1"
FILE = Path(__file__).with_name("grounding.model")


@dataclass(frozen=True, slots=True)
class Model:
    """A trained model. Raises ModelUnusable when it is read from what is no model of this version."""

    plain: Mapping[str, float]
    """By the name of a sign, what it adds."""
    literal: Mapping[str, float]
    """What it adds besides, as far as the statement is made of the quote's words."""
    bias: float
    threshold: float
    """From this score on a statement is held back."""

    def score(self, signs: Sequence[float]) -> float:
        """Return how much speaks against a statement, from the figures of `signs.row`, in logits."""
        return self.bias + sum(self._added(signs))

    def reason(self, signs: Sequence[float]) -> str | None:
        """Return what a person reads of a statement that is held back, or None."""
        if self.score(signs) < self.threshold:
            return None
        groups = dict.fromkeys(REASONS, 0.0)
        for sign, added in zip(SIGNS, self._added(signs), strict=True):
            groups[sign.group] += added
        return REASONS[max(groups, key=lambda group: groups[group])]

    def _added(self, signs: Sequence[float]) -> list[float]:
        count = len(SIGNS)
        return [
            self.plain[sign.name] * plain + self.literal[sign.name] * literal
            for sign, plain, literal in zip(SIGNS, signs[:count], signs[count:], strict=True)
        ]

    def to_bytes(self) -> bytes:
        """Return the file's bytes: the same for the same model."""
        return f"{FORMAT}\n{json.dumps(asdict(self), indent=1, sort_keys=True)}\n".encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what `to_bytes` wrote. Raises ModelUnusable."""
        rest = after_name(data, FORMAT)
        with damage_told():
            read = json.loads(rest)
            plain, literal = (
                {sign.name: float(read[part][sign.name]) for sign in SIGNS} for part in ("plain", "literal")
            )
            if len(read["plain"]) != len(SIGNS):
                raise ModelUnusable("it was trained for other signs")
            return cls(plain, literal, float(read["bias"]), float(read["threshold"]))


shipped = Shipped(FILE, Model.from_bytes)

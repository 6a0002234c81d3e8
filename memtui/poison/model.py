"""The learned model of how planted instructions are worded: its file, and what it says of a text.

It is linear over the `features` of a piece of text, divided by the root of their number. Most texts are done
with after a look at their words one by one (`Glance`), which takes some microseconds; what that cannot rule
out is read in full. Trained by `python -m training.poison`. Standard library only, for recall and hooks.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Self

from memtui.model_files import damage_told, packed, read_model, unpacked, usable
from memtui.poison.features import PIECE, SIZE, Span, by_word, features, is_shown, pieces, words

FORMAT = "memtui poison model 1"
FILE = Path(__file__).with_name("poison.model")


@dataclass(frozen=True, slots=True)
class Reading:
    """What the model found in a text."""

    score: float
    start: int
    end: int
    """Of the sentence that speaks for it most."""
    telling: tuple[str, ...]
    """Words of that sentence, as written, the most telling first."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What single words say: enough to be done with most texts."""

    weights: Mapping[str, int]
    step: float
    """What 1 of a weight is, in logits."""
    bias: float
    threshold: float
    """From this score on a text is read in full."""

    def score(self, said: Sequence[str]) -> float:
        """Return how much the words of a piece speak for its being planted, in logits."""
        different = set(said)
        get = self.weights.get
        known = sum([get(word, 0) for word in different])
        return known * self.step / sqrt(len(different) + 1) + self.bias


@dataclass(frozen=True, slots=True)
class Model:
    """A trained model. Raises ModelUnusable when it is read from what is no model of this version."""

    weights: bytes
    """One signed byte for each place of a feature."""
    step: float
    """What 1 of a weight is, in logits."""
    bias: float
    threshold: float
    """From this score on a text is suspicious."""
    glance: Glance

    def read(self, text: str) -> Reading | None:
        """Return what makes a text suspicious, None when nothing does."""
        if len(text) <= PIECE and not self._worth_reading(text):
            return None  # most texts: no need to look for their sentences
        found = [spans for spans in pieces(text) if self._worth_reading(text[spans[0][0] : spans[-1][1]])]
        score, best = max(((self.score(text, spans), spans) for spans in found), default=(0.0, []))
        if not best or score < self.threshold:
            return None
        start, end = max(best, key=lambda span: self.score(text, [span]))
        return Reading(score, start, end, self._telling(text[start:end]))

    def score(self, text: str, spans: Sequence[Span]) -> float:
        """Return how much some sentences of a text speak for its being planted, in logits."""
        places = features(text, spans)
        return self._sum(places) * self.step / sqrt(len(places) + 1) + self.bias

    def _sum(self, places: Iterable[int]) -> int:
        weights = self.weights
        return sum((weights[place] ^ 128) - 128 for place in places)

    def _worth_reading(self, piece: str) -> bool:
        return self.glance.score(words(piece)) >= self.glance.threshold

    def _telling(self, sentence: str) -> tuple[str, ...]:
        said = words(sentence)
        speaks = [self._sum(places) for places in by_word(said)]
        order = sorted(range(len(said)), key=lambda at: -speaks[at])
        return tuple(dict.fromkeys(said[at] for at in order if speaks[at] > 0 and is_shown(said[at])))[:3]

    def to_bytes(self) -> bytes:
        """Return the file's bytes: the same for the same model."""
        head = {
            "step": self.step,
            "bias": self.bias,
            "threshold": self.threshold,
            "glance": asdict(self.glance),
        }
        told = json.dumps(head, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return packed(FORMAT, told, self.weights)

    @classmethod
    def from_bytes(cls, told: bytes) -> Self:
        """Return the model that a file holds. Raises ModelUnusable."""
        head, weights = unpacked(told, FORMAT, SIZE)
        with damage_told():
            glance = head["glance"]
            known = {str(word): int(weight) for word, weight in glance["weights"].items()}
            first = Glance(known, *_numbers(glance))
            step, bias, threshold = _numbers(head)
            return cls(weights, step, bias, threshold, first)


def _numbers(told: Mapping[str, float]) -> tuple[float, float, float]:
    return float(told["step"]), float(told["bias"]), float(told["threshold"])


@cache
def shipped(file: Path = FILE) -> Model:
    """Return the model that memtui comes with. Raises ModelUnusable when it is missing or damaged."""
    return read_model(file, Model.from_bytes)


@cache
def learned() -> Model | None:
    """Return the model that memtui comes with, None when it can't be used."""
    return usable(shipped)

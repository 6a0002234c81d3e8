"""The learned model of how planted instructions are worded: its file, and what it says of a text.

It is linear over the `features` of a piece of text, divided by the root of their number. Most texts are done
with after a look at their words one by one (`Glance`), which takes some microseconds; what that cannot rule
out is read in full. Trained by `python -m training.poison`. Standard library only, for recall and hooks.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, sqrt
from pathlib import Path
from typing import Self

from memtui.model_files import Shipped, damage_told, packed, unpacked
from memtui.poison.features import (
    PIECE,
    SHORTEST,
    SIZE,
    Span,
    asks,
    by_word,
    features,
    is_shown,
    pieces,
    sort_places,
    sorts_of,
    words_in,
)

FORMAT = "memtui poison model 4"
FILE = Path(__file__).with_name("poison.model")
_TOLD = 3
"""The most words of a sentence that a reason names."""
_SUREST = 0.9
"""No wording is surer than this, chosen: it was tried among more planted notes than any store holds."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the model found in a text."""

    score: float
    start: int
    end: int
    """Of the sentence that speaks for it most."""
    telling: tuple[str, ...]
    """The words of that sentence that weigh most, in order, in lower case."""
    sure: float
    """The probability that such a text was planted, 0…1."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What single words say: enough to be done with most texts."""

    weights: Mapping[str, int]
    step: float
    """What 1 of a weight is, in logits."""
    bias: float
    threshold: float
    """From this score on a text is read in full."""

    def score(self, words: Sequence[str]) -> float:
        """Return how much the words of a piece speak for its being planted, in logits."""
        different = set(words)
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
    slope: float
    """With `offset` what makes a probability of a score."""
    offset: float
    glance: Glance

    def read(self, text: str) -> Reading | None:
        """Return the model's reading of a suspicious text, or None."""
        if len(text) <= PIECE and not self._worth_reading(text):
            return None  # most texts: no need to look for their sentences
        sentences = [spans for spans in pieces(text) if self._worth_reading(text[spans[0][0] : spans[-1][1]])]
        score, best = max(
            ((self.score(text, part), part) for spans in sentences for part in parts(text, spans)),
            default=(0.0, []),
        )
        if not best or score < self.threshold:
            return None
        start, end = max(best, key=lambda span: self.score(text, [span]))
        return Reading(score, start, end, self._telling(text[start:end]), self._sure(score))

    def score(self, text: str, spans: Sequence[Span]) -> float:
        """Return how much some sentences of a text speak for its being planted, in logits."""
        places = features(text, spans)
        return self._sum(places) * self.step / sqrt(len(places) + 1) + self.bias

    def _sum(self, places: Iterable[int]) -> int:
        weights = self.weights
        return sum((weights[place] ^ 128) - 128 for place in places)

    def _worth_reading(self, piece: str) -> bool:
        return self.glance.score(words_in(piece)) >= self.glance.threshold

    def _telling(self, sentence: str) -> tuple[str, ...]:
        words = words_in(sentence)
        speaks = [
            self._sum(places) + self._of_sorts(word)
            for word, places in zip(words, by_word(words), strict=True)
        ]
        order = sorted((at for at, word in enumerate(words) if is_shown(word)), key=lambda at: -speaks[at])
        most = dict.fromkeys(words[at] for at in order if speaks[at] > 0)
        strongest = set(list(most)[:_TOLD])
        return tuple(dict.fromkeys(word for word in words if word in strongest))

    def _of_sorts(self, word: str) -> int:
        return sum(self._sum(sort_places(sort)) for sort in sorts_of(word))

    def _sure(self, score: float) -> float:
        return min(_SUREST, 1 / (1 + exp(-(self.slope * score + self.offset))))

    def to_bytes(self) -> bytes:
        """Return the file's bytes: the same for the same model."""
        head = {
            "step": self.step,
            "bias": self.bias,
            "threshold": self.threshold,
            "slope": self.slope,
            "offset": self.offset,
            "glance": asdict(self.glance),
        }
        description = json.dumps(head, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return packed(FORMAT, description, self.weights)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the model that a file holds. Raises ModelUnusable."""
        head, weights = unpacked(data, FORMAT, SIZE)
        with damage_told():
            glance = head["glance"]
            known = {str(word): int(weight) for word, weight in glance["weights"].items()}
            first = Glance(known, *_numbers(glance))
            slope, offset = float(head["slope"]), float(head["offset"])
            return cls(weights, *_numbers(head), slope, offset, first)


def parts(text: str, spans: list[Span]) -> list[list[Span]]:
    """Return what a piece is read as: the whole, and each sentence that is long enough by itself.

    What honest sentences beside a planted one say must not outweigh it. What asks for no deed is not read: by
    its words alone a note of an account or a key looks much like one that wants it sent away.
    """
    alone = [[span] for span in spans if span[1] - span[0] >= SHORTEST]
    return [part for part in ([spans, *alone] if len(spans) > 1 else [spans]) if asks(text, part)]


def _numbers(fields: Mapping[str, float]) -> tuple[float, float, float]:
    return float(fields["step"]), float(fields["bias"]), float(fields["threshold"])


shipped = Shipped(FILE, Model.from_bytes)

"""The words of one store: how rare each is there, and whether a third statement says what two share.

A word that is common everywhere may be rare among the statements of one store, and the name of a project,
which is rare everywhere, stands in half of its own. Two that share what hardly another of their store says
speak of the same; two that share what many say are lines of one series.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

from memtui.language.side import telling_words

LEAST = 12
"""Statements of which one can say which words are rare."""
_EVERYWHERE = 60
"""A word of more statements than this tells none of them apart, and is not looked up."""
_MOSTLY = 0.7
"""The share of what two have in common that another says who could stand in the place of either."""


class StoreWords:
    """The words of the statements of one store, each known by an id."""

    def __init__(self, texts: Mapping[int, str] | Mapping[str, str]) -> None:
        """Count in which statements each word stands."""
        self.count = len(texts)
        self._holding: dict[str, list[int | str]] = {}
        for number, text in texts.items():
            for word in telling_words(text):
                self._holding.setdefault(word, []).append(number)
        top = math.log(self.count + 1.5)
        self._rarity = [math.log((self.count + 1) / (n + 0.5)) / top for n in range(self.count + 1)]

    def weight(self, words: Iterable[str]) -> float:
        """Return how much words count together: each the more, the fewer statements have it."""
        return math.fsum(map(self.rarity, words))

    def rarity(self, word: str) -> float:
        """Return how rare a word is, about 0…1."""
        return self._rarity[self.holders(word)]

    def holders(self, word: str) -> int:
        """Return how many statements have a word."""
        return len(self._holding.get(word, ()))

    def said_besides(self, shared: Iterable[str], two: Sequence[int | str]) -> tuple[float, int]:
        """Return how much of what two share another says, 0…1, and how many say most of it."""
        known: dict[int | str, float] = {}
        words = sorted(shared)
        for word in words:
            holding = self._holding.get(word, ())
            if len(holding) <= _EVERYWHERE:
                rarity = self.rarity(word)
                for number in holding:
                    known[number] = known.get(number, 0.0) + rarity
        whole = self.weight(words) or 1.0
        others = [weight / whole for number, weight in known.items() if number not in two]
        return max(others, default=0.0), sum(share >= _MOSTLY for share in others)

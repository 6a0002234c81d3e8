"""Matches new lines of a file with the vanished lines that they reword.

Formats without ids know a record by its text, so an edited line reads as one that vanished and one that is
new. If the two were not matched, the old line would be dropped with its history, and the new one start from
nothing.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from math import log

ENOUGH = 0.42
"""The weight of the shared words, against that of all, from which two lines are one; `benchmarks.edits`."""
_COMMON = 40
"""A word in more new lines than this does not tell which of them is meant."""
_WORD = re.compile(r"[^\W_]+")


def pair_up(gone: Sequence[str], new: Sequence[str], there: Sequence[str]) -> dict[int, int]:
    """Return, for indices in `gone`, the index in `new` of the line's new wording; each is used once.

    `there` are all lines of the file now: a word that most of them share, as from a heading, says little.
    The time grows with the length of the lines, not with the number of pairs.
    """
    pairs: dict[int, int] = {}
    taken = set()
    for share, at, other in likenesses(gone, new, weights(there)):
        if share >= ENOUGH and at not in pairs and other not in taken:
            pairs[at] = other
            taken.add(other)
    return pairs


def likenesses(
    gone: Sequence[str], new: Sequence[str], weigh: Callable[[str], float]
) -> list[tuple[float, int, int]]:
    """Return how much lines that went and lines that came share, 0…1, with their indices; the most first.

    Those that share no word, or only words of very many lines, are in none.
    """
    before, after = [Counter(words_of(line)) for line in gone], [Counter(words_of(line)) for line in new]
    places: dict[str, list[int]] = {}
    for at, words in enumerate(after):
        for word in words:
            places.setdefault(word, []).append(at)
    rare = {word: lines for word, lines in places.items() if len(lines) <= _COMMON}
    likeness = sorted(
        (-_alike(words, after[other], weigh), at, other)
        for at, words in enumerate(before)
        for other in {place for word in words for place in rare.get(word, ())}
    )
    return [(-less, at, other) for less, at, other in likeness]


def words_of(line: str) -> list[str]:
    """Return the words of a line, folded for comparing."""
    return _WORD.findall(line.casefold())


def weights(lines: Sequence[str]) -> Callable[[str], float]:
    """Return what a word weighs: much when few of the lines hold it."""
    spread = Counter(word for line in lines for word in set(words_of(line)))
    return lambda word: log((len(lines) + 1) / max(spread[word], 1))


def _alike(one: Counter[str], other: Counter[str], weigh: Callable[[str], float]) -> float:
    """Return the weight of what two lines share, twice, over the weight of both: 0…1 (Dice)."""
    shared = sum(count * weigh(word) for word, count in (one & other).items())
    both = sum(count * weigh(word) for word, count in (one + other).items())
    return 2 * shared / both if both else 0.0

"""Why the model says what it does of one text: which of its words and which of its counts decided."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memtui.language.lexicon import STOP_WORDS
from memtui.review.learned.counts import NAMES
from memtui.review.learned.crossed import Doubles, crossed, shared_out
from memtui.review.learned.model import (
    ALL_HEADS,
    BITS,
    COARSE_BITS,
    COARSE_VIEWS,
    HEADS,
    NEARLY_PLAIN,
    PLAIN,
    SORTS,
    Model,
    Weights,
    folded,
    rarity_of,
)
from memtui.review.learned.reading import VIEWS, Reading, read

Span = tuple[int, int]
_MOST = 3
"""Words that a card names as what spoke for it: one line."""
_LEAST_COUNT = 0.02
"""The contribution, 0…1, from which on a count is named as a reason."""
_LEAST_SHARE = 0.15
"""The share of the strongest word's contribution that another must reach to be named."""


@dataclass(frozen=True, slots=True)
class Speech:
    """Why the model says so."""

    sort: str
    """One of SORTS, the likeliest; nobody is asked about a PLAIN one that is not past that."""
    sort_of_removal: str
    """The likeliest of the others than PLAIN."""
    words_for: tuple[tuple[int, int], ...]
    """Stretches of the text, the most telling first."""
    words_against: tuple[tuple[int, int], ...]
    counts_for: tuple[str, ...]
    """Of `counts.NAMES`, the most telling first."""
    counts_against: tuple[str, ...]
    counts_there: tuple[str, ...]
    """All that are true of it in any degree."""


def speech(model: Model, text: str, head: str = HEADS[0]) -> Speech:
    """Return why a model says what it does of a text: what speaks for it is what one head goes by."""
    number = ALL_HEADS.index(head)
    reading = read([text])
    letters = np.zeros(len(reading.text.codes) + 1)
    for view in VIEWS:
        _add(letters, reading, view, model.rarity[view], model.heads, number)
    strength = np.cumsum(letters)[reading.text.starts[0] :]
    weights = _word_weights(text, strength)
    counts = crossed(reading.counts, np.array(model.scales))
    counted = shared_out(counts[0] * model.heads.of_counts()[number])
    return Speech(
        *_sorts(model, reading, counts),
        _strongest(weights, 1),
        _strongest(weights, -1),
        _counts(counted, 1),
        _counts(counted, -1),
        tuple(name for name, count in zip(NAMES, reading.counts[0], strict=True) if count),
    )


def _add(
    letters: NDArray[np.float64],
    reading: Reading,
    view: str,
    rarity: NDArray[np.uint8],
    heads: Weights,
    number: int,
) -> None:
    """Deal out what each feature of a view adds to a head over the letters that it stands on.

    `letters` holds differences: summed up, it is what each letter adds.
    """
    bag = reading.bags[view]
    places = folded(bag.hashes, BITS[view])
    rare = rarity_of(rarity)[places]
    length = float(np.sqrt(rare @ rare)) + 1e-9
    adds = heads.views[view][number][places] * rare * (heads.steps[view][number] / length)
    each = adds / np.maximum(bag.ends - bag.starts, 1)
    np.add.at(letters, bag.starts, each)
    np.subtract.at(letters, bag.ends, each)


def _word_weights(text: str, strength: NDArray[np.float64]) -> dict[str, tuple[float, Span]]:
    """Return what each different word of a text adds in all, and where it first stands.

    A figure, a day and words like `and` tell a person nothing of why, whatever they add.
    """
    weights_of: dict[str, tuple[float, Span]] = {}
    at = 0
    for word in text[: len(strength)].split():
        first = text.index(word, at)
        at = first + len(word)
        bare = word.strip("*`_,.;:()[]{}\"'“”#>|-")
        if not any(map(str.isalpha, bare)) or bare.lower() in STOP_WORDS:
            continue
        begin = text.index(bare, first)
        sum_before, span = weights_of.get(bare.lower(), (0.0, (begin, begin + len(bare))))
        weights_of[bare.lower()] = (sum_before + float(strength[first:at].sum()), span)
    return weights_of


def _strongest(words: Mapping[str, tuple[float, Span]], sign: int) -> tuple[Span, ...]:
    ranked = sorted(words.values(), key=lambda word: (-sign * word[0], word[1]))[:_MOST]
    least = _LEAST_SHARE * sign * ranked[0][0] if ranked else 0.0
    return tuple(span for adds, span in ranked if sign * adds > max(least, 0.0))


def _counts(counted: NDArray[np.float64], sign: int) -> tuple[str, ...]:
    order = np.argsort(-sign * counted, kind="stable")[:2]
    return tuple(NAMES[place] for place in order if sign * counted[place] >= _LEAST_COUNT)


def _sorts(model: Model, reading: Reading, counts: Doubles) -> tuple[str, str]:
    """Return what a text is taken for, and what it would be if it were not plain."""
    sums = counts[0] @ model.sorts.of_counts().T + np.array(model.sorts.bias)
    for view in COARSE_VIEWS:
        bag = reading.bags[view]
        rare = rarity_of(model.rarity[view])[folded(bag.hashes, BITS[view])]
        length = float(np.sqrt(rare @ rare)) + 1e-9
        weights = model.sorts.views[view][:, folded(bag.hashes, COARSE_BITS)]
        sums = sums + weights @ rare * np.array(model.sorts.steps[view]) / length
    plain = SORTS.index(PLAIN)
    others = np.where(np.arange(len(SORTS)) == plain, -np.inf, sums)
    removal = SORTS[int(np.argmax(others))]
    return (PLAIN if sums.max() - sums[plain] < NEARLY_PLAIN else removal), removal

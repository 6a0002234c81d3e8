"""Why the model says what it does of texts: which of their words and which of their counts decided."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memtui.language.lexicon import STOP_WORDS
from memtui.review.learned.counts import NAMES
from memtui.review.learned.crossed import Doubles, crossed, shared_out
from memtui.review.learned.model import (
    ALL_HEADS,
    AT_ONCE,
    BITS,
    COARSE_BITS,
    COARSE_VIEWS,
    HEADS,
    NEARLY_PLAIN,
    PLAIN,
    SORTS,
    Model,
    folded,
    rarity_of,
)
from memtui.review.learned.reading import VIEWS, Bag, Reading, read

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
    return next(speeches(model, [text], head))


def speeches(model: Model, texts: Sequence[str], head: str = HEADS[0]) -> Iterator[Speech]:
    """Yield why a model says what it does of each of some texts, for a fraction of what one alone costs."""
    for at in range(0, len(texts), AT_ONCE):
        yield from _spoken(model, texts[at : at + AT_ONCE], ALL_HEADS.index(head))


def _spoken(model: Model, texts: Sequence[str], head: int) -> Iterator[Speech]:
    reading = read(texts)
    strengths = _by_letters(model, reading, head)
    counts = crossed(reading.counts, np.array(model.scales))
    counted = counts * model.heads.of_counts()[head]
    sorts = _sorts(model, reading, counts)
    for row, (text, strength) in enumerate(zip(texts, strengths, strict=True)):
        weights = _word_weights(text, strength)
        by_count = shared_out(counted[row])
        yield Speech(
            *sorts[row],
            _strongest(weights, 1),
            _strongest(weights, -1),
            _counts(by_count, 1),
            _counts(by_count, -1),
            tuple(name for name, count in zip(NAMES, reading.counts[row], strict=True) if count),
        )


def _by_letters(model: Model, reading: Reading, head: int) -> list[Doubles]:
    """Return for each text what each of its letters adds to a head.

    What a feature adds is dealt out over the letters that it stands on.
    """
    rises = np.zeros(len(reading.text.codes) + 1)  # from each letter to the next, summed up below
    for view in VIEWS:
        bag = reading.bags[view]
        places = folded(bag.hashes, BITS[view])
        rare = rarity_of(model.rarity[view])[places]
        steps = (model.heads.steps[view][head] / _lengths(reading, bag, rare)).astype(np.float32)
        adds = model.heads.views[view][head][places] * rare * steps[bag.rows]
        each = adds / np.maximum(bag.ends - bag.starts, 1)
        np.add.at(rises, bag.starts, each)
        np.subtract.at(rises, bag.ends, each)
    begins = reading.text.starts - 1  # features begin at the space before a text
    ends = np.append(begins[1:], len(rises))
    return [np.cumsum(rises[begin:end])[1:] for begin, end in zip(begins, ends, strict=True)]


def _lengths(reading: Reading, bag: Bag, rare: NDArray[np.float32]) -> Doubles:
    """Return what the features of each text are divided by, so that none speaks louder than another."""
    squares = np.bincount(bag.rows, rare * rare, len(reading.counts)).astype(np.float32)
    return np.sqrt(squares) + 1e-9


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


def _sorts(model: Model, reading: Reading, counts: Doubles) -> list[tuple[str, str]]:
    """Return what each text is taken for, and what it would be if it were not plain."""
    sums = counts @ model.sorts.of_counts().T + np.array(model.sorts.bias)
    for view in COARSE_VIEWS:
        bag = reading.bags[view]
        rare = rarity_of(model.rarity[view])[folded(bag.hashes, BITS[view])]
        weights = model.sorts.views[view][:, folded(bag.hashes, COARSE_BITS)] * rare
        lengths = _lengths(reading, bag, rare)
        for sort, step in enumerate(model.sorts.steps[view]):
            sums[:, sort] += np.bincount(bag.rows, weights[sort], len(sums)) * step / lengths
    plain = SORTS.index(PLAIN)
    others = np.where(np.arange(len(SORTS)) == plain, -np.inf, sums)
    nearly_plain = sums.max(axis=1) - sums[:, plain] < NEARLY_PLAIN
    removals = [SORTS[place] for place in np.argmax(others, axis=1)]
    return [
        (PLAIN if near else removal, removal) for near, removal in zip(nearly_plain, removals, strict=True)
    ]

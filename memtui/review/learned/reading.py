"""How the model reads texts: three bags of hashed features, and the counts.

* `letters`: two to five neighbouring characters of a word, the spaces around it included;
* `words`: words and signs, alone and in pairs;
* `forms`: the same, but paths, names from code, dates and numbers are told by their sort alone, headings
  apart from the statement they lead to; and with how words begin and end.

A feature is known by its hash; where two fall together, the model can't tell them apart. A thousand texts
are read in about 20 ms.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memtui.review.learned.characters import LOWER, NEWLINE, SPACE
from memtui.review.learned.counts import counts
from memtui.review.learned.laid import Flags, Floats, Hashes, Ints, Laid, laid, mixed
from memtui.review.learned.tokens import Sort, Tokens, tokens

VIEWS = ("letters", "words", "forms")
_LONGEST_GRAM = 5
"""Letters in a row that are looked at together: about a stem."""
_STEP = np.uint64(0xD6E8FEB86659FD93)
_ENDING, _BEGINNING = 3, 4
"""Letters of a word of five or more that tell how it begins and ends."""


@dataclass(frozen=True, slots=True)
class Bag:
    """The features that occur in some texts, as often as they do."""

    rows: Ints
    """Which text."""
    hashes: Hashes
    starts: Ints
    """Where each feature stands, in characters of all texts; for saying which words spoke."""
    ends: Ints


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of some texts."""

    text: Laid
    bags: dict[str, Bag]
    """By view."""
    counts: Floats


def read(texts: Sequence[str]) -> Reading:
    """Read some texts; at least one."""
    text = laid(texts)
    split = tokens(text)
    bags = {"letters": _letters(text), "words": _bag_of(split), "forms": _forms(text, split)}
    return Reading(text, bags, counts(text, split))


def _letters(text: Laid) -> Bag:
    space = (text.kinds == SPACE) | (text.kinds == NEWLINE)
    bags: list[Bag] = []
    size = len(space)
    rolling = text.values
    inside = np.ones(size, np.bool_)
    for length in range(2, _LONGEST_GRAM + 1):
        last = length - 1
        rolling = rolling[:-1] * _STEP + text.values[last:]
        within = ~space[last - 1 : size - 1] if length > 2 else ~(space[:-1] & space[1:])
        inside = inside[:-1] & within
        at = np.flatnonzero(inside)
        bags.append(Bag(text.rows[at], mixed(rolling[at]), at, at + length))
    return _together(bags)


def _bag_of(tokens: Tokens) -> Bag:
    alone = Bag(tokens.rows, tokens.hashes, tokens.starts, tokens.ends)
    return _together([alone, _pairs(alone, tokens.hashes)])


def _forms(text: Laid, tokens: Tokens) -> Bag:
    kept = (tokens.sorts == Sort.PLAIN) | tokens.leads
    sorts = tokens.sorts[kept]
    rows, starts, ends = tokens.rows[kept], tokens.starts[kept], tokens.ends[kept]
    hashes = np.where(sorts == Sort.PLAIN, tokens.hashes[kept], _named("sort", sorts))
    body, word = tokens.bodies[kept], tokens.words[kept]
    everything = Bag(rows, np.where(body, hashes, _salted(hashes, "heading")), starts, ends)
    statement = _some(Bag(rows, hashes, starts, ends), body)
    bags = [everything, _pairs(statement, statement.hashes)]
    plain = (sorts == Sort.PLAIN) & word & (tokens.kinds[kept] == LOWER) & (ends - starts > _BEGINNING)
    for name, first, last in (
        ("ending", ends - _ENDING, ends),
        ("beginning", starts, np.minimum(starts + _BEGINNING, ends)),
    ):
        part = _salted(text.hashed(first[plain], last[plain]), name)
        bags.append(Bag(rows[plain], part, starts[plain], ends[plain]))
    bags += _edges(statement, word[body])
    return _together(bags)


def _edges(statement: Bag, word: Flags) -> list[Bag]:
    """Return how each statement begins and ends: its first and last token, its first words."""
    first, last = _ends_of(statement.rows)
    words = _some(statement, word)
    opening, closing = _ends_of(words.rows)
    following = np.minimum(opening + 1, closing)
    second = words.hashes[following] * np.uint64(3)
    two = Bag(
        words.rows[opening],
        words.hashes[opening] * _STEP + second,
        words.starts[opening],
        words.ends[following],
    )
    chosen = [
        ("first", _at(statement, first)),
        ("last", _at(statement, last)),
        ("opening", _at(words, opening)),
        ("two", two),
    ]
    return [Bag(bag.rows, _salted(bag.hashes, name), bag.starts, bag.ends) for name, bag in chosen]


def _pairs(alone: Bag, hashes: Hashes) -> Bag:
    """Return every feature with the one that follows it in the same text."""
    same = alone.rows[:-1] == alone.rows[1:]
    at = np.flatnonzero(same)
    return Bag(
        alone.rows[at], mixed(hashes[at] * _STEP + hashes[at + 1]), alone.starts[at], alone.ends[at + 1]
    )


def _ends_of(rows: Ints) -> tuple[Ints, Ints]:
    """Return where each text's first and last entry stand, of entries in order."""
    if not len(rows):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    change = np.flatnonzero(rows[1:] != rows[:-1])
    return np.concatenate([[0], change + 1]), np.concatenate([change, [len(rows) - 1]])


def _named(name: str, numbers: Ints) -> Hashes:
    return _salted(numbers.astype(np.uint64), name)


def _salted(hashes: Hashes, name: str) -> Hashes:
    """Return other hashes for the same features in another role."""
    salt = int.from_bytes(name.encode()[:8], "little")
    return mixed(hashes ^ np.uint64(salt))


def _some(bag: Bag, wanted: Flags) -> Bag:
    return Bag(bag.rows[wanted], bag.hashes[wanted], bag.starts[wanted], bag.ends[wanted])


def _at(bag: Bag, places: Ints) -> Bag:
    return Bag(bag.rows[places], bag.hashes[places], bag.starts[places], bag.ends[places])


def _together(bags: Sequence[Bag]) -> Bag:
    return Bag(
        np.concatenate([bag.rows for bag in bags]),
        np.concatenate([bag.hashes for bag in bags]),
        np.concatenate([bag.starts for bag in bags]),
        np.concatenate([bag.ends for bag in bags]),
    )

"""The words and signs of texts, and of what sort the stretches between two white spaces are.

A path, a name from code, a date or a number tells less by what it says than by being one: its sort is what
the model is to learn from.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from memtui.review.learned.characters import (
    CONNECTOR,
    DIGIT,
    IDEOGRAPH,
    LOWER,
    NEWLINE,
    PUNCTUATION,
    SIGN,
    SPACE,
    UPPER,
)
from memtui.review.learned.laid import Flags, Hashes, Ints, Laid


class Sort(IntEnum):
    """What a stretch between two white spaces is."""

    PLAIN = 0
    URL = 1
    PATH = 2
    CALL = 3
    FILE = 4
    DATE = 5
    TIME = 6
    VERSION = 7
    SHARE = 8
    ISSUE = 9
    NUMBER = 10
    HASH = 11
    SNAKE = 12
    CAMEL = 13
    CAPITALS = 14


CODE = (Sort.URL, Sort.PATH, Sort.CALL, Sort.FILE, Sort.SNAKE, Sort.CAMEL)
NUMBERS = (Sort.NUMBER, Sort.VERSION, Sort.SHARE)
_HASH_LENGTH = 7
"""Characters of letters and digits that make a short git hash."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Words, signs and line ends, in order."""

    starts: Ints
    ends: Ints
    rows: Ints
    kinds: Ints
    """The class of its first character."""
    words: Flags
    """Made of letters or digits, or an ideograph; else a sign or a line end."""
    bodies: Flags
    """Part of the statement, not of the headings before it."""
    hashes: Hashes
    sorts: Ints
    """Of the stretch it is part of."""
    leads: Flags
    """The first of its stretch."""


def tokens(text: Laid) -> Tokens:
    """Find the words and signs of some texts."""
    kinds = text.kinds
    letters = (kinds == LOWER) | (kinds == UPPER) | (kinds == DIGIT) | (kinds == CONNECTOR)
    single = (kinds == NEWLINE) | (kinds == IDEOGRAPH) | (kinds == SIGN) | (kinds == PUNCTUATION)
    starts = np.flatnonzero(single | _begins(letters))
    ends = np.flatnonzero(single | _finishes(letters)) + 1
    solid = (kinds != SPACE) & (kinds != NEWLINE)
    begun = _begins(solid)
    at = np.flatnonzero(begun)
    sorts = _sorts(text, at, letters) if len(at) else np.zeros(1, np.int64)
    own = np.cumsum(begun)[starts] - 1
    rows = text.rows[starts]
    first = kinds[starts]
    return Tokens(
        starts,
        ends,
        rows,
        first.astype(np.int64),
        letters[starts] | (first == IDEOGRAPH),
        starts >= text.bodies[rows],
        text.hashed(starts, ends),
        np.where(first == NEWLINE, Sort.PLAIN, sorts[np.maximum(own, 0)]),
        begun[starts],
    )


def _begins(inside: Flags) -> Flags:
    before = np.zeros_like(inside)
    before[1:] = inside[:-1]
    return inside & ~before


def _finishes(inside: Flags) -> Flags:
    after = np.zeros_like(inside)
    after[:-1] = inside[1:]
    return inside & ~after


def _sorts(text: Laid, at: Ints, words: Flags) -> Ints:
    """Return the sort of each stretch that begins at some places."""
    codes, kinds = text.codes, text.kinds
    upper = kinds == UPPER
    letter = (kinds == LOWER) | upper
    before, after = np.zeros_like(words), np.zeros_like(words)
    before[1:], after[:-1] = words[:-1], words[1:]
    inner = before & after
    dot, slash = codes == ord("."), codes == ord("/")
    signs = {
        "//": slash[1:] & slash[:-1],
        "/": slash & after,
        "()": (codes[:-1] == ord("(")) & (codes[1:] == ord(")")),
        ".x": dot[:-1] & letter[1:],
        ":": (codes == ord(":")) & inner,
        ".": dot & inner,
        "%": codes == ord("%"),
        "#": codes == ord("#"),
        "_": codes == ord("_"),
        "aA": (kinds[:-1] == LOWER) & upper[1:],
        "g": letter & ((codes | 0x20) > ord("f")),
        "a": kinds == LOWER,
    }
    bits = np.zeros(len(codes), np.uint16)
    for bit, there in enumerate(signs.values()):
        bits[: len(there)] |= there.view(np.uint8).astype(np.uint16) << bit
    seen = np.bitwise_or.reduceat(bits, at)
    has = {sign: (seen >> bit & 1).astype(np.bool_) for bit, sign in enumerate(signs)}

    def count(flags: Flags) -> Ints:
        # Eight bits are enough: a stretch so long that they overflow is of no sort that is asked for.
        return np.asarray(np.add.reduceat(flags.view(np.uint8), at, dtype=np.uint8), np.int64)

    letters, digits = count(letter), count(kinds == DIGIT)
    joined = count(((codes == ord("-")) | dot | slash) & inner)
    lettered = letters >= 2
    numbers = (letters == 0) & (digits > 0)
    return np.select(
        [
            lettered & has["//"] & has["/"],
            lettered & has["/"],
            lettered & has["()"],
            lettered & has[".x"],
            numbers & (joined >= 2),
            numbers & has[":"],
            numbers & has["."],
            numbers & has["%"],
            numbers & has["#"],
            numbers,
            (letters > 0) & (digits > 0) & (letters + digits >= _HASH_LENGTH) & ~has["g"],
            lettered & has["_"],
            lettered & has["aA"],
            lettered & ~has["a"],
        ],
        list(Sort)[1:],
        Sort.PLAIN,
    )

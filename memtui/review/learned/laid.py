"""Texts laid end to end in one array of characters, in which any stretch has a hash.

Every character has a random number of its own. The hash of a stretch is the sum of the numbers times the
powers of a base, taken from prefix sums, so it costs the same for a letter as for a word, and the same
wherever it stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from memtui.review.learned.characters import tables

Ints = NDArray[np.int64]
Hashes = NDArray[np.uint64]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]

LOOKED_AT = 1_500
"""Characters of a text that are read: what a long one is, its beginning shows."""
_BASE = 0x9E3779B97F4A7C15
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_HALF = np.uint64(31)
_TABLED = 0xFFFF
_HEADINGS = " › "
_HEADED = 400
"""Characters from the beginning within which the headings before a statement have to end."""
_NAME, _NAME_WORDS = 200, 10


@dataclass(frozen=True, slots=True)
class Laid:
    """Some texts, each with a NUL before it and a space around it."""

    codes: NDArray[np.uint32]
    kinds: NDArray[np.uint8]
    """The class of each character, see `characters`."""
    values: Hashes
    """Its random number; the same for what is folded to the same."""
    rows: Ints
    """Which text it belongs to."""
    starts: Ints
    """Where each text begins."""
    bodies: Ints
    """Where the statement of each text begins, after the headings that lead to it."""
    _sums: Hashes

    def hashed(self, starts: Ints, ends: Ints) -> Hashes:
        """Return the hashes of some stretches."""
        _, inverse = _powers(len(self._sums))
        return mixed((self._sums[ends] - self._sums[starts]) * inverse[starts])


def laid(texts: Sequence[str]) -> Laid:
    """Lay texts end to end."""
    cut = [text[:LOOKED_AT].replace("\0", " ") for text in texts]
    joined = "".join([f"\0 {text} " for text in cut])
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), "<u4")
    small = np.minimum(codes, _TABLED)
    kinds, _ = tables()
    values = _values()[small]
    sizes = np.fromiter((len(text) for text in cut), np.int64, len(cut)) + 3
    starts = np.cumsum(sizes) - sizes + 2
    forward, _ = _powers(len(codes) + 1)
    sums = np.zeros(len(codes) + 1, np.uint64)
    np.cumsum(values * forward[: len(codes)], out=sums[1:])
    bodies = starts + np.fromiter((statement_at(text) for text in cut), np.int64, len(cut))
    return Laid(codes, kinds[small], values, np.repeat(np.arange(len(cut)), sizes), starts, bodies, sums)


def statement_at(text: str) -> int:
    """Return where a text's statement begins: after `Heading › Heading:`, or a short `Name:`."""
    joint = max(text.rfind(_HEADINGS, 0, _HEADED), 0)
    end = min((at for mark in (": ", ":\n") if (at := text.find(mark, joint)) >= 0), default=-1)
    if end < 0 and text.endswith(":"):
        end = len(text) - 1
    named = joint or (end <= _NAME and "\n" not in text[:end] and text.count(" ", 0, end) < _NAME_WORDS)
    return end + 1 if end >= 0 and named else 0


def mixed(values: Hashes) -> Hashes:
    """Return numbers whose every bit depends on every bit of what they come from."""
    values = (values + np.uint64(_BASE)) * _FIRST
    values ^= values >> _HALF
    values *= _SECOND
    return values ^ (values >> _HALF)


@cache
def _values() -> Hashes:
    """Return the random number of each character."""
    return mixed(tables()[1])


def _powers(count: int) -> tuple[Hashes, Hashes]:
    """Return at least `count` powers of the base, and of its inverse, modulo 2⁶⁴."""
    return _powers_to(1 << max(count, 1 << 16).bit_length())


@cache
def _powers_to(size: int) -> tuple[Hashes, Hashes]:
    made = []
    for base in (_BASE, pow(_BASE, -1, 1 << 64)):
        factors = np.full(size, base, np.uint64)
        factors[0] = 1
        made.append(np.cumprod(factors, dtype=np.uint64))
    return made[0], made[1]

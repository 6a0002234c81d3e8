"""Finds near pairs among a million memories, by the signs of their vectors.

Called by `pairs` for a pass over the whole store; in a child process, since it loads numpy.

Each vector, less the mean of all, is projected on 256 random directions, and the signs are kept: 32 bytes
a memory. Two vectors at a small angle differ in few signs. To find those without comparing all with all,
the memories are sorted by some of their signs, and each is compared with the few that follow it; and again
with other signs, until two that are near have almost surely stood side by side once. The first part of the
sort key is the project (the first two steps of the scope), because only memories of related scopes are
wanted. What is filed above the projects, which is related to all of them, is looked up in a second round
in the order of the whole store. The more memories stand together, the more rounds there are.

Long rows of lines that are all alike, such as a tool's boilerplate, would make pairs without end. A memory
that is near more than a few others keeps only its nearest.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memtui.domain.scope import PROJECTS, USER, compared, contains, depth
from memtui.store.likeness import Live

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bits = NDArray[np.uint64]
    Ids = NDArray[np.int64]
    Flags = NDArray[np.bool_]
    Matrix = NDArray[np.float32]
    Distances = NDArray[np.uint8]

SIGNS = 256
"""Signs of a vector, 32 bytes each: a million fit into the memory of a small machine."""
NEAR = 64
"""Two memories with more different signs than this are not looked at further: a cosine of about 0.7, where
the mean is taken off. Nor are one of the user and one of a project, however few there are: of those there are
many, and few are of one thing."""
NEAR_IN_FEW = 96
"""The same in a store of up to FEW memories, where there is time for less likely pairs: about 0.4."""
FEW = 20_000
"""Memories up to which the less likely pairs are compared as well; the time grows with them."""
_ALIKE = 40
"""Two memories that differ in at most this many signs count as copies of each other."""
_BESIDE = 8
"""Neighbours in each order that a memory is compared with."""
_DIFFERING = 0.12
"""Two memories that differ in this share of signs are to be found with this probability."""
_SURELY = 0.97
"""Of the pairs that are as alike as wanted, this share is met in one order at least."""
_ROUNDS = (6, 40)
"""The fewest and the most orders that are tried."""
_CROWD = 12
"""A memory with more near neighbours than this belongs to a crowd of copies."""
_KEPT, _KEPT_IN_FEW = 4, 8
"""Pairs that one memory may bring; one in a crowd of copies brings only its nearest."""
_HELD = 1_500_000
"""Pairs in memory at a time."""
_WORD_MARGIN = 10
"""How far the difference in one 64-bit word may exceed its fair share before a pair is passed over unread."""
_SAMPLE = 20_000
"""Vectors that tell the directions in which a store differs; more change nothing."""
_STEADY = 200
"""With this many vectors half of their mean is subtracted, with more of them more: a few say little about
what is usual.
"""
_SEED = 7
"""Any number, so that two passes over the same store compare the same pairs."""


@dataclass(slots=True)
class Signs:
    """The signs of all memories' vectors, made block by block."""

    count: int
    bits: "Bits" = field(init=False)
    known: "Flags" = field(init=False)
    """Which memories have a vector."""
    _mean: "Matrix | None" = None
    _directions: "Matrix | None" = None

    def __post_init__(self) -> None:
        import numpy as np

        self.bits = np.zeros((self.count, SIGNS // 64), np.uint64)
        self.known = np.zeros(self.count, np.bool_)

    def centre(self, sample: "Matrix") -> None:
        """Set the mean that is subtracted from all vectors: that of a sample.

        The fewer there are, the less is subtracted: the mean of five memories that say nearly the same is
        what they say, and without it only their differences would be left.
        """
        import numpy as np

        self._mean = sample.mean(axis=0) * (len(sample) / (len(sample) + _STEADY))
        chance = np.random.default_rng(_SEED)
        self._directions = chance.standard_normal((sample.shape[1], SIGNS)).astype(np.float32)

    def add(self, places: "Ids", vectors: "Matrix") -> None:
        """Keep the signs of the memories at some places."""
        import numpy as np

        if self._mean is None or self._directions is None:
            raise ValueError("the mean is not known yet")
        signs = np.packbits((vectors - self._mean) @ self._directions > 0, axis=1)
        self.bits[places] = signs.view(np.uint64)
        self.known[places] = True

    def apart(self, left: "Ids", right: "Ids") -> "Distances":
        """Return the number of signs in which the memories of each pair differ."""
        import numpy as np

        apart: Distances = np.bitwise_count(self.bits[left] ^ self.bits[right]).sum(axis=1).clip(0, 255)
        return apart.astype(np.uint8)


@dataclass(slots=True)
class Near:
    """Pairs of places, the lesser first, with how many signs differ."""

    left: "Ids"
    right: "Ids"
    apart: "Distances"
    crowded: int = 0
    """Memories that were one of many alike, so that only their nearest was kept."""


def sample_places(count: int) -> "Ids":
    """Return the places of the memories from whose vectors the mean is computed."""
    import numpy as np

    if count <= _SAMPLE:
        return np.arange(count)
    return np.sort(np.random.default_rng(_SEED).choice(count, _SAMPLE, replace=False))


class Related:
    """Which memories may be compared: those of scopes that are `compared`."""

    def __init__(self, live: Live) -> None:
        import numpy as np

        self._scopes = live.scopes
        families: dict[str, int] = {}
        codes = [families.setdefault("/".join(n.split("/")[:3]), len(families)) for n in live.names]
        self.families = np.array(codes or [0], np.int64)[live.scopes] if len(live.ids) else live.ids
        shallow = [depth(n) < 2 or contains(USER, n) for n in live.names]
        self.shallow = np.array(shallow or [False])[live.scopes]
        self._names = live.names
        self._of_user, self._of_project = (
            np.array([contains(above, n) for n in live.names] or [False])[live.scopes]
            for above in (USER, PROJECTS)
        )

    def across(self, left: "Ids", right: "Ids") -> "Flags":
        """Say for each pair of places whether one is of the user and the other of a project."""
        one = self._of_user[left] & self._of_project[right]
        across: Flags = one | (self._of_project[left] & self._of_user[right])
        return across

    def among(self, left: "Ids", right: "Ids") -> "Flags":
        """Say for each pair of places whether they may be compared."""
        import numpy as np

        a, b = self._scopes[left].astype(np.int64), self._scopes[right].astype(np.int64)
        equal: Flags = a == b
        apart = np.nonzero(~equal)[0]
        if len(apart):
            codes, inverse = np.unique((a[apart] << 32) | b[apart], return_inverse=True)
            names = self._names
            pairs = [compared(names[int(code >> 32)], names[int(code & 0xFFFFFFFF)]) for code in codes]
            equal[apart] = np.array(pairs)[inverse]
        return equal


def near(signs: Signs, related: Related, wanted: "Flags", *, step: Callable[[int, int], bool]) -> Near:
    """Return pairs of related, wanted memories whose vectors are near, each once, in order of place.

    `step` is told how many rounds are done of how many, and says whether to stop.
    """
    import numpy as np

    have = np.nonzero(signs.known & wanted)[0]
    few = signs.count <= FEW
    limit = NEAR_IN_FEW if few else NEAR
    gathered = _Gathered(signs.count, _KEPT_IN_FEW if few else _KEPT)
    families = related.families[have]
    largest = int(np.bincount(families).max()) if len(have) else 0
    shallow = int(np.count_nonzero(related.shallow[have]))
    inside = _rounds(largest)
    across = _rounds(len(have)) if shallow and len(np.unique(families)) > 1 else 0
    chance = np.random.default_rng(_SEED)
    for number in range(inside + across):
        if step(number, inside + across):
            break
        by_family = number < inside
        key = _key(signs.bits, have, chance)
        if by_family:
            key = (key >> np.uint64(24)) | (families.astype(np.uint64) << np.uint64(40))
        order = have[np.argsort(key)]
        for left, right in _side_by_side(order, related.shallow, by_family=by_family):
            # One of the four words tells most that are far apart, for a quarter of the work.
            part = np.bitwise_count(signs.bits[left, number % 4] ^ signs.bits[right, number % 4])
            likely = part <= limit // 4 + _WORD_MARGIN
            left, right = left[likely], right[likely]
            apart = signs.apart(left, right)
            close = apart <= limit
            left, right, apart = left[close], right[close], apart[close]
            kept = related.among(left, right) & (~related.across(left, right) | (apart <= NEAR))
            gathered.add(left[kept], right[kept], apart[kept])
    return gathered.best()


def _rounds(together: int) -> int:
    """Return how many orders it takes until two near memories have almost surely been neighbours in one."""
    signs_in_common = math.log2(max(together / _BESIDE, 1.0))
    chance = (1 - _DIFFERING) ** signs_in_common
    wanted = math.log(1 - _SURELY) / math.log(1 - chance) if chance < 1 else 1
    return min(max(math.ceil(wanted), _ROUNDS[0]), _ROUNDS[1])


def _key(bits: "Bits", have: "Ids", chance: "np.random.Generator") -> "Bits":
    """Return 64 of each memory's signs, from two places, as a number to sort by."""
    import numpy as np

    first, second = chance.choice(bits.shape[1], 2, replace=False)
    turns = chance.integers(1, 63, 2)
    a, b = (_turned(bits[have, word], int(by)) for word, by in ((first, turns[0]), (second, turns[1])))
    half = np.uint64(0xFFFF_FFFF_0000_0000)
    return (a & half) | ((b & half) >> np.uint64(32))


def _turned(word: "Bits", by: int) -> "Bits":
    import numpy as np

    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


_AT_ONCE = 1 << 17


def _side_by_side(order: "Ids", shallow: "Flags", *, by_family: bool) -> "Iterator[tuple[Ids, Ids]]":
    """Yield pairs of places that follow each other closely; across families only those with a shallow one."""
    import numpy as np

    if by_family:
        for start in range(0, len(order), _AT_ONCE):
            for beside in range(1, _BESIDE + 1):
                right = order[start + beside : start + beside + _AT_ONCE]
                yield order[start : start + len(right)], right
        return
    where = np.nonzero(shallow[order])[0]
    reach = 4 * _BESIDE
    for start in range(0, len(where), _AT_ONCE):
        part = where[start : start + _AT_ONCE]
        for beside in (*range(-reach, 0), *range(1, reach + 1)):
            other = part + beside
            inside = (other >= 0) & (other < len(order))
            yield order[part[inside]], order[other[inside]]


class _Gathered:
    """The pairs found so far, each once, and never more than fit."""

    def __init__(self, count: int, most: int) -> None:
        import numpy as np

        self._count = max(count, 1)
        self._most = most
        """Pairs that one memory brings."""
        self._keys: list[Ids] = []
        self._apart: list[Distances] = []
        self._held = 0
        self._crowded = np.zeros(count, np.bool_)

    def add(self, left: "Ids", right: "Ids", apart: "Distances") -> None:
        import numpy as np

        if not len(left):
            return
        self._keys.append(np.minimum(left, right) * self._count + np.maximum(left, right))
        self._apart.append(apart)
        self._held += len(left)
        if self._held > _HELD:
            self._tidy()

    def best(self) -> Near:
        """Return what is kept, in order of the first place."""
        import numpy as np

        self._tidy()
        keys = self._keys[0] if self._keys else np.zeros(0, np.int64)
        apart = self._apart[0] if self._apart else np.zeros(0, np.uint8)
        return Near(keys // self._count, keys % self._count, apart, int(np.count_nonzero(self._crowded)))

    def _tidy(self) -> None:
        """Keep each pair once, and of each memory only its nearest few."""
        import numpy as np

        if not self._keys:
            return
        keys, first = np.unique(np.concatenate(self._keys), return_index=True)
        apart = np.concatenate(self._apart)[first]
        left, right = keys // self._count, keys % self._count
        kept = self._wanted(left, apart) | self._wanted(right, apart)
        if self._held > _HELD:
            crowd = self._crowded[left] & self._crowded[right]
            kept &= ~crowd | self._nearest(left, apart, 1)
        self._keys, self._apart = [keys[kept]], [apart[kept]]
        self._held = int(np.count_nonzero(kept))

    def _wanted(self, place: "Ids", apart: "Distances") -> "Flags":
        """Say which pairs are among the nearest of the memory on one side."""
        import numpy as np

        many = np.bincount(place[apart <= _ALIKE], minlength=self._count) > _CROWD
        self._crowded[: len(many)] |= many[: len(self._crowded)]
        few = self._nearest(place, apart, self._most)
        return few & (~self._crowded[place] | self._nearest(place, apart, 1))

    @staticmethod
    def _nearest(place: "Ids", apart: "Distances", most: int) -> "Flags":
        import numpy as np

        order = np.lexsort((apart, place))
        grouped = place[order]
        rank = np.arange(len(order)) - np.searchsorted(grouped, grouped)
        near = np.zeros(len(order), np.bool_)
        near[order[rank < most]] = True
        return near

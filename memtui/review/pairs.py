"""Which memories to compare: pairs that may say the same, or the opposite. Candidates, never verdicts.

The review pass asks `everywhere` when it looks at the whole store, and `changed_pairs` when it looks at what
changed. Both join three ways of looking, because each misses what the others find: the same normalised
text (in any scopes), shared rare words, and near vectors (both only in scopes that are `compared`: one, one
inside the other, or the user's and a project's).

Comparing two texts takes a fraction of a millisecond, so of a large store only the likeliest pairs are
handed out. What was left out is said in `notes`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from memtui.domain.scope import PROJECTS, USER, contains, with_ancestors
from memtui.domain.watch import UNWATCHED, Watch
from memtui.review import slot_pairs
from memtui.store import likeness
from memtui.store.database import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memtui.review.blocks import Signs

    Ids = NDArray[np.int64]

MOST = 120_000
"""The most near pairs that a pass over a whole store compares: about half a minute of work."""
_RARE = 8
_RARE_IN_FEW = 24
"""A word in no more memories than this brings them together; the second in a store of few."""
_APART_BY_WORDS = 96
"""Signs of their vectors, of 256, in which two memories may differ and still be compared when they share a
rare word; in a store of up to SMALL memories any that share one are.
"""
SMALL = 2_000
"""Memories of a store in which there is time for pairs of which nothing but a rare word tells: a sixth of all
that repeat or overtake each other are worded so differently.
"""
_WORD_COUNTS = 12
"""What one shared rare word counts for when pairs are put in order, in signs of their vectors."""
_SERIES = 12
"""A line that more memories than this say with other figures is boilerplate: neither doubled nor at odds."""
_UNKNOWN = 70
"""The number of differing signs that is assumed for memories without vectors, before shared words count."""
_LIST = 2_000
"""Texts that are compared at a time, each with the others of its list."""
_COSINES = 4_096
"""Pairs whose vectors are read at once."""


class Pair(NamedTuple):
    """Two live memories, the first in the scope that they are looked at in: see `looked_at_in`."""

    a: int
    b: int
    similarity: float | None
    """The cosine of their vectors; None when one has none."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """What was found in a whole store. A pair is one number: the place of the first in `live` times `count`,
    and that of the second."""

    live: likeness.Live
    same: "Ids"
    """Pairs of one text."""
    words: "Ids"
    """Pairs that share rare words."""
    signs: "Ids"
    """Pairs whose vectors are near."""
    near: "Ids"
    """The likeliest of the last two, of different texts, and those that give another value of one slot."""

    @property
    def count(self) -> int:
        """The factor of the first place in the number of a pair."""
        return max(len(self.live.ids), 1)


# -- the whole store ---------------------------------------------------------------------------------


def everywhere(
    store: Store,
    *,
    watch: Watch = UNWATCHED,
    after: int = 0,
    notes: list[str] | None = None,
    most: int = MOST,
) -> Iterator[list[Pair]]:
    """Yield the pairs of a whole store in lists, scope by scope, in order of their first id, each pair once.

    Nothing is yielded until all candidates are known: about half a minute in a million memories, during
    which `watch` is told. The pairs of one id are always in one list, so that a pass that was stopped
    goes on with those `after` the first id of the last pair it has seen, and begins anew where that has none
    any more. Ends early when it is cancelled.
    """
    import numpy as np

    likely = candidates(store, watch=watch, notes=notes, most=most)
    live, count = likely.live, likely.count
    keys = _by_scope(likely, np.concatenate([likely.same, likely.near]))
    seen = np.flatnonzero(live.ids[keys // count] == after)
    keys = keys[seen[-1] + 1 :] if len(seen) else keys
    for part in _lists(keys // count):
        if watch.cancelled():
            return
        left, right = live.ids[keys[part] // count], live.ids[keys[part] % count]
        exact = live.hashes[keys[part] // count] == live.hashes[keys[part] % count]
        yield list(_with_cosines(store, left.tolist(), right.tolist(), exact.tolist()))


def _by_scope(likely: Candidates, keys: "Ids") -> "Ids":
    """Return pairs by the scope that they are looked at in, then in order: a pass reads each scope once."""
    import numpy as np

    live = likely.live
    _, rank = np.unique(np.array(live.names, dtype=object), return_inverse=True)
    keys = _as_looked_at(likely, keys)
    return keys[np.lexsort((keys, rank[live.scopes[keys // likely.count]]))]


def _as_looked_at(likely: Candidates, keys: "Ids") -> "Ids":
    """Return pairs with the one first that is in the scope that both are looked at in."""
    import numpy as np

    names, scopes, count = likely.live.names, likely.live.scopes, likely.count
    first, second = keys // count, keys % count
    both, which = np.unique(scopes[first] * len(names) + scopes[second], return_inverse=True)
    of_both = [(names[code // len(names)], names[code % len(names)]) for code in both]
    in_second = np.array([looked_at_in(one, other) != one for one, other in of_both], bool)
    return np.where(in_second[which], second * count + first, keys)


def looked_at_in(one: str, other: str) -> str:
    """Return in which of two scopes a pass looks at memories of both: in the wider one.

    The person's own are held against those of each project in turn: in the project, as theirs are at hand.
    """
    of_user = contains(USER, one) and contains(PROJECTS, other)
    return other if of_user or contains(other, one) else one


def _lists(first: "Ids") -> Iterator[slice]:
    """Yield stretches of about _LIST that part only where the value changes."""
    import numpy as np

    ends = np.append(np.nonzero(np.diff(first))[0] + 1, len(first)) if len(first) else first
    start = 0
    for end in ends.tolist():
        if end - start >= _LIST or end == len(first):
            yield slice(start, end)
            start = end


def _same(live: likeness.Live) -> "Ids":
    """Return the pairs of memories with one text, as keys: each with the one it would be merged with."""
    import numpy as np

    count = max(len(live.ids), 1)
    order = np.lexsort((live.ids, live.hashes))
    hashes = live.hashes[order]
    starts = np.nonzero(np.diff(hashes, prepend=hashes[:1] - 1))[0] if len(hashes) else hashes
    ends = np.append(starts[1:], len(hashes))
    keys: list[int] = []
    for start, end in zip(*(side[ends - starts > 1].tolist() for side in (starts, ends)), strict=True):
        places = order[start:end].tolist()
        scoped = {place: live.names[live.scopes[place]] for place in places}
        keys += [a * count + b for a, b in partners(scoped)]
    return np.array(sorted(set(keys)), np.int64)


def partners(scoped: dict[int, str]) -> Iterator[tuple[int, int]]:
    """Pair each memory of one text with another that has it: one of its scope, of a scope above, or the
    newest; and one of a project with one that is filed with the user.

    A hundred copies make a hundred pairs, or two hundred, not five thousand.
    """
    last_in = {scope: member for member, scope in sorted(scoped.items())}
    last = max(scoped)
    of_user = max((member for member, scope in scoped.items() if contains(USER, scope)), default=None)
    for member, scope in scoped.items():
        above = [last_in[s] for s in with_ancestors(scope)[::-1] if s in last_in and last_in[s] != member]
        partner = above[0] if above else last
        of_all = of_user if of_user is not None and contains(PROJECTS, scope) else partner
        for other in {partner, of_all} - {member}:
            yield min(member, other), max(member, other)


def candidates(
    store: Store,
    *,
    watch: Watch = UNWATCHED,
    notes: list[str] | None = None,
    most: int = MOST,
) -> "Candidates":
    """Return the pairs that each way of searching finds in a whole store."""
    import numpy as np

    from memtui.review import blocks

    live = likeness.live(store)
    notes = [] if notes is None else notes
    count = max(len(live.ids), 1)
    related = blocks.Related(live)

    def stopped(done: int, of: int) -> bool:
        watch.progress(done, of)
        return watch.cancelled()

    serial = likeness.serial(store, live, _SERIES)
    signs = _signs(store, live)
    near = blocks.near(signs, related, ~serial, step=stopped)
    by_words, shared = _by_rare_words(store, live)
    left, right = by_words // count, by_words % count
    apart = signs.apart(left, right).astype(np.int64)
    both_known = signs.known[left] & signs.known[right]
    likely = np.where(
        related.across(left, right),
        apart <= blocks.NEAR,
        (apart <= _APART_BY_WORDS) | (count <= SMALL),
    )
    close = related.among(left, right) & (~both_known | likely) & ~(serial[left] & serial[right])
    order = np.where(both_known, apart, _UNKNOWN) - _WORD_COUNTS * shared
    by_signs, by_words = near.left * count + near.right, by_words[close]
    if serial.any():
        notes.append(
            f"{np.count_nonzero(serial):,} memories are lines that differ only in their figures from many "
            "others; they were not compared by meaning"
        )
    if near.crowded:
        notes.append(
            f"{near.crowded:,} memories are each one of many alike; only the nearest of each were compared"
        )
    keys, order = (
        np.concatenate([by_signs, by_words]),
        np.concatenate([near.apart.astype(np.int64), order[close]]),
    )
    kept = np.union1d(_nearest(live, keys, order, most, notes), _by_slots(store, live))
    return Candidates(live, _same(live), by_words, by_signs, kept)


def _nearest(live: likeness.Live, keys: "Ids", order: "Ids", most: int, notes: list[str]) -> "Ids":
    """Return the pairs of different texts, each once; where there are too many, the likeliest."""
    import numpy as np

    count = max(len(live.ids), 1)
    other = live.hashes[keys // count] != live.hashes[keys % count]
    keys, order = keys[other], order[other]
    # Of a pair that was found in both ways the nearer figure counts.
    ranked = np.lexsort((order, keys))
    keys, order = keys[ranked], order[ranked]
    first = np.diff(keys, prepend=-1) != 0
    keys, order = keys[first], order[first]
    if len(keys) > most:
        notes.append(f"of {len(keys):,} pairs of similar memories the {most:,} nearest were compared")
        keys = np.sort(keys[np.argpartition(order, most)[:most]])
    return keys


def _signs(store: Store, live: likeness.Live) -> "Signs":
    from memtui.review import blocks

    signs = blocks.Signs(len(live.ids))
    model = likeness.model_in_use(store)
    if model is None or not len(live.ids):
        return signs
    sample = live.ids[blocks.sample_places(len(live.ids))].tolist()
    known, vectors = likeness.vectors_of(store, *model, sample)
    if known:
        signs.centre(vectors)
        for places, block in likeness.vectors(store, *model, live):
            signs.add(places, block)
    return signs


def _by_rare_words(store: Store, live: likeness.Live) -> "tuple[Ids, Ids]":
    """Return the pairs of memories that share rare words, as keys, and how many they share."""
    import numpy as np

    from memtui.review.blocks import FEW

    count = max(len(live.ids), 1)
    most = _RARE_IN_FEW if count <= FEW else _RARE
    numbers, members = [], []
    for number, ids in enumerate(likeness.rare_words(store, most)):
        numbers += [number] * len(ids)
        members += ids
    word_ids = np.array(numbers, np.int64)
    places, known = likeness.places_of(live.ids, np.array(members, np.int64))
    word_ids, places = word_ids[known], places[known]
    order = np.lexsort((places, word_ids))
    word_ids, places = word_ids[order], places[order]
    keys_of = [np.zeros(0, np.int64)]
    for beside in range(1, most):
        same = word_ids[beside:] == word_ids[:-beside]
        keys_of.append(places[:-beside][same] * count + places[beside:][same])
    keys, shared = np.unique(np.concatenate(keys_of), return_counts=True)
    return keys, shared.astype(np.int64)


def _by_slots(store: Store, live: likeness.Live) -> "Ids":
    """Return the pairs that give another value of what their words alone name, as keys."""
    import numpy as np

    found = np.array(sorted(set(slot_pairs.everywhere(store))), np.int64).reshape(-1, 2)
    if not len(found):
        return found.ravel()
    places, known = likeness.places_of(live.ids, found)
    left, right = places[known.all(axis=1)].T
    other = live.hashes[left] != live.hashes[right]
    return np.asarray(left[other] * max(len(live.ids), 1) + right[other])


def _with_cosines(
    store: Store, left: Sequence[int], right: Sequence[int], exact: Sequence[bool]
) -> Iterator[Pair]:
    """Yield pairs with the cosines of their stored vectors; those of one text need none."""
    model = likeness.model_in_use(store)
    for start in range(0, len(left), _COSINES):
        a, b = left[start : start + _COSINES], right[start : start + _COSINES]
        if model is None:
            known: dict[int, int] = {}
        else:
            known, vectors = likeness.vectors_of(store, *model, sorted({*a, *b}))
        for first, second, same in zip(a, b, exact[start : start + _COSINES], strict=True):
            if same:
                yield Pair(first, second, 1.0)
            elif first in known and second in known:
                yield Pair(first, second, float(vectors[known[first]] @ vectors[known[second]]))
            else:
                yield Pair(first, second, None)

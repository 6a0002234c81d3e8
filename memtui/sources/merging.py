"""Carries a change of one text over to another text, as when branches are merged.

It puts back what was taken out of a file that somebody else has changed since: the old bytes show what it
was and where. The caller reads the result and takes it only if it holds the right records.
"""

import re
from collections.abc import Iterator, Sequence

from memtui.aligning import steps

_LINES = re.compile(rb"[^\n]*\n|[^\n]+")
_PARTS = re.compile(rb"[^\n,\[\]{}]*[\n,\[\]{}]|[^\n,\[\]{}]+")
"""Of JSON: what stands between its signs."""
_MOST = 4_000
"""Pieces that differ; comparing more takes too long."""


def merged(before: bytes, after: bytes, other: bytes) -> Iterator[bytes]:
    """Yield what `other` becomes by the change that makes `after` of `before`: line by line, then finer."""
    for pieces in (_LINES, _PARTS):
        carried = _carried(pieces.findall(before), pieces.findall(after), pieces.findall(other))
        if carried is not None:
            yield b"".join(carried)


def _carried(
    before: Sequence[bytes], after: Sequence[bytes], other: Sequence[bytes]
) -> Sequence[bytes] | None:
    start, end, new_end = _differing(before, after)
    size = end - start
    # Where the pieces around the change, and those that it replaces, stand in the other text.
    place = _places(before, other)
    if place is None:
        return None
    if size:
        first = place.get(start)
        if first is None or any(place.get(start + at) != first + at for at in range(size)):
            return None
        at = first
    else:
        # Beside the nearest piece that is still there; both ends of the texts are.
        left = next((near for near in range(start - 1, -1, -1) if near in place), -1)
        right = next((near for near in range(end, len(before)) if near in place), len(before))
        behind = start - left <= right - end + 1
        at = place.get(left, -1) + 1 if behind else place.get(right, len(other))
    return [*other[:at], *after[start:new_end], *other[at + size :]]


def _differing(one: Sequence[bytes], other: Sequence[bytes]) -> tuple[int, int, int]:
    """Return where two texts begin to differ, and where in each the common end begins."""
    shortest = min(len(one), len(other))
    start = next((at for at in range(shortest) if one[at] != other[at]), shortest)
    rest = shortest - start
    same = next((at for at in range(rest) if one[-1 - at] != other[-1 - at]), rest)
    return start, len(one) - same, len(other) - same


def _places(one: Sequence[bytes], other: Sequence[bytes]) -> dict[int, int] | None:
    """Return where the pieces of one text stand in another; None when they differ in too many."""
    start, end, other_end = _differing(one, other)
    if max(end, other_end) - start > _MOST:
        return None
    places = {at: at for at in range(start)}
    places |= {end + at: other_end + at for at in range(len(one) - end)}
    for tag, first, last, to, _ in steps(one[start:end], other[start:other_end]):
        if tag == "equal":
            places |= {start + first + at: start + to + at for at in range(last - first)}
    return places

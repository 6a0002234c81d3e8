"""A treemap: a rectangle shared out so that each part's area is its value's share."""

from collections.abc import Sequence
from dataclasses import dataclass

_ASPECT = 2
"""A cell of a terminal is about twice as high as it is wide."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in cells."""

    left: int
    top: int
    width: int
    height: int


def shared_out(values: Sequence[float], within: Box) -> list[Box]:
    """Return a box for each positive value, in order, together covering `within`.

    The values are halved into two groups of about equal weight, the longer side is cut between them, and so
    on in each part. A value too small for a cell of its own gets a box without area.
    """
    if not values:
        return []
    if len(values) == 1 or within.width * within.height == 0:
        empty = Box(within.left, within.top, 0, 0)
        return [within, *[empty] * (len(values) - 1)]
    at = _middle(values)
    share = sum(values[:at]) / sum(values)
    if within.width >= _ASPECT * within.height:
        cut = min(max(round(within.width * share), 0), within.width)
        one = Box(within.left, within.top, cut, within.height)
        other = Box(within.left + cut, within.top, within.width - cut, within.height)
    else:
        cut = min(max(round(within.height * share), 0), within.height)
        one = Box(within.left, within.top, within.width, cut)
        other = Box(within.left, within.top + cut, within.width, within.height - cut)
    return shared_out(values[:at], one) + shared_out(values[at:], other)


def _middle(values: Sequence[float]) -> int:
    """Return where to cut so that both sides weigh about the same; neither is empty."""
    half, weight = sum(values) / 2, 0.0
    for index, value in enumerate(values):
        if weight + value / 2 >= half:
            return min(max(index, 1), len(values) - 1)
        weight += value
    return len(values) - 1

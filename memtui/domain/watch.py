"""The progress of a long change, and how its caller can stop it."""

from collections.abc import Callable
from typing import NamedTuple

Cancelled = Callable[[], bool]
"""Asked between two chunks whether to stop there. What was done stays, and can be undone."""

Stages = Callable[[str, int, int], None]
"""Told the stage of something long, how many are done in it, and of how many; 0 when nobody knows."""


def _untold(_done: int, _total: int) -> None:
    """Tell nobody."""


def _never() -> bool:
    return False


class Watch(NamedTuple):
    """Who waits for a long change, heard between two of its chunks."""

    progress: Callable[[int, int], None] = _untold
    """Told how many are done, and of how many; 0 when nobody knows."""
    cancelled: Cancelled = _never


UNWATCHED = Watch()
"""Nobody waits: tells nothing, stops for nobody."""

"""How the time of a piece of work grows with the length of what it works on.

One long text is held against as many short ones as have its length together: work that grows with the length
alone takes as long for both, work that grows with its square takes as many times longer as there are short
ones. Between the two lies so much that neither a busy machine nor a cache that ran full can pass for growth.
"""

import contextlib
import functools
import gc
import itertools
import time
from collections.abc import Callable, Iterator

from tests.depth import THOROUGH

SHORTER = 64
"""How many of the short texts make the longest one."""
_STEPS = (64, 16, 4, 1)
"""How many times shorter than the longest text those are that are tried."""
MOST = 8
"""How many times as long as the short ones together a long text may take: the root of what a square takes."""
FLOOR = 0.004
"""Seconds that nobody notices."""
_GRAIN = 0.001
"""Seconds below which a clock's grain tells more than the work."""
_RUNS = 3
_TRIES = 4
"""How often a text has to take too long, each time against short ones that are measured anew."""
_APART = 8
"""Short texts that are read in a row to learn how long one takes."""


def grows_too_fast(
    work: Callable[[str], object],
    piece: str,
    *,
    head: str = "",
    tail: str = "",
    longest: int = 64_000,
    floor: float = FLOOR,
) -> str:
    """Return how much longer `work` takes on many pieces in one text, in words; nothing when that is fine.

    The texts go up to `longest` characters, or 16,000 where the tests are to be quick: what grows with the
    square is told there too. What takes less than `floor` seconds of this thread's time is fine: a text so
    quick that the longest one is too, even if it grew with the square, is the last. No text is read twice,
    so that nothing is found in a cache.
    """
    longest = longest if THOROUGH else min(longest, 16_000)
    further = itertools.count()

    def text(size: int) -> str:
        """Return a text that was never given before: about so many characters long."""
        size += next(further)
        return head + (piece * (size // len(piece) + 1))[:size] + tail

    def apart() -> float:
        """Return the seconds that a character takes in short texts, read until a clock can tell."""
        took, read = 0.0, 0
        while took < _GRAIN and read < longest:
            shorts = [text(longest // SHORTER) for _ in range(_APART)]
            took += _seconds(work, shorts)
            read += sum(map(len, shorts))
        return max(took / read, 1e-9)

    def in_one(size: int) -> float:
        """Return the seconds that one long text takes."""
        return _seconds(work, [text(size)])

    def least() -> float:
        """Return the best of several such readings, which no other program got in the way of."""
        return min(apart() for _ in range(_RUNS))

    first = functools.cache(least)
    # Step by step, so that what grows with the square is told long before it takes minutes.
    with _no_garbage_looked_for():
        for times_shorter in _STEPS:
            size = longest // times_shorter
            once = in_one(size)
            if 0 < once * times_shorter**2 <= floor:
                return ""
            if once <= floor or once <= MOST * first() * size:
                continue
            tries = (min(in_one(size) for _ in range(_RUNS)) / (least() * size) for _ in range(_TRIES))
            if (times := min(tries)) > MOST:
                return f"{times:.0f} times as long in one text of {size:,} characters of {piece[:40]!r}"
    return ""


@contextlib.contextmanager
def _no_garbage_looked_for() -> Iterator[None]:
    """Let no work pay for the garbage of others."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _seconds(work: Callable[[str], object], texts: list[str]) -> float:
    """Return the time of this thread that it takes to read the texts."""
    started = time.thread_time()
    for text in texts:
        work(text)
    return time.thread_time() - started

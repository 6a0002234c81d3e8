"""How the time of a piece of work grows with the length of what it works on.

Time is the processor's, of this thread, and the least of several runs, so that a busy machine changes little.
A text is made longer step by step: what grows with the square is told long before it takes seconds.
"""

import time
from collections.abc import Callable

from tests.depth import THOROUGH

MOST = 2.5
"""How many times longer twice the text may take."""
FLOOR = 0.004
"""Seconds below which a clock's grain and a cache tell more than the work."""
_RUNS = 3
_DOUBLINGS = 3


def grows_too_fast(
    work: Callable[[str], object],
    piece: str,
    *,
    head: str = "",
    tail: str = "",
    longest: int = 64_000,
    floor: float = FLOOR,
) -> str:
    """Return how much longer `work` takes on twice as many pieces, in words; nothing when that is fine.

    The texts go up to `longest` characters, or 32,000 where the tests are to be quick: what grows with the
    square is told there too. What takes less than `floor` seconds is fine.
    """
    longest = longest if THOROUGH else min(longest, 32_000)

    def seconds(size: int, runs: int = 1) -> float:
        text = head + piece * (size // len(piece)) + tail
        return min(_seconds(work, text) for _ in range(runs))

    def too_long(size: int) -> bool:
        return seconds(size, _RUNS) > MOST * seconds(size // 2, _RUNS)

    def growth(size: int) -> float:
        times = seconds(size << _DOUBLINGS, _RUNS) / max(seconds(size, _RUNS), 1e-9)
        return float(times ** (1 / _DOUBLINGS))

    size = longest
    while size > 1_000:
        size //= 2
    before = seconds(size)
    while size < longest:
        size *= 2
        now = seconds(size)
        # Over several doublings, a hiccup of the machine or a cache that ran full counts for little.
        if now > floor and now > MOST * before and too_long(size) and (each := growth(size // 2)) > MOST:
            return (
                f"{each:.1f} times as long for each doubling from {size // 2:,} characters of {piece[:40]!r}"
            )
        before = now
    return ""


def _seconds(work: Callable[[str], object], text: str) -> float:
    started = time.thread_time()
    work(text)
    return time.thread_time() - started

"""How the time of a piece of work grows with the length of what it works on.

One long text is held against as many short ones as have its length together: work that grows with the length
alone takes as long for both, work that grows with its square takes as many times longer as there are short
ones. Between the two lies so much that neither a busy machine nor a cache that ran full can pass for growth.
"""

import functools
import time
from collections.abc import Callable

from tests.depth import THOROUGH

SHORTER = 64
"""How many of the short texts make the longest one."""
MOST = 8
"""How many times as long as the short ones together a long text may take: the root of what a square takes."""
FLOOR = 0.004
"""Seconds that nobody notices, and below which a clock's grain tells more than the work."""
_RUNS = 3
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

    The texts go up to `longest` characters, or 32,000 where the tests are to be quick: what grows with the
    square is told there too. What takes less than `floor` seconds of this thread's time is fine.
    """
    longest = longest if THOROUGH else min(longest, 32_000)

    def text(size: int) -> str:
        return head + piece * max(size // len(piece), 1) + tail

    short = longest // SHORTER
    shorts = [text(short + more * len(piece)) for more in range(_APART)]
    apart = functools.cache(lambda runs: _seconds(work, shorts, runs) / sum(map(len, shorts)))

    def times_as_long(size: int) -> float:
        return _seconds(work, [text(size)], _RUNS) / max(apart(_RUNS) * size, 1e-9)

    # Doubled step by step, so that what grows with the square is told long before it takes minutes.
    for halvings in reversed(range(SHORTER.bit_length() - 1)):
        size = longest >> halvings
        if (
            (once := _seconds(work, [text(size)], 1)) > floor
            and once > MOST * apart(1) * size
            and (times := times_as_long(size)) > MOST
        ):
            return f"{times:.0f} times as long in one text of {size:,} characters of {piece[:40]!r}"
    return ""


def _seconds(work: Callable[[str], object], texts: list[str], runs: int) -> float:
    """Return the least time of this thread that `runs` goes over the texts took."""
    return min(_once(work, texts) for _ in range(runs))


def _once(work: Callable[[str], object], texts: list[str]) -> float:
    started = time.thread_time()
    for text in texts:
        work(text)
    return time.thread_time() - started

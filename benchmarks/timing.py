"""How long a piece of work takes, once it is warm."""

import time
from collections.abc import Callable

from benchmarks.terminal import Spread


def best(work: Callable[[], object], times: int = 5) -> float:
    """Return the median seconds of a few runs after a first one that warms the caches."""
    work()
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return Spread.of(taken).median

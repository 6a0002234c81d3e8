"""How long a piece of work takes, once it is warm: by the clock, and the time of the processor alone."""

import time
from collections.abc import Callable
from statistics import median
from typing import Self


class Took(float):
    """Seconds by the clock, with those of the processor beside them."""

    processor: float

    def __new__(cls, seconds: float, processor: float) -> Self:
        """Return `seconds` as a number that knows its processor's time."""
        took = super().__new__(cls, seconds)
        took.processor = processor
        return took

    @classmethod
    def of(cls, work: Callable[[], object]) -> Self:
        """Do a piece of work and return how long it took this process."""
        started, spent = time.perf_counter(), time.process_time()
        work()
        return cls(time.perf_counter() - started, time.process_time() - spent)


def best(work: Callable[[], object], times: int = 5) -> Took:
    """Return the median of a few runs after a first one that warms the caches."""
    work()
    taken = [Took.of(work) for _ in range(times)]
    return Took(median(taken), median(took.processor for took in taken))

"""Trying again: how often, and how long to wait in between. Called by `client`."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from memtui.llm.faults import Transient

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Patience:
    """How much is borne before a call counts as failed."""

    attempts: int = 4
    first_wait: float = 1.0
    """Seconds; twice as long each time. Each wait is cut by up to half at random, so that clients which
    failed together do not come back together."""
    longest_wait: float = 60.0
    """A server that asks for more than this is not waited for."""

    def wait(self, attempt: int, seconds: float | None) -> float | None:
        """Return the seconds to wait after failed attempt number `attempt` (from 1), None to give up."""
        if attempt >= self.attempts or (seconds is not None and seconds > self.longest_wait):
            return None
        if seconds is not None:
            return seconds * random.uniform(1.0, 1.1)  # noqa: S311 no secret depends on it
        doubled = self.first_wait * 2.0 ** (attempt - 1)
        return min(doubled, self.longest_wait) * random.uniform(0.5, 1.0)  # noqa: S311


async def patiently(call: Callable[[], Awaitable[T]], patience: Patience) -> T:
    """Return what `call` returns, called again after a Transient error. Raises its final error."""
    attempt = 0
    while True:
        attempt += 1
        try:
            return await call()
        except Transient as error:
            wait = patience.wait(attempt, error.wait)
            final = error.final
        if wait is None:
            raise final
        await asyncio.sleep(wait)

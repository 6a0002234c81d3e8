"""Doing what blocks in a thread, so that the server goes on listening while a tool works.

`server` has one pair of hands for the store, whose connection is used by one thread at a time, and one for
reading texts, which takes longer.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import anyio

Done = TypeVar("Done")


class Hands:
    """One thread. What is asked for is done one after the other."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)

    async def do(self, work: Callable[[], Done], stop: Callable[[], None]) -> Done:
        """Return what `work` returns, or raise what it raises.

        When the client takes its request back, `stop` is called to end `work`, and its end is waited for.
        """
        begun = self._thread.submit(work)
        result = asyncio.wrap_future(begun)
        try:
            return await asyncio.shield(result)
        except asyncio.CancelledError:
            if not begun.cancel():
                stop()
            with anyio.CancelScope(shield=True):
                await asyncio.wait([result])
            if not result.cancelled():
                result.exception()  # or asyncio would report that nobody has looked
            raise

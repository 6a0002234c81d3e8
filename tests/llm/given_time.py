"""An event loop whose clock is given: its time passes only as a test says, however busy the machine is."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, TypeVar

T = TypeVar("T")

_LONGEST_S = 300
"""Seconds of the machine's clock that no test takes, however busy it is."""


class GivenTime(asyncio.SelectorEventLoop):
    """A loop that starts at 0 seconds and stays there until `forward` moves it."""

    def __init__(self) -> None:
        self._now = 0.0
        self.waits: list[float] = []
        """How many seconds each thing was to wait that was ever to wait at all, in order."""
        self._watched: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []
        self.passing: dict[float, float] = {}
        """How many seconds pass as soon as something is to wait for so many."""
        super().__init__()

    def time(self) -> float:
        """Return the seconds that were given."""
        return self._now

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Note the wait, and let pass what is to pass with it."""
        wait = when - self._now
        handle = super().call_at(when, callback, *args, context=context)
        self.waits.append(wait)
        self._now += self.passing.get(wait, 0.0)
        for holds, future in self._watched:
            if holds() and not future.done():
                future.set_result(None)
        return handle

    def how_often(self, least: float, most: float) -> int:
        """Return how many things were to wait from `least` to `most` seconds."""
        return sum(least <= wait <= most for wait in self.waits)

    async def until_waited(self, least: float, most: float, times: int = 1) -> None:
        """Wait until that many things have begun to wait from `least` to `most` seconds."""

        def holds() -> bool:
            return self.how_often(least, most) >= times

        if not holds():
            future = self.create_future()
            self._watched.append((holds, future))
            await future

    async def forward(self, seconds: float) -> None:
        """Let so much time pass, and everything happen that is due by then."""
        self._now += seconds
        for _ in range(5):
            await asyncio.sleep(0)


def in_given_time(play: Callable[[GivenTime], Coroutine[Any, Any, T]]) -> T:
    """Return what `play` returns in a loop of its own; fail when what it waits for never comes."""

    async def watched(loop: GivenTime) -> T:
        playing = asyncio.ensure_future(play(loop))
        watch = threading.Timer(_LONGEST_S, loop.call_soon_threadsafe, (playing.cancel,))
        watch.daemon = True
        watch.start()
        try:
            return await playing
        finally:
            watch.cancel()

    with asyncio.Runner(loop_factory=GivenTime) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, GivenTime)
        return runner.run(watched(loop))

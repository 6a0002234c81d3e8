"""An event loop whose clock is given: its time passes only as a test says, however busy the machine is.

What comes from elsewhere, a server's answer or a thread's, takes none of it. So a test lets time pass only
between two things that it has seen happen; what else may be under way then runs out of time as well.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextvars import Context
from pathlib import Path
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
        self._timers: list[asyncio.TimerHandle] = []
        self._watched: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []
        super().__init__()

    def time(self) -> float:
        """Return the seconds that were given."""
        return self._now

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Note the wait."""
        handle = super().call_at(when, callback, *args, context=context)
        self._timers.append(handle)
        self.waits.append(when - self._now)
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

    def waited_for(self) -> str:
        """Say where each task is, and what is to happen when more time is given."""
        tasks = sorted(f"- {' > '.join(_places(task))}" for task in asyncio.all_tasks(self))
        due = sorted(timer.when() - self._now for timer in self._timers if not timer.cancelled())
        times = ", ".join(f"{seconds:g} s" for seconds in due if seconds > 0) or "nothing"
        return "\n".join((f"At {self._now:g} s given, these wait:", *tasks, f"due after it: {times}"))


def in_given_time(play: Callable[[GivenTime], Coroutine[Any, Any, T]], *, longest_s: float = _LONGEST_S) -> T:
    """Return what `play` returns in a loop of its own; fail when what it waits for never comes."""

    async def watched(loop: GivenTime) -> T:
        playing = asyncio.ensure_future(play(loop))
        waited_for = []

        def give_up() -> None:
            waited_for.append(loop.waited_for())
            playing.cancel()

        watch = threading.Timer(longest_s, loop.call_soon_threadsafe, (give_up,))
        watch.daemon = True
        watch.start()
        try:
            return await playing
        except asyncio.CancelledError:
            raise AssertionError(f"It never came. {waited_for[0]}" if waited_for else "cancelled") from None
        finally:
            watch.cancel()

    with asyncio.Runner(loop_factory=GivenTime) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, GivenTime)
        return runner.run(watched(loop))


def _places(task: asyncio.Task[Any]) -> Iterator[str]:
    """Yield the place where a task waits in each of the functions that wait for each other, from outside."""
    waiting: Any = task.get_coro()
    while (frame := getattr(waiting, "cr_frame", None)) is not None:
        yield f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno} {frame.f_code.co_name}"
        waiting = waiting.cr_await

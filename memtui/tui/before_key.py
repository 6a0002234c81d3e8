"""What has to be over before the next key: keys that are typed ahead find the effect of those before them."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from itertools import takewhile

from textual.app import App
from textual.widget import Widget

_LOOK_EVERY = 0.005
_FIRST = 20.0
"""Seconds that a key waits for the first view."""
_LONGEST = 1.0
"""Seconds after which a key waits no more for one before it, which was handed to what is gone."""


class BeforeTheNextKey:
    """What was begun and is not over: a view that opens, a key that a field or a dialog got."""

    def __init__(self, app: App[int]) -> None:
        """Hold back the keys that `app` gets."""
        self._app = app
        self._begun: list[Awaitable[object]] = []

    def finish(self, begun: Awaitable[object]) -> None:
        """Let the next key wait for this, too."""
        self._begun.append(begun)

    def until(self, ready: Callable[[], bool]) -> None:
        """Let the next key wait until something is there, as long as a key waits at most."""
        self.finish(asyncio.ensure_future(_is(ready, _LONGEST)))

    def until_there(self, view: Widget) -> None:
        """Let the next key wait for the first view, which has no rows before, however busy the machine is."""
        self.finish(asyncio.ensure_future(_is(lambda: view.is_mounted, _FIRST)))

    async def over(self) -> None:
        """Wait until all of it is over, and do what a dialog was answered by then."""
        while self._begun:
            await self._begun.pop(0)
            await self._app._flush_next_callbacks()  # the answer would else come behind the key


async def _is(ready: Callable[[], bool], longest: float) -> None:
    latest = time.monotonic() + longest
    while not ready() and time.monotonic() < latest:
        await asyncio.sleep(_LOOK_EVERY)


def dealt_with(taker: Widget) -> asyncio.Future[None]:
    """Return what is done once the keys that were handed to `taker` so far are dealt with.

    A key goes from a field through all that holds it to its screen, and so does what is called later.
    """
    loop = asyncio.get_running_loop()
    done = loop.create_future()
    way = takewhile(lambda step: not isinstance(step, App), taker.ancestors_with_self)

    def end() -> None:
        if not done.done():
            done.set_result(None)

    def go_on() -> None:
        step = next(way, None)
        if step is None or not step.call_later(go_on):
            end()

    go_on()
    loop.call_later(_LONGEST, end)
    return done

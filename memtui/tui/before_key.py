"""What has to be over before the next key: keys that are typed ahead find the effect of those before them."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import takewhile
from typing import Any

from textual import events
from textual.app import App
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget

_LOOK_EVERY = 0.005
_FIRST = 20.0
"""Seconds that a key waits for the first view, and for a key before it on a busy machine."""
_LONGEST = 1.0
"""Seconds after which a key waits no more for what a key before it began."""


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
    steps = list(takewhile(lambda step: not isinstance(step, App), taker.ancestors_with_self))
    return asyncio.ensure_future(_gone_through(steps))


async def _gone_through(steps: Sequence[DOMNode]) -> None:
    """Wait for each of `steps` in turn; one that is closed meanwhile deals with nothing any more."""
    latest = time.monotonic() + _FIRST
    for step in steps:
        dealt = asyncio.get_running_loop().create_future()
        if not step.call_later(dealt.set_result, None):
            continue
        while not dealt.done() and step.is_attached and time.monotonic() < latest:
            await asyncio.wait([dealt], timeout=_LOOK_EVERY)


async def do_bound(screen: Screen[Any], event: events.Key) -> None:
    """Do what a key is bound to that all that holds its field has left to its `screen`: delete, move, submit.

    Textual leaves that to the app, where it would come behind the letters that already wait there.
    """
    if await screen.app._check_bindings(event.key):
        event.stop()


async def with_letters_behind(app: App[int], event: events.Key) -> events.Key:
    """Return a letter as one with those that wait right behind it, where a field takes them at once."""
    if not (event.is_printable and getattr(app.focused, "takes_at_once", False)):
        return event
    letters = [event.character or ""]
    while isinstance(behind := app._peek_message(), events.Key) and behind.is_printable:
        letters.append(behind.character or "")
        await app._get_message()
    return event if len(letters) == 1 else events.Key(event.key, "".join(letters))

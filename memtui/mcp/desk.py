"""Takes what a client asks for to the tools, in its name and off the thread that listens.

The tools are loaded with the first thing that is asked for: a session that never remembers pays for their
names only.
"""

import os
import traceback
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.domain.text import Longest, one_line
from memtui.mcp import place
from memtui.mcp.errors import ToolRefused
from memtui.mcp.hands import Answer, Hands, Work
from memtui.mcp.pipe import Pipe
from memtui.store.errors import Interrupted, StoreError

if TYPE_CHECKING:
    from memtui.mcp.tools import Tools

_PATIENCE = 2.0
"""Seconds that a client gets to name the folders it has open."""


def debugging() -> bool:
    """Say whether the person wants tracebacks."""
    return bool(os.environ.get("MEMTUI_DEBUG"))


class Desk:
    """Where one client is served."""

    def __init__(self, load: "Callable[[], Tools]", pipe: Pipe) -> None:
        """Take what makes the tools, and the pipe to the client."""
        self._load = load
        self._pipe = pipe
        self._tools: Tools | None = None
        self._store_hands = Hands("store")
        self._reading_hands = Hands("reading")
        self._name = ""
        self._tells_roots = False

    def close(self) -> None:
        """Wait until all is done that was asked for, but for texts that are still read: they are let go."""
        self._reading_hands.stop()
        self._reading_hands.rest()
        self._store_hands.rest()

    def serves(self, name: object, *, tells_roots: bool) -> None:
        """Take the client's name, and whether it can be asked which folders it has open."""
        if isinstance(name, str):
            self._name = one_line(name, Longest.NAME) or self._name
        self._tells_roots = tells_roots

    def do(self, ask: "Callable[[Tools], Answer]") -> Work[Answer]:
        """Begin what a tool answers."""

        def answered(work: Work[Answer]) -> Answer:
            tools = self._ready()
            work.stops_by(tools.store.interrupt)
            return ask(tools)

        return self._store_hands.begin(lambda work: _in_words(answered, work))

    def read(self, content: str, scope: str, *, keep: bool) -> Work[Answer]:
        """Begin to find the facts in a text."""

        def answered(work: Work[Answer]) -> Answer:
            tools = self._store_hands.begin(lambda _: self._ready()).done.result()
            reading = tools.reading(content, scope)
            work.stops_by(reading.stop)
            return tools.extract(reading, keep=keep)

        return self._reading_hands.begin(lambda work: _in_words(answered, work))

    def _ready(self) -> "Tools":
        """Return the tools, in the client's name and the project it has open. Runs in the store's thread."""
        if self._tools is None:
            self._tools = self._load()
        tools = self._tools
        if self._name:
            tools.by = replace(tools.by, client=self._name)
        if tools.place.no_project and self._tells_roots:
            self._tells_roots = False
            folders = place.folders_of(self._pipe.ask("roots/list", _PATIENCE))
            tools.place = place.among(tools.store, folders) or tools.place
        return tools


def _in_words(do: Callable[[Work[Answer]], Answer], work: Work[Answer]) -> Answer:
    """Return the answer. Raises ToolRefused for whatever hinders it."""
    try:
        return do(work)
    except StoreError as error:
        raise ToolRefused(str(error)) from None
    except Interrupted:
        raise ToolRefused("cancelled; nothing was changed") from None
    except ToolRefused:
        raise
    except Exception as error:  # noqa: BLE001 - an agent is told; a traceback may hold what was to be stored
        if debugging():
            traceback.print_exc()
        raise ToolRefused(
            f"memtui met a situation it does not know ({type(error).__name__}); "
            "started with MEMTUI_DEBUG=1, it says more on stderr"
        ) from None

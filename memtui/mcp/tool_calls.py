"""Takes what a client asks for to the tools, in its name and off the event loop.

The tools are loaded with the first thing that is asked for: a session that never remembers pays for their
names only.
"""

import contextlib
import json
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent

from memtui.domain.actor import Actor
from memtui.domain.text import Longest, one_line
from memtui.mcp import place
from memtui.mcp.errors import ToolRefused
from memtui.mcp.in_threads import Hands
from memtui.store.errors import Interrupted, StoreError

if TYPE_CHECKING:
    from memtui.mcp.tools import Tools

UNNAMED = "mcp"
"""The client, until it has said its name."""


def debugging() -> bool:
    """Say whether the person wants tracebacks."""
    return bool(os.environ.get("MEMTUI_DEBUG"))


class Desk:
    """Where one client is served."""

    def __init__(self, load: "Callable[[], Tools]") -> None:
        """Take what makes the tools. It is called once, when there is something to do."""
        self._load = load
        self._store_hands = Hands("store")
        self._reading_hands = Hands("reading")
        self._tools: Tools | None = None
        self._asked_for_roots = False

    @property
    def tools(self) -> "Tools":
        """What does the work."""
        if self._tools is None:
            self._tools = self._load()
        return self._tools

    async def do(self, context: Context, work: Callable[[], dict[str, Any]]) -> CallToolResult:
        """Answer with what a tool returns."""
        await self._ready(context)
        return await self._answered(self._store_hands, work, self._interrupt)

    async def tell(self, work: Callable[[], dict[str, Any]]) -> CallToolResult:
        """Answer where the client is not told of: it is whoever it was last, where it was last."""
        return await self._answered(self._store_hands, work, self._interrupt)

    async def read(self, context: Context, content: str, scope: str, *, keep: bool) -> CallToolResult:
        """Answer with the facts of a text."""
        await self._ready(context)
        try:
            reading = self.tools.reading(content, scope)
        except ToolRefused as error:
            raise ToolError(str(error)) from None
        work = lambda: self.tools.extract(reading, keep=keep)  # noqa: E731
        return await self._answered(self._reading_hands, work, reading.stop)

    async def _answered(
        self, hands: Hands, work: Callable[[], dict[str, Any]], stop: Callable[[], None]
    ) -> CallToolResult:
        try:
            answer = await hands.do(work, stop)
        except (ToolRefused, StoreError) as error:
            raise ToolError(str(error)) from None
        except Interrupted:
            raise ToolError("cancelled; nothing was changed") from None
        except Exception as error:
            if debugging():
                raise  # the SDK writes the traceback to stderr, which may hold what was to be stored
            raise ToolError(
                f"memtui met a situation it does not know ({type(error).__name__}); "
                "started with MEMTUI_DEBUG=1, it says more on stderr"
            ) from None
        text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
        return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=answer)

    async def _ready(self, context: Context) -> None:
        """Have the tools at hand, in the client's name and in its project."""
        if self._tools is None:
            await self._store_hands.do(lambda: self.tools, lambda: None)
        self._take_name(context)
        await self._take_place(context)

    def _interrupt(self) -> None:
        self.tools.store.interrupt()

    async def _take_place(self, context: Context) -> None:
        """Work in the project that the client has open, where the server's own folder belongs to none."""
        if not self.tools.place.no_project or self._asked_for_roots:
            return
        self._asked_for_roots = True
        if folders := await place.roots(context):
            await self._store_hands.do(lambda: self._settle_in(folders), self._interrupt)

    def _settle_in(self, folders: list[str]) -> None:
        with contextlib.suppress(StoreError):
            self.tools.place = place.among(self.tools.store, folders) or self.tools.place

    def _take_name(self, context: Context) -> None:
        by, params = self.tools.by, context.session.client_params
        if by.client == UNNAMED and params is not None:
            name = one_line(params.client_info.name, Longest.NAME) or UNNAMED
            self.tools.by = Actor(by.kind, name, by.session)

"""Takes what a client asks for to the tools, in its name and off the event loop."""

import contextlib
import json
import os
from collections.abc import Callable
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent

from memtui.domain.actor import Actor
from memtui.domain.text import Longest, one_line
from memtui.mcp import place
from memtui.mcp.hands import Hands
from memtui.mcp.refusals import ToolRefused
from memtui.mcp.tools import Tools
from memtui.store.errors import Interrupted, StoreError

UNNAMED = "mcp"
"""The client, until it has said its name."""


def debugging() -> bool:
    """Say whether the person wants tracebacks."""
    return bool(os.environ.get("MEMTUI_DEBUG"))


class Desk:
    """Where one client is served."""

    def __init__(self, tools: Tools) -> None:
        self.tools = tools
        self._store_hands = Hands("store")
        self._reading_hands = Hands("reading")
        self._asked_for_roots = False

    async def do(self, context: Context, work: Callable[[], dict[str, Any]]) -> CallToolResult:
        """Answer with what a tool returns."""
        self._take_name(context)
        await self._take_place(context)
        return await self._answered(self._store_hands, work, self.tools.store.interrupt)

    async def tell(self, work: Callable[[], dict[str, Any]]) -> CallToolResult:
        """Answer where the client is not told of: it is whoever it was last, where it was last."""
        return await self._answered(self._store_hands, work, self.tools.store.interrupt)

    async def read(self, context: Context, content: str, scope: str, *, keep: bool) -> CallToolResult:
        """Answer with the facts of a text."""
        self._take_name(context)
        await self._take_place(context)
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

    async def _take_place(self, context: Context) -> None:
        """Work in the project that the client has open, where the server's own folder belongs to none."""
        if not self.tools.no_project or self._asked_for_roots:
            return
        self._asked_for_roots = True
        if folders := await place.roots(context):
            with contextlib.suppress(StoreError):
                settle = place.settling_in(self.tools, folders)
                await self._store_hands.do(settle, self.tools.store.interrupt)

    def _take_name(self, context: Context) -> None:
        by, params = self.tools.by, context.session.client_params
        if by.client == UNNAMED and params is not None:
            name = one_line(params.client_info.name, Longest.NAME) or UNNAMED
            self.tools.by = Actor(by.kind, name, by.session)

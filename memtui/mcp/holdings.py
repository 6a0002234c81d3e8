"""What a scope holds, as resources that a client can show or attach."""

import json
from collections.abc import Awaitable

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.types import CallToolResult, TextContent

from memtui.mcp.tool_calls import Desk

_MOST = 100
"""Memories that are told at most; the answer's budget holds fewer."""
_JSON = "application/json"


def offer(server: MCPServer, desk: Desk) -> None:
    """Offer what the agent's project holds, and any scope within its reach."""

    @server.resource(
        "memtui://memories",
        title="This project's memories",
        description="What is remembered about this project, strongest first",
        mime_type=_JSON,
    )
    async def memories() -> str:
        return await _text(desk.tell(lambda: desk.tools.browse("", "", _MOST)))

    @server.resource(
        "memtui://memories/{+scope}",
        title="A scope's memories",
        description="What a scope such as project/atlas holds, strongest first",
        mime_type=_JSON,
    )
    async def memories_of(scope: str, context: Context) -> str:
        return await _text(desk.do(context, lambda: desk.tools.browse("", scope, _MOST)))


async def _text(answering: Awaitable[CallToolResult]) -> str:
    """Return an answer as a document. Raises ResourceError."""
    try:
        (content,) = (await answering).content
    except ToolError as error:
        raise ResourceError(str(error)) from None
    if not isinstance(content, TextContent):
        raise ResourceError("the memories cannot be shown")
    return json.dumps(json.loads(content.text), ensure_ascii=False, indent=1)

"""In which project an agent works: what a person named, else the server's folder, else the client's roots.

Programs with a window start their servers in the home folder, which is no project, and say by their roots
which folder is open. So the client is asked, once, with its first request.
"""

import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import anyio
from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError

from memtui.lifecycle.filing import filed_under, project_of
from memtui.mcp.tools import Tools

_PATIENCE = 2.0
"""Seconds that a client gets to name its roots."""


def settle(tools: Tools, scope: str) -> None:
    """Let an agent work in the scope that a person named, else in the project of the server's folder."""
    tools.folder = os.environ.get("CLAUDE_PROJECT_DIR") or str(Path.cwd())
    project = scope or project_of(tools.store, tools.folder)
    tools.scope = project or filed_under(tools.store, tools.folder)
    tools.no_project = not project


async def roots(context: Context) -> list[str]:
    """Return the folders that a client has open; none when it does not say."""
    params = context.session.client_params
    if params is None or params.capabilities.roots is None:
        return []
    with anyio.move_on_after(_PATIENCE):
        try:
            listed = await context.session.list_roots()
        except MCPError:
            return []
        addresses = (urlsplit(str(root.uri)) for root in listed.roots)
        return [url2pathname(address.path) for address in addresses if address.scheme == "file"]
    return []


def settling_in(tools: Tools, folders: list[str]) -> Callable[[], None]:
    """Return what lets an agent work in the first of these folders that belongs to a project."""

    def settle_in() -> None:
        for folder in folders:
            project = project_of(tools.store, folder)
            if project is not None:
                tools.folder, tools.scope, tools.no_project = folder, project, False
                return

    return settle_in

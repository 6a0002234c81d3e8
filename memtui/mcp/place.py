"""In which project an agent works: what a person named, else the server's folder, else the client's roots.

Programs with a window start their servers in the home folder, which is no project, and say by their roots
which folder is open. So the client is asked, once, with its first request.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import anyio
from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError

from memtui.domain.scope import ROOT, scope_under
from memtui.lifecycle.filing import filed_under, project_of_folder
from memtui.store.database import Store

_PATIENCE = 2.0
"""Seconds that a client gets to name its roots."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an agent works."""

    scope: str = ROOT
    """The project: what the agent adds is filed there, and recall looks around it."""
    folder: str = ""
    """The folder, for the provenance of what it adds; empty when it is not known."""
    no_project: bool = False
    """Whether the folder belongs to no project."""


def settled(store: Store, scope: str) -> Place:
    """Return the scope that a person named, else the project of the server's folder. Raises StoreError."""
    folder = os.environ.get("CLAUDE_PROJECT_DIR") or str(Path.cwd())
    project = scope or project_of_folder(store, folder)
    return Place(project or filed_under(store, folder), folder, no_project=not project)


def among(store: Store, folders: Sequence[str]) -> Place | None:
    """Return the first of these folders that belongs to a project; None for none. Raises StoreError."""
    for folder in folders:
        project = project_of_folder(store, folder)
        if project is not None:
            return Place(project, folder)
    return None


def own_place(project: str, client: str) -> str:
    """Return the scope that an agent adds to, with all below it.

    One that works in no project has a place of its own: what stands at the top is told in every project.
    """
    return project if project != ROOT else scope_under("/agent", client)


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

"""Agents: the SDK's own client, at a server in a process of its own or in this one."""

import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import Implementation, TextContent

from memtui.config.settings import Mcp, Settings
from memtui.domain.actor import Actor, ActorKind
from memtui.mcp.place import Place
from memtui.mcp.server import server
from memtui.mcp.tools import Tools
from memtui.store.database import Store
from tests import warm

ONE = Settings(mcp=Mcp(form="one"))


class Agent:
    """A client that is connected."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def does(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that has to succeed, and return its answer."""
        answer = await self.client.call_tool(tool, arguments)
        (content,) = answer.content
        assert isinstance(content, TextContent)
        assert not answer.is_error, content.text
        told: dict[str, Any] = json.loads(content.text)
        assert answer.structured_content == told
        return told

    async def is_refused(self, tool: str, **arguments: Any) -> str:
        """Call a tool that has to refuse, and return why."""
        answer = await self.client.call_tool(tool, arguments)
        (content,) = answer.content
        assert isinstance(content, TextContent)
        assert answer.is_error, content.text
        return content.text.removeprefix(f"Error executing tool {tool}: ")

    async def tools(self) -> dict[str, Any]:
        """Return the tools on offer by name."""
        return {tool.name: tool for tool in (await self.client.list_tools()).tools}


def command(
    db: Path, *, settings: str = "", options: tuple[str, ...] = (), python: str = "", **variables: str
) -> StdioServerParameters:
    """Return how `memtui mcp` is started at a store, without anything of this machine's settings.

    `python` runs it in place of a warm interpreter.
    """
    config = db.with_suffix(".toml")
    config.write_text(settings)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MEMTUI_", "CLAUDE_"))}
    arguments = ["-m", "memtui", "--db", str(db), "--config", str(config), "mcp", *options]
    return StdioServerParameters(
        command=python or warm.python(), args=arguments, env=kept | variables, cwd=db.parent
    )


@asynccontextmanager
async def piped(
    db: Path,
    name: str = "claude-code",
    *,
    mode: str = "legacy",
    settings: str = "",
    scope: str = "/project/atlas",
    **variables: str,
) -> AsyncIterator[Agent]:
    """Start the real command, and talk to it over its pipes."""
    parameters = command(db, settings=settings, options=("--scope", scope), **variables)
    with Path(os.devnull).open("w") as nowhere:
        pipes = stdio_client(parameters, errlog=nowhere)
        async with Client(pipes, client_info=Implementation(name=name, version="1"), mode=mode) as client:
            yield Agent(client)


@asynccontextmanager
async def joined(
    store: Store,
    settings: Settings | None = None,
    *,
    name: str = "claude-code",
    scope: str = "/project/atlas",
    read_only: bool = False,
) -> AsyncIterator[Agent]:
    """Talk to a server in this process, which has a connection of its own."""
    with store.sibling() as own:
        own.read_only = read_only
        by = Actor(ActorKind.AGENT, "mcp", "a-session")
        own_settings, where = settings or Settings(), Place(scope)
        made = server(lambda: Tools(own, own_settings, by, where), own_settings, where)
        async with Client(made, client_info=Implementation(name=name, version="1")) as client:
            yield Agent(client)

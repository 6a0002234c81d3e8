"""A machine with one store: agents at work in folders, and a person at the command line; real processes."""

import json
import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.client.context import ClientRequestContext
from mcp.client.session import ListRootsFnT
from mcp.client.stdio import stdio_client
from mcp.types import Implementation, ListRootsResult, Root
from pydantic import FileUrl

from tests import warm
from tests.mcp.clients import Agent

_MEMTUI = """import sys
from memtui.hooks import entry
entry._SECONDS = 100.0
from memtui.__main__ import main
sys.exit(main())"""
"""The program, but that a hook does not give up on a busy machine."""
NOW = "2026-11-20T12:00:00Z"


@dataclass(frozen=True)
class Machine:
    """Runs memtui on a store."""

    db: Path

    @property
    def config(self) -> Path:
        return self.db.with_suffix(".toml")

    def memtui(self, *arguments: str, folder: Path | None = None, stdin: str = "", code: int = 0) -> str:
        """Run a command, in a folder, and return what it prints; it has to end with `code`."""
        done = subprocess.run(
            self._command(*arguments),
            input=stdin,
            capture_output=True,
            text=True,
            env=self._environment,
            cwd=folder or self.db.parent,
            timeout=300,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    def json(self, *arguments: str, folder: Path | None = None) -> Any:
        """Run a command with --json and return what it prints."""
        return json.loads(self.memtui(*arguments, "--json", folder=folder))

    def hook(self, event: str, folder: Path, **said: object) -> str:
        """Tell of an agent's event in a folder, and return what the agent is told then."""
        told = {"session_id": f"{folder}-{event}", "cwd": str(folder), "hook_event_name": event, **said}
        printed = self.memtui("hook", event, folder=folder, stdin=json.dumps(told))
        if not printed:
            return ""
        return str(json.loads(printed)["hookSpecificOutput"]["additionalContext"])

    def scopes(self) -> dict[str, str]:
        """Return the scope of every memory, by its text."""
        return {row["text"]: row["scope"] for row in self.json("list", "--state", "all")}

    @asynccontextmanager
    async def agent(self, folder: Path, *options: str, has_open: Path | None = None) -> AsyncIterator[Agent]:
        """Start a server in a folder, as an agent's program does, and talk to it over its pipes.

        `has_open` is the folder that the program says it has open.
        """
        program, *arguments = self._command("mcp", *options)
        started = StdioServerParameters(command=program, args=arguments, env=self._environment, cwd=folder)
        with Path(os.devnull).open("w") as nowhere:
            pipes = stdio_client(started, errlog=nowhere)
            name = Implementation(name="claude-code", version="1")
            said = None if has_open is None else _roots(has_open)
            async with Client(pipes, client_info=name, mode="legacy", list_roots_callback=said) as client:
                yield Agent(client)

    async def learns(self, folder: Path, text: str) -> str:
        """Let an agent that works in a folder add a memory; return its uid."""
        async with self.agent(folder) as agent:
            return str((await agent.does("memory_add", text=text))["uid"])

    def _command(self, *arguments: str) -> list[str]:
        self.config.touch()
        where = ["--db", str(self.db), "--config", str(self.config)]
        return [warm.python(), "-c", _MEMTUI, *where, *arguments]

    @property
    def _environment(self) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("MEMTUI_", "CLAUDE_"))}
        temporary = os.environ["MEMTUI_TEMPORARY"]
        python = str(Path(__file__).parents[2])
        return kept | {"MEMTUI_NOW": NOW, "MEMTUI_TEMPORARY": temporary, "PYTHONPATH": python}


def _roots(folder: Path) -> ListRootsFnT:
    async def said(context: ClientRequestContext) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=FileUrl(folder.as_uri()))])

    return said

"""Where knowledge graphs lie: where settings of MCP clients say, or beside a project or the server."""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from memtui import plain_files
from memtui.formats.finding import Found, Machine
from memtui.formats.ground.looking import one_file
from memtui.formats.protocol import Reader

VARIABLES = {"MEMORY_FILE_PATH": "the graph of the MCP memory server"}
_MCP_SETTINGS = (
    ".claude.json",
    ".cursor/mcp.json",
    ".gemini/settings.json",
    "Library/Application Support/Claude/claude_desktop_config.json",
)
_MCP_FILES = ("memory.jsonl", "memory.json", ".memory/memory.jsonl", ".claude/memory.jsonl")
_MCP_DEFAULT = ".npm/_npx/*/node_modules/@modelcontextprotocol/server-memory/dist"
_MAX_SETTINGS = 32_000_000
"""Bytes; programs keep transcripts in such files, but none of this size."""


def graphs(reader: Reader, machine: Machine) -> Iterator[Found]:
    """Yield the graphs that settings name, and those under a usual name."""
    home, settings, cwd = machine.home, machine.settings, machine.cwd
    given = [machine.given("MEMORY_FILE_PATH")]
    listed = [home / name for name in _MCP_SETTINGS]
    listed += [settings / "Claude" / "claude_desktop_config.json"]
    files = [file for file in given if file is not None]
    if cwd is not None:
        listed += [cwd / ".mcp.json", cwd / ".cursor" / "mcp.json"]
        files += [cwd / name for name in _MCP_FILES]
    files += [file for setting in listed for file in _named_graphs(setting)]
    for folder in islice(sorted(home.glob(_MCP_DEFAULT)), 100):
        files += [folder / name for name in _MCP_FILES[:2]]
    for file in dict.fromkeys(files):
        yield from one_file(reader, file, file.parent)


def _named_graphs(file: Path) -> list[Path]:
    """Return the graphs that a program's settings name for its MCP servers."""
    try:
        if file.stat().st_size > _MAX_SETTINGS:
            return []
        settings = json.loads(plain_files.bytes_of(file))
    except (OSError, ValueError, RecursionError):
        return []
    if not isinstance(settings, dict):
        return []
    projects = settings.get("projects")
    parts = [settings, *(projects.values() if isinstance(projects, dict) else ())]
    paths = []
    for part in parts:
        servers = part.get("mcpServers") if isinstance(part, dict) else None
        for server in servers.values() if isinstance(servers, dict) else ():
            variables = server.get("env") if isinstance(server, dict) else None
            path = variables.get("MEMORY_FILE_PATH") if isinstance(variables, dict) else None
            if isinstance(path, str) and path.startswith(("/", "~")):
                paths.append(Path(path).expanduser())
    return paths

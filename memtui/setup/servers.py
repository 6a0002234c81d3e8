"""Naming memtui's server in the settings of programs that start MCP servers, and taking it out again.

Where each program keeps its list, and how an entry looks, as their documentation tells it: `mcpServers` in a
JSON file for Claude Code, Cursor, Gemini CLI, Windsurf and Copilot CLI, `mcp` in OpenCode's, tables
`[mcp_servers.NAME]` in Codex's TOML, a mapping `mcp_servers` in Hermes' YAML.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memtui.setup.json_settings import SettingsError
from memtui.setup.server_lists import JsonList, ServerList, TomlTables, YamlMapping

NAME = "memtui"
"""What the server is called in every program."""
_JSON = JsonList("mcpServers")


@dataclass(frozen=True, slots=True)
class Program:
    """A program that starts MCP servers for its agent."""

    name: str
    label: str
    folder: str
    """Of its settings, below the home folder; where it is not, the program is not on this machine."""
    file: str
    """The file with the list of servers, relative to the home folder."""
    variable: str = ""
    """Which names another folder for its settings."""
    moved: str = ""
    """The file in such a folder."""
    servers: ServerList = _JSON
    extra: tuple[tuple[str, object], ...] = ()
    """What an entry needs besides the words that start the server."""
    one_list: bool = False
    """All words stand in `command`, where others have the first there and the rest in `args`."""

    def in_use(self, home: Path, environment: Mapping[str, str]) -> bool:
        """Say whether this person uses the program on this machine."""
        given = self._given(environment)
        return ((given / self.moved).parent if given else home / self.folder).is_dir()

    def settings(self, home: Path, environment: Mapping[str, str]) -> Path:
        """Return where its list of servers is for this person."""
        given = self._given(environment)
        return given / self.moved if given else home / self.file

    def entry(self, command: Sequence[str]) -> dict[str, object]:
        """Return the entry for a server that the command `command` starts."""
        if self.one_list:
            return {**dict(self.extra), "command": [*command]}
        return {**dict(self.extra), "command": command[0], "args": [*command[1:]]}

    def _given(self, environment: Mapping[str, str]) -> Path | None:
        given = environment.get(self.variable) if self.variable else None
        return Path(given).expanduser() if given else None


PROGRAMS: Mapping[str, Program] = {
    program.name: program
    for program in (
        Program(
            "claude-code",
            "Claude Code",
            ".claude",
            ".claude.json",
            "CLAUDE_CONFIG_DIR",
            ".claude.json",
            extra=(("type", "stdio"),),
        ),
        Program(
            "codex",
            "Codex",
            ".codex",
            ".codex/config.toml",
            "CODEX_HOME",
            "config.toml",
            TomlTables("mcp_servers"),
        ),
        Program("cursor", "Cursor", ".cursor", ".cursor/mcp.json"),
        Program("gemini", "Gemini CLI", ".gemini", ".gemini/settings.json"),
        Program("windsurf", "Windsurf", ".codeium/windsurf", ".codeium/windsurf/mcp_config.json"),
        Program(
            "copilot",
            "Copilot CLI",
            ".copilot",
            ".copilot/mcp-config.json",
            "COPILOT_HOME",
            "mcp-config.json",
            extra=(("type", "local"), ("tools", ["*"])),
        ),
        Program(
            "opencode",
            "OpenCode",
            ".config/opencode",
            ".config/opencode/opencode.json",
            "XDG_CONFIG_HOME",
            "opencode/opencode.json",
            JsonList("mcp"),
            (("type", "local"), ("enabled", True)),
            one_list=True,
        ),
        Program(
            "hermes",
            "Hermes",
            ".hermes",
            ".hermes/config.yaml",
            "HERMES_HOME",
            "config.yaml",
            YamlMapping("mcp_servers"),
        ),
    )
}


def installed(text: str, program: Program) -> list[str]:
    """Return the words that start memtui's server by a settings file; none when it is not named there.

    Raises SettingsError.
    """
    entry = _servers(text, program).get(NAME)
    if not isinstance(entry, dict):
        return []
    command, arguments = entry.get("command", ""), entry.get("args")
    parts = command if isinstance(command, list) else [command]
    return [*map(str, parts), *(arguments if isinstance(arguments, list) else [])]


def with_server(text: str, program: Program, command: Sequence[str]) -> str:
    """Return a settings file that names memtui's server, started by `command`, once. Raises SettingsError."""
    if installed(text, program) == [*command]:
        return text
    text = without_server(text, program)
    entry = program.entry(command)
    wanted = {**_servers(text, program), NAME: entry}
    return _checked(text, program.servers.added(text, NAME, entry), program, wanted)


def without_server(text: str, program: Program) -> str:
    """Return a settings file that does not name memtui's server. Raises SettingsError."""
    servers = _servers(text, program)
    if NAME not in servers:
        return text
    left = {name: entry for name, entry in servers.items() if name != NAME}
    return _checked(text, program.servers.removed(text, NAME), program, left)


def _servers(text: str, program: Program) -> dict[str, Any]:
    """Return the entries of a settings file by name. Raises SettingsError."""
    servers = program.servers.settings(text).get(program.servers.key, {})
    if not isinstance(servers, dict):
        raise SettingsError("its list of MCP servers is not a table of names")
    return servers


def _checked(before: str, after: str, program: Program, wanted: Mapping[str, Any]) -> str:
    """Return a changed text once it is parsed anew: only the wanted servers may differ.

    Raises SettingsError.
    """
    was = program.servers.settings(before) | {program.servers.key: wanted}
    try:
        remaining = program.servers.settings(after)
    except SettingsError:
        remaining = {}
    if {program.servers.key: {}} | remaining != was:
        raise SettingsError("its list of MCP servers is written in a way that memtui does not change")
    return after

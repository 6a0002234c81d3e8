"""Naming memtui's server in the settings of programs that start MCP servers, and taking it out again.

Where each program keeps its list, and how an entry looks, as their documentation tells it: `mcpServers` in a
JSON file for Claude Code, Cursor, Gemini CLI, Windsurf and Copilot CLI, tables `[mcp_servers.NAME]` in
Codex's TOML. Entries are spliced into the text, so all else stays as it is.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memtui.formats.ground.json_splicing import patched
from memtui.setup.json_settings import (
    SettingsError,
    inserted,
    member,
    parsed,
    root,
    split_mark,
    without_member,
)

NAME = "memtui"
"""What the server is called in every program."""
_LIST = "mcpServers"
_TABLE = "mcp_servers"
_OURS = re.compile(rf"\n?^\[{_TABLE}\.{NAME}\][^\n]*(?:\n(?!\[)[^\n]+)*\n?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Program:
    """A program that starts MCP servers for its agent."""

    name: str
    label: str
    folder: str
    """Of its settings, below the home folder; where it is not, the program is not on this machine."""
    file: str
    """That holds the list of servers, seen from the home folder."""
    variable: str = ""
    """Which names another folder for its settings."""
    moved: str = ""
    """The file in such a folder."""
    extra: tuple[tuple[str, object], ...] = ()
    """What an entry needs besides `command` and `args`."""

    def here(self, home: Path, environment: Mapping[str, str]) -> bool:
        """Say whether this person uses the program on this machine."""
        return self._folder(home, environment).is_dir()

    def settings(self, home: Path, environment: Mapping[str, str]) -> Path:
        """Return where its list of servers is for this person."""
        given = environment.get(self.variable) if self.variable else None
        return Path(given).expanduser() / self.moved if given else home / self.file

    def _folder(self, home: Path, environment: Mapping[str, str]) -> Path:
        given = environment.get(self.variable) if self.variable else None
        return Path(given).expanduser() if given else home / self.folder


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
            (("type", "stdio"),),
        ),
        Program("codex", "Codex", ".codex", ".codex/config.toml", "CODEX_HOME", "config.toml"),
        Program("cursor", "Cursor", ".cursor", ".cursor/mcp.json"),
        Program("gemini", "Gemini CLI", ".gemini", ".gemini/settings.json"),
        Program("windsurf", "Windsurf", ".codeium/windsurf", ".codeium/windsurf/mcp_config.json"),
        Program(
            "copilot",
            "Copilot CLI",
            ".copilot",
            ".copilot/mcp-config.json",
            extra=(("type", "local"), ("tools", ["*"])),
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
    arguments = entry.get("args")
    return [str(entry.get("command", "")), *(arguments if isinstance(arguments, list) else [])]


def with_server(text: str, program: Program, words: Sequence[str]) -> str:
    """Return a settings file that names memtui's server, started by `words`, once. Raises SettingsError."""
    if installed(text, program) == [*words]:
        return text
    text = without_server(text, program)
    entry = {**dict(program.extra), "command": words[0], "args": [*words[1:]]}
    added = _toml_with(text, entry) if _is_toml(program) else _json_with(text, entry)
    return _checked(added, program, {**_servers(text, program), NAME: entry})


def without_server(text: str, program: Program) -> str:
    """Return a settings file that does not name memtui's server. Raises SettingsError."""
    servers = _servers(text, program)
    if NAME not in servers:
        return text
    left = {name: entry for name, entry in servers.items() if name != NAME}
    return _checked(_OURS.sub("", text) if _is_toml(program) else _json_without(text, left), program, left)


def _is_toml(program: Program) -> bool:
    return program.file.endswith(".toml")


def _servers(text: str, program: Program) -> dict[str, Any]:
    """Return the entries of a settings file by name. Raises SettingsError."""
    if _is_toml(program):
        try:
            servers = tomllib.loads(split_mark(text)[1]).get(_TABLE, {})
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise SettingsError(f"it is not valid TOML ({error})") from None
    else:
        servers = parsed(text).get(_LIST, {})
    if not isinstance(servers, dict):
        raise SettingsError("its list of MCP servers is not a table of names")
    return servers


def _checked(text: str, program: Program, wanted: Mapping[str, Any]) -> str:
    """Return a changed text when it says what it is to say. Raises SettingsError."""
    try:
        says = _servers(text, program)
    except SettingsError:
        says = {}
    if says != wanted:
        raise SettingsError("its list of MCP servers is written in a way that memtui does not change")
    return text


def _json_with(text: str, entry: Mapping[str, object]) -> str:
    mark, text = split_mark(text)
    if not text.strip():
        return mark + json.dumps({_LIST: {NAME: entry}}, indent=2, ensure_ascii=False) + "\n"
    servers = member(text, root(text), _LIST)
    if servers is None:
        return mark + patched(text, [inserted(text, root(text), 0, {NAME: entry}, _LIST)])
    return mark + patched(text, [inserted(text, servers[0], 1, entry, NAME)])


def _json_without(text: str, left: Mapping[str, object]) -> str:
    mark, text = split_mark(text)
    servers = member(text, root(text), _LIST)
    assert servers is not None  # noqa: S101 it has our entry
    gone = without_member(text, servers[0], NAME) if left else without_member(text, root(text), _LIST)
    return mark + patched(text, [gone])


def _toml_with(text: str, entry: Mapping[str, object]) -> str:
    """Return a TOML text with a table of its own for memtui at its end."""
    before = text if text.endswith("\n") or not text else f"{text}\n"
    # Strings and lists of strings are written the same way in JSON and in TOML.
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in entry.items()]
    return before + "\n" * bool(before) + f"[{_TABLE}.{NAME}]\n" + "".join(lines)

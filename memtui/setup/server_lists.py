"""The lists of MCP servers in settings files, by the language of the file: JSON, TOML, YAML.

`servers` says which program keeps which. An entry is spliced into the text, so all else stays as it is.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

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

Entry = Mapping[str, object]
"""What a settings file says of one server."""


class ServerList(Protocol):
    """A list of servers by name, in a file of one language."""

    def settings(self, text: str) -> dict[str, Any]:
        """Return all that a file says. Raises SettingsError."""

    @property
    def key(self) -> str:
        """The name of the list in the file."""

    def added(self, text: str, name: str, entry: Entry) -> str:
        """Return a text with one more server. Raises SettingsError."""

    def removed(self, text: str, name: str) -> str:
        """Return a text without a server, and without the list when it was the last. Raises SettingsError."""


@dataclass(frozen=True, slots=True)
class JsonList:
    """An object of servers in a JSON object."""

    key: str

    def settings(self, text: str) -> dict[str, Any]:
        """Return all that a file says. Raises SettingsError."""
        return parsed(text)

    def added(self, text: str, name: str, entry: Entry) -> str:
        """Return a text with one more server. Raises SettingsError."""
        mark, text = split_mark(text)
        if not text.strip():
            return mark + json.dumps({self.key: {name: entry}}, indent=2, ensure_ascii=False) + "\n"
        servers = member(text, root(text), self.key)
        if servers is None:
            return mark + patched(text, [inserted(text, root(text), 0, {name: entry}, self.key)])
        return mark + patched(text, [inserted(text, servers[0], 1, entry, name)])

    def removed(self, text: str, name: str) -> str:
        """Return a text without a server, and without the list when it was the last. Raises SettingsError."""
        mark, text = split_mark(text)
        servers = member(text, root(text), self.key)
        if servers is None:
            return mark + text
        last = set(self.settings(text)[self.key]) == {name}
        gone = without_member(text, root(text), self.key) if last else without_member(text, servers[0], name)
        return mark + patched(text, [gone])


@dataclass(frozen=True, slots=True)
class TomlTables:
    """Tables `[KEY.NAME]` in a TOML file."""

    key: str

    def settings(self, text: str) -> dict[str, Any]:
        """Return all that a file says. Raises SettingsError."""
        try:
            return tomllib.loads(split_mark(text)[1])
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise SettingsError(f"it is not valid TOML ({error})") from None

    def added(self, text: str, name: str, entry: Entry) -> str:
        """Return a text with a table of its own for the server at its end."""
        before = text if text.endswith("\n") or not text else f"{text}\n"
        # Strings and lists of strings are written the same way in JSON and in TOML.
        lines = [f"{key} = {json.dumps(value)}\n" for key, value in entry.items()]
        return before + "\n" * bool(before) + f"[{self.key}.{name}]\n" + "".join(lines)

    def removed(self, text: str, name: str) -> str:
        """Return a text without the server's table, as far as the next table or empty line."""
        table = re.escape(f"[{self.key}.{name}]")
        return re.sub(rf"\n?^{table}[^\n]*(?:\n(?!\[)[^\n]+)*\n?", "", text, flags=re.MULTILINE)


@dataclass(frozen=True, slots=True)
class YamlMapping:
    """A mapping of servers, written as a block, in a YAML file."""

    key: str

    def settings(self, text: str) -> dict[str, Any]:
        """Return all that a file says. Raises SettingsError."""
        try:
            document = YAML(typ="safe", pure=True).load(split_mark(text)[1])
        except (YAMLError, RecursionError, ValueError):
            raise SettingsError("it is not valid YAML") from None
        if document is not None and not isinstance(document, dict):
            raise SettingsError("it is no YAML mapping")
        return {key: value or {} if key == self.key else value for key, value in (document or {}).items()}

    def added(self, text: str, name: str, entry: Entry) -> str:
        """Return a text with the server first in its block, or with a block for it at the end."""
        lines = text.splitlines(keepends=True)
        head = self._head(lines)
        if head is None:
            before = text if text.endswith("\n") or not text else f"{text}\n"
            return before + f"{self.key}:\n" + _yaml_block(name, entry, "  ")
        child = next((line for line in lines[head + 1 :] if line.strip() and line.lstrip()[0] != "#"), "")
        indent = child[: len(child) - len(child.lstrip())] or "  "
        if not lines[head].endswith("\n"):
            lines[head] += "\n"
        return "".join([*lines[: head + 1], _yaml_block(name, entry, indent), *lines[head + 1 :]])

    def removed(self, text: str, name: str) -> str:
        """Return a text without the server's lines, and without the block when it was the last in it."""
        lines = text.splitlines(keepends=True)
        head = self._head(lines)
        if head is None:
            return text
        first = next(
            (at for at, line in enumerate(lines) if at > head and line.strip() == f"{name}:"), len(lines)
        )
        behind = first + 1
        while behind < len(lines) and _deeper(lines[behind], lines[first]):
            behind += 1
        last = set(self.settings(text)[self.key]) == {name}
        return "".join([*lines[: head if last else head + 1], *lines[head + 1 : first], *lines[behind:]])

    def _head(self, lines: list[str]) -> int | None:
        return next((at for at, line in enumerate(lines) if line.rstrip() == f"{self.key}:"), None)


def _yaml_block(name: str, entry: Entry, indent: str) -> str:
    # A JSON value is a YAML value too.
    lines = [
        f"{indent}{indent}{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in entry.items()
    ]
    return f"{indent}{name}:\n" + "".join(lines)


def _deeper(line: str, than: str) -> bool:
    return bool(line.strip()) and len(line) - len(line.lstrip()) > len(than) - len(than.lstrip())

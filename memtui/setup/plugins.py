"""Plugins: hooks, server and a skill in one folder, which an agent's program installs and removes itself.

`memtui plugin` writes such a folder. What belongs where, as the programs' documentation tells it: Claude Code
reads `.claude-plugin/plugin.json`, Codex `.codex-plugin/plugin.json`, both with `hooks/hooks.json`,
`.mcp.json` and `skills/NAME/SKILL.md` beside it, and both install from a marketplace, a folder with a list of
plugins. Gemini CLI calls it an extension, names the server in `gemini-extension.json`, and installs the
folder itself.
"""

import json
import shlex
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import memtui
from memtui.setup import hooks, servers
from memtui.setup.files import text_of
from memtui.setup.json_settings import SettingsError, parsed
from memtui.whole_files import replacing

NAME = "memtui"
"""What the plugin is called in every program, and the marketplace that offers it."""
ABOUT = "Recalls what your agents know and learns from their sessions; you decide what stays."
_SKILL = Path(__file__).with_name("plugin") / "SKILL.md"
_INSIDE = f"{NAME}/"
"""The plugin's folder in its marketplace."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """What one program calls a plugin."""

    program: str
    """One word, as in `hooks.CLIENTS`."""
    manifest: str
    """The file that says which plugin it is, seen from the folder that is written."""
    files: Callable[[Sequence[str]], dict[str, str]]
    """Makes the text of every file, by its path in the folder, from the words that run memtui."""
    install: tuple[str, ...]
    """What a person types to install it; `{folder}` is the folder that was written."""
    remove: tuple[str, ...]
    """What a person types to take it out again."""

    @property
    def label(self) -> str:
        """Return what people call the program."""
        return hooks.CLIENTS[self.program].label


def write(plugin: Plugin, folder: Path, command: Sequence[str]) -> list[Path]:
    """Write a plugin into a folder, over an older one; return the files.

    Raises SettingsError when something else is there, or it cannot be written.
    """
    _only_over_ours(plugin, folder)
    written: list[Path] = []
    try:
        for name, text in plugin.files(command).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as file:
                file.write(text)
            written.append(path)
    except OSError as error:
        raise SettingsError(f"it cannot be written: {error.strerror}") from None
    return written


def installed(program: str, home: Path, environment: Mapping[str, str]) -> bool:
    """Say whether a program uses the plugin already, so that its parts must not be set up again.

    A file that cannot be read does not say so.
    """
    client = hooks.CLIENTS.get(program)
    if client is None:
        return False
    folder = client.settings(home, environment).parent
    try:
        if program == "claude-code":
            return _named(parsed(text_of(folder / "settings.json")), "enabledPlugins") is True
        if program == "codex":
            entry = _named(tomllib.loads(text_of(folder / "config.toml")), "plugins")
            return isinstance(entry, dict) and entry.get("enabled", True) is True
        return program == "gemini" and (folder / "extensions" / NAME).exists()
    except (SettingsError, tomllib.TOMLDecodeError, RecursionError):
        return False


def _named(settings: Mapping[str, object], key: str) -> object:
    plugins = settings.get(key)
    return plugins.get(f"{NAME}@{NAME}") if isinstance(plugins, dict) else None


def _only_over_ours(plugin: Plugin, folder: Path) -> None:
    """Raise SettingsError when a folder holds anything but an older plugin of ours."""
    try:
        if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
            return
        if not folder.is_dir():
            raise SettingsError("it is a file and no folder")
    except OSError as error:
        raise SettingsError(f"it cannot be read: {error.strerror}") from None
    if parsed(text_of(folder / plugin.manifest)).get("name") != NAME:
        raise SettingsError("there are other files in it")


# -- what is in the folder ---------------------------------------------------------------------------


def _claude_code(command: Sequence[str]) -> dict[str, str]:
    market = {
        "name": NAME,
        "description": ABOUT,
        "owner": {"name": NAME},
        "plugins": [_entry(f"./{NAME}")],
    }
    return {
        ".claude-plugin/marketplace.json": _json(market),
        f"{_INSIDE}.claude-plugin/plugin.json": _json({**_about(), "author": {"name": NAME}}),
        **_parts("claude-code", command),
    }


def _codex(command: Sequence[str]) -> dict[str, str]:
    entry = {
        **_entry({"source": "local", "path": f"./{NAME}"}),
        "policy": {"installation": "AVAILABLE", "authentication": "ON_INSTALL"},
        "category": "Productivity",
    }
    manifest = {
        **_about(),
        "skills": "./skills/",
        "mcpServers": "./.mcp.json",
        "hooks": "./hooks/hooks.json",
        "interface": {
            "displayName": NAME,
            "shortDescription": ABOUT,
            "developerName": NAME,
            "category": "Productivity",
        },
    }
    market = {"name": NAME, "interface": {"displayName": NAME}, "plugins": [entry]}
    return {
        ".agents/plugins/marketplace.json": _json(market),
        f"{_INSIDE}.codex-plugin/plugin.json": _json(manifest),
        **_parts("codex", command),
    }


def _gemini(command: Sequence[str]) -> dict[str, str]:
    return {
        "gemini-extension.json": _json({**_about(), "mcpServers": _servers(command)}),
        "hooks/hooks.json": _hooks("gemini", command),
        "skills/memory/SKILL.md": _SKILL.read_text("utf-8"),
    }


def _parts(program: str, command: Sequence[str]) -> dict[str, str]:
    return {
        f"{_INSIDE}hooks/hooks.json": _hooks(program, command),
        f"{_INSIDE}.mcp.json": _json({"mcpServers": _servers(command)}),
        f"{_INSIDE}skills/memory/SKILL.md": _SKILL.read_text("utf-8"),
    }


def _about() -> dict[str, object]:
    return {"name": NAME, "version": memtui.__version__, "description": ABOUT}


def _entry(source: object) -> dict[str, object]:
    return {"name": NAME, "source": source, "description": ABOUT}


def _hooks(program: str, command: Sequence[str]) -> str:
    return hooks.with_hooks("", hooks.CLIENTS[program], shlex.join(command))


def _servers(command: Sequence[str]) -> dict[str, object]:
    return {servers.NAME: {"command": command[0], "args": [*command[1:], "mcp"]}}


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


PLUGINS: Mapping[str, Plugin] = {
    plugin.program: plugin
    for plugin in (
        Plugin(
            "claude-code",
            ".claude-plugin/marketplace.json",
            _claude_code,
            ("claude plugin marketplace add {folder}", f"claude plugin install {NAME}@{NAME}"),
            (f"claude plugin uninstall {NAME}@{NAME}", f"claude plugin marketplace remove {NAME}"),
        ),
        Plugin(
            "codex",
            ".agents/plugins/marketplace.json",
            _codex,
            ("codex plugin marketplace add {folder}", f"codex plugin add {NAME}@{NAME}"),
            (f"codex plugin remove {NAME}@{NAME}", f"codex plugin marketplace remove {NAME}"),
        ),
        Plugin(
            "gemini",
            "gemini-extension.json",
            _gemini,
            ("gemini extensions install {folder}",),
            (f"gemini extensions uninstall {NAME}",),
        ),
    )
}

"""Plugins: each program finds in the folder what its documentation asks for; other folders stay alone."""

import json
from pathlib import Path
from typing import Any

import pytest

import memtui
from memtui.domain.tokens import tokens
from memtui.formats.ground.frontmatter import split
from memtui.setup import plugins
from memtui.setup.hooks import CLIENTS
from memtui.setup.json_settings import SettingsError
from memtui.setup.plugins import PLUGINS, Plugin

WORDS = ["/opt/my tools/memtui", "--db", "/home/ada/work.db"]
MANIFESTS = {
    "claude-code": "memtui/.claude-plugin/plugin.json",
    "codex": "memtui/.codex-plugin/plugin.json",
    "gemini": "gemini-extension.json",
}
each_program = pytest.mark.parametrize("plugin", PLUGINS.values(), ids=lambda plugin: str(plugin.program))


def made(plugin: Plugin, folder: Path) -> dict[str, str]:
    plugins.write(plugin, folder, WORDS)
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def inside(files: dict[str, str], plugin: Plugin) -> dict[str, str]:
    """Return what is in the plugin's own folder."""
    begin = "" if plugin.program == "gemini" else "memtui/"
    return {name.removeprefix(begin): text for name, text in files.items() if name.startswith(begin)}


@each_program
def test_the_manifest_says_which_plugin_it_is(plugin: Plugin, tmp_path: Path) -> None:
    found = json.loads(made(plugin, tmp_path / "p")[MANIFESTS[plugin.program]])
    assert (found["name"], found["version"]) == ("memtui", memtui.__version__)
    assert found["description"]


@each_program
def test_its_hooks_call_this_memtui_for_every_event_of_the_program(plugin: Plugin, tmp_path: Path) -> None:
    hooks = json.loads(inside(made(plugin, tmp_path / "p"), plugin)["hooks/hooks.json"])["hooks"]
    client = CLIENTS[plugin.program]
    assert list(hooks) == list(client.events)
    for event, groups in hooks.items():
        handler = groups[0]["hooks"][0]
        assert handler["command"] == (
            f"'/opt/my tools/memtui' --db /home/ada/work.db hook {event} --client {client.name}"
        )
        seconds = 3 if (plugin.program, event) == ("codex", "SessionEnd") else 5
        assert handler["timeout"] == (5000 if plugin.program == "gemini" else seconds)


@each_program
def test_its_server_is_started_by_this_memtui(plugin: Plugin, tmp_path: Path) -> None:
    files = inside(made(plugin, tmp_path / "p"), plugin)
    named = json.loads(files[".mcp.json" if ".mcp.json" in files else "gemini-extension.json"])
    assert named["mcpServers"] == {"memtui": {"command": WORDS[0], "args": [*WORDS[1:], "mcp"]}}


@each_program
def test_its_skill_is_short_and_says_when_it_is_for(plugin: Plugin, tmp_path: Path) -> None:
    text = inside(made(plugin, tmp_path / "p"), plugin)["skills/memory/SKILL.md"]
    head, _ = split(text)
    assert head["name"] == "memory"
    assert 50 < len(str(head["description"])) <= 1024
    assert tokens(text) < 700
    assert {"memory_recall", "memory_add", "memory_update"} <= set(text.replace("`", " ").split())


@pytest.mark.parametrize(
    ("program", "market", "source"),
    [
        ("claude-code", ".claude-plugin/marketplace.json", "./memtui"),
        ("codex", ".agents/plugins/marketplace.json", {"source": "local", "path": "./memtui"}),
    ],
)
def test_the_marketplace_offers_the_folder_beside_it(
    program: str, market: str, source: Any, tmp_path: Path
) -> None:
    offered = json.loads(made(PLUGINS[program], tmp_path / "p")[market])
    assert offered["name"] == "memtui"
    assert [(one["name"], one["source"]) for one in offered["plugins"]] == [("memtui", source)]


@each_program
def test_written_again_it_takes_the_place_of_the_older_one(plugin: Plugin, tmp_path: Path) -> None:
    first = made(plugin, tmp_path / "p")
    (tmp_path / "p" / MANIFESTS[plugin.program]).write_text(first[MANIFESTS[plugin.program]] + "\n")
    assert made(plugin, tmp_path / "p") == first


@each_program
@pytest.mark.parametrize("other", ["notes.txt", "manifest"])
def test_a_folder_with_other_files_is_left_alone(plugin: Plugin, other: str, tmp_path: Path) -> None:
    path = tmp_path / (plugin.manifest if other == "manifest" else other)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"name": "weather"}')
    with pytest.raises(SettingsError):
        plugins.write(plugin, tmp_path, WORDS)
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == [path]


@each_program
def test_a_file_in_the_place_of_the_folder_is_left_alone(plugin: Plugin, tmp_path: Path) -> None:
    (tmp_path / "p").write_text("mine")
    with pytest.raises(SettingsError, match="it is a file and no folder"):
        plugins.write(plugin, tmp_path / "p", WORDS)
    assert (tmp_path / "p").read_text() == "mine"


@pytest.mark.parametrize(
    ("program", "file", "text", "found"),
    [
        ("claude-code", ".claude/settings.json", '{"enabledPlugins": {"memtui@memtui": true}}', True),
        ("claude-code", ".claude/settings.json", '{"enabledPlugins": {"memtui@memtui": false}}', False),
        ("claude-code", ".claude/settings.json", '{"enabledPlugins": []}', False),
        ("claude-code", ".claude/settings.json", "{", False),
        ("codex", ".codex/config.toml", '[plugins."memtui@memtui"]\nenabled = true\n', True),
        ("codex", ".codex/config.toml", '[plugins."memtui@memtui"]\nenabled = false\n', False),
        ("codex", ".codex/config.toml", "[plugins", False),
        ("gemini", ".gemini/extensions/memtui/gemini-extension.json", "{}", True),
        ("gemini", ".gemini/settings.json", "{}", False),
        ("cursor", ".cursor/mcp.json", "{}", False),
    ],
)
def test_a_program_that_has_the_plugin_is_known_by_its_settings(
    program: str, file: str, text: str, found: bool, tmp_path: Path
) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert plugins.installed(program, tmp_path, {}) is found

"""For which agent a file of instructions is written, by where it lies.

A person keeps one file for each agent in that agent's own folder, and a project has folders of rules for one
of them. What lies at the top of a project, such as `AGENTS.md`, is for all.
"""

from collections.abc import Collection, Mapping
from itertools import pairwise
from pathlib import PurePath

NO_HOMES: Mapping[PurePath, str] = {}
_OWN_FILES = {
    (".claude", "CLAUDE.md"): "Claude Code",
    ("claude", "CLAUDE.md"): "Claude Code",
    (".codex", "AGENTS.md"): "Codex",
    (".codex", "AGENTS.override.md"): "Codex",
    (".gemini", "GEMINI.md"): "Gemini CLI",
    ("opencode", "AGENTS.md"): "OpenCode",
    ("goose", ".goosehints"): "Goose",
    (".github", "copilot-instructions.md"): "Copilot",
    (".copilot", "copilot-instructions.md"): "Copilot",
    ("memories", "global_rules.md"): "Windsurf",
}
"""Who is meant by a file of this name in a folder of that name."""
_BY_NAME = {
    ".cursorrules": "Cursor",
    ".windsurfrules": "Windsurf",
    ".clinerules": "Cline",
    ".goosehints": "Goose",
}
"""Who is meant by a file of this name wherever it lies."""
_RULE_FOLDERS = {
    (".cursor", "rules"): "Cursor",
    (".claude", "rules"): "Claude Code",
    (".claude", "directives"): "Claude Code",
    (".windsurf", "rules"): "Windsurf",
    (".kiro", "steering"): "Kiro",
    (".github", "instructions"): "Copilot",
}
"""Who is meant by the files in such a folder, however deep."""
_OWN_FOLDERS = {".junie": "Junie", ".clinerules": "Cline"}
"""Folders that hold nothing but rules for one agent."""

_IN_PROJECTS = {
    "AGENTS.md": "Codex, Cursor and others",
    "AGENTS.override.md": "Codex",
    "CLAUDE.md": "Claude Code",
    "CLAUDE.local.md": "Claude Code",
    "GEMINI.md": "Gemini CLI",
    "WARP.md": "Warp",
}
"""Who reads a file of this name at the top of a project or in a folder of it."""

READERS_IN_PROJECTS = frozenset(_IN_PROJECTS.values())
WITH_OWN_FILES = frozenset(
    agent for names in (_OWN_FILES, _BY_NAME, _RULE_FOLDERS, _OWN_FOLDERS) for agent in names.values()
)
"""Agents that have files of their own, as people call them."""


def agent_of_folder(file: PurePath) -> str:
    """Return which agent's folder of rules a file lies in, as people call it; empty for none."""
    folders = file.parts[:-1]
    of_pair = (_RULE_FOLDERS.get(pair, "") for pair in pairwise(folders))
    alone = (_OWN_FOLDERS.get(folder, "") for folder in folders)
    return next(filter(None, (*of_pair, *alone)), "")


def written_for(file: PurePath, homes: Mapping[PurePath, str] = NO_HOMES) -> str:
    """Return for which one agent a file is written, as people call it; empty for one that is for all.

    `homes` are the folders of agents that do not have their usual name, with that name: `.codex`.
    """
    home = next((home for home in homes if file.is_relative_to(home)), None)
    if home is not None:
        file = home.with_name(homes[home]) / file.relative_to(home)
    own = _OWN_FILES.get((file.parent.name, file.name), "")
    return own or _BY_NAME.get(file.name, "") or agent_of_folder(file)


def instructed_by(file: PurePath, homes: Mapping[PurePath, str] = NO_HOMES) -> str:
    """Return which agents load a file as their instructions, as people call them; empty for another file."""
    return written_for(file, homes) or _IN_PROJECTS.get(file.name, "")


def is_among(agent: str, names: Collection[str]) -> bool:
    """Say whether an agent, by the name that it or its hook gives it, is one of those that people call so.

    Programs differ in what they call themselves: Claude Code is `claude-code`, Codex `codex-mcp-client`.
    """
    called = agent.casefold()
    return any(name.casefold().split()[0] in called for name in names)

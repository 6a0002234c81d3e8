"""Tells what an agent is made of from what it remembers: skills, commands and definitions of agents.

An agent loads each of them by itself when it is called for. They lie beside memories and are markdown too.
"""

from itertools import pairwise
from pathlib import Path

NO_MEMORY = "which an agent loads by itself, and no memory"
ONLY_PARTS = f"Its markdown is skills, commands and the like, {NO_MEMORY}."
_SKILL = "skill.md"
_PARTS = {
    "skills": "a skill",
    "commands": "a command",
    "prompts": "a prompt",
    "workflows": "a workflow",
    "agents": "the definition of an agent",
    "chatmodes": "the definition of an agent",
    "output-styles": "a style of answering",
}
"""What lies in these folders of an agent's own."""
_AGENTS = frozenset(
    (
        ".claude",
        ".agents",
        ".agent",
        ".codex",
        ".cursor",
        ".gemini",
        ".github",
        ".opencode",
        ".qwen",
        ".windsurf",
    )
)


def agent_part(path: Path) -> str:
    """Return what a file or folder is to its agent, such as "a skill"; empty where it may be memory.

    Told by its place alone.
    """
    if path.name.casefold() == _SKILL:
        return _PARTS["skills"]
    parts = path.absolute().parts
    return next(
        (_PARTS[inner] for outer, inner in pairwise(parts) if outer in _AGENTS and inner in _PARTS), ""
    )

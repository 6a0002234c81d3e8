"""The projects that agents have worked in on this machine, by what their programs noted of them.

An agent's rules and notes lie in the folders of its projects, and nobody wants to name each of those. Claude
Code keeps a table of them beside its settings, and a folder for each with its sessions; Codex and Gemini
note which of them are trusted. Only folders that are there count; not the home folder and what is around it,
temporary folders, or the worktrees of a project.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from memtui import plain_files
from memtui.projects.evidence import folder_of_sessions
from memtui.projects.temporary import is_temporary

_MOST = 200
"""Projects that are looked at: looking through one takes some ten milliseconds."""


def worked_in(home: Path, environment: Mapping[str, str]) -> list[Path]:
    """Return the folders of the projects that agents have worked in, in the order of their paths.

    Raises nothing: what cannot be read names no project.
    """
    named = {Path(folder).expanduser() for folder in _noted(home, environment) if "\0" not in folder}
    around = {home, *home.parents}
    return list(islice((folder for folder in sorted(named - around) if _is_project(folder)), _MOST))


def _is_project(folder: Path) -> bool:
    try:
        if not folder.is_absolute() or not folder.is_dir() or is_temporary(folder.as_posix()):
            return False
        git = folder / ".git"
        return not (git.is_file() and b"/worktrees/" in plain_files.bytes_of(git))
    except OSError:
        return False


def _noted(home: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the folders that programs noted, as they are written there."""
    claude, codex = (environment.get(name, "").strip() for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"))
    config = Path(claude).expanduser() if claude else home / ".claude"
    yield from _keys(_json(config / ".claude.json" if claude else home / ".claude.json"), "projects")
    yield from _with_sessions(config / "projects")
    yield from _keys(
        _toml((Path(codex).expanduser() if codex else home / ".codex") / "config.toml"), "projects"
    )
    yield from _keys(_json(home / ".gemini" / "projects.json"), "projects")
    trusted = _json(home / ".gemini" / "trustedFolders.json")
    yield from (folder for folder, word in trusted.items() if word == "TRUST_FOLDER")


def _with_sessions(folder: Path) -> Iterator[str]:
    try:
        names = sorted(inner.name for inner in folder.iterdir() if inner.is_dir())
    except OSError:
        return
    yield from filter(None, (folder_of_sessions(str(folder / name)) for name in islice(names, _MOST)))


def _keys(settings: Mapping[str, object], name: str) -> Iterator[str]:
    table = settings.get(name)
    yield from (key for key in table if isinstance(key, str)) if isinstance(table, Mapping) else ()


def _json(file: Path) -> Mapping[str, object]:
    try:
        told = json.loads(plain_files.bytes_of(file))
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _toml(file: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(plain_files.bytes_of(file).decode("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}

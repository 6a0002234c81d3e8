"""Where the store and the settings file are, and what time it is.

The environment may say otherwise: `MEMTUI_DB`, `MEMTUI_CONFIG` and `MEMTUI_NOW`. On Linux the platform's
folders follow from two variables, so that a hook, which an agent waits for, imports nothing to find them.
"""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path, PurePath

from memtui.config.values import ConfigError
from memtui.domain.instant import Clock, from_iso
from memtui.domain.text import Longest, one_line

VARIABLES = {
    "MEMTUI_DB": "the store, as `--db`",
    "MEMTUI_CONFIG": "the settings file, as `--config`",
    "MEMTUI_NOW": "an ISO 8601 time at which the clock stands still, for tests and screenshots",
    "MEMTUI_TEMPORARY": "folders that count as temporary, as in PATH, or `none`; nothing in one is a project",
    "MEMTUI_SCRIPTED": "1 lets scripts do what is for a person, as `review.scripted = true`",
    "MEMTUI_LLM_MODEL": "the language model, as `llm.model`",
    "MEMTUI_LLM_API_BASE": "where the model is served, as `llm.api_base`",
    "MEMTUI_DEBUG": "1 shows the traceback of an unexpected error",
}
"""Every variable that memtui reads, for docs/settings.md."""

_HOMES = {"CLAUDE_CONFIG_DIR": ".claude", "CODEX_HOME": ".codex"}
"""The variables by which agents' own folders have another name, and their usual one."""
_ON_LINUX = sys.platform == "linux"


def store_path() -> Path:
    """Return where the store is: `MEMTUI_DB`, or a file in the platform's user data folder."""
    if given := os.environ.get("MEMTUI_DB"):
        return Path(given).expanduser()
    if _ON_LINUX:
        return _xdg("XDG_DATA_HOME", ".local/share") / "memories.db"
    import platformdirs

    return platformdirs.user_data_path("memtui", appauthor=False) / "memories.db"


def config_path() -> Path:
    """Return where the settings are: `MEMTUI_CONFIG`, or a file in the platform's config folder."""
    if given := os.environ.get("MEMTUI_CONFIG"):
        return Path(given).expanduser()
    if _ON_LINUX:
        return _xdg("XDG_CONFIG_HOME", ".config") / "config.toml"
    import platformdirs

    return platformdirs.user_config_path("memtui", appauthor=False) / "config.toml"


def homes_of_agents() -> dict[PurePath, str]:
    """Return the folders that agents have instead of their usual ones, by the environment, with the usual
    name.
    """
    given = ((os.environ.get(variable), usual) for variable, usual in _HOMES.items())
    return {Path(folder).expanduser(): usual for folder, usual in given if folder}


def prompts_beside(config: Path | None) -> Path:
    """Return the folder of the prompts that a person wrote: beside their settings file.

    `config` is that file, None where it is the usual one.
    """
    return (config or config_path()).parent / "prompts"


def _xdg(variable: str, usual: str) -> Path:
    """Return memtui's folder in a base folder of the XDG specification, as platformdirs does."""
    given = os.environ.get(variable, "").strip()
    return (Path(given) if given else Path.home() / usual) / "memtui"


def clock() -> Clock:
    """Return the clock: the system's, or one that stands still at `MEMTUI_NOW`. Raises ConfigError."""
    text = os.environ.get("MEMTUI_NOW", "")
    if not text.strip():
        return time.time
    try:
        now = from_iso(text)
    except ValueError:
        raise ConfigError(
            "MEMTUI_NOW is an ISO 8601 time such as 2026-11-20T09:30:00Z, "
            f"not {one_line(text, Longest.NAME)!r}"
        ) from None
    return lambda: now


def files_from_home(folder: str | Path, names: Sequence[str]) -> str:
    """Return what people know a folder by: its one file, or its first files and where they lie.

    `names` are the files from the folder on; without any it is the folder's own path.
    """
    if len(names) < 2:
        return from_home(Path(folder, *names))
    more = len(names) - 2
    shown = " and ".join(names) if not more else f"{names[0]}, {names[1]} and {more:,} more"
    return f"{one_line(shown, Longest.QUOTE)} in {from_home(folder)}"


def from_home(path: str | Path) -> str:
    """Return a path with `~` for the home folder, safe to print."""
    text, home = str(path), str(Path.home())
    if text == home or text.startswith(home.rstrip("/") + "/"):
        text = "~" + text[len(home.rstrip("/")) :]
    return one_line(text, Longest.QUOTE)

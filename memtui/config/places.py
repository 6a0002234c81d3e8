"""Where the store and the settings file are, and what time it is.

The environment may say otherwise: `MEMTUI_DB`, `MEMTUI_CONFIG` and `MEMTUI_NOW`. platformdirs is
only imported when a platform default is asked for, which keeps hooks and scripts quick.
"""

import os
import time
from pathlib import Path

from memtui.config.values import ConfigError
from memtui.domain.instant import Clock, from_iso
from memtui.domain.text import one_line

VARIABLES = {
    "MEMTUI_DB": "the store, as `--db`",
    "MEMTUI_CONFIG": "the settings file, as `--config`",
    "MEMTUI_NOW": "an ISO 8601 time at which the clock stands still, for tests and screenshots",
    "MEMTUI_SCRIPTED": "1 lets scripts purge and decide, as `review.scripted = true`",
    "MEMTUI_LLM_MODEL": "the language model, as `llm.model`",
    "MEMTUI_LLM_API_BASE": "where the model is served, as `llm.api_base`",
    "MEMTUI_DEBUG": "1 shows the traceback of an unexpected error",
}
"""Every variable that memtui reads, for docs/settings.md."""


def store_path() -> Path:
    """Return where the store is: `MEMTUI_DB`, or a file in the platform's user data folder."""
    if given := os.environ.get("MEMTUI_DB"):
        return Path(given).expanduser()
    import platformdirs

    return platformdirs.user_data_path("memtui", appauthor=False) / "memories.db"


def config_path() -> Path:
    """Return where the settings are: `MEMTUI_CONFIG`, or a file in the platform's config folder."""
    if given := os.environ.get("MEMTUI_CONFIG"):
        return Path(given).expanduser()
    import platformdirs

    return platformdirs.user_config_path("memtui", appauthor=False) / "config.toml"


def clock() -> Clock:
    """Return the clock: the system's, or one that stands still at `MEMTUI_NOW`. Raises ConfigError."""
    text = os.environ.get("MEMTUI_NOW", "")
    if not text.strip():
        return time.time
    try:
        now = from_iso(text)
    except ValueError:
        raise ConfigError(
            f"MEMTUI_NOW is an ISO 8601 time such as 2026-11-20T09:30:00Z, not {one_line(text, 40)!r}"
        ) from None
    return lambda: now

"""What the people of a team know this store's person by: a setting, or the name that git signs with."""

import subprocess

from memtui.config.settings import Sync
from memtui.domain.text import one_line

LONGEST_NAME = 60
"""Characters; as much as a line about a memory has room for."""
_PATIENCE = 5.0


def person_of(wanted: Sync) -> str:
    """Return the person's name; empty where neither the settings nor git know one."""
    return one_line(wanted.person.strip() or _git_name(), LONGEST_NAME)


def _git_name() -> str:
    command = ["git", "config", "--get", "user.name"]
    try:
        result = subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return result.stdout.decode("utf-8", "replace").strip()

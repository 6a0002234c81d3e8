"""What starts this memtui, for those who write it into the settings of other programs."""

import shutil
import sys
from pathlib import Path

from memtui.cli.failures import Stop
from memtui.cli.session import Session

PASSING = (
    "This memtui is a passing one (uvx, pipx run), which an agent could not start tomorrow. To set agents "
    "up, install it first: `uv tool install memtui` or `pipx install memtui`."
)


def is_passing() -> bool:
    """Say whether this memtui runs from a cache that may be emptied at any time, as uvx and pipx run do."""
    parts = Path(sys.prefix).parts
    return "archive-v0" in parts or ("pipx" in parts and ".cache" in parts)


def lasting_command_line(session: Session) -> list[str]:
    """Return the words that run this memtui, now and tomorrow. Raises Stop for one that is passing."""
    if is_passing():
        raise Stop(PASSING)
    return command_line(session)


def command_line(session: Session) -> list[str]:
    """Return the words that run this memtui, with the store and settings file that were named."""
    beside = Path(sys.executable).with_name("memtui")
    script = str(beside) if beside.exists() else shutil.which("memtui")
    line = [script] if script else [sys.executable, "-P", "-m", "memtui"]
    if session.db:
        line += ["--db", str(session.db.expanduser().absolute())]
    if session.config:
        line += ["--config", str(session.config.expanduser().absolute())]
    return line

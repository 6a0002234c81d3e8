"""What starts this memtui, for those who write it into the settings of other programs."""

import shutil
import sys
from pathlib import Path

from memtui.cli.session import Session


def command_line(session: Session) -> list[str]:
    """Return the words that run this memtui, with the store and settings file that were named."""
    beside = Path(sys.executable).with_name("memtui")
    script = str(beside) if beside.exists() else shutil.which("memtui")
    found = [script] if script else [sys.executable, "-P", "-m", "memtui"]
    if session.db:
        found += ["--db", str(session.db.expanduser().absolute())]
    if session.config:
        found += ["--config", str(session.config.expanduser().absolute())]
    return found

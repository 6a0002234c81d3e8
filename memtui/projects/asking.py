"""Asking git a question: without a shell, and without anything that a repository's own settings could start.

Where there is no git, no repository or no answer in time, nothing is known.
"""

import os
import subprocess
from shutil import which

PLAIN = ("--no-ext-diff", "--no-textconv", "--no-color")
"""What keeps a log or a diff from starting other programs."""
_QUIET = ("-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "core.quotePath=false")


def answer(top: str, *question: str, patience: float) -> str:
    """Return what git says of the checkout at `top` within `patience` seconds; empty when it says nothing."""
    git = which("git")
    if git is None:
        return ""
    try:
        ended = subprocess.run(  # noqa: S603 - no shell, and what a memory says stands behind `--`
            [git, "--no-pager", *_QUIET, "-C", top, *question],
            capture_output=True,
            timeout=patience,
            stdin=subprocess.DEVNULL,
            env=_environment(),
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ""
    return ended.stdout.decode("utf-8", "replace") if ended.returncode == 0 else ""


def _environment() -> dict[str, str]:
    """Return an environment in which git never asks, fetches nothing and sees no other repository."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    never = {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"}
    return kept | never | {"LC_ALL": "C"}

"""What git says of a project: which files it tracks, which commit took a path away, and where that went.

Asked by the rules that look at a project's files. Each question starts `git` once or twice, without a shell
and without anything that a repository's own settings could start; it may take two seconds, and all questions
of a pass ten. Where there is no git, no repository or no answer in time, nothing is known.
"""

import os
import subprocess
import time
from dataclasses import dataclass, field
from functools import cached_property
from shutil import which

_PATIENCE = 2.0
_PATIENCE_IN_ALL = 10.0
_STEPS = 5
"""Renames of one file that are followed, one after the other."""
_QUIET = ("-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "core.quotePath=false")
_PLAIN = ("--no-ext-diff", "--no-textconv", "--no-color")


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a path."""

    commit: str
    """The short name of the commit that took it away."""
    day: str
    """When that was, as YYYY-MM-DD."""
    now: str
    """Where it went, from the top of the repository; empty when it was deleted."""


@dataclass
class GitHistory:
    """Asks git about paths, each once, until its time is up."""

    _known: dict[tuple[str, str], Fate | None] = field(default_factory=dict)
    _spent: float = 0.0

    def fate(self, top: str, inner: str) -> Fate | None:
        """Return what became of a path, given from the top of a checkout; None when git knows nothing."""
        key = (top, inner)
        if key not in self._known:
            self._known[key] = self._followed(top, inner.rstrip("/"))
        return self._known[key]

    def tracked(self, top: str) -> list[str]:
        """Return the files that git tracks in a checkout, as paths from its top; none when git cannot say."""
        return [path for path in self._told(top, "ls-files", "-z").split("\0") if path]

    def _followed(self, top: str, inner: str) -> Fate | None:
        first = fate = self._step(top, inner)
        for _ in range(_STEPS):
            if fate is None or first is None or not fate.now:
                return first if fate is None else fate
            if os.path.lexists(os.path.join(top, fate.now)):
                return Fate(first.commit, first.day, fate.now)
            fate = self._step(top, fate.now)
        return None

    def _step(self, top: str, inner: str) -> Fate | None:
        found = self._told(
            top,
            "log",
            *_PLAIN,
            "-1",
            "--format=%h %cs",
            "--diff-filter=D",
            "--no-renames",
            "--",
            f":(literal){inner}",
        ).split()
        if len(found) != 2:
            return None
        moves = self._told(
            top,
            "show",
            *_PLAIN,
            "--find-renames",
            "--name-status",
            "-z",
            "--format=",
            "--diff-filter=R",
            found[0],
        )
        return Fate(found[0], found[1], _where(inner, moves))

    def _told(self, top: str, *question: str) -> str:
        """Return git's answer; empty when there is none."""
        if self._git is None or self._spent > _PATIENCE_IN_ALL:
            return ""
        started = time.monotonic()
        try:
            answer = subprocess.run(  # noqa: S603 - no shell, and what a memory says stands behind `--`
                [self._git, "--no-pager", *_QUIET, "-C", top, *question],
                capture_output=True,
                timeout=_PATIENCE,
                stdin=subprocess.DEVNULL,
                env=_environment(),
                check=False,
            )
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return ""
        finally:
            self._spent += time.monotonic() - started
        return answer.stdout.decode("utf-8", "replace") if answer.returncode == 0 else ""

    @cached_property
    def _git(self) -> str | None:
        return which("git")


def _where(inner: str, moves: str) -> str:
    """Return where a file or folder went by `R100 old new …`; empty when not all of it went to one place."""
    parts = moves.strip("\0\n").split("\0")
    found = set()
    for old, new in zip(parts[1::3], parts[2::3], strict=False):
        rest = old.removeprefix(inner)
        if old != inner and not (old.startswith(inner) and rest.startswith("/")):
            continue
        found.add(new.removesuffix(rest) if new.endswith(rest) else "")
    return found.pop() if len(found) == 1 else ""


def _environment() -> dict[str, str]:
    """Return an environment in which git asks nobody, fetches nothing and knows no other repository."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    never = {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"}
    return kept | never | {"LC_ALL": "C"}

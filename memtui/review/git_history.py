"""Asks git about a project: its tracked files, the commit that removed a path, and the path's new name.

For the rules that look at a project's files. Each question starts `git` once or twice, for two seconds at
most, and for ten in a whole pass. A question not answered in time counts as unknown.
"""

import os
import time
from dataclasses import dataclass, field

from memtui.projects.asking import PLAIN, answer

_PATIENCE = 2.0
"""Seconds for one question to git."""
_PATIENCE_IN_ALL = 10.0
"""Seconds for all questions of a pass, after which nothing more is asked."""
_STEPS = 5
"""Renames of one file that are followed, one after the other."""


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
        return [path for path in self._answer(top, "ls-files", "-z").split("\0") if path]

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
        answer = self._answer(
            top,
            "log",
            *PLAIN,
            "-1",
            "--format=%h %cs",
            "--diff-filter=D",
            "--no-renames",
            "--",
            f":(literal){inner}",
        ).split()
        if len(answer) != 2:
            return None
        moves = self._answer(
            top,
            "show",
            *PLAIN,
            "--find-renames",
            "--name-status",
            "-z",
            "--format=",
            "--diff-filter=R",
            answer[0],
        )
        return Fate(answer[0], answer[1], _where(inner, moves))

    def _answer(self, top: str, *question: str) -> str:
        """Return git's answer; empty when there is none."""
        if self._spent > _PATIENCE_IN_ALL:
            return ""
        started = time.monotonic()
        try:
            return answer(top, *question, patience=_PATIENCE)
        finally:
            self._spent += time.monotonic() - started


def _where(inner: str, moves: str) -> str:
    """Return where a file or folder went by `R100 old new …`; empty when not all of it went to one place."""
    parts = moves.strip("\0\n").split("\0")
    places = set()
    for old, new in zip(parts[1::3], parts[2::3], strict=False):
        rest = old.removeprefix(inner)
        if old != inner and not (old.startswith(inner) and rest.startswith("/")):
            continue
        places.add(new.removesuffix(rest) if new.endswith(rest) else "")
    return places.pop() if len(places) == 1 else ""

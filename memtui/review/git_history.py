"""Asks git about a project: its tracked files, what became of a path, and which lines commits took away.

For the rules that look at a project's files. Each question starts `git` once or twice, for two seconds at
most, and for ten in a whole pass. A question not answered in time counts as unknown.
"""

import os
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from memtui.projects.asking import PLAIN, answer

_PATIENCE = 2.0
"""Seconds for one question to git."""
_PATIENCE_IN_ALL = 10.0
"""Seconds for all questions of a pass, after which nothing more is asked."""
_PATIENCE_FOR_LINES = 2.5
"""Seconds of those for what lines said before: less to know than whether a file is gone."""
_PATIENCE_EVERYWHERE = 1.0
"""Seconds for a question about all files: it takes as long as the history is."""
_STEPS = 5
"""Renames of one file that are followed, one after the other."""
_COMMITS = 30
"""The newest commits that changed certain lines of a file; what it said before them is long ago."""
_LONGEST = 400
"""Characters of a line that somebody wrote; a longer one was made by a program."""
_MOST_CAME = 20
"""Lines that came in the place of others, of which it can be told what they are."""
_COMMIT = re.compile(r"\0(\w+) (\d{4}-\d\d-\d\d)")


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a path."""

    commit: str
    """The short name of the commit that took it away."""
    day: str
    """When that was, as YYYY-MM-DD."""
    now: str
    """Where it went, from the top of the repository; empty when it was deleted."""


@dataclass(frozen=True, slots=True)
class Removed:
    """A line that a commit took away, or changed."""

    commit: str
    """The short name of the commit."""
    day: str
    """When that was, as YYYY-MM-DD."""
    line: str
    path: str = ""
    """Of its file, from the top of the repository."""
    came: tuple[str, ...] = ()
    """The lines that came in its place; none as well where they are many."""

    @property
    def since(self) -> str:
        """The commit, as people name one."""
        return f"commit {self.commit} of {self.day}"


@dataclass
class GitHistory:
    """Asks git about paths, each once, until its time is up."""

    _known: dict[tuple[str, str], Fate | None] = field(default_factory=dict)
    _removed: dict[tuple[str, str, tuple[str, ...]], Sequence[Removed]] = field(default_factory=dict)
    _nowhere: dict[tuple[str, str, bool], bool] = field(default_factory=dict)
    _spent: float = 0.0
    _spent_on_lines: float = 0.0
    _too_long: set[str] = field(default_factory=set)
    """Checkouts with a history too long to look through whole."""

    def fate(self, top: str, inner: str) -> Fate | None:
        """Return what became of a path, given from the top of a checkout; None when git knows nothing."""
        key = (top, inner)
        if key not in self._known:
            self._known[key] = self._followed(top, inner.rstrip("/"))
        return self._known[key]

    def tracked(self, top: str) -> list[str]:
        """Return the files that git tracks in a checkout, as paths from its top; none when git cannot say."""
        return [path for path in self._answer(top, "ls-files", "-z").split("\0") if path]

    def nowhere(self, top: str, name: str, files: Sequence[str], *, any_case: bool) -> bool:
        """Say whether no tracked file of a checkout has a name as a whole word; false when git cannot say."""
        key = (top, name, any_case)
        if key not in self._nowhere:
            how = ("-L", "-z", "-w", "-F", *(("-i",) if any_case else ()))
            without = set(self._answer(top, "grep", *how, "-e", name).split("\0"))
            # Git leaves out what is no plain file of this checkout.
            self._nowhere[key] = len(without) > 1 and not any(
                path not in without and os.path.isfile(os.path.join(top, path)) for path in files
            )
        return self._nowhere[key]

    def removed(
        self, top: str, words: str, paths: Sequence[str], commits: int = _COMMITS
    ) -> Sequence[Removed]:
        """Return the lines that the newest commits took away among those which changed lines with some words
        in them, the newest first.

        Each of `paths` is a path or a pattern of git's; no words means any line. Without patterns of what to
        look at, all files are looked through, for as long as that is allowed.
        """
        key = (top, words, tuple(paths))
        if key not in self._removed:
            having = [f"-G{re.escape(words)}"] if words else []
            format_ = ("-p", "-U0", "--no-renames", "--format=%x00%h %cs", f"-{commits}")
            everywhere = all(path.startswith(":(exclude") for path in paths)
            told = self._told_of_lines(
                top, "log", *PLAIN, *format_, *having, "--", *paths, everywhere=everywhere
            )
            self._removed[key] = tuple(_taken_away(told))
        return self._removed[key]

    def _told_of_lines(self, top: str, *question: str, everywhere: bool) -> str:
        """Return git's answer about lines; empty once those took long enough, or the history is too long."""
        if self._spent_on_lines > _PATIENCE_FOR_LINES or (everywhere and top in self._too_long):
            return ""
        before = self._spent
        patience = _PATIENCE_EVERYWHERE if everywhere else _PATIENCE
        told = self._answer(top, *question, patience=patience)
        took = self._spent - before
        self._spent_on_lines += took
        if everywhere and took >= patience:
            self._too_long.add(top)
        return told

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

    def _answer(self, top: str, *question: str, patience: float = _PATIENCE) -> str:
        """Return git's answer; empty when there is none."""
        if self._spent > _PATIENCE_IN_ALL:
            return ""
        started = time.monotonic()
        try:
            return answer(top, *question, patience=patience)
        finally:
            self._spent += time.monotonic() - started


def _taken_away(log: str) -> Iterator[Removed]:
    """Yield the lines that the commits of a log with patches took away."""
    commit = day = path = ""
    went: list[str] = []
    came: list[str] = []
    for line in chain(log.split("\n"), ("@@",)):
        if line.startswith("-") and not line.startswith("--- "):
            if len(line) <= _LONGEST:
                went.append(line[1:])
            continue
        if line.startswith("+") and not line.startswith("+++ "):
            if went and len(came) <= _MOST_CAME:
                came.append(line[1 : _LONGEST + 1])
            continue
        instead = tuple(came) if len(came) <= _MOST_CAME else ()
        yield from (Removed(commit, day, each, path, instead) for each in went)
        went, came = [], []
        if (head := _COMMIT.match(line)) is not None:
            commit, day = head.groups()
        elif line.startswith("--- "):
            path = line.removeprefix("--- a/").rstrip("\t")


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

"""What a project said before, as git tells: of one thing whose value is another by now, and of packages.

Git is asked only of what a memory names and the code says otherwise, in the file that says so first.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from memtui.review.code.amounts import Amount, is_like
from memtui.review.code.assigned import Assigned, in_line, sets_facts
from memtui.review.git_history import GitHistory, Removed

_OF_WORDS = 2
"""Words of a name that is looked for in all files: of one word there are too many."""
_OF_ANY_PORT = frozenset({"port", "localhost", "http", "host"})
_COMMITS = 300
"""The newest commits that are looked through whole, once for a project: a tenth of a second of most."""
_MADE = ("*.lock", "*lock.json", "*lock.yaml", "go.sum", "*.svg", "*.csv", "*.min.*", "*.snap", "*.ipynb")
_NOT_WRITTEN = tuple(f":(exclude,glob)**/{name}" for name in _MADE)
_MANIFESTS = (
    "package.json",
    "pyproject.toml",
    "requirements*.txt",
    "setup.cfg",
    "setup.py",
    "tox.ini",
    "Cargo.toml",
    "go.mod",
    "Gemfile",
    "composer.json",
    "pom.xml",
    "build.gradle*",
    "*compose*.y*ml",
    "Dockerfile*",
)
CHOSEN = re.compile(
    r"(?P<name>[A-Za-z_][\w-]*)[\"']?\s*(?::\s*[A-Za-z]\w*\s*)?[:=]\s*[\"'](?P<value>[A-Za-z][\w/.-]{1,30})[\"']"
)
"""A word that a setting chooses: `locale = "de"`."""
_DECLARED = re.compile(
    r"""
    ^\s*"(?:@[\w.-]+/)?([\w.-]+)"\s*:\s*"[\^~>=<v]*\d     # package.json
  | (?:^|[\[,]\s*)\s*["']?([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*(?:[><=~!^]=|@\s*\d|=\s*["'{])  # Python, Rust
  | ^\[(?:tool[.:])?([A-Za-z][\w-]*)\]                    # the section of a tool
  | ^\s*(?:require\s+)?[\w.-]+\.[a-z]+/[\w./-]*?([\w.-]+?)(?:/v\d+)?\s+v\d  # Go
  | (?:image:|FROM)\s+["']?(?:[\w.:-]+/)*([\w.-]+):        # images
    """,
    re.VERBOSE | re.IGNORECASE,
)
_IN_LINE = re.compile(
    r"[\"']([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*[><=~!^]=|\"(?:@[\w.-]+/)?([\w.-]+)\"\s*:\s*\"[\^~>=<v]*\d"
)


class _Given(NamedTuple):
    """A figure that a line gave before it went."""

    removed: Removed
    amount: Amount
    per: str


class Past:
    """What the history of one project knows."""

    def __init__(self, git: GitHistory, top: str) -> None:
        self._git, self._top = git, top
        self._read: dict[tuple[tuple[str, ...], str, tuple[str, ...]], Sequence[tuple[Removed, Amount]]] = {}

    def had(self, it: Assigned, amount: Amount, *, anywhere: bool = False) -> Removed | None:
        """Return the line that last gave a thing an amount that it has no longer; None for none.

        With `anywhere`, it may have been set in another file.
        """
        everywhere = anywhere and len(it.words) >= _OF_WORDS
        for paths in ((it.path,), ()) if everywhere else ((it.path,),):
            for removed, old in self._values(it, paths):
                if is_like(old, amount):
                    return removed
        return None

    def _values(self, it: Assigned, paths: tuple[str, ...]) -> Sequence[tuple[Removed, Amount]]:
        """Return the amounts that a thing had, the newest first."""
        key = (it.words, it.path, paths)
        if key not in self._read:
            self._read[key] = [
                (removed, old.amount)
                for removed in self._git.removed(self._top, it.name, paths)
                for old in in_line(it.path, 0, removed.line, frozenset())
                if old.words == it.words
            ]
        return self._read[key]

    def gave(self, it: Assigned, amount: Amount) -> Removed | None:
        """Return the line that last gave a thing an amount, found in one look at the newest commits."""
        for old in self._given.get(it.words, ()):
            near = old.removed.path == it.path or len(it.words) >= _OF_WORDS
            if near and old.per == it.per and is_like(old.amount, amount):
                return old.removed
        return None

    def gave_any(self, amount: Amount) -> bool:
        """Say whether anything was given an amount before."""
        return amount.value in self._figures or amount.bare in self._figures

    @cached_property
    def _figures(self) -> frozenset[Decimal]:
        every = (each.amount for olds in self._given.values() for each in olds)
        return frozenset(figure for amount in every for figure in (amount.value, amount.bare))

    @cached_property
    def _given(self) -> dict[tuple[str, ...], list[_Given]]:
        """What lines gave figures that went, by the words of the names."""
        found: dict[tuple[str, ...], list[_Given]] = {}
        for removed in self.lines:
            for old in (
                in_line(removed.path, 0, removed.line, frozenset()) if sets_facts(removed.path) else ()
            ):
                found.setdefault(old.words, []).append(_Given(removed, old.amount, old.per))
        return found

    @cached_property
    def chosen(self) -> Sequence[tuple[Removed, str, str]]:
        """The lines by which settings chose a word once, each with the name and the word."""
        matches = ((line, CHOSEN.search(line.line)) for line in self.lines if sets_facts(line.path))
        return [(line, match["name"], match["value"]) for line, match in matches if match is not None]

    @cached_property
    def lines(self) -> Sequence[Removed]:
        """The lines that the newest commits took away, of what people write."""
        return self._git.removed(self._top, "", _NOT_WRITTEN, _COMMITS)

    def line_with(self, words: str, path: str, line: str) -> Removed | None:
        """Return the line of a file that had some words and is `line` now, but for figures; None for none."""
        now = re.sub(r"\d+", "0", line.strip())
        for removed in self._git.removed(self._top, words, [path]):
            if words in removed.line and re.sub(r"\d+", "0", removed.line.strip()) == now:
                return removed
        return None

    def port(self, it: Assigned, figure: str) -> Removed | None:
        """Return the line of its file that last gave another port to what it is of; None for none."""
        now = re.sub(r"\d+", "0", it.shown)
        for removed in self._git.removed(self._top, figure, [it.path]):
            line = removed.line.strip()
            if re.sub(r"\d+", "0", line) == now and re.search(rf"(?<!\d){figure}(?!\d)", line):
                return removed
            for old in in_line(it.path, 0, line, frozenset()):
                if old.port and f"{old.amount.bare:f}" == figure and old.around & it.around - _OF_ANY_PORT:
                    return removed
        return None

    def version(self, name: str, version: str, path: str) -> Removed | None:
        """Return the line of a manifest that last asked for a version of a package; None for none."""
        whole = re.compile(rf"(?<![\w.]){re.escape(version)}(?![\w])")
        for removed in self._git.removed(self._top, version, [path]):
            if whole.search(removed.line) and (
                name in removed.line.lower() or removed.line.strip().lstrip("v").startswith(version)
            ):
                return removed
        return None

    @cached_property
    def packages(self) -> dict[str, Removed]:
        """What manifests declared once, by name, each with the newest line that went."""
        found: dict[str, Removed] = {}
        for removed in self._git.removed(self._top, "", [f":(glob)**/{name}" for name in _MANIFESTS]):
            for match in (*_DECLARED.finditer(removed.line), *_IN_LINE.finditer(removed.line)):
                name = next(filter(None, match.groups()), "").lower()
                if name:
                    found.setdefault(name, removed)
        return found

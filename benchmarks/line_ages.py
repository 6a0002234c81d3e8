"""How many lines of `memtui/` are those of an earlier commit, or stand in the place of one of those.

`python -m benchmarks.line_ages [BASE [HEAD]]` replays every commit. A line that a commit takes out and puts
in again with the same text has moved. One that stands where an old line stood, or anywhere in that commit
with most of its letters, has taken its place: it is counted as old, so that writing a line anew makes the
house no smaller. All others came since.
"""

import re
import subprocess
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rapidfuzz import fuzz, process

BASE = "a45bcc33"
"""The last commit before the rooms were put in order."""
OLD, REPLACED, NEW = "old", "in an old one's place", "since"
_LIKE = 60.0
"""Percent of letters that a line shares with the one whose place it took; chosen low, against the claim."""
_TELLING = 3
"""Letters from which on a line is told by its text: `else:` stands everywhere."""
_FILE = re.compile(r"diff --git a/(?P<before>.*) b/(?P<after>.*)")
_HUNK = re.compile(r"@@ -(?P<at>\d+)(?:,(?P<count>\d+))? ")


@dataclass(slots=True)
class _Line:
    text: str
    age: str = ""
    """Of an added line, once it is known; of a removed one until an added line has taken it over."""


@dataclass(slots=True)
class _Hunk:
    start: int
    count: int
    removed: list[_Line] = field(default_factory=list)
    added: list[_Line] = field(default_factory=list)


@dataclass(slots=True)
class _Changed:
    before: str
    after: str
    hunks: list[_Hunk] = field(default_factory=list)


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], capture_output=True, text=True, check=True, errors="replace"
    ).stdout


def _changes(before: str, after: str) -> Iterator[_Changed]:
    changed = _Changed("", "")
    for line in _git("diff", "-M", "-U0", before, after, "--", "memtui").split("\n"):
        if name := _FILE.match(line):
            if changed.before:
                yield changed
            changed = _Changed(name["before"], name["after"])
        elif hunk := _HUNK.match(line):
            count = int(hunk["count"] or 1)
            changed.hunks.append(_Hunk(int(hunk["at"]) - (count > 0), count))
        elif changed.hunks and line[:1] in ("-", "+"):
            lines = changed.hunks[-1].removed if line[0] == "-" else changed.hunks[-1].added
            lines.append(_Line(line[1:].strip()))
    if changed.before:
        yield changed


def _take_over(hunks: Sequence[_Hunk]) -> None:
    """Give every added line of a commit its age, the surest way first."""
    for hunk in hunks:
        _same_text(hunk.removed, hunk.added)
    removed, added = ([line for hunk in hunks for line in lines(hunk)] for lines in (_removed, _added))
    _same_text(removed, [line for line in added if len(line.text) > _TELLING])
    for hunk in hunks:
        left = sorted(_left(hunk.removed), key=lambda line: line.age == NEW)
        for old, line in zip(left, [line for line in hunk.added if not line.age], strict=False):
            line.age, old.age = NEW if old.age == NEW else REPLACED, ""
    _alike(removed, added)
    for line in added:
        line.age = line.age or NEW


def _removed(hunk: _Hunk) -> list[_Line]:
    return hunk.removed


def _added(hunk: _Hunk) -> list[_Line]:
    return hunk.added


def _left(removed: Sequence[_Line]) -> list[_Line]:
    return [line for line in removed if line.age]


def _same_text(removed: Sequence[_Line], added: Sequence[_Line]) -> None:
    by_text: dict[str, deque[_Line]] = defaultdict(deque)
    for line in _left(removed):
        by_text[line.text].append(line)
    for line in added:
        if not line.age and by_text[line.text]:
            old = by_text[line.text].popleft()
            line.age, old.age = old.age, ""


def _alike(removed: Sequence[_Line], added: Sequence[_Line]) -> None:
    new = [line for line in added if not line.age and len(line.text) > _TELLING]
    texts = [line.text for line in new]
    for old in _left(removed):
        if old.age != NEW and len(old.text) > _TELLING:
            for _, _, place in process.extract(
                old.text, texts, scorer=fuzz.ratio, score_cutoff=_LIKE, limit=3
            ):
                if not new[place].age:
                    new[place].age, old.age = REPLACED, ""
                    break


def _replay(before: str, after: str, ages: dict[str, list[str]]) -> None:
    changes = list(_changes(before, after))
    for changed in changes:
        known = ages.get(changed.before, [])
        for hunk in changed.hunks:
            for line, age in zip(hunk.removed, known[hunk.start :], strict=False):
                line.age = age
    _take_over([hunk for changed in changes for hunk in changed.hunks])
    was = {changed.before: ages.pop(changed.before, []) for changed in changes}
    for changed in changes:
        now, position = [], 0
        for hunk in changed.hunks:
            now += was[changed.before][position : hunk.start] + [line.age for line in hunk.added]
            position = hunk.start + hunk.count
        now += was[changed.before][position:]
        if changed.after.endswith(".py") and now:
            ages[changed.after] = now


def line_ages(
    base: str, head: str, said: Callable[[str], object] = lambda _: None
) -> dict[str, Counter[str]]:
    """Return by package how many lines of Python are of which age."""
    files = _git("ls-tree", "-r", "--name-only", base, "memtui").split()
    ages = {
        file: [OLD] * _git("show", f"{base}:{file}").count("\n") for file in files if file.endswith(".py")
    }
    said(f"{sum(map(len, ages.values())):,} lines in {len(ages)} files then")
    commits = _git("rev-list", "--reverse", "--first-parent", f"{base}..{head}").split()
    for before, after in zip([base, *commits], commits, strict=False):
        _replay(before, after, ages)
    packages: dict[str, Counter[str]] = defaultdict(Counter)
    for file, lines in ages.items():
        packages[file.split("/")[1]].update(lines)
    return packages


def main() -> None:
    """Print the table; the base and the commit to count at may be given."""
    base, head = [*sys.argv[1:], *(BASE, "HEAD")[len(sys.argv) - 1 :]]
    packages = line_ages(base, head, print)
    whole = sum(packages.values(), Counter[str]())
    for name, ages in [*sorted(packages.items()), ("all", whole)]:
        print(f"{name:16}" + "".join(f"{ages[age]:>9,} {age}" for age in (OLD, REPLACED, NEW)))


if __name__ == "__main__":
    main()

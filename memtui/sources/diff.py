"""What a write-back would change in a file, as lines to print; used by the command line and the screen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from memtui.aligning import Step, steps
from memtui.domain.counting import listed, plural
from memtui.domain.text import printable
from memtui.formats.changes import FileChange
from memtui.formats.ground.splicing import Page
from memtui.formats.masking import SPREADS, masked, without_spread

_CONTEXT = 2
"""Lines shown on each side of a changed one."""
_LONGEST = 400
"""Characters shown of a line that stays; some files hold a whole document on one."""
_LONGEST_CHANGED = 4_000
"""Characters shown of one that goes or comes, which a person says yes to."""
_READ = 20_000
"""Bytes of a line that are read for secrets: those before and in what is shown."""


class Sign(StrEnum):
    """What happens to a line."""

    ADDED = "+"
    REMOVED = "-"
    KEPT = " "
    GAP = "…"
    """Lines that stay as they are and are not shown."""


@dataclass(frozen=True, slots=True)
class DiffLine:
    """One line of a diff, safe to print: secrets are blotted out."""

    sign: Sign
    text: str
    number: int
    """In the file before, or after for a line that is added; 0 for a gap."""

    def __str__(self) -> str:
        return f"{self.sign} {self.text}".rstrip()


def diff_of(change: FileChange, context: int = _CONTEXT) -> list[DiffLine]:
    """Return the lines that a change adds and removes, with some around them."""
    return _Both.of(change).shown(context, None)[0]


def glimpse_of(change: FileChange, most: int) -> tuple[list[DiffLine], int]:
    """Return the first lines of that, and how many more there are."""
    return _Both.of(change).shown(_CONTEXT, most)


def summary_of(changes: Sequence[FileChange]) -> str:
    """Return how much would be changed: `2 lines in MEMORY.md and deploy.md (removed)`."""
    lines = 0
    names = []
    for change in changes:
        lines += _Both.of(change).count()
        note = " (removed)" if change.after is None else " (new)" if change.before is None else ""
        names.append(printable(change.path.name) + note)
    return f"{plural(lines, 'line')} in {listed(names)}" if names else "nothing"


@dataclass(frozen=True, slots=True)
class _Both:
    """The lines of a file before a change and after it, and the steps between them."""

    before: list[bytes]
    after: list[bytes]
    steps: list[Step]

    @classmethod
    def of(cls, change: FileChange) -> Self:
        """Compare a file before and after; ends of lines count, as a file may change in nothing else."""
        before, after = _lines(change.before), _lines(change.after)
        return cls(before, after, steps(before, after))

    def count(self) -> int:
        """Return how many lines are added or removed, whichever are more."""
        gone = come = 0
        for tag, start, end, to_start, to_end in self.steps:
            if tag != "equal":
                gone, come = gone + end - start, come + to_end - to_start
        return max(gone, come)

    def shown(self, context: int, most: int | None) -> tuple[list[DiffLine], int]:
        """Return the first `most` lines of the diff, all if None, and how many more there are."""
        texts = {False: _texts(self.before), True: _texts(self.after)}
        result: list[DiffLine] = []
        more = 0
        for sign, start, end in self._runs(context):
            room = end - start if most is None else min(end - start, max(most - len(result), 0))
            more += end - start - room
            if sign is Sign.GAP:
                result += [DiffLine(Sign.GAP, "", 0)] * room
            elif room:
                result += _diff_lines(sign, texts[sign is Sign.ADDED], start, start + room)
        return result, more

    def _runs(self, context: int) -> Iterator[tuple[Sign, int, int]]:
        """Yield the runs of lines with one sign; those that are added by their places after the change."""
        last = -1
        for group in _grouped(self.steps, context):
            if group[0][1] > max(last, 0):
                yield Sign.GAP, 0, 1
            for tag, start, end, to_start, to_end in group:
                if tag == "equal":
                    yield Sign.KEPT, start, end
                else:
                    yield Sign.REMOVED, start, end
                    yield Sign.ADDED, to_start, to_end
            last = group[-1][2]
        if 0 <= last < len(self.before):
            yield Sign.GAP, 0, 1


def _grouped(every: Sequence[Step], context: int) -> Iterator[list[Step]]:
    """Yield the steps that change something, those together that lie near, with what is alike around them."""
    group: list[Step] = []
    for at, (tag, first, last, to, end) in enumerate(every):
        if tag != "equal":
            group.append((tag, first, last, to, end))
            continue
        before = min(context, last - first) if at else 0
        behind = min(context, last - first) if at < len(every) - 1 else 0
        if at and behind and last - first <= 2 * context:
            group.append((tag, first, last, to, end))
            continue
        if at:
            group.append((tag, first, first + before, to, to + before))
            yield group
        group = [(tag, last - behind, last, end - behind, end)]
    if any(step[0] != "equal" for step in group):
        yield group


def _lines(data: bytes | None) -> list[bytes]:
    if data is None:
        return []
    page = Page.of(data)
    lines = [line + end for line, end in zip(page.lines, [*page.ends, b""], strict=True)]
    return lines[:-1] if lines and not lines[-1] else lines


def _texts(lines: list[bytes]) -> Callable[[int, int], list[str]]:
    """Return what gives some of the lines as they may be shown."""

    def read(start: int, end: int) -> list[str]:
        cut = (line if len(line) <= _READ else line[:_READ] + "…".encode() for line in lines[start:end])
        return [line.decode("utf-8", "replace").rstrip("\r\n") for line in cut]

    if not any(SPREADS.encode() in line for line in lines):
        return lambda start, end: masked(read(start, end))
    whole = without_spread(read(0, len(lines)))
    return lambda start, end: masked(whole[start:end])


def _diff_lines(
    sign: Sign, texts: Callable[[int, int], list[str]], start: int, end: int
) -> Iterator[DiffLine]:
    longest = _LONGEST if sign is Sign.KEPT else _LONGEST_CHANGED
    for at, line in enumerate(texts(start, end), start):
        text = line.expandtabs(4)
        text = text if len(text) <= longest else text[: longest - 1] + "…"
        yield DiffLine(sign, printable(text), at + 1)

"""What a write-back would change in a file, as lines to print; used by the command line and the screen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from memtui.aligning import Step, steps
from memtui.domain.counting import listed, plural
from memtui.domain.text import printable
from memtui.formats.changes import FileChange
from memtui.formats.ground.splicing import Page
from memtui.formats.masking import SPREADS, masked

_CONTEXT = 2
"""Lines shown on each side of a changed one."""
_LONGEST = 400
"""Characters shown of a line; some files hold a whole document on one."""


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
    old, new = _lines(change.before), _lines(change.after)
    before, after = _texts(old), _texts(new)
    # Ends of lines count: a file may change in nothing else.
    result: list[DiffLine] = []
    last = 0
    for group in _grouped(steps(old, new), context):
        if group[0][1] > last:
            result.append(DiffLine(Sign.GAP, "", 0))
        for tag, old_start, old_end, new_start, new_end in group:
            if tag == "equal":
                result += _diff_lines(Sign.KEPT, before, old_start, old_end)
            else:
                result += _diff_lines(Sign.REMOVED, before, old_start, old_end)
                result += _diff_lines(Sign.ADDED, after, new_start, new_end)
        last = group[-1][2]
    if result and last < len(old):
        result.append(DiffLine(Sign.GAP, "", 0))
    return result


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


def summary_of(changes: Sequence[FileChange]) -> str:
    """Return how much would be changed: `2 lines in MEMORY.md and deploy.md (removed)`."""
    lines = 0
    names = []
    for change in changes:
        signs = [line.sign for line in diff_of(change, 0)]
        lines += max(signs.count(Sign.ADDED), signs.count(Sign.REMOVED))
        note = " (removed)" if change.after is None else " (new)" if change.before is None else ""
        names.append(printable(change.path.name) + note)
    return f"{plural(lines, 'line')} in {listed(names)}" if names else "nothing"


def _lines(data: bytes | None) -> list[bytes]:
    if data is None:
        return []
    page = Page.of(data)
    lines = [line + end for line, end in zip(page.lines, [*page.ends, b""], strict=True)]
    return lines[:-1] if lines and not lines[-1] else lines


def _texts(lines: list[bytes]) -> Callable[[int, int], list[str]]:
    """Return what gives some of the lines as they may be shown."""

    def some(start: int, end: int) -> list[str]:
        return masked([line.decode("utf-8", "replace").rstrip("\r\n") for line in lines[start:end]])

    if not any(SPREADS.encode() in line for line in lines):
        return some
    whole = some(0, len(lines))
    return lambda start, end: whole[start:end]


def _diff_lines(
    sign: Sign, texts: Callable[[int, int], list[str]], start: int, end: int
) -> Iterator[DiffLine]:
    for at, line in enumerate(texts(start, end), start):
        text = line.expandtabs(4)
        text = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
        yield DiffLine(sign, printable(text), at + 1)

"""Changing some lines of a file and none of its other bytes; used by everything that writes back.

A line keeps its own line end, a file its byte order mark and its last newline, or the lack of it.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from memtui import plain_files, secrets
from memtui.domain.text import fingerprint
from memtui.formats.changes import AS_IT_IS, FileChange, Given, Held, Plan, RecordChange
from memtui.formats.ground.files import leads_out
from memtui.formats.protocol import Skipped, SourceError

BINARY = 8192
"""A file with a NUL among its first characters is no text."""
_END = re.compile(rb"(\r\n|\r|\n)")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Splice:
    """Lines `start` up to `end`, from 0, that become `lines`."""

    start: int
    end: int
    lines: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """The lines of a file, taken apart so that they go together again to the same bytes."""

    bom: bytes
    lines: Sequence[bytes]
    """Without their ends; the last one is empty when the file ends in a newline."""
    ends: Sequence[bytes]
    """Between the lines, so one fewer."""

    @classmethod
    def of(cls, data: bytes) -> "Page":
        """Take the bytes of a file apart."""
        bom = BOM_UTF8 if data.startswith(BOM_UTF8) else b""
        pieces = _END.split(data[len(bom) :])
        return cls(bom, pieces[::2], pieces[1::2])

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        pieces = [self.bom]
        for line, end in zip(self.lines, [*self.ends, b""], strict=True):
            pieces += (line, end)
        return b"".join(pieces)

    @property
    def text(self) -> str:
        """The text as a reader gets it, line for line."""
        return "\n".join(self.line(at) for at in range(len(self.lines)))

    def line(self, at: int) -> str:
        """Return the text of one line."""
        return self.lines[at].decode("utf-8", "surrogateescape")

    def blank(self, at: int) -> bool:
        """Say whether there is no text in a line, or no such line."""
        return not 0 <= at < len(self.lines) or not self.lines[at].strip()

    def spliced(self, splices: Iterable[Splice]) -> "Page":
        """Return the page with some lines replaced. Raises ValueError when two splices overlap."""
        lines, ends = list(self.lines), list(self.ends)
        before = len(lines)
        in_order = sorted(splices, key=lambda one: (one.start, one.end))
        # From the end, so that the line numbers before a splice stay true.
        for splice in reversed(in_order):
            if splice.end > before:
                raise ValueError("two changes of the same lines")
            before = splice.start
            _splice(lines, ends, splice)
        return Page(self.bom, lines, ends) if lines else Page(self.bom, [b""], [])


def _splice(lines: list[bytes], ends: list[bytes], splice: Splice) -> None:
    start, end = splice.start, splice.end
    new = [line.encode("utf-8", "surrogateescape") for line in splice.lines]
    near = ends[min(max(start - 1, 0), len(ends) - 1)] if ends else b"\n"
    within = end < len(lines)
    lines[start:end] = new
    if within:
        ends[start:end] = [*ends[start:end][: len(new)], *[near] * (len(new) - (end - start))]
    else:
        first = max(start - 1, 0)
        old = ends[first:]
        wanted = max(len(lines) - 1, 0) - first
        ends[first:] = [*old[:wanted], *[near] * (wanted - len(old))]


class CannotWrite(Exception):
    """A change that a file cannot take; the message says why."""


@dataclass(slots=True)
class Rewritten:
    """What became of one file."""

    data: bytes | None
    left: list[Skipped] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    """New keys by old."""
    held: Sequence[Held] | None = None
    """The records there are then, where they are known already."""


Rewrite = Callable[[Path, bytes | None, Sequence[RecordChange]], Rewritten]


def bytes_of(path: Path, file: Path, given: Given = AS_IT_IS) -> bytes | None:
    """Return what a file of the source at `path` holds, or is given to hold; None when it is not there.

    Raises CannotWrite for a link that leads out of the source, SourceError when it cannot be read.
    """
    if file in given:
        return given[file]
    try:
        root = path.resolve()
        if not root.is_dir():
            root = root.parent
        if file.resolve() != file and leads_out(file, root):
            raise CannotWrite(f"{file.name} is a link that leads out of the folder now; it is left alone")
        return plain_files.bytes_of(file) if file.exists() else None
    except OSError as error:
        raise SourceError(f"cannot read {file}: {error.strerror or error}") from error


def plan_by_file(path: Path, changes: Sequence[RecordChange], rewrite: Rewrite, given: Given) -> Plan:
    """Return the plan for changes that each touch only the file of their record."""
    plan = Plan()
    by_file: dict[str, list[RecordChange]] = {}
    # A statement that is written twice is one record.
    for change in {(change.file, change.key): change for change in changes}.values():
        by_file.setdefault(change.file, []).append(change)
    for name, wanted in by_file.items():
        file = Path(name)
        try:
            before = bytes_of(path, file, given)
            after = rewrite(file, before, wanted)
        except CannotWrite as error:
            plan.left += [Skipped(change.key, str(error)) for change in wanted]
            continue
        take_up(plan, file, before, after)
    return plan


def take_up(plan: Plan, file: Path, before: bytes | None, after: Rewritten) -> None:
    """Add the change of one file to a plan."""
    if after.data != before:
        plan.files.append(FileChange(file, before, after.data))
    if after.held is not None:
        plan.held[str(file)] = after.held
    plan.left += after.left
    plan.warnings += after.warnings
    plan.renamed |= {(old, str(file)): (new, str(file)) for old, new in after.renamed.items()}


def to_do(
    name: str,
    changes: Sequence[RecordChange],
    texts: Mapping[str, str],
    done: Rewritten,
    *,
    only_texts: bool = True,
    pins: bool = False,
) -> list[RecordChange]:
    """Return the changes that the file called `name` can take, and note in `done` why it can't take others.

    `texts` is what each of its records says, by key. Where records are `only_texts`, a change that leaves
    the text alone is none. `pins` says that a record can be marked as pinned.
    """
    wanted = []
    for change in changes:
        text = texts.get(change.key)
        obstacle = _obstacle(name, change, text, pins=pins)
        if obstacle:
            done.left.append(Skipped(change.key, obstacle))
        elif not only_texts or _is_of_text(change, text):
            wanted.append(change)
    return wanted


def _obstacle(name: str, change: RecordChange, text: str | None, *, pins: bool) -> str:
    """Return why a change cannot be made to a record that says `text`; empty when it can."""
    if text is None:
        is_new = change.before is None and change.after is not None
        return "" if is_new else f"it is not in {name} any more"
    if change.after is None:
        return ""
    if fingerprint(text) != fingerprint(change.after.text):
        if secrets.find_secrets(text):
            return f"{name} holds a secret there that memtui does not keep; change it in the file"
        return ""
    return f"{name} has no place for a pin; it stays pinned here" if change.after.pinned and not pins else ""


def _is_of_text(change: RecordChange, text: str | None) -> bool:
    """Say whether a change adds a record, takes it out, or gives it another text than the file's `text`."""
    if text is None or change.after is None:
        return True
    return change.before is not None and fingerprint(text) != fingerprint(change.after.text)


def in_halves(
    state: _T, changes: Sequence[RecordChange], attempt: Callable[[_T, Sequence[RecordChange]], _T | None]
) -> tuple[_T, list[RecordChange]]:
    """Carry changes out together, or where that does not work, half by half down to single ones.

    Returns what became of `state`, and the changes that did not work even alone.
    """
    if not changes:
        return state, []
    done = attempt(state, changes)
    if done is not None:
        return done, []
    if len(changes) == 1:
        return state, list(changes)
    middle = len(changes) // 2
    state, first = in_halves(state, changes[:middle], attempt)
    state, second = in_halves(state, changes[middle:], attempt)
    return state, first + second

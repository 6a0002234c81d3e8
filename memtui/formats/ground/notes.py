"""Reads notes in markdown: each record or statement of a file is one memory.

Every format of such notes uses it; they differ in where the files are and whose they are. A record's key is
the file's name and a hash of its text with its headings.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from memtui.domain.instant import Instant
from memtui.domain.text import well_formed
from memtui.formats.ground import wording
from memtui.formats.ground.dates import date_in_head, date_in_name, date_of, not_later
from memtui.formats.ground.drafting import imported
from memtui.formats.ground.files import fault, text_of
from memtui.formats.ground.frontmatter import Head
from memtui.formats.ground.markdown import Block, is_unfilled
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.records import injected, records
from memtui.formats.ground.wording import Sort
from memtui.formats.protocol import Record, Skipped, unread
from memtui.projects.history import line_times


@dataclass(frozen=True, slots=True)
class Place:
    """What the notes of a file belong to."""

    source: str
    """The name of the format."""
    scope: str
    cwd: str = ""
    """The folder of the project that they are about; empty for what is about the person or an agent."""
    condition: str = ""
    """What the frontmatter calls the paths for which alone a file is loaded; empty where it says none."""

    @property
    def judge(self) -> Callable[[str, str], Sort]:
        """How what a statement becomes is told by its words."""
        return wording.sort_of_person if self.scope == "/user" else wording.sort_of


@dataclass
class Written:
    """When the statements of a file were written.

    Told by a statement itself, the headings above it, the frontmatter or the file; else by the history of
    its lines, and at last by the time of the file.
    """

    file: Path
    head: Head
    title: str = ""
    """What the document calls itself, when it does."""

    def when(self, block: Block) -> Instant:
        """Return when a statement was written."""
        told = not_later(date_of(block.lines, block.headings), self.file) or self._of_the_whole
        return told or self._committed(block) or self.file.stat().st_mtime

    @cached_property
    def _of_the_whole(self) -> Instant | None:
        named = (date_in_head(self.head), date_in_name(self.title), date_in_name(self.file.stem))
        return next((found for one in named if (found := not_later(one, self.file))), None)

    @cached_property
    def _lines(self) -> Sequence[Instant | None]:
        return line_times(self.file)

    def _committed(self, block: Block) -> Instant | None:
        """Return when the first of its lines came to stand there."""
        times = self._lines[block.line - 1 : block.line - 1 + len(block.lines)]
        return min((at for at in times if at is not None), default=None)


def written(file: Path, text: str, head: Head) -> Written:
    """Return what tells when the statements of a file with this text were written."""
    title = next((line[2:] for line in text.split("\n", 60)[:60] if line.startswith("# ")), "")
    return Written(file, head, title)


def note(block: Block, file: Path, name: str, at: Written, place: Place) -> Record | None:
    """Return the draft of a statement of the file called `name`, or why it is left out; None for no text."""
    if wrong := fault(block.statement):
        return unread(f"{name} line {block.line}", wrong)
    if is_unfilled(block.text):
        return Skipped(f"{name} line {block.line}", "a template nobody filled in")
    statement = well_formed(block.statement)
    if not statement:
        return None
    headings = " › ".join(block.headings)
    return imported(
        statement,
        place.judge(block.text, headings),
        source=place.source,
        path=file,
        record=record_key(file.name, statement),
        scope=block.scope or place.scope,
        created_at=at.when(block),
        more={
            "section": headings,
            "frontmatter": dict(at.head),
            "cwd": place.cwd,
            "applies_to": applies_to(at.head, place.condition),
        },
    )


def applies_to(head: Head, condition: str) -> list[str]:
    """Return the paths for which alone a file is loaded, as its frontmatter names them under `condition`."""
    given = head.get(condition) or "" if condition else ""
    named = given if isinstance(given, list) else str(given).strip("[]").split(",")
    return [path for one in named if (path := str(one).strip().strip("\"'"))]


def notes_in(file: Path, name: str, place: Place) -> Iterator[Record]:
    """Yield the memories of one file, which is called `name`."""
    text = text_of(file, name)
    if isinstance(text, Skipped):
        yield text
        return
    yield from told_by_others(text, name)
    head, found = records(text)
    at = written(file, text, head)
    for block in found:
        record = note(block, file, name, at, place)
        if record is not None:
            yield record


def told_by_others(text: str, name: str) -> Iterator[Skipped]:
    """Yield the parts of the file called `name` that are context which another program writes there."""
    for begin, end in injected(text):
        yield Skipped(f"{name} lines {begin + 1} to {end}", "context that claude-mem writes there, no memory")

"""Reads notes in markdown: each record or statement of a file is one memory.

Every format of such notes uses it; they differ in where the files are and whose they are. A record's key is
the file's name and a hash of its text with its headings.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from memtui.domain.dating import AT_THE_LATEST, DATED
from memtui.domain.instant import DAY, Instant
from memtui.domain.text import well_formed
from memtui.formats.ground import wording
from memtui.formats.ground.dates import (
    date_above,
    date_below,
    date_in_head,
    date_in_name,
    date_of,
    month_in_titles,
    not_later,
    says_only_when,
)
from memtui.formats.ground.drafting import imported
from memtui.formats.ground.files import fault, text_of
from memtui.formats.ground.frontmatter import Head
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.records import injected, records
from memtui.formats.ground.unfilled import only_links
from memtui.formats.ground.wording import Sort
from memtui.formats.protocol import Record, Skipped, unread
from memtui.projects.history import line_times

_PATHS = re.compile(r"(?:\{[^{}]*+\}|[^,])++")
"""Paths between commas; those in braces belong to one: `**/*.{js,ts}`."""


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
    its lines, by the day of its last change that the page says above or below them, and at last by the time
    of the file.
    """

    file: Path
    head: Head
    title: str = ""
    """What the document calls itself, when it does."""
    updated: Instant | None = None
    """When it was changed last, as it says above its sections or in its last line."""

    def when(self, block: Block) -> Instant:
        """Return when a statement was written."""
        last = self._committed(block) or not_later(self.updated, self.file)
        return self._told(block) or self._within_month(block, last or self._saved)

    def how(self, block: Block) -> str:
        """Return how the day of a statement is known where only the time of the file tells it; else empty."""
        if self._told(block) or any(self._lines) or not_later(self.updated, self.file):
            return ""
        return "" if month_in_titles(self._titles(block)) else AT_THE_LATEST

    def _told(self, block: Block) -> Instant | None:
        """Return the day that the statement or the whole file says of itself."""
        return not_later(date_of(block.readable, block.headings), self.file) or self._of_the_whole

    @staticmethod
    def _titles(block: Block) -> list[str]:
        first = block.readable[:1] if block.whole or block.columns else []
        return [*block.headings, *first]

    @classmethod
    def _within_month(cls, block: Block, written: Instant) -> Instant:
        """Return a time moved into the month that a statement's own title or the nearest heading names."""
        named = month_in_titles(cls._titles(block))
        return written if named is None else min(max(written, named[0]), max(named[1] - DAY, named[0]))

    @cached_property
    def _of_the_whole(self) -> Instant | None:
        named = (date_in_head(self.head), date_in_name(self.title), date_in_name(self.file.stem))
        return next((day for one in named if (day := not_later(one, self.file))), None)

    @cached_property
    def _saved(self) -> Instant:
        return self.file.stat().st_mtime

    @cached_property
    def _lines(self) -> Sequence[Instant | None]:
        return line_times(self.file)

    def _committed(self, block: Block) -> Instant | None:
        """Return when the first of its lines came to stand there."""
        times = self._lines[block.line - 1 : block.line - 1 + len(block.lines)]
        return min((at for at in times if at is not None), default=None)


@dataclass(frozen=True, slots=True)
class Page:
    """A file of notes as it was read."""

    file: Path
    name: str
    """What it is called in messages."""
    text: str
    blocks: Sequence[Block]
    """Its records, and the statements between them."""
    written: Written

    def memories(self, place: Place, is_none: Callable[[Block], bool] = lambda _: False) -> Iterator[Record]:
        """Yield the memories of the page, and what is left out; `is_none` says which block is no memory."""
        for begin, end in injected(self.text):
            where = f"{self.name} lines {begin + 1} to {end}"
            yield Skipped(where, "context that claude-mem writes there, no memory")
        for block in self.blocks:
            record = None if is_none(block) else self._memory(block, place)
            if record is not None:
                yield record

    def _memory(self, block: Block, place: Place) -> Record | None:
        """Return the draft of a statement, or why it is left out; None for no text."""
        if wrong := fault(block.statement):
            return unread(f"{self.name} line {block.line}", wrong)
        if block.unfilled:
            return Skipped(f"{self.name} line {block.line}", "a template nobody filled in")
        if only_links(block.text):
            return Skipped(f"{self.name} line {block.line}", "links to headings or to other notes")
        if says_only_when(block.text, block.headings):
            return Skipped(f"{self.name} line {block.line}", "the day it was written, taken as its date")
        if block.footer:
            return Skipped(f"{self.name} line {block.line}", "what the page says of itself")
        statement = well_formed(block.statement)
        if not statement:
            return None
        headings = " › ".join(block.headings)
        return imported(
            statement,
            place.judge(block.text, headings),
            source=place.source,
            path=self.file,
            record=record_key(self.file.name, statement),
            scope=block.scope or place.scope,
            created_at=self.written.when(block),
            more={
                "section": headings,
                DATED: self.written.how(block),
                "frontmatter": dict(self.written.head),
                "cwd": place.cwd,
                "applies_to": applies_to(self.written.head, place.condition),
            },
        )


def read_page(file: Path, name: str) -> Page | Skipped:
    """Read a file of notes that is called `name` in messages."""
    text = text_of(file, name)
    return text if isinstance(text, Skipped) else page_of(file, name, text)


def page_of(file: Path, name: str, text: str) -> Page:
    """Return the page that a text is, which stands in `file` or is to come from there."""
    head, blocks = records(text)
    title = next((line[2:] for line in text.split("\n", 60)[:60] if line.startswith("# ")), "")
    updated = date_above(text.split("\n", 60)[:60]) or date_below(text[-500:].split("\n"))
    return Page(file, name, text, blocks, Written(file, head, title, updated))


def notes_in(file: Path, name: str, place: Place) -> Iterator[Record]:
    """Yield the memories of one file, which is called `name`."""
    page = read_page(file, name)
    yield from [page] if isinstance(page, Skipped) else page.memories(place)


def applies_to(head: Head, condition: str) -> list[str]:
    """Return the paths for which alone a file is loaded, as its frontmatter names them under `condition`."""
    given = head.get(condition) or "" if condition else ""
    named = given if isinstance(given, list) else _PATHS.findall(str(given).strip("[]"))
    return [path for one in named if (path := str(one).strip().strip("\"'"))]

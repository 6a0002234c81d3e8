"""A list that somebody keeps or pastes: one memory a bullet, or a line where there are no bullets.

The last resort of recognition: it is only taken for one when nearly every line reads like a
statement. Filed at the top, as nothing says where it belongs; a key is the file's name and a hash
of the text.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.domain.text import well_formed
from memtui.formats.ground import wording
from memtui.formats.ground.entries import MARKER, Entry, memories_of
from memtui.formats.ground.files import fault, start_of
from memtui.formats.ground.json_lines import values
from memtui.formats.ground.markdown import statements
from memtui.formats.ground.markdown_writing import Layout, Place
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.splicing import Page, Splice
from memtui.formats.ground.statement_files import StatementFiles
from memtui.formats.ground.sureness import AS_LIKELY
from memtui.formats.protocol import Record, SourceError

_HEADING = re.compile(r"#{1,6}\s")
_STATEMENT = re.compile(r"[^\W_]")
_MAX_LINE = 600
"""A longer line is a paragraph, so the file is prose."""
_MIN_WORDS = 3
"""Fewer words are a heading or a value."""
_SHARE = 0.8
"""Lines that have to be statements; a few headings and blank phrases may stand between."""
_MOSTLY = 0.9
"""Lines that have to be bullets or go on from one; a sentence before the list may stand above it."""
_SAMPLE = 5
"""Lines by which JSON is told from a list."""
_BARE = 0.2
"""How sure lines without bullets make us: any text is lines, so every other format is heard first."""


class PlainList(StatementFiles):
    """Reads and changes a text file of bullets or of one statement a line."""

    name = "list"
    called = "List"
    label = "a plain list (bullets, or one memory a line)"
    order = 100

    def detect(self, path: Path) -> float:
        """Return how sure it is that a file is such a list, 0…1: fairly if all lines are bullets, hardly if
        they are bare, not at all if there are headings.
        """
        if path.is_dir():
            return 0.0
        lines = [line for line in start_of(path).split("\n") if line.strip()]
        if lines and lines[0].startswith("# "):
            del lines[0]
        if len(lines) < 2 or any(map(_HEADING.match, lines)):
            return 0.0
        bulleted = sum(bool(MARKER.match(line)) for line in lines)
        indented = sum(line.startswith(("  ", "\t")) and not MARKER.match(line) for line in lines)
        if bulleted >= 2 and bulleted + indented >= _MOSTLY * len(lines):
            return AS_LIKELY
        count = sum(map(_is_statement, lines))
        return _BARE if not bulleted and count >= _SHARE * len(lines) else 0.0

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per bullet with what is indented below it, or per line."""
        if path.is_dir():
            raise SourceError(f"{path} is a folder; a list is one file")
        sample = [value for _, value in islice(values(path), _SAMPLE)]
        if sample and all(isinstance(value, dict) for value in sample):
            raise SourceError(
                f"{path} is lines of JSON and no list; `--format insights` reads those that have a text"
            )
        yield from memories_of(path, _entries, source="list", scope="/", sort=wording.sort_of)

    def layout_of(self, file: Path) -> Layout:
        """Return how the entries of a list are laid out."""
        return ListLayout(file.name)

    def loads(self, path: Path) -> Sequence[Path]:
        """Return the one file, which is loaded whole."""
        return [path.resolve()]


class ListLayout(Layout):
    """The entries of a list: bullets, or lines where there are none."""

    def places(self, text: str) -> list[Place]:
        """Return the entries of a list, in order."""
        if _is_bulleted(text):
            return super().places(text)
        return [
            Place(
                record_key(self.name, well_formed(statement)),
                well_formed(statement),
                number - 1,
                number,
                record=not fault(statement),
            )
            for number, statement, _ in _entries(text)
        ]

    def edits(self, page: Page, place: Place, draft: Draft) -> Iterator[Splice]:
        """Yield ways to give an entry another text."""
        if _is_bulleted(page.text):
            yield from super().edits(page, place, draft)
            return
        lead = _lead(page.line(place.start))
        yield Splice(place.start, place.end, [lead + " ".join(draft.text.split())])

    def insertions(self, page: Page, places: Sequence[Place], draft: Draft) -> Iterator[Splice]:
        """Yield ways to put an entry in."""
        if _is_bulleted(page.text):
            yield from super().insertions(page, places, draft)
            return
        lead = _lead(page.line(places[-1].start)) if places else ""
        number = re.match(r"(\s*)(\d+)(.*)", lead)
        if number:
            lead = f"{number[1]}{int(number[2]) + 1}{number[3]}"
        at = places[-1].end if places else 0
        yield Splice(at, at, [lead + " ".join(draft.text.split())])


def _entries(text: str) -> Iterator[Entry]:
    """Yield each entry of a list with the number of its first line; none has a date."""
    lines = text.split("\n")
    if _is_bulleted(text):
        for block in statements(text)[1]:
            yield block.line, block.statement, None
        return
    for number, line in enumerate(lines, start=1):
        statement = MARKER.sub("", line, count=1).strip()
        if statement:
            yield number, statement, None


def _is_bulleted(text: str) -> bool:
    """Say whether a list is laid out as markdown; else every line is an entry."""
    return any(
        line.lstrip().startswith(("- ", "* ", "+ ")) or _HEADING.match(line) for line in text.split("\n")
    )


def _lead(line: str) -> str:
    """Return the number or sign before an entry, with its white space."""
    match = MARKER.match(line)
    return match[0] if match else line[: len(line) - len(line.lstrip())]


def _is_statement(line: str) -> bool:
    """Say whether a bare line reads like a statement, and not like a row of a table or wrapped prose."""
    if not _STATEMENT.match(line) or line[0].islower() or "\t" in line or len(line) > _MAX_LINE:
        return False
    return len(line.split()) >= _MIN_WORDS

"""Basic Memory's notes: pages with a permalink, whose observations say what sort they are of.

An observation is a bullet: `- [decision] Lids are of tin #lids (from the meeting)`. Its sort and its tags
become categories; the text stays as it is written. A relation (`- implements [[Tea]]`) says nothing by
itself and is counted. Filed at the top, as the notes are about anything.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.domain.scope import ROOT
from memtui.formats.finding import Found, Machine
from memtui.formats.ground import wording
from memtui.formats.ground.files import markdown_files, starts_of
from memtui.formats.ground.frontmatter import split
from memtui.formats.ground.looking import shown_below
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.markdown_writing import Layout
from memtui.formats.ground.naming import categories
from memtui.formats.ground.note_folder import NoteFolder
from memtui.formats.ground.notes import Place, read_page
from memtui.formats.ground.record_layout import RecordLayout
from memtui.formats.ground.sureness import TOGETHER
from memtui.formats.protocol import Record, Skipped

_OBSERVED = re.compile(r"(?:.*: )?\[(?P<sort>\w[\w -]{1,39})\] \S")
_RELATES = re.compile(r"[\w -]{0,40}+\[\[[^\[\]\n]+\]\](?: \([^()\n]*\))?")
_TAG = re.compile(r"(?<!\S)#(\w[\w/-]*)")
_LOOKED_AT, _MOST_FILES = 20, 5_000
"""Pages that tell whether a folder is Basic Memory's, and files among which they are looked for."""
_MARKS = {"title", "permalink"}


class BasicMemory(NoteFolder):
    """Reads and changes a folder of notes, or one note."""

    name = "basic-memory"
    called = "Basic Memory"
    label = "Basic Memory notes (markdown with a title and a permalink)"
    order = 74
    files_by_folder = False
    folders = ("basic-memory",)

    def detect(self, path: Path) -> float:
        """Be sure by the share of notes that have a title and a permalink."""
        below = islice(shown_below(path), _MOST_FILES) if path.is_dir() else iter([path])
        pages = islice((file for file in below if file.suffix == ".md" or file == path), _LOOKED_AT)
        heads = [split(start)[0].keys() for start in starts_of(pages, 4_000)]
        known = sum(head >= _MARKS for head in heads)
        return round(TOGETHER * known / len(heads), 2) if heads and known >= len(heads) / 2 else 0.0

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield the usual folder of the person."""
        if (machine.home / "basic-memory").is_dir():
            yield from self.found_in(machine.home, machine.home / "basic-memory")

    def note_files(self, path: Path) -> Iterator[Path | Skipped]:
        """Yield the pages at or below a folder."""
        yield from markdown_files(path)

    def root_of(self, path: Path) -> Path | None:  # noqa: ARG002 - notes are about anything
        """Return None: such a folder belongs to no project."""
        return None

    def belongs_to(self, file: Path, project: Path) -> Place:  # noqa: ARG002
        """Return the top: a note says only what it is about."""
        return Place(self.name, ROOT)

    def layout_of(self, file: Path) -> Layout:
        """Return how the records of a note are laid out."""
        return _NoteLayout(file.name)

    def records_in(self, file: Path, name: str, project: Path) -> Iterator[Record]:
        """Yield the memories of a page, observations with their sort and tags; relations are counted."""
        page = read_page(file, name)
        if isinstance(page, Skipped):
            yield page
            return
        for record in page.memories(self.belongs_to(file, project), _relates):
            yield _observed(record) if isinstance(record, Draft) else record
        if relations := sum(map(_relates, page.blocks)):
            links = "1 relation" if relations == 1 else f"{relations:,} relations"
            yield Skipped(f"{name}, {links}", "to other notes, which stay in the page")


class _NoteLayout(RecordLayout):
    """The records and statements of a note, without its relations."""

    def is_record(self, block: Block) -> bool:
        """Say whether the reader makes a memory of a statement."""
        return super().is_record(block) and not _relates(block)


def _relates(block: Block) -> bool:
    """Say whether a bullet is a relation to another note."""
    return _RELATES.fullmatch(block.text) is not None


def _observed(draft: Draft) -> Draft:
    """Return a draft with what an observation says of itself."""
    match = _OBSERVED.match(draft.text)
    if match is None:
        return draft
    sort = wording.sort_of(draft.text, match["sort"])
    named = categories(sort.categories[0], match["sort"], *_TAG.findall(draft.text))
    return replace(draft, type=sort.type, categories=named, importance=sort.importance)

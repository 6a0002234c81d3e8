"""Indexes of notes: a `MEMORY.md` whose lines name the pages beside it, as Letta Code and Gemini keep one.

Such a line is no memory, and counted; what else the index says is one.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from memtui.domain.counting import plural
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.notes import Place, read_page
from memtui.formats.ground.record_layout import RecordLayout
from memtui.formats.ground.tables import page_in_row, pages_in_table
from memtui.formats.protocol import Record, Skipped

INDEX = "MEMORY.md"
_NAMES_A_PAGE = re.compile(r"\[[^\[\]\n]+\]\((?!#)[^()\s:]+\.md\)|See `?(?:/|~/|[A-Z]:)[^`\n]*?\.md\b")
"""A link, or Gemini's `See /home/ada/…/memory/release.md for …`."""


class IndexLayout(RecordLayout):
    """The memories of an index: all but the lines that name a page."""

    def is_record(self, block: Block) -> bool:
        """Say whether the reader makes a memory of a statement."""
        return not names_a_page(block) and super().is_record(block)


def notes_of_index(file: Path, name: str, place: Place) -> Iterator[Record]:
    """Yield the memories of an index, which is called `name`."""
    page = read_page(file, name)
    if isinstance(page, Skipped):
        yield page
        return
    lines = sum(map(names_a_page, page.blocks))
    if lines:
        yield Skipped(f"{name}, {plural(lines, 'line')}", "of an index, no memory")
    yield from page.memories(place, names_a_page)


def names_a_page(block: Block) -> bool:
    """Say whether a statement opens by naming a page of markdown, or is a row or table that names some."""
    if block.columns:
        return page_in_row(block.lines[0]) is not None
    if block.text.startswith("|"):
        return bool(pages_in_table(block.text))
    return _NAMES_A_PAGE.match(block.text) is not None

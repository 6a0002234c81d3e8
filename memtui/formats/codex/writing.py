"""How the records of Codex' files are laid out when they are changed: bullets, statements and whole notes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memtui.domain.memory import Draft
from memtui.domain.text import well_formed
from memtui.formats.codex import reading
from memtui.formats.ground.files import fault
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.markdown_writing import Layout, Place
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.splicing import Page, Splice

_MARKED = 2_000
"""Characters at the end of a statement in which its marks stand."""
_MARKS = re.compile(r"(?<!\s)(?:\s*\[(?:Task|ad-hoc)[^\]]{0,80}\])+\s*$", re.IGNORECASE)


class CodexLayout(Layout):
    """The bullets of a Codex file, without the marks behind them and with what they came from left out."""

    def places(self, text: str) -> list[Place]:
        """Return the statements of a file, in order."""
        self._handbook = reading.is_handbook(text)
        return super().places(text)

    def place(self, block: Block) -> Place:
        """Return a statement's place in the file and its key."""
        place = super().place(block)
        group = reading.title_of(block) if self._handbook else ""
        statement, _ = reading.unmarked(block.text)
        tail = _MARKS.search(block.text, max(len(block.text) - _MARKED, 0))
        headings = [name for name in block.headings if not name.startswith(reading.GROUP)]
        section = " › ".join(headings)
        return replace(
            place,
            key=record_key(group or self.name, statement),
            text=statement,
            section=f"{reading.GROUP} {group} › {section}" if group else section,
            context="",
            tail=tail[0].rstrip() if tail else "",
        )

    def is_record(self, block: Block) -> bool:
        """Say whether the reader makes a memory of a statement."""
        if fault(block.text) or not reading.unmarked(block.text)[0]:
            return False
        return reading.is_knowledge(block) if self._handbook else reading.is_summary(block)

    def section(self, draft: Draft) -> str:
        """Return the section that a record belongs into."""
        group = draft.provenance.get("task_group")
        section = super().section(draft)
        return f"{reading.GROUP} {group} › {section}" if group else section

    def tail(self, draft: Draft) -> str:
        """Return the text to add after an inserted record."""
        marks = draft.provenance.get("marks")
        return "".join(f" [{mark}]" for mark in marks) if isinstance(marks, list) else ""


class NoteLayout(Layout):
    """A file that is one memory as a whole; its name is the key."""

    goes_when_empty = True

    def places(self, text: str) -> list[Place]:
        """Return the one record."""
        note = well_formed(text)
        lines = text.split("\n")
        filled = [at for at, line in enumerate(lines) if line.strip()]
        if not filled:
            return []
        return [Place(self.name, note, filled[0], filled[-1] + 1, record=not fault(text))]

    def edits(self, page: Page, place: Place, draft: Draft) -> Iterator[Splice]:  # noqa: ARG002
        """Yield the new text in place of the old one."""
        yield Splice(place.start, place.end, draft.text.split("\n"))

    def insertions(self, page: Page, places: Sequence[Place], draft: Draft) -> Iterator[Splice]:  # noqa: ARG002
        """Yield the text as the whole file."""
        if not places:
            yield Splice(0, 0, draft.text.split("\n"))

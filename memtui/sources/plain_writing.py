"""Writing back to files of statements: instruction files, Codex' memories and plain lists.

What differs between them is only what of a file is a record, and what its key is.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.domain.text import well_formed
from memtui.sources import codex, instructions, plain_list
from memtui.sources.files import fault
from memtui.sources.markdown import Block
from memtui.sources.markdown_writing import Layout, Place, held, loaded_lines, rewrite
from memtui.sources.naming import record_key
from memtui.sources.splicing import Page, Rewritten, Splice, bytes_of, plan_by_file
from memtui.sources.writing import Given, Held, Loaded, Plan, RecordChange

_MARKED = 2_000
"""Characters at the end of a statement in which its marks stand."""
_MARKS = re.compile(r"(?<!\s)(?:\s*\[(?:Task|ad-hoc)[^\]]{0,80}\])+\s*$", re.IGNORECASE)


class InstructionLayout(Layout):
    """The statements of an instruction file; imports and unfilled places of templates are no records."""

    def is_record(self, block: Block) -> bool:
        """Say whether the reader makes a memory of a statement."""
        return (
            super().is_record(block)
            and not instructions.is_import(block)
            and not instructions.is_unfilled(block.text)
        )


class CodexLayout(Layout):
    """The bullets of a Codex file, without the marks behind them and with what they came from left out."""

    def places(self, text: str) -> list[Place]:
        """Return the statements of a file, in order."""
        self._handbook = codex.is_handbook(text)
        return super().places(text)

    def place(self, block: Block) -> Place:
        """Return where a statement stands and what it is called."""
        place = super().place(block)
        group = codex.title_of(block) if self._handbook else ""
        said, _ = codex.unmarked(block.text)
        tail = _MARKS.search(block.text, max(len(block.text) - _MARKED, 0))
        headings = [name for name in block.headings if not name.startswith(codex.GROUP)]
        section = " › ".join(headings)
        return replace(
            place,
            key=record_key(group or self.name, said),
            text=said,
            section=f"{codex.GROUP} {group} › {section}" if group else section,
            context="",
            tail=tail[0].rstrip() if tail else "",
        )

    def is_record(self, block: Block) -> bool:
        """Say whether the reader makes a memory of a statement."""
        if fault(block.text) or not codex.unmarked(block.text)[0]:
            return False
        return codex.is_knowledge(block) if self._handbook else codex.is_summary(block)

    def section(self, draft: Draft) -> str:
        """Return the section that a record belongs into."""
        group = draft.provenance.get("task_group")
        section = super().section(draft)
        return f"{codex.GROUP} {group} › {section}" if group else section

    def tail(self, draft: Draft) -> str:
        """Return what is to stand behind a record that is put in."""
        marks = draft.provenance.get("marks")
        return "".join(f" [{mark}]" for mark in marks) if isinstance(marks, list) else ""


class NoteLayout(Layout):
    """A file that is one memory as a whole; its name is the key."""

    def places(self, text: str) -> list[Place]:
        """Return the one record."""
        said = well_formed(text)
        lines = text.split("\n")
        filled = [at for at, line in enumerate(lines) if line.strip()]
        if not filled:
            return []
        return [Place(self.name, said, filled[0], filled[-1] + 1, record=not fault(text))]

    def edits(self, page: Page, place: Place, draft: Draft) -> Iterator[Splice]:  # noqa: ARG002
        """Yield the new text in place of the old one."""
        yield Splice(place.start, place.end, draft.text.split("\n"))

    def insertions(self, page: Page, places: Sequence[Place], draft: Draft) -> Iterator[Splice]:  # noqa: ARG002
        """Yield the text as the whole file."""
        if not places:
            yield Splice(0, 0, draft.text.split("\n"))


class ListLayout(Layout):
    """The entries of a list: bullets, or lines where there are none."""

    def places(self, text: str) -> list[Place]:
        """Return the entries of a list, in order."""
        if plain_list.is_bulleted(text):
            return super().places(text)
        return [
            Place(
                record_key(self.name, well_formed(said)),
                well_formed(said),
                number - 1,
                number,
                record=not fault(said),
            )
            for number, said in plain_list.items(text)
        ]

    def edits(self, page: Page, place: Place, draft: Draft) -> Iterator[Splice]:
        """Yield ways to give an entry another text."""
        if plain_list.is_bulleted(page.text):
            yield from super().edits(page, place, draft)
            return
        lead = plain_list.lead(page.line(place.start))
        yield Splice(place.start, place.end, [lead + " ".join(draft.text.split())])

    def insertions(self, page: Page, places: Sequence[Place], draft: Draft) -> Iterator[Splice]:
        """Yield ways to put an entry in."""
        if plain_list.is_bulleted(page.text):
            yield from super().insertions(page, places, draft)
            return
        lead = plain_list.lead(page.line(places[-1].start)) if places else ""
        number = re.match(r"(\s*)(\d+)(.*)", lead)
        if number:
            lead = f"{number[1]}{int(number[2]) + 1}{number[3]}"
        at = places[-1].end if places else 0
        yield Splice(at, at, [lead + " ".join(draft.text.split())])


def layout_of(reader: str, file: Path) -> Layout:
    """Return how the records of a file of a format are laid out."""
    if reader == "codex":
        return NoteLayout(file.name) if codex.is_note(file) else CodexLayout(file.name)
    return ListLayout(file.name) if reader == "list" else InstructionLayout(file.name)


@dataclass(frozen=True, slots=True)
class PlainWriter:
    """Changes files in which people and agents write as they like."""

    reader: str
    """The name of the reader."""
    loads: Callable[[Path], Sequence[Path]]
    """Returns the files at a path that an agent loads."""

    def plan(self, path: Path, changes: Sequence[RecordChange], given: Given) -> Plan:
        """Return what changes would do to the files at `path`. Raises SourceError."""
        return plan_by_file(path, changes, self._rewrite, given)

    def _rewrite(self, file: Path, data: bytes | None, wanted: Sequence[RecordChange]) -> Rewritten:
        layout = layout_of(self.reader, file)
        done = rewrite(layout, data, wanted)
        if isinstance(layout, NoteLayout) and done.data is not None and not done.data.strip():
            done.data = None
        return done

    def holds(self, file: Path, data: bytes) -> list[Held]:
        """Return the records of one file."""
        return held(layout_of(self.reader, file), Page.of(data))

    def loaded(self, path: Path) -> Loaded:
        """Return the text of files that are loaded whole, one behind the other. Raises SourceError."""
        lines = []
        for file in self.loads(path):
            data = bytes_of(path, file)
            if data is not None:
                lines += loaded_lines(layout_of(self.reader, file), data)
        return Loaded(lines, "")

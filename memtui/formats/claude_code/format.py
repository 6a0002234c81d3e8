"""Claude Code's memory as a format: one memory folder, what holds some, or one file of one.

A reader is told which fact files are known as one memory and which as lists; it holds nothing else.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

from memtui.domain.text import well_formed
from memtui.formats.changes import AS_IT_IS, UNKNOWN, Forms, Given, Held, Plan, RecordChange
from memtui.formats.claude_code import exporting, places, seen, writing
from memtui.formats.claude_code.reading import (
    INDEX,
    about,
    likeness,
    memory_folders,
    near_folders,
    project_folder,
    records_below,
    records_in,
    sureness,
)
from memtui.formats.exports import EVERYTHING
from memtui.formats.ground.files import leads_out, markdown_names, start_of
from memtui.formats.ground.sureness import PARTLY
from memtui.formats.protocol import Reader, Record, SourceError


class ClaudeCode(Reader):
    """Reads and changes a Claude Code auto-memory folder or one file of it."""

    name = "claude"
    called = "Claude Code"
    label = "Claude Code memory (a folder with MEMORY.md and fact files)"
    order = 20
    files_by_folder = True
    edition = 2

    def __init__(self, forms: Forms = UNKNOWN) -> None:
        self._forms = forms

    def knowing(self, forms: Forms) -> Self:
        """Return the reader that goes by what is known of fact files, and by their looks for others."""
        return type(self)(forms)

    def detect(self, path: Path) -> float:
        """Be sure by frontmatter as Claude Code writes it; less by an index alone, less by its shape.

        A project with a memory folder is first of all the place of its instructions.
        """
        if path.is_dir():
            folders, own = memory_folders(path), path / ".claude"
            sure = max(map(sureness, folders), default=0.0)
            return min(sure, PARTLY) if all(own in folder.parents for folder in folders) else sure
        return likeness(path, well_formed(start_of(path)))

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per fact file and per statement of an index."""
        if not path.is_dir():
            path = path.resolve()
            yield from about(project_folder(path.parent), records_in(path, self._forms))
            return
        folders = memory_folders(path.resolve())
        if not folders:
            raise SourceError(
                f"{path} holds no Claude Code memory; looked for {INDEX} or markdown with frontmatter "
                "in it, in memory/, in .claude/memory/, in projects/*/memory/ and in agent-memory/*/"
            )
        for folder in folders:
            yield from about(project_folder(folder), records_below(folder, self._forms))

    def files(self, path: Path) -> Iterator[str]:
        """Yield the files that `read` begins with."""
        for folder in near_folders(path.resolve()):
            yield from markdown_names(str(folder))
            if (folder / INDEX).is_symlink() and not leads_out(folder / INDEX, folder):
                yield str(folder / INDEX)

    variables = places.VARIABLES
    known_places = staticmethod(places.all_folders)

    holds_fields = EVERYTHING
    export_folder = staticmethod(exporting.export_folder)

    agent = seen.NAME
    view = staticmethod(seen.view)

    def plan(self, path: Path, changes: Sequence[RecordChange], given: Given = AS_IT_IS) -> Plan:
        """Return what changes would do to the files at `path`. Raises SourceError."""
        return writing.plan(path, changes, given, self._forms)

    def holds(self, path: Path, file: Path, data: bytes, given: Given = AS_IT_IS) -> list[Held]:
        """Return the records that reading `path` finds in a file with these bytes."""
        return writing.holds(path, file, data, given, self._forms)

    holds_pin = staticmethod(writing.holds_pin)
    described_in = staticmethod(writing.described_in)
    loaded = staticmethod(writing.loaded)

"""Codex' memories as a format: a home, its `memories` folder, or one file of it."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from memtui.formats.codex import seen
from memtui.formats.codex.reading import (
    HANDBOOK,
    NOTES,
    SUMMARY,
    files_in,
    folder_of,
    is_note,
    likeness,
    note_in,
    records_in,
)
from memtui.formats.codex.writing import CodexLayout, NoteLayout
from memtui.formats.finding import Found, Machine
from memtui.formats.ground.files import leads_out, markdown_files, markdown_names
from memtui.formats.ground.looking import read_through
from memtui.formats.ground.markdown_writing import Layout
from memtui.formats.ground.statement_files import StatementFiles
from memtui.formats.protocol import Record, Skipped, SourceError


class Codex(StatementFiles):
    """Reads and changes a Codex home, its `memories` folder, or one file of it."""

    name = "codex"
    called = "Codex"
    label = "Codex memories (MEMORY.md with Task Groups, memory_summary.md)"
    order = 30
    files_by_folder = True

    def detect(self, path: Path) -> float:
        """Be sure by Task Group headings, or by a summary laid out as Codex does."""
        if path.is_dir():
            folder = folder_of(path)
            return max((likeness(file) for file in files_in(folder)), default=0.0) if folder else 0.0
        return likeness(path)

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per bullet of knowledge, per statement of the summary, and per note."""
        if not path.is_dir():
            yield from records_in(path.resolve(), path.name)
            return
        folder = folder_of(path.resolve())
        if folder is None:
            raise SourceError(f"{path} holds no Codex memories; looked for {HANDBOOK} and {SUMMARY} in it")
        for file in files_in(folder):
            if leads_out(file, folder):
                yield Skipped(file.name, "a link that leads out of the folder; not followed")
            else:
                yield from records_in(file, file.name)
        notes = folder / NOTES
        if notes.is_dir() and not leads_out(notes, folder):
            for note in markdown_files(notes):
                yield note if isinstance(note, Skipped) else note_in(note)

    def files(self, path: Path) -> Iterator[str]:
        """Yield the files that `read` begins with."""
        folder = folder_of(path.resolve())
        if folder is not None:
            yield from map(str, files_in(folder))
            if (folder / NOTES).is_dir() and not leads_out(folder / NOTES, folder):
                yield from markdown_names(str(folder / NOTES))

    variables: Mapping[str, str] = {"CODEX_HOME": "where Codex does"}

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield the memories in the home of Codex."""
        home = machine.given("CODEX_HOME") or machine.home / ".codex"
        yield from read_through(self, home / "memories", home, (HANDBOOK, SUMMARY))

    agent = seen.NAME
    view = staticmethod(seen.view)

    def layout_of(self, file: Path) -> Layout:
        """Return how the records of a file are laid out."""
        return NoteLayout(file.name) if is_note(file) else CodexLayout(file.name)

    def loads(self, path: Path) -> Sequence[Path]:
        """Return the summary, which every session loads; of a single file, that file."""
        folder = folder_of(path.resolve()) if path.is_dir() else None
        return [path.resolve()] if not path.is_dir() else [folder / SUMMARY] if folder else []

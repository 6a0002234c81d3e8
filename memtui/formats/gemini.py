"""Gemini's own notes on a project: `~/.gemini/tmp/<project>/memory`, which only the person's sessions load.

`GEMINI.md` is read with the other instruction files. What Gemini keeps ready for a person to allow is no
memory yet: patches in `.inbox` become cards once the folder is linked, drafts of `skills` are counted.
"""

from collections.abc import Iterator
from pathlib import Path

from memtui.formats.finding import Found, Machine
from memtui.formats.gemini_inbox import INBOX, pending_in
from memtui.formats.ground.files import markdown_files
from memtui.formats.ground.indexes import INDEX, IndexLayout, notes_of_index
from memtui.formats.ground.looking import below
from memtui.formats.ground.markdown_writing import Layout
from memtui.formats.ground.naming import scope_under
from memtui.formats.ground.note_folder import NoteFolder
from memtui.formats.ground.notes import Place, notes_in
from memtui.formats.ground.record_layout import RecordLayout
from memtui.formats.protocol import Record, Skipped
from memtui.formats.waiting import Pending

_NO_NOTES = {
    INBOX: "changes that wait in Gemini's inbox: {:,}; linked, each is a card in Review",
    "skills": "drafts of skills: {:,}; allow them in Gemini",
}
"""What in a memory folder is no note yet."""


class Gemini(NoteFolder):
    """Reads and changes the memory folder of one project, or one file of it."""

    name = "gemini"
    called = "Gemini"
    label = "Gemini memory folder (~/.gemini/tmp/<project>/memory)"
    order = 77
    files_by_folder = False
    folders = ("memory",)

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield the memory folder of each project."""
        for folder in below(machine.home / ".gemini" / "tmp", "memory"):
            if folder.is_dir():
                yield from self.found_in(folder.parent, folder)

    def root_of(self, path: Path) -> Path | None:
        """Return the folder of the project that a memory folder or one of its files belongs to."""
        for around in (path, *path.parents):
            if around.name == "memory" and around.parts[-4:-2] == (".gemini", "tmp"):
                return around.parent
        return None

    def note_files(self, path: Path) -> Iterator[Path | Skipped]:
        """Yield the notes of a memory folder, or of all in a home; what waits in an inbox is none yet."""
        for folder in self._folders(path):
            for file in markdown_files(folder):
                if isinstance(file, Skipped) or file.relative_to(folder).parts[0] not in _NO_NOTES:
                    yield file

    def left_out(self, path: Path) -> Iterator[Skipped]:
        """Yield what waits for a person to allow it."""
        for folder in self._folders(path):
            for name, why in _NO_NOTES.items():
                files = sum(file.is_file() for file in (folder / name).rglob("*"))
                if files:
                    yield Skipped((folder / name).relative_to(path).as_posix(), why.format(files))

    def records_in(self, file: Path, name: str, project: Path) -> Iterator[Record]:
        """Yield the memories of one note; of the index, what it says besides naming the others."""
        read = notes_of_index if file.name == INDEX else notes_in
        yield from read(file, name, self.belongs_to(file, project))

    def layout_of(self, file: Path) -> Layout:
        """Return how the records of a note are laid out."""
        return IndexLayout(file.name) if file.name == INDEX else RecordLayout(file.name)

    def waiting(self, path: Path) -> Iterator[Pending | Skipped]:
        """Yield the changes that Gemini asks a person to allow."""
        for folder in self._folders(path):
            project = self.root_of(folder.resolve())
            if project is not None:
                yield from pending_in(folder, self.belongs_to(folder, project))

    def belongs_to(self, file: Path, project: Path) -> Place:  # noqa: ARG002 - all of one project
        """Return the project's scope; the folder is called as Gemini names the project."""
        return Place(self.name, scope_under("/project", project.name))

    def _folders(self, path: Path) -> list[Path]:
        if self.root_of(path.resolve()) is not None:
            return [path]
        inner = [*below(path / ".gemini" / "tmp", "memory"), *below(path / "tmp", "memory")]
        return [folder for folder in inner if folder.is_dir() and self.root_of(folder.resolve())]

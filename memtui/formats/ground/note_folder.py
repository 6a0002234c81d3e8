"""Folders of markdown notes that lie in a known place, as most agents keep theirs.

A format says where its notes lie and whose they are; reading, watching, finding and changing are the same.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from memtui.formats.finding import Found, Machine
from memtui.formats.ground.files import leads_out, markdown_files, start_of
from memtui.formats.ground.looking import Tally, markdown_below, statements_in
from memtui.formats.ground.markdown_writing import Layout
from memtui.formats.ground.naming import scope_under
from memtui.formats.ground.notes import Place, notes_in
from memtui.formats.ground.record_layout import RecordLayout
from memtui.formats.ground.statement_files import StatementFiles
from memtui.formats.ground.sureness import OWN_FOLDER, PARTLY
from memtui.formats.protocol import Record, Skipped, SourceError


class NoteFolder(StatementFiles):
    """A format whose notes lie in folders of a project, each file of them read statement by statement."""

    files_by_folder = True
    variables: Mapping[str, str] = {}
    folders: Sequence[str] = ()
    """Where the notes lie, from the folder of a project."""
    inner_of_others: frozenset[str] = frozenset()
    """Names of folders within them whose notes another format reads."""
    single: Sequence[str] = ()
    """Files that are notes by themselves, from the folder of a project."""
    suffixes: tuple[str, ...] = (".md",)
    condition = ""
    """What the frontmatter calls the paths for which alone a file is loaded; empty where it says none."""
    of_person: Sequence[str] = ()
    """Folders and files of the person, from their home, that hold notes too; what lies there is theirs."""

    def detect(self, path: Path) -> float:
        """Be sure by the place, which the agent looks into."""
        if not path.is_dir():
            return OWN_FOLDER if self.root_of(path) is not None and start_of(path).strip() else 0.0
        if not any(isinstance(file, Path) for file in self.note_files(path)):
            return 0.0
        return OWN_FOLDER if self.root_of(path) is not None else PARTLY

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per record or statement of each file."""
        if not path.is_dir():
            yield from self.records_in(path.resolve(), path.name, self.root_of(path.resolve()) or path.parent)
            return
        files = list(self.note_files(path))
        if not files:
            looked_for = ", ".join([*self.folders, *self.single])
            raise SourceError(f"{path} holds no {self.called} notes; looked for {looked_for} in it")
        root = path.resolve()
        for file in files:
            if isinstance(file, Skipped):
                yield file
            elif leads_out(file, root):
                yield Skipped(file.name, "a link that leads out of the folder; not followed")
            else:
                project = self.root_of(file.resolve()) or root
                yield from self.records_in(file.resolve(), file.relative_to(path).as_posix(), project)
        yield from self.left_out(path)

    def files(self, path: Path) -> Iterator[str]:
        """Yield the files that `read` begins with."""
        root = path.resolve()
        for file in self.note_files(path):
            if isinstance(file, Path) and not leads_out(file, root):
                yield str(file.resolve())

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield what lies in the home of the person, and in the project that is worked in."""
        for name in self.of_person:
            place = machine.home / name
            if place.is_file():
                yield from self._counted([place], place.parent, place)
            elif place.is_dir():
                yield from self._counted(markdown_below(place, self.suffixes), place, place)
        if machine.cwd is not None and machine.cwd.resolve() != machine.home.resolve():
            yield from self._found_in_project(machine.cwd)

    def _found_in_project(self, project: Path) -> Iterator[Found]:
        """Yield each folder and each file of notes by itself: a project is the place of instructions."""
        for name in self.folders:
            yield from self._counted(self._below(project / name), project, project / name)
        for name in self.single:
            if (project / name).is_file() or (project / name).is_symlink():
                yield from self._counted([project / name], project, project / name)

    def found_in(self, folder: Path, path: Path) -> Iterator[Found]:
        """Yield what a folder holds, to be linked as `path`."""
        yield from self._counted(list(self.known_files(folder)), folder, path)

    def layout_of(self, file: Path) -> Layout:
        """Return how the records of a file are laid out."""
        return RecordLayout(file.name)

    def loads(self, path: Path) -> Sequence[Path]:
        """Return the files, which are loaded whole."""
        return [Path(file) for file in self.files(path)] if path.is_dir() else [path.resolve()]

    def belongs_to(self, file: Path, project: Path) -> Place:  # noqa: ARG002 - for formats with several
        """Return what the notes of a file belong to: the person at home, else the project."""
        if project == Path.home():
            return Place(self.name, "/user", condition=self.condition)
        return Place(self.name, scope_under("/project", project.name), str(project), self.condition)

    def left_out(self, path: Path) -> Iterator[Skipped]:  # noqa: ARG002 - for formats that have such
        """Yield the files that lie among the notes of a folder and are not notes."""
        yield from ()

    def _counted(self, files: Collection[Path], root: Path, path: Path) -> Iterator[Found]:
        if not files:
            return
        tally = Tally(root.resolve())
        for file in files:
            tally.add(file, partial(statements_in, file))
        yield from tally.result(self.name, path)

    def records_in(self, file: Path, name: str, project: Path) -> Iterator[Record]:
        """Yield the memories of one file, which is called `name`."""
        yield from notes_in(file, name, self.belongs_to(file, project))

    def note_files(self, path: Path) -> Iterator[Path | Skipped]:
        """Yield the files of the folder that `path` is or lies in, or of those that it holds."""
        if self.root_of(path.resolve()) is not None:
            yield from self._pages(path)
            return
        for name in self.folders:
            for inner in _rest(path.resolve(), name):
                if (path / inner).is_dir():
                    yield from self._pages(path / inner)
        yield from (path / name for name in self.single if (path / name).is_file())

    def known_files(self, folder: Path) -> Iterator[Path]:
        """Yield what lies in the known places of a folder, links too."""
        for name in self.folders:
            yield from self._below(folder / name)
        yield from (file for name in self.single if (file := folder / name).is_file() or file.is_symlink())

    def _below(self, folder: Path) -> list[Path]:
        return [
            file for file in markdown_below(folder, self.suffixes) if not self._is_of_others(file, folder)
        ]

    def _pages(self, folder: Path) -> Iterator[Path | Skipped]:
        """Yield the files of a folder of notes; those of another format are counted."""
        for file in markdown_files(folder, self.suffixes):
            if isinstance(file, Path) and self._is_of_others(file, folder):
                yield Skipped(
                    file.relative_to(folder).as_posix(), "read as another format; link that by itself"
                )
            else:
                yield file

    def _is_of_others(self, file: Path, folder: Path) -> bool:
        if not self.inner_of_others:
            return False  # asked of each of ten thousand files
        return not self.inner_of_others.isdisjoint(file.relative_to(folder).parts[:-1])

    def root_of(self, path: Path) -> Path | None:
        """Return the project or home whose notes `path` is or is among; None for what lies elsewhere."""
        of_notes = path.is_dir() or path.suffix in {Path(f"x{one}").suffix for one in self.suffixes}
        single = () if path.is_dir() else self.single
        names = (*(self.folders if of_notes else ()), *self.of_person)
        for around, called in (*((one, names) for one in (path, *path.parents)), (path, single)):
            for name in called:
                parts = Path(name).parts
                if around.parts[-len(parts) :] == parts:
                    return around.parents[len(parts) - 1]
        return None


def _rest(path: Path, name: str) -> Iterator[str]:
    """Yield the rest of the way from `path` to a place called `name`, if `path` may lead there."""
    parts = Path(name).parts
    yield name
    for size in range(1, len(parts)):
        if path.parts[-size:] == parts[:size]:
            yield "/".join(parts[size:])

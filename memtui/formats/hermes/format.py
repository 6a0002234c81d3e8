"""Hermes' memory as a format: a home, its `memories` folder, or one of the two files."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from memtui.formats.changes import Loaded
from memtui.formats.finding import Found, Machine
from memtui.formats.ground.files import leads_out, start_of
from memtui.formats.ground.markdown_writing import Layout
from memtui.formats.ground.statement_files import StatementFiles
from memtui.formats.ground.sureness import OWN_MARK, PARTLY, SHARED_NAME, TOGETHER
from memtui.formats.hermes import exporting, places, seen
from memtui.formats.hermes.pending import pending
from memtui.formats.hermes.reading import LIMITS, SEPARATOR, files_in, records_in
from memtui.formats.hermes.writing import HermesLayout, loaded_in
from memtui.formats.protocol import Record, Skipped, SourceError


class Hermes(StatementFiles):
    """Reads and changes a Hermes home, its `memories` folder, or one of the two files."""

    name = "hermes"
    called = "Hermes"
    label = "Hermes memory (MEMORY.md and USER.md)"
    order = 40

    def detect(self, path: Path) -> float:
        """Be sure by the mark between entries; less by the two files side by side or their folder."""
        files = files_in(path) if path.is_dir() else [path]
        if not files:
            return 0.0
        if any(SEPARATOR in f"\n{start_of(file)}\n" for file in files):
            return OWN_MARK
        names = {file.name for file in files}
        if not names <= LIMITS.keys():
            return 0.0
        folder = files[0].parent
        if any("# Task Group:" in start_of(file) for file in files):
            return 0.0
        if all((folder / name).is_file() for name in LIMITS):
            return TOGETHER
        return PARTLY if folder.name == "memories" else SHARED_NAME if "USER.md" in names else 0.0

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per entry."""
        files = files_in(path) if path.is_dir() else [path]
        if not files:
            raise SourceError(f"{path} holds no Hermes memory; looked for {' and '.join(LIMITS)} in it")
        root = path.resolve()
        for file in files:
            if path.is_dir() and leads_out(file, root):
                yield Skipped(file.name, "a link that leads out of the folder; not followed")
            else:
                yield from records_in(file.resolve())

    def files(self, path: Path) -> Iterator[str]:
        """Yield the files that `read` begins with."""
        yield from (str(file.resolve()) for file in files_in(path) if not leads_out(file, path.resolve()))

    variables = places.VARIABLES

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield what lies in the home of Hermes."""
        return places.memory_files(self, machine)

    holds_fields = frozenset({"scope"})
    export_folder = staticmethod(exporting.export_folder)

    waiting = staticmethod(pending)

    agent = seen.NAME
    view = staticmethod(seen.view)

    def layout_of(self, file: Path) -> Layout:
        """Return how the entries of a file are laid out."""
        return HermesLayout(file.name)

    def loads(self, path: Path) -> Sequence[Path]:
        """Return the files that a session loads."""
        return [file.resolve() for file in (files_in(path) if path.is_dir() else [path])]

    def loaded(self, path: Path) -> Loaded:
        """Return the files as Hermes loads them, up to their limits. Raises SourceError."""
        return loaded_in(self.loads(path), path)

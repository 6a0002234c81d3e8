"""The Open Knowledge Format as one format among others."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from memtui.formats.exports import EVERYTHING
from memtui.formats.ground.files import leads_out, markdown_files, start_of, starts_of
from memtui.formats.ground.frontmatter import Head, split
from memtui.formats.ground.markdown_writing import Layout
from memtui.formats.ground.statement_files import StatementFiles
from memtui.formats.ground.sureness import DECLARED, MANNER, OPEN_FORM
from memtui.formats.okf import writing
from memtui.formats.okf.reading import INDEX, LOG, VERSION, concepts_in
from memtui.formats.protocol import Record, SourceError

_LOOKED_AT = 20
_MARKS = {"generated", "verified", "stale_after", "sources"}
"""What version 0.2 says of where a concept is from and how far it can be trusted; one is enough."""


class OpenKnowledge(StatementFiles):
    """Reads and changes a bundle, or one concept of it."""

    name = "okf"
    called = "Open Knowledge Format"
    label = "Open Knowledge Format 0.2 (a folder of concepts, markdown with a type)"
    order = 75

    def detect(self, path: Path) -> float:
        """Be sure by an index that names the version; less by the frontmatter of the concepts."""
        if path.is_dir():
            if _declares(path):
                return DECLARED
            pages = islice((file for file in markdown_files(path) if isinstance(file, Path)), _LOOKED_AT)
            heads = [
                split(start)[0]
                for start in starts_of(page for page in pages if page.name not in {INDEX, LOG})
            ]
            known = sum(map(_is_concept, heads))
            return round(OPEN_FORM * known / len(heads), 2) if heads and 2 * known >= len(heads) else 0.0
        if path.name in {INDEX, LOG}:
            return 0.0
        head = split(start_of(path))[0]
        return (
            OPEN_FORM if _is_concept(head) else MANNER if head.get("type") and _declares(path.parent) else 0.0
        )

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per concept."""
        concepts = concepts_in(path)
        first = next(concepts, None)
        if first is None:
            raise SourceError(f"{path} holds no concept; looked for markdown in it")
        yield first
        yield from concepts

    def files(self, path: Path) -> Iterator[str]:
        """Yield the pages of a bundle."""
        root = path.resolve()
        for file in markdown_files(path):
            if isinstance(file, Path) and file.name not in {INDEX, LOG} and not leads_out(file, root):
                yield str(file.resolve())

    holds_fields = EVERYTHING
    export_folder = staticmethod(writing.export_folder)

    def layout_of(self, file: Path) -> Layout:
        """Return the layout of a page: its body."""
        return writing.ConceptLayout(file.name)

    def loads(self, path: Path) -> Sequence[Path]:
        """Return the concepts, which are read whole."""
        return [Path(file) for file in self.files(path)] if path.is_dir() else [path.resolve()]


def _declares(folder: Path) -> bool:
    """Say whether the index of a folder names a version of the format."""
    return (folder / INDEX).is_file() and VERSION in split(start_of(folder / INDEX, 4_000))[0]


def _is_concept(head: Head) -> bool:
    return bool(head.get("type")) and (VERSION in head or bool(_MARKS & head.keys()))

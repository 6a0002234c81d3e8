"""Instruction files as a format: one of them, or all in a project."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from memtui.domain.memory import Draft, Memory
from memtui.formats.exports import Exported, History, Sink
from memtui.formats.ground import wording
from memtui.formats.ground.agent_parts import NO_MEMORY, ONLY_PARTS
from memtui.formats.ground.files import leads_out, start_of
from memtui.formats.ground.markdown import statements
from memtui.formats.ground.markdown_writing import Layout
from memtui.formats.ground.statement_files import StatementFiles
from memtui.formats.ground.sureness import AMONG_OTHERS, MANNER, POSSIBLE, TOGETHER
from memtui.formats.instructions import exporting, places
from memtui.formats.instructions.notes import PAGES, is_notes, notes_below, pages_beside
from memtui.formats.instructions.reading import (
    FILE_NAMES,
    NAMES,
    Run,
    files_in,
    found_in,
    is_in_project,
    nested_in,
    root_of,
)
from memtui.formats.instructions.writing import InstructionLayout
from memtui.formats.protocol import Record, Skipped, SourceError

_MIN_BLOCKS = 3
"""Fewer statements tell nothing about what a page is."""
_FEWEST_RULES = 0.4
"""The share of rules among its statements from which a page of another name is one of instructions."""
_HEADED, _OF_RULES = 0.35, 0.4
"""How sure headings above statements make us, and how much surer if all are rules: 0.51 for the fewest."""
_NOTES, _NOTES_OF_PROJECT = 0.15, 0.55
"""How sure any page of markdown makes us; more in a project, whose notes a plain list would file nowhere."""


class Instructions(StatementFiles):
    """Reads and changes an instruction file, or all of them in a project."""

    name = "markdown"
    called = "Instructions"
    label = "instruction files (CLAUDE.md, AGENTS.md, GEMINI.md) and other markdown"
    order = 80
    files_by_folder = True

    def detect(self, path: Path) -> float:
        """Return how sure it is that these are instructions for agents, 0…1.

        A file name that agents look for makes it sure; else headings with rules below them do.
        """
        if path.is_dir():
            return AMONG_OTHERS if any(found_in(path)) else _NOTES if is_notes(path) else 0.0
        text = start_of(path)
        blocks = statements(text)[1]
        if any(block.scope for block in blocks):
            return TOGETHER
        if path.name in FILE_NAMES:
            return MANNER if blocks else POSSIBLE
        if path.parent.name == "rules" and path.parent.parent.name == ".claude":
            return AMONG_OTHERS if blocks else POSSIBLE
        headed = sum(bool(block.headings) for block in blocks)
        rules = sum(wording.is_rule(block.text) for block in blocks)
        if len(blocks) >= _MIN_BLOCKS and headed >= len(blocks) / 2 and rules >= _FEWEST_RULES * len(blocks):
            return round(_HEADED + _OF_RULES * rules / len(blocks), 2)
        if path.suffix not in PAGES or not blocks:
            return 0.0
        return _NOTES_OF_PROJECT if is_in_project(path) else _NOTES

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per statement, then those of the files that are imported."""
        instructions = [*found_in(path), *nested_in(path)] if path.is_dir() else [path]
        files = instructions or list(notes_below(path))
        if not any(isinstance(file, Path) for file in files):
            looked_for = f"Looked for {', '.join(NAMES)} and for notes in it."
            only_parts = any(isinstance(file, Skipped) and file.reason.endswith(NO_MEMORY) for file in files)
            raise SourceError(f"{path} holds no notes. {ONLY_PARTS if only_parts else looked_for}")
        run = Run(root_of(path))
        for file in files:
            if isinstance(file, Skipped):
                yield file
            elif file.is_symlink() and path.is_dir() and leads_out(file, run.root):
                yield Skipped(run.name(file), "a link that leads out of the folder; not followed")
            else:
                yield from run.read(file.resolve(), 0)
        if path.is_dir() and instructions:
            read = {file.name for file in instructions if isinstance(file, Path) and file.parent == path}
            yield from pages_beside(path, read)

    def files(self, path: Path) -> Iterator[str]:
        """Yield the files that `read` begins with."""
        root = root_of(path)
        nested = nested_in(path) if path.is_dir() else iter(())
        for file in (*_pages(path), *nested):
            if isinstance(file, Path) and not leads_out(file, root):
                yield str(file.resolve())

    variables: Mapping[str, str] = {}
    known_places = staticmethod(places.instruction_files)

    holds_fields = frozenset({"scope"})
    by_scope = True

    def export(
        self,
        memories: Iterator[Memory],
        file: Sink,
        exported: Exported,
        history: History,  # noqa: ARG002 - has no place for it
    ) -> None:
        """Write a page to read."""
        exporting.export(memories, file, exported)

    def layout_of(self, file: Path) -> Layout:
        """Return how the statements of a file are laid out."""
        return InstructionLayout(file.name)

    def loads(self, path: Path) -> Sequence[Path]:
        """Return the files, which are loaded whole, and what they import; none of the folders below."""
        own = _pages(path) if path.is_dir() else [path]
        read = (record.provenance["path"] for record in self.read(path) if isinstance(record, Draft))
        files = dict.fromkeys([*(file.resolve() for file in own), *(Path(str(name)) for name in read)])
        later = {file for file in nested_in(path) if isinstance(file, Path)} if path.is_dir() else set()
        return [file for file in files if file not in {one.resolve() for one in later}]


def _pages(folder: Path) -> list[Path]:
    """Return the instruction files of a folder, or the notes of one that has none."""
    return list(files_in(folder)) or [file for file in notes_below(folder) if isinstance(file, Path)]

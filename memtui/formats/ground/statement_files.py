"""Changes files of statements, one below the other, in the layout that they have.

Formats differ only in what counts as a record and in its key: their `Layout`.
"""

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path

from memtui.formats.changes import AS_IT_IS, Given, Held, Loaded, Plan, RecordChange
from memtui.formats.ground.markdown_writing import Layout, held_records, loaded_lines, rewrite
from memtui.formats.ground.splicing import Page, Rewritten, bytes_of, plan_by_file
from memtui.formats.protocol import Reader


class StatementFiles(Reader):
    """A format whose files hold statements, laid out its way."""

    @abstractmethod
    def layout_of(self, file: Path) -> Layout:
        """Return how the records of a file are laid out."""

    @abstractmethod
    def loads(self, path: Path) -> Sequence[Path]:
        """Return the files at a path that an agent loads."""

    def plan(self, path: Path, changes: Sequence[RecordChange], given: Given = AS_IT_IS) -> Plan:
        """Return what changes would do to the files at `path`. Raises SourceError."""
        return plan_by_file(path, changes, self._rewrite, given)

    def _rewrite(self, file: Path, data: bytes | None, wanted: Sequence[RecordChange]) -> Rewritten:
        layout = self.layout_of(file)
        done = rewrite(layout, data, wanted)
        if layout.goes_when_empty and done.data is not None and not done.data.strip():
            done.data = None
        return done

    def holds(
        self,
        path: Path,  # noqa: ARG002 - a file stands for itself
        file: Path,
        data: bytes,
        given: Given = AS_IT_IS,  # noqa: ARG002
    ) -> list[Held]:
        """Return the records of one file."""
        return held_records(self.layout_of(file), Page.of(data))

    def loaded(self, path: Path) -> Loaded:
        """Return the text of files that are loaded whole, one behind the other. Raises SourceError."""
        lines = []
        for file in self.loads(path):
            data = bytes_of(path, file)
            if data is not None:
                lines += loaded_lines(self.layout_of(file), data)
        return Loaded(lines, "")

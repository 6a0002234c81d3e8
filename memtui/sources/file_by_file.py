"""Changing files that each stand for themselves: what one holds is a record whatever the others say."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from memtui.sources.writing import AS_IT_IS, Given, Held, Loaded, Plan, RecordChange


class Writer(Protocol):
    """What changes such files; see `WritesBack` for what each of these returns and raises."""

    def plan(self, path: Path, changes: Sequence[RecordChange], given: Given) -> Plan:
        """Return what changes would do to the files at `path`. Raises SourceError."""
        ...

    def holds(self, file: Path, data: bytes) -> Sequence[Held]:
        """Return the records of a file that holds `data`."""
        ...

    def loaded(self, path: Path) -> Loaded:
        """Return what an agent would load from `path`. Raises SourceError."""
        ...


class FileByFile(ABC):
    """A reader that leaves changing its files to a writer."""

    @abstractmethod
    def writer(self) -> Writer:
        """Return what changes its files; loaded only now, since most runs only read."""

    def plan(self, path: Path, changes: Sequence[RecordChange], given: Given = AS_IT_IS) -> Plan:
        """Return what changes would do to the files. Raises SourceError."""
        return self.writer().plan(path, changes, given)

    def holds(
        self,
        path: Path,  # noqa: ARG002
        file: Path,
        data: bytes,
        given: Given = AS_IT_IS,  # noqa: ARG002
    ) -> Sequence[Held]:
        """Return the records that `read` finds in a file."""
        return self.writer().holds(file, data)

    def loaded(self, path: Path) -> Loaded:
        """Return what an agent would load. Raises SourceError."""
        return self.writer().loaded(path)

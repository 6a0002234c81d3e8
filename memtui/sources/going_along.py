"""Puts back index lines that went out of one file together with the records of another.

An index line is no record, so nothing is noted about it. Removing the records from the other file's old
bytes once more shows which line it was, and where.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui.formats.changes import Given, RecordChange, WritesBack
from memtui.sources.merging import merged


@dataclass(frozen=True, slots=True)
class GoingAlong:
    """The lines of one file (an index) that go and come back with records of another."""

    reader: WritesBack
    path: Path
    """Of the source."""
    file: Path
    """The other one."""
    given: Given
    """With the files of the records as they are while the records are in."""

    def put_back(
        self, gone: Sequence[RecordChange], old: bytes, now: bytes
    ) -> tuple[bytes, Sequence[RecordChange]]:
        """Return `now` with the lines that records took out of `old`, and the records whose line stays out.

        `gone` are the changes that remove the records.
        """
        without = self._without(gone, old)
        if without is None or now == old:
            return now, []
        there = self._without(gone, now) is not None
        restored = None if there else self._merged(gone, without, old, now)
        if restored is not None:
            return restored, []
        if len(gone) == 1:
            return now, [] if there else gone
        # Some of it may be there, or somebody else changed what stood between: part by part, then.
        half = len(gone) // 2
        now, left = self.put_back(gone[:half], old, now)
        now, more = self.put_back(gone[half:], old, now)
        return now, [*left, *more]

    def _merged(self, gone: Sequence[RecordChange], without: bytes, old: bytes, now: bytes) -> bytes | None:
        lines = self._records(now)
        for whole in merged(without, old, now):
            if self._records(whole) == lines and self._without(gone, whole) is not None:
                return whole
        return None

    def _without(self, gone: Sequence[RecordChange], data: bytes) -> bytes | None:
        """Return what the other file becomes when records go; None when it stays as it is."""
        plan = self.reader.plan(self.path, gone, {**self.given, self.file: data})
        return next((change.after for change in plan.files if change.path == self.file), None)

    def _records(self, data: bytes) -> list[tuple[str, str, bool]]:
        given = {**self.given, self.file: data}
        return [
            (record.key, record.text, record.pinned)
            for record in self.reader.holds(self.path, self.file, data, given)
        ]

"""The files of one source as planning a write finds them: what they hold, and what was written before.

All planning reads through here, so each file is read once, and every part of a plan sees the same bytes.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from memtui.domain.memory import Memory
from memtui.domain.text import fingerprint
from memtui.formats.changes import Given, Held, RecordChange, WritesBack
from memtui.formats.ground.splicing import CannotWrite, bytes_of
from memtui.sources.for_files import memories_for_files
from memtui.sources.forms import knowing
from memtui.store import sources, write_backs
from memtui.store.database import Store
from memtui.store.holes import Missing, filled
from memtui.store.sources import NO_MEMORY, Source, SourceRecord
from memtui.store.write_backs import WriteBack

Had = tuple[int | None, str, int | None]
"""The permissions of a file when it was last there, what else it had, and when its base was saved."""


@dataclass(slots=True)
class Page:
    """One file as planning begins with it."""

    file: str
    disk: bytes | None
    base: bytes | None
    """Its bytes at the beginning of the chain; when a new chain begins, its bytes now."""
    start: bytes | None
    """What the plan begins with."""
    row: WriteBack | None = None
    """The chain that goes on; None when a new one begins."""
    from_base: bool = False
    """Whether the plan makes all changes of the chain anew."""
    held: dict[str, Held] = field(default_factory=dict)
    """The records in `start`."""
    in_base: Mapping[str, str] = field(default_factory=dict)
    """Keys in the base by the keys of now, where they differ."""
    in_start: dict[str, str] = field(default_factory=dict)
    """Keys in `start` by the keys of now, where they differ."""
    donor: tuple[bytes, Had] | None = None
    """The old bytes of a file that is put together anew, and what else it had."""


class ChainFiles:
    """The files, records and earlier writes of one source."""

    def __init__(
        self, store: Store, source: Source, reader: WritesBack, changes: Sequence[RecordChange]
    ) -> None:
        self.store, self.source = store, source
        records = sources.records(store, source.id)
        self.reader = knowing(store, reader, records)
        self.path = Path(source.path)
        self.pending = {(change.key, change.file): change for change in changes}
        """What is to be changed, by the key and the file of the record."""
        self.key = write_backs.hole_key(store)
        self.kept = write_backs.of_source(store, source.id)
        """What was written before."""
        self.standing = {
            write_back.file: write_back for write_back in self.kept if write_back.status == "done"
        }
        """The last of that for each file, where it is in the file."""
        self.records: dict[str, list[SourceRecord]] = {}
        """What stands in each file and has a memory."""
        for record in records:
            if record.memory_id != NO_MEMORY:
                self.records.setdefault(record.file, []).append(record)
        self._disk: dict[str, bytes | None] = {}
        self._memories: dict[int, Memory] = {}

    def bytes_of(self, file: str) -> bytes | None:
        """Return what a file holds. Raises CannotWrite, SourceError."""
        if file not in self._disk:
            self._disk[file] = bytes_of(self.path, Path(file))
        return self._disk[file]

    def holds(self, file: str, data: bytes | None, given: Given) -> dict[str, Held]:
        """Return the records of a file that holds `data`, by key; `given` is what other files hold."""
        if data is None:
            return {}
        return {held.key: held for held in self.reader.holds(self.path, Path(file), data, given)}

    def goes_on(self, file: str) -> bool:
        """Say whether a file is as we left it, so that its chain goes on."""
        row = self.standing.get(file)
        try:
            if row is None or hash_of(self.bytes_of(file)) != row.write.after_hash:
                return False
            self.whole(row, file)
        except (CannotWrite, Missing):
            return False
        return True

    def whole(self, row: WriteBack, file: str) -> bytes | None:
        """Return the base of a chain with its secrets. Raises Missing when they are not in the file."""
        base = filled(self.key, row.write.before, row.write.holes, [self.bytes_of(file)])
        if hash_of(base) != row.write.base_hash:
            raise Missing
        return base

    def memory(self, memory_id: int) -> Memory | None:
        """Return a memory as files are to say it; None for one that was erased."""
        if memory_id not in self._memories:
            self._memories |= memories_for_files(self.store, [memory_id])
        return self._memories.get(memory_id)

    def beside(self, row: WriteBack) -> Iterator[WriteBack]:
        """Yield the changes to other files that were made together with one and are not ours any more."""
        ops = set(row.write.ops)
        return (
            write_back
            for write_back in self.not_ours
            if write_back.file != row.file and not ops.isdisjoint(write_back.write.ops)
        )

    @cached_property
    def not_ours(self) -> list[WriteBack]:
        """The changes to files that somebody else changed afterwards, and changes that were broken off.

        A broken-off change can only be found in its file if nobody else changed that file.
        """
        return [
            write_back
            for write_back in self.kept
            if write_back.write.before is not None
            and write_back.write.after_hash is not None
            and (
                write_back.status in {"ended", "failed"}
                or (write_back.status == "done" and not self.goes_on(write_back.file))
            )
        ]


def given_of(pages: Collection[Page]) -> dict[Path, bytes | None]:
    """Return the content to plan from, for each file where that differs from what is on the disk."""
    return {Path(page.file): page.start for page in pages if page.start != page.disk}


def is_noted(in_file: Held, record: SourceRecord) -> bool:
    """Say whether a record says what it was last noted to say."""
    return in_file.pinned == record.pinned and fingerprint(in_file.text) == record.fingerprint


def had_of(row: WriteBack | None) -> Had:
    """Return what a write noted of its file besides bytes."""
    return (None, "", None) if row is None else (row.write.mode, row.write.attributes, row.write.mtime_ns)


def hash_of(data: bytes | None) -> bytes | None:
    """Return what tells the bytes of a file from others; None for no file."""
    return None if data is None else hashlib.sha256(data).digest()

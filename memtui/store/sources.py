"""The files that agents read and that are kept in step with the store.

A source is a file or folder of one format. `source_records` says which of its records became which memory
and what the file last said of it; `write_backs` keeps the bytes that a change replaced, so that undoing it
can put them back. What is still to be written is not kept anywhere: it is what the journal says has changed
since `synced_op`, so a change and the need to write it cannot come apart.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from memtui.domain.instant import Instant
from memtui.domain.wordings import Wordings
from memtui.store.database import Row, Store, Transaction
from memtui.store.memories import AMONG, ids_json
from memtui.store.review_state import newest_op


class Standing(StrEnum):
    """How a source stands."""

    LINKED = "linked"
    CONFLICT = "conflict"
    """A file and the store were both changed; a person has to look."""
    MISSING = "missing"
    UNLINKED = "unlinked"


@dataclass(frozen=True, slots=True)
class Source:
    """One source as it was when read."""

    id: int
    format: str
    path: str
    status: Standing
    message: str
    linked_at: Instant
    agreed_at: Instant | None
    """When a person allowed writing to its files; None while that is not allowed."""
    synced_at: Instant | None
    synced_op: int


NO_MEMORY = 0
"""The memory of a record that became none, since it only points to another one that is gone."""


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One record of a source and the memory that it became."""

    key: str
    file: str
    memory_id: int
    fingerprint: int | None
    """Of the memory's text as the file last said it; None when the record was taken out of the file."""
    pinned: bool


@dataclass(frozen=True, slots=True)
class FileMark:
    """A file as it was last read or written."""

    file: str
    hash: bytes
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class WriteBack:
    """One file that was changed for some ops."""

    id: int
    file: str
    ops: tuple[int, ...]
    before: bytes | None
    """The bytes that were there; None when there was no file."""
    after_hash: bytes | None
    at: Instant
    mode: int | None
    """The permissions of the file that was there; None when there was none, or they are not known."""


_COLUMNS = "id, format, path, status, message, linked_at, agreed_at, synced_at, synced_op"


def link(tx: Transaction, format_name: str, path: str, synced_op: int) -> int:
    """Take a source up, or up again, and return its id."""
    tx.execute(
        "INSERT INTO sources (format, path, status, linked_at, synced_op) VALUES (?, ?, 'linked', ?, ?) "
        "ON CONFLICT (path) DO UPDATE SET format = excluded.format, status = 'linked', message = '', "
        "linked_at = excluded.linked_at, agreed_at = NULL, synced_op = excluded.synced_op",
        (format_name, path, tx.now, synced_op),
    )
    source_id = int(tx.query("SELECT id FROM sources WHERE path = ?", (path,))[0][0])
    # Linking again after the import was undone asks for its memories again.
    tx.execute(
        "DELETE FROM source_records WHERE source_id = ? AND NOT EXISTS "
        "(SELECT 1 FROM memories WHERE id = memory_id AND state != 'absent')",
        (source_id,),
    )
    tx.execute("DELETE FROM source_files WHERE source_id = ?", (source_id,))
    return source_id


def unlink(tx: Transaction, source_id: int) -> None:
    """Leave a source alone from now on; its memories stay."""
    tx.execute("UPDATE sources SET status = 'unlinked', agreed_at = NULL WHERE id = ?", (source_id,))


def agree(tx: Transaction, source_id: int, yes: bool) -> None:
    """Allow or forbid writing to a source's files."""
    tx.execute("UPDATE sources SET agreed_at = ? WHERE id = ?", (tx.now if yes else None, source_id))


def note_standing(tx: Transaction, source_id: int, status: Standing, message: str) -> None:
    """Record how a source stands, with a sentence for the person."""
    tx.execute("UPDATE sources SET status = ?, message = ? WHERE id = ?", (status, message, source_id))


def note_synced(tx: Transaction, source_id: int, op_id: int) -> None:
    """Record that a source is in step with the journal up to an op."""
    tx.execute(
        "UPDATE sources SET synced_at = ?, synced_op = max(synced_op, ?) WHERE id = ?",
        (tx.now, op_id, source_id),
    )


def get_all(store: Store, *, unlinked: bool = False) -> list[Source]:
    """Return the sources, by path; those that were unlinked only when asked for."""
    where = "" if unlinked else " WHERE status != 'unlinked'"
    return [_source(row) for row in store.query(f"SELECT {_COLUMNS} FROM sources{where} ORDER BY path")]


def find(store: Store, path: str) -> Source | None:
    """Return the source at a path, None when there is none."""
    rows = store.query(f"SELECT {_COLUMNS} FROM sources WHERE path = ?", (path,))
    return _source(rows[0]) if rows else None


def needs_writing(store: Store) -> bool:
    """Say whether anything was changed since the sources that may be written were in step; microseconds."""
    linked = [source for source in get_all(store) if source.agreed_at is not None]
    return bool(linked) and min(source.synced_op for source in linked) < newest_op(store)


def _source(row: Row) -> Source:
    return Source(row[0], row[1], row[2], Standing(row[3]), *row[4:])


# -- records -----------------------------------------------------------------------------------


def records(store: Store, source_id: int) -> list[SourceRecord]:
    """Return the records of a source."""
    rows = store.query(
        "SELECT key, file, memory_id, fingerprint, pinned FROM source_records WHERE source_id = ?",
        (source_id,),
    )
    return [_record(row) for row in rows]


def records_of_memories(store: Store, source_id: int, memory_ids: Sequence[int]) -> list[SourceRecord]:
    """Return those of a source's records that became some of these memories."""
    rows = store.query(
        "SELECT key, file, memory_id, fingerprint, pinned FROM source_records "
        f"WHERE source_id = ? AND memory_id {AMONG}",
        (source_id, ids_json(memory_ids)),
    )
    return [_record(row) for row in rows]


def _record(row: Row) -> SourceRecord:
    return SourceRecord(row[0], row[1], row[2], row[3], bool(row[4]))


def sources_of(store: Store, memory_id: int) -> list[Source]:
    """Return the linked sources that a memory stands in."""
    rows = store.query(
        f"SELECT {_COLUMNS} FROM sources WHERE status != 'unlinked' AND id IN "
        "(SELECT source_id FROM source_records WHERE memory_id = ? AND fingerprint IS NOT NULL)",
        (memory_id,),
    )
    return [_source(row) for row in rows]


def put_records(tx: Transaction, source_id: int, found: Iterable[SourceRecord]) -> None:
    """Record what a source's records are now."""
    tx.execute_many(
        "INSERT OR REPLACE INTO source_records (source_id, key, file, memory_id, fingerprint, pinned) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        [(source_id, r.key, r.file, r.memory_id, r.fingerprint, r.pinned) for r in found],
    )


def take_out(tx: Transaction, source_id: int, gone: Iterable[SourceRecord]) -> None:
    """Record that some records are not in the files any more."""
    tx.execute_many(
        "UPDATE source_records SET fingerprint = NULL WHERE source_id = ? AND key = ? AND file = ?",
        [(source_id, record.key, record.file) for record in gone],
    )


def forget_records(tx: Transaction, source_id: int, gone: Iterable[SourceRecord]) -> None:
    """Forget records whose key has changed, such as that of a statement that was edited."""
    tx.execute_many(
        "DELETE FROM source_records WHERE source_id = ? AND key = ? AND file = ?",
        [(source_id, record.key, record.file) for record in gone],
    )


# -- files -------------------------------------------------------------------------------------


def marks(store: Store, source_id: int) -> dict[str, FileMark]:
    """Return a source's files as they were last read or written, by path."""
    rows = store.query(
        "SELECT file, hash, size, mtime_ns FROM source_files WHERE source_id = ?", (source_id,)
    )
    return {row[0]: FileMark(*row) for row in rows}


def put_marks(tx: Transaction, source_id: int, found: Iterable[FileMark]) -> None:
    """Record what a source's files are now; those that are not among them are gone."""
    tx.execute("DELETE FROM source_files WHERE source_id = ?", (source_id,))
    tx.execute_many(
        "INSERT INTO source_files (source_id, file, hash, size, mtime_ns) VALUES (?, ?, ?, ?, ?)",
        [(source_id, mark.file, mark.hash, mark.size, mark.mtime_ns) for mark in found],
    )


def change_marks(
    tx: Transaction, source_id: int, found: Iterable[FileMark], gone: Iterable[str] = ()
) -> None:
    """Record what some of a source's files are now, and which of them are not there any more."""
    tx.execute_many(
        "INSERT OR REPLACE INTO source_files (source_id, file, hash, size, mtime_ns) VALUES (?, ?, ?, ?, ?)",
        [(source_id, mark.file, mark.hash, mark.size, mark.mtime_ns) for mark in found],
    )
    tx.execute_many(
        "DELETE FROM source_files WHERE source_id = ? AND file = ?", [(source_id, file) for file in gone]
    )


# -- what was written --------------------------------------------------------------------------


def note_write(
    tx: Transaction,
    source_id: int,
    file: str,
    ops: Sequence[int],
    before: bytes | None,
    after_hash: bytes | None,
    mode: int | None,
) -> int:
    """Record that a file with permissions `mode` is about to be changed for some ops; returns the id."""
    return tx.insert(
        "INSERT INTO write_backs (source_id, file, ops, before, after_hash, at, mode, status) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, 'pending')",
        (
            source_id,
            file,
            json.dumps(list(ops)),
            None if before is None else zlib.compress(before),
            after_hash,
            tx.now,
            mode,
        ),
    )


def finish_write(tx: Transaction, write_id: int, status: str) -> None:
    """Record that a file was changed (`done`), was left alone (`failed`), or was put back (`undone`)."""
    tx.execute("UPDATE write_backs SET status = ? WHERE id = ?", (status, write_id))


KEPT_WRITES = 50
"""Changes of one file whose old bytes are kept; older ones can no longer be put back to the byte."""


def trim_writes(tx: Transaction, source_id: int, file: str) -> None:
    """Forget the old bytes of all but the latest changes of a file."""
    tx.execute(
        "DELETE FROM write_backs WHERE source_id = ? AND file = ? AND status != 'pending' AND id NOT IN "
        "(SELECT id FROM write_backs WHERE source_id = ? AND file = ? ORDER BY id DESC LIMIT ?)",
        (source_id, file, source_id, file, KEPT_WRITES),
    )


_WRITE = "id, file, ops, before, after_hash, at, mode"


def last_write(store: Store, source_id: int, file: str) -> WriteBack | None:
    """Return the latest change of a file that stands, None when there is none."""
    rows = store.query(
        f"SELECT {_WRITE} FROM write_backs "
        "WHERE source_id = ? AND file = ? AND status = 'done' ORDER BY id DESC LIMIT 1",
        (source_id, file),
    )
    return _write(rows[0]) if rows else None


def latest_writes(store: Store, source_id: int, limit: int = 10) -> list[WriteBack]:
    """Return what a source's files were last changed by, those changed for the same ops together."""
    rows = store.query(
        f"SELECT {_WRITE} FROM write_backs WHERE source_id = ? AND status = 'done' ORDER BY id DESC LIMIT ?",
        (source_id, limit),
    )
    return [_write(row) for row in rows if row[2] == rows[0][2]][::-1]


def unfinished_writes(store: Store) -> list[tuple[int, WriteBack]]:
    """Return the changes of files that a killed process may have left half done, with their sources."""
    rows = store.query(f"SELECT source_id, {_WRITE} FROM write_backs WHERE status = 'pending'")
    return [(row[0], _write(row[1:])) for row in rows]


def _write(row: Row) -> WriteBack:
    before = None if row[3] is None else zlib.decompress(row[3])
    return WriteBack(row[0], row[1], tuple(json.loads(row[2])), before, *row[4:])


def kept_bytes(store: Store) -> Iterator[tuple[str, bytes]]:
    """Yield what is kept of files as they were before they were changed: (file, bytes)."""
    for rows in store.stream("SELECT file, before FROM write_backs WHERE before IS NOT NULL", size=1):
        for file, packed in rows:
            yield file, zlib.decompress(packed)


def files_around(store: Store, memory_ids: Sequence[int]) -> list[str]:
    """Return the files of the sources in which these memories stand or stood."""
    wanted = ids_json(memory_ids)
    rows = store.query(
        f"SELECT file FROM source_records WHERE memory_id {AMONG} UNION SELECT file FROM source_files "
        f"WHERE source_id IN (SELECT source_id FROM source_records WHERE memory_id {AMONG}) ORDER BY 1",
        (wanted, wanted),
    )
    return [row[0] for row in rows]


def linked_files_of(store: Store, memory_ids: Sequence[int]) -> list[str]:
    """Return the files that were last seen to hold a record of one of these memories."""
    rows = store.query(
        f"SELECT DISTINCT file FROM source_records WHERE fingerprint IS NOT NULL AND memory_id {AMONG}",
        (ids_json(memory_ids),),
    )
    return sorted(row[0] for row in rows)


def scrub(tx: Transaction, gone: Wordings) -> None:
    """Forget what is kept of files that held texts which are being erased."""
    over = [
        row[0]
        for row in tx.query("SELECT id FROM write_backs WHERE before IS NOT NULL")
        if gone.said_in_file(_kept(tx, row[0]))
    ]
    tx.execute(f"DELETE FROM write_backs WHERE id {AMONG}", (ids_json(over),))


def _kept(tx: Transaction, write_id: int) -> bytes:
    return zlib.decompress(tx.query("SELECT before FROM write_backs WHERE id = ?", (write_id,))[0][0])


def delete_about(tx: Transaction, memory_ids: Sequence[int]) -> None:
    """Forget which records were these memories."""
    tx.execute(f"DELETE FROM source_records WHERE memory_id {AMONG}", (ids_json(memory_ids),))

"""Keeps the linked sources: files and live stores that agents read and that stay in step with the store.

A source is a file or folder of one format, or a live store: a database or server in which a framework keeps
memories. A live store counts as one file, which is called as the source is (`path`). `source_records` ties
the records of a source to memories and holds each record's last text there; the writes are in `write_backs`.
Changes still to be written are stored nowhere: they are the journal's changes since `synced_op`, so a change
and the need to write it cannot come apart.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from memtui.domain.instant import Instant
from memtui.domain.scope import PROJECTS, name, project_of, subtree_bounds
from memtui.domain.text import fingerprint
from memtui.store.database import Row, Store, Transaction
from memtui.store.memories import AMONG, ids_json, rerank
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
    address: str = field(default="", repr=False)
    """Where a live store is, as the person wrote it; it may hold a password, so `path` is shown."""


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


_COLUMNS = "id, format, path, status, message, linked_at, agreed_at, synced_at, synced_op, address"
_RECORDS = "SELECT key, file, memory_id, fingerprint, pinned FROM source_records WHERE source_id = ?"


def link(tx: Transaction, format_name: str, path: str, synced_op: int, address: str = "") -> int:
    """Link a source and return its id. One that was linked before begins anew, without its old files.

    Only a live store has an `address`. Changes before the op `synced_op` are never written to it; one that
    was in step before goes on from there, so that what was undone since is offered to its files.
    """
    tx.execute(
        "INSERT INTO sources (format, path, status, linked_at, synced_op, address) "
        "VALUES (?, ?, 'linked', ?, ?, ?) "
        "ON CONFLICT (path) DO UPDATE SET format = excluded.format, status = 'linked', message = '', "
        "linked_at = excluded.linked_at, agreed_at = NULL, address = excluded.address, synced_op = CASE "
        "WHEN format = excluded.format AND synced_at IS NOT NULL THEN synced_op ELSE excluded.synced_op END",
        (format_name, path, tx.now, synced_op, address),
    )
    source_id = int(tx.query("SELECT id FROM sources WHERE path = ?", (path,))[0][0])
    # Linking again after the import was undone asks for its memories again.
    gone = tx.execute(
        "DELETE FROM source_records WHERE source_id = ? AND NOT EXISTS "
        "(SELECT 1 FROM memories WHERE id = memory_id AND state != 'absent')",
        (source_id,),
    )
    if gone:  # they are not new in their files, however late they are asked for
        tx.execute("UPDATE sources SET synced_at = NULL WHERE id = ?", (source_id,))
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
    return _records(store, source_id)


def records_of_memories(store: Store, source_id: int, memory_ids: Sequence[int]) -> list[SourceRecord]:
    """Return those of a source's records that became some of these memories."""
    return _records(store, source_id, f"AND memory_id {AMONG}", ids_json(memory_ids))


def records_at(store: Store, source_id: int, keys: Sequence[str]) -> list[SourceRecord]:
    """Return those of a source's records that have one of these keys."""
    return _records(store, source_id, f"AND key {AMONG}", json.dumps(keys))


def records_in_files(store: Store, source_id: int, files: Sequence[str]) -> list[SourceRecord]:
    """Return those of a source's records that stand in one of these files now."""
    return _records(store, source_id, f"AND fingerprint IS NOT NULL AND file {AMONG}", json.dumps(files))


def records_of_dropped(store: Store, source_id: int) -> list[SourceRecord]:
    """Return those of a source's records that stand in files now, and whose memories are dropped."""
    dropped = "SELECT 1 FROM memories m WHERE m.id = memory_id AND m.state = 'dropped'"
    return _records(store, source_id, f"AND fingerprint IS NOT NULL AND EXISTS ({dropped})")


def _records(store: Store, source_id: int, also: str = "", *params: str) -> list[SourceRecord]:
    return [_record(row) for row in store.query(f"{_RECORDS} {also}", (source_id, *params))]


def records_in_chunks(store: Store, source_id: int) -> Iterator[list[SourceRecord]]:
    """Yield the records of a source, some at a time, so that any number of them needs little memory."""
    for rows in store.stream(_RECORDS, (source_id,)):
        yield [_record(row) for row in rows]


def count_records(store: Store, source_id: int) -> int:
    """Return how many records a source has."""
    return int(store.query("SELECT count(*) FROM source_records WHERE source_id = ?", (source_id,))[0][0])


def count_live(store: Store, source_id: int) -> int:
    """Return how many records that are in a source now are live memories."""
    sql = (
        "SELECT count(*) FROM source_records r JOIN memories m ON m.id = r.memory_id "
        "WHERE r.source_id = ? AND r.fingerprint IS NOT NULL AND m.state = 'live'"
    )
    return int(store.query(sql, (source_id,))[0][0])


def count_brought(store: Store, source_id: int, *, after: int) -> dict[int, int]:
    """Return how many live memories came in from a source by ops after one, by the op that brought them."""
    rows = store.query(
        "SELECT s.op_id, count(DISTINCT m.id) FROM op_sets s CROSS JOIN source_records r "
        "ON r.memory_id BETWEEN s.first_id AND s.last_id JOIN memories m ON m.id = r.memory_id "
        "WHERE s.op_id > ? AND s.field = 'state' AND s.before = 'absent' AND r.source_id = ? "
        "AND m.state = 'live' AND m.origin = 'imported' GROUP BY s.op_id",
        (after, source_id),
    )
    return dict(rows)


def count_filed(store: Store, source_id: int, scope: str) -> int:
    """Return how many live memories of a source are filed in the subtree of `scope`."""
    low, high = subtree_bounds(scope)
    rows = store.query(
        "SELECT count(DISTINCT m.id) FROM source_records r JOIN memories m ON m.id = r.memory_id "
        "WHERE r.source_id = ? AND m.state = 'live' AND (m.scope = ? OR m.scope >= ? AND m.scope < ?)",
        (source_id, scope, low, high),
    )
    return int(rows[0][0])


def project_name(store: Store, source_id: int) -> str:
    """Return the name of the project that most memories of a source are filed under; empty for none."""
    low, high = subtree_bounds(PROJECTS)
    rows = store.query(
        "SELECT m.scope FROM source_records r JOIN memories m ON m.id = r.memory_id "
        "WHERE r.source_id = ? AND m.scope >= ? AND m.scope < ? "
        "GROUP BY m.scope ORDER BY count(*) DESC, m.scope LIMIT 1",
        (source_id, low, high),
    )
    return name(project_of(rows[0][0]) or "") if rows else ""


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


def put_records(tx: Transaction, source_id: int, records: Iterable[SourceRecord]) -> None:
    """Record what a source's records are now."""
    records = list(records)
    tx.execute_many(
        "INSERT INTO source_records (source_id, key, file, memory_id, fingerprint, pinned) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (source_id, key, file) DO UPDATE SET "
        "memory_id = excluded.memory_id, fingerprint = excluded.fingerprint, pinned = excluded.pinned",
        [(source_id, r.key, r.file, r.memory_id, r.fingerprint, r.pinned) for r in records],
    )
    _rerank(tx, records)


def take_out(tx: Transaction, source_id: int, gone: Iterable[SourceRecord]) -> None:
    """Record that some records are not in the files any more."""
    gone = list(gone)
    tx.execute_many(
        "UPDATE source_records SET fingerprint = NULL WHERE source_id = ? AND key = ? AND file = ?",
        [(source_id, record.key, record.file) for record in gone],
    )
    _rerank(tx, gone)


def hand_over(tx: Transaction, gone: int, to: int) -> None:
    """Record that what stands in files as one memory is another by now, which says the same."""
    tx.execute("UPDATE source_records SET memory_id = ? WHERE memory_id = ?", (to, gone))
    rerank(tx, [to])


def forget_records(tx: Transaction, source_id: int, gone: Iterable[SourceRecord]) -> None:
    """Forget records whose key has changed, as after an edit of a statement."""
    gone = list(gone)
    tx.execute_many(
        "DELETE FROM source_records WHERE source_id = ? AND key = ? AND file = ?",
        [(source_id, record.key, record.file) for record in gone],
    )
    _rerank(tx, gone)


def _rerank(tx: Transaction, records: Sequence[SourceRecord]) -> None:
    """Rank memories anew whose files changed: what agents load whole does not fade."""
    rerank(tx, [record.memory_id for record in records])


# -- files -------------------------------------------------------------------------------------


def marks(store: Store, source_id: int) -> dict[str, FileMark]:
    """Return a source's files as they were last read or written, by path."""
    rows = store.query(
        "SELECT file, hash, size, mtime_ns FROM source_files WHERE source_id = ?", (source_id,)
    )
    return {row[0]: FileMark(*row) for row in rows}


def put_marks(tx: Transaction, source_id: int, marks: Iterable[FileMark]) -> None:
    """Record what a source's files are now; those that are not among them are gone."""
    tx.execute("DELETE FROM source_files WHERE source_id = ?", (source_id,))
    tx.execute_many(
        "INSERT INTO source_files (source_id, file, hash, size, mtime_ns) VALUES (?, ?, ?, ?, ?)",
        [(source_id, mark.file, mark.hash, mark.size, mark.mtime_ns) for mark in marks],
    )


def change_marks(tx: Transaction, source_id: int, marks: Iterable[FileMark], gone: Iterable[str]) -> None:
    """Record the present marks of some of a source's files, and forget files that are gone."""
    tx.execute_many(
        "INSERT OR REPLACE INTO source_files (source_id, file, hash, size, mtime_ns) VALUES (?, ?, ?, ?, ?)",
        [(source_id, mark.file, mark.hash, mark.size, mark.mtime_ns) for mark in marks],
    )
    tx.execute_many(
        "DELETE FROM source_files WHERE source_id = ? AND file = ?", [(source_id, file) for file in gone]
    )


# -- what is kept of files --------------------------------------------------------------------


def kept_bytes(store: Store) -> Iterator[tuple[str, bytes]]:
    """Yield each file of which old bytes are kept, and those bytes, uncompressed; one at a time."""
    from memtui.store import write_backs  # a first paint asks for places, not for bytes

    yield from write_backs.kept_bytes(store)


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


def files_written_for(store: Store, memory_ids: Sequence[int]) -> list[str]:
    """Return the files to which changes of these memories are written, by path."""
    rows = store.query(
        "SELECT DISTINCT r.file FROM source_records r JOIN sources s ON s.id = r.source_id "
        f"WHERE r.memory_id {AMONG} AND s.status != 'unlinked' AND s.agreed_at IS NOT NULL ORDER BY 1",
        (ids_json(memory_ids),),
    )
    return [row[0] for row in rows]


def files_of_each(store: Store, memory_ids: Sequence[int]) -> dict[int, list[tuple[str, str]]]:
    """Return by each of these memories the linked files that hold a record of it, each with its source."""
    rows = store.query(
        "SELECT r.memory_id, r.file, s.path FROM source_records r CROSS JOIN sources s ON s.id = r.source_id "
        f"WHERE r.memory_id {AMONG} AND r.fingerprint IS NOT NULL AND s.status != 'unlinked'",
        (ids_json(memory_ids),),
    )
    found: dict[int, list[tuple[str, str]]] = {}
    for memory_id, file, path in rows:
        found.setdefault(memory_id, []).append((file, path))
    return found


@dataclass(frozen=True, slots=True)
class StillThere:
    """What a source's files say and this store does not: one file's path for each record."""

    gone: tuple[str, ...]
    """Records of memories that are dropped, or whose import was undone."""
    dropped: int
    """How many of them are dropped."""
    secret: tuple[str, ...]
    """Records with a secret in them, which is blotted out here, and other places with one."""


def still_there(store: Store, source_id: int, secret: str) -> StillThere:
    """Return what a source's files still say; `secret` is the category of memories that lost a secret."""
    rows = store.query(
        "SELECT r.file, m.state IN ('dropped', 'absent') AS gone, m.state = 'dropped', "
        "EXISTS (SELECT 1 FROM categories c WHERE c.memory_id = m.id AND c.category = ?) AS held "
        "FROM source_records r JOIN memories m ON m.id = r.memory_id "
        "WHERE r.source_id = ? AND r.fingerprint IS NOT NULL AND (gone OR held) ORDER BY r.file, r.key",
        (secret, source_id),
    )
    return StillThere(
        tuple(file for file, gone, _, _ in rows if gone),
        sum(dropped for _, _, dropped, _ in rows),
        tuple(file for file, _, _, held in rows if held),
    )


def kept_out(tx: Transaction, memory_ids: Sequence[int]) -> dict[int, str]:
    """Return those of these memories that a file does not say as they are, and must not be given back.

    That is one that was taken out of it or edited there, with nothing allowed to be written there now; each
    with its file.
    """
    rows = tx.query(
        "SELECT r.memory_id, r.file, r.fingerprint, m.text FROM source_records r "
        "JOIN sources s ON s.id = r.source_id JOIN memories m ON m.id = r.memory_id "
        f"WHERE r.memory_id {AMONG} AND (s.status = 'unlinked' OR s.agreed_at IS NULL) "
        "AND (r.fingerprint IS NULL OR EXISTS "
        "(SELECT 1 FROM op_changes c WHERE c.memory_id = m.id AND c.field = 'text'))",
        (ids_json(memory_ids),),
    )
    return {memory_id: file for memory_id, file, says, text in rows if says != fingerprint(text)}


def delete_about(tx: Transaction, memory_ids: Sequence[int]) -> None:
    """Forget which records were these memories."""
    tx.execute(f"DELETE FROM source_records WHERE memory_id {AMONG}", (ids_json(memory_ids),))


def files_of_memories(store: Store, source_id: int | None = None) -> dict[str, int]:
    """Return how many live memories stand in each linked file, of one source or of all."""
    of_source = "" if source_id is None else "AND r.source_id = ? "
    sql = (
        "SELECT r.file, count(DISTINCT m.id) FROM source_records r JOIN memories m ON m.id = r.memory_id "
        f"WHERE r.fingerprint IS NOT NULL AND m.state = 'live' {of_source}GROUP BY r.file ORDER BY r.file"
    )
    return dict(store.query(sql, () if source_id is None else (source_id,)))

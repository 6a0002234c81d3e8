"""Records what memtui wrote to linked files, and the old bytes that it can put back.

memtui's changes to one file, with nobody else's between them, are a chain. Of a chain only the base is
kept, the bytes at its beginning. Each write is computed from the base and the present memories, so changes
can be undone in any order; when all are, the base itself is put back and forgotten.

A write is noted before its file is touched (`pending`) and confirmed together with its effect on the
records (`done`), so that the process after a killed one can tell. A write that did not happen stays
`failed` until its source is in step again. A chain ended by somebody else's change is kept as `ended` while
a record that it took out is still out, since it knows that record's place and bytes. So is a chain that was
broken off: it may have been in its file before somebody else changed that.

Secrets are cut out of a base before it is kept: see `holes`.
"""

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from memtui.domain.instant import Instant
from memtui.domain.wordings import Wordings
from memtui.store import marks
from memtui.store.database import Row, Store, Transaction
from memtui.store.holes import Hole, key_of


@dataclass(frozen=True, slots=True)
class InBase:
    """A record that a chain took out of its file, put into it, or gave another key."""

    base_key: str
    """What it is called in the base; empty when it is not there."""
    key: str
    """What it is called now, or was when it was taken out."""
    out: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a write does to one record."""

    key: str
    """What it was called before."""
    now: str | None
    """What it is called afterwards; None when it is not in the file any more."""
    memory_id: int
    fingerprint: int | None
    pinned: bool


@dataclass(frozen=True, slots=True)
class Write:
    """One chain as its latest write leaves it."""

    file: str
    ops: tuple[int, ...]
    """What all writes of the chain were made for."""
    before: bytes | None
    """The base without its secrets; None when there was no file."""
    holes: tuple[Hole, ...]
    base_hash: bytes | None
    """Of the whole base."""
    after_hash: bytes | None
    """Of what is written; None when the file goes."""
    mode: int | None
    """The permissions of the file when it was last there; None when there was none, or they are not known."""
    since: int
    """The op up to which the journal was in the file when the chain began."""
    records: tuple[InBase, ...] = ()
    outcome: tuple[Outcome, ...] = ()
    """The changes to the records that are noted when the write is confirmed."""
    continues: int | None = None
    """The write whose chain this one goes on with."""
    attributes: str = ""
    """What else the file had when it was last there, as `sources.attributes` tells it."""
    mtime_ns: int | None = None
    """When the base was saved; None when there was no file, or that is not known."""


@dataclass(frozen=True, slots=True)
class WriteBack:
    """A write as it is kept."""

    id: int
    source_id: int
    at: Instant
    status: str
    write: Write

    @property
    def file(self) -> str:
        """The file that was written."""
        return self.write.file


_BLOTTED = "blotted:{}"
"""The mark of a source that says out of which of its files a secret was taken."""
_COLUMNS = (
    "id, source_id, at, status, file, ops, before, holes, base_hash, after_hash, mode, since, records, "
    "outcome, continues, attributes, mtime_ns"
)


def note(tx: Transaction, source_id: int, writes: Iterable[Write]) -> list[int]:
    """Record that some files are about to be changed, and return the ids."""
    return [
        tx.insert(
            "INSERT INTO write_backs (source_id, at, status, file, ops, before, holes, base_hash, "
            "after_hash, mode, since, records, outcome, continues, attributes, mtime_ns) "
            "VALUES (?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (source_id, tx.now, *_values(write)),
        )
        for write in writes
    ]


def _values(write: Write) -> tuple[object, ...]:
    return (
        write.file,
        json.dumps(write.ops),
        None if write.before is None else zlib.compress(write.before),
        json.dumps([hole.packed for hole in write.holes]),
        write.base_hash,
        write.after_hash,
        write.mode,
        write.since,
        json.dumps([[record.base_key, record.key, record.out] for record in write.records]),
        json.dumps(
            [
                [effect.key, effect.now, effect.memory_id, effect.fingerprint, effect.pinned]
                for effect in write.outcome
            ]
        ),
        write.continues,
        write.attributes,
        write.mtime_ns,
    )


def confirm(tx: Transaction, source_id: int, write_id: int, write: Write) -> None:
    """Record that a file was changed; the caller notes what its records are now."""
    tx.execute("DELETE FROM write_backs WHERE id = ?", (write.continues,))
    end(tx, source_id, write.file)
    if write.after_hash == write.base_hash:
        tx.execute("DELETE FROM write_backs WHERE id = ?", (write_id,))
    else:
        tx.execute(
            "UPDATE write_backs SET status = 'done', outcome = '[]', continues = NULL WHERE id = ?",
            (write_id,),
        )
    _trim(tx, source_id, write.file)


def forget(tx: Transaction, write_id: int) -> None:
    """Forget a write that did not happen and will be planned anew."""
    tx.execute("DELETE FROM write_backs WHERE id = ?", (write_id,))


def fail(tx: Transaction, write_ids: Iterable[int]) -> None:
    """Record that some writes did not happen."""
    tx.execute_many("UPDATE write_backs SET status = 'failed' WHERE id = ?", [(i,) for i in write_ids])


Kept = tuple[bytes | None, tuple[Hole, ...], bytes | None]
"""Of a write: the base without its secrets, where those stood, and the hash of the whole base."""


def rewrite(tx: Transaction, write_id: int, kept: Kept) -> None:
    """Keep other old bytes of a write."""
    before, holes, base_hash = kept
    tx.execute(
        "UPDATE write_backs SET before = ?, holes = ?, base_hash = ? WHERE id = ?",
        (
            None if before is None else zlib.compress(before),
            json.dumps([hole.packed for hole in holes]),
            base_hash,
            write_id,
        ),
    )


def move_on(tx: Transaction, source_id: int, file: str, was: bytes | None, now: bytes | None) -> None:
    """Let a chain go on although its file does not hold what it wrote any more; both are told by hash."""
    tx.execute(
        "UPDATE write_backs SET after_hash = ? WHERE source_id = ? AND file = ? AND after_hash = ?",
        (now, source_id, file, was),
    )


def give_up(tx: Transaction, source_id: int, write_id: int, file: str) -> None:
    """Record that a write happened, but that the file was changed again before it could be confirmed."""
    end(tx, source_id, file)
    tx.execute("UPDATE write_backs SET status = 'ended', outcome = '[]' WHERE id = ?", (write_id,))


def forget_failed(tx: Transaction, source_id: int) -> None:
    """Forget failed writes of a source that is in step again: those that surely changed no file.

    Of the others nobody knows. They are kept as ended until all text that they may have removed is back.
    """
    tx.execute(
        "DELETE FROM write_backs WHERE source_id = ? AND status = 'failed' AND (before IS NULL "
        "OR after_hash IS NULL OR EXISTS (SELECT 1 FROM write_backs AS other "
        "WHERE other.source_id = write_backs.source_id AND other.file = write_backs.file "
        "AND other.status IN ('done', 'ended') AND other.base_hash = write_backs.base_hash "
        "AND other.ops = write_backs.ops))",
        (source_id,),
    )
    failed = tx.query(
        "SELECT id, file FROM write_backs WHERE source_id = ? AND status = 'failed'", (source_id,)
    )
    for write_id, file in failed:
        tx.execute("UPDATE write_backs SET status = 'ended', outcome = '[]' WHERE id = ?", (write_id,))
        _trim(tx, source_id, file)


def end(tx: Transaction, source_id: int, file: str) -> None:
    """End the chain of a file: the next write begins a new one."""
    tx.execute(
        "UPDATE write_backs SET status = 'ended' WHERE source_id = ? AND file = ? AND status = 'done'",
        (source_id, file),
    )


def _trim(tx: Transaction, source_id: int, file: str) -> None:
    """Forget a file's ended chains if no record can come back from them and no other file went with them."""
    out = {
        row[0]
        for row in tx.query(
            "SELECT key FROM source_records WHERE source_id = ? AND file = ? AND fingerprint IS NULL",
            (source_id, file),
        )
    }
    gone = tx.query(
        "SELECT ops FROM write_backs WHERE source_id = ? AND file != ? AND after_hash IS NULL "
        "AND status IN ('done', 'ended')",
        (source_id, file),
    )
    with_gone = {op for (ops,) in gone for op in json.loads(ops)}
    for (records,) in tx.query(
        "SELECT records FROM write_backs WHERE source_id = ? AND file = ? AND status = 'done'",
        (source_id, file),
    ):
        # What was put in is put in anew at each write, with the bytes it has in an older base.
        out |= {key for base_key, key, _ in json.loads(records) if not base_key}
    for write_id, records, ops in tx.query(
        "SELECT id, records, ops FROM write_backs WHERE source_id = ? AND file = ? AND status = 'ended'",
        (source_id, file),
    ):
        is_needed = any(is_out and key in out for _, key, is_out in json.loads(records))
        if not is_needed and with_gone.isdisjoint(json.loads(ops)):
            tx.execute("DELETE FROM write_backs WHERE id = ?", (write_id,))


def note_blotted(tx: Transaction, source_id: int, file: str) -> None:
    """Record that a secret was taken out of a file for good, of which nothing can be kept to undo it."""
    files = {*blotted(tx, source_id), file}
    marks.put(tx, _BLOTTED.format(source_id), json.dumps(sorted(files)))


# -- reading -----------------------------------------------------------------------------------------


def blotted(queried: Store | Transaction, source_id: int) -> list[str]:
    """Return the files of a source out of which a secret was taken for good."""
    files = marks.value(queried, _BLOTTED.format(source_id))
    return [] if files is None else list(json.loads(files))


def of_source(store: Store, source_id: int) -> list[WriteBack]:
    """Return everything that is kept of a source's files, the newest first."""
    rows = store.query(
        f"SELECT {_COLUMNS} FROM write_backs WHERE source_id = ? ORDER BY id DESC", (source_id,)
    )
    return [_write_back(row) for row in rows]


def standing(store: Store, source_id: int, file: str) -> WriteBack | None:
    """Return the latest confirmed write of a file, None when there is none."""
    rows = store.query(
        f"SELECT {_COLUMNS} FROM write_backs WHERE source_id = ? AND file = ? AND status = 'done'",
        (source_id, file),
    )
    return _write_back(rows[0]) if rows else None


def latest(store: Store, source_id: int, limit: int = 10) -> list[WriteBack]:
    """Return the writes of a source's files that were made at the same time as its latest one."""
    rows = store.query(
        f"SELECT {_COLUMNS} FROM write_backs WHERE source_id = ? AND status = 'done' "
        "AND at = (SELECT max(at) FROM write_backs WHERE source_id = ? AND status = 'done') "
        "ORDER BY id LIMIT ?",
        (source_id, source_id, limit),
    )
    return [_write_back(row) for row in rows]


def unfinished(store: Store) -> list[WriteBack]:
    """Return the writes of files that a killed process may have left half done."""
    rows = store.query(
        f"SELECT {_COLUMNS} FROM write_backs WHERE status = 'pending' "
        "AND source_id NOT IN (SELECT id FROM sources WHERE address != '') ORDER BY id"
    )
    return [_write_back(row) for row in rows]


def kept_bytes(store: Store) -> Iterator[tuple[str, bytes]]:
    """Yield each file of which old bytes are kept, and those bytes, uncompressed; one at a time."""
    for rows in store.stream("SELECT file, before FROM write_backs WHERE before IS NOT NULL", size=1):
        yield rows[0][0], zlib.decompress(rows[0][1])


def hole_key(store: Store) -> bytes:
    """Return this store's key for hashes of what was cut out."""
    return key_of(store.query)


def _write_back(row: Row) -> WriteBack:
    write = Write(
        file=row[4],
        ops=tuple(json.loads(row[5])),
        before=None if row[6] is None else zlib.decompress(row[6]),
        holes=tuple(Hole(*hole) for hole in json.loads(row[7])),
        base_hash=row[8],
        after_hash=row[9],
        mode=row[10],
        since=row[11],
        records=tuple(InBase(*columns) for columns in json.loads(row[12])),
        outcome=tuple(Outcome(*columns) for columns in json.loads(row[13])),
        continues=row[14],
        attributes=row[15],
        mtime_ns=row[16],
    )
    return WriteBack(row[0], row[1], row[2], row[3], write)


# -- erasing -----------------------------------------------------------------------------------------


def scrub(tx: Transaction, gone: Wordings) -> None:
    """Forget the chains whose base holds texts which are being erased."""
    over = []
    for (write_id,) in tx.query("SELECT id FROM write_backs WHERE before IS NOT NULL"):
        (packed,) = tx.query("SELECT before FROM write_backs WHERE id = ?", (write_id,))[0]
        if gone.said_in_file(zlib.decompress(packed)):
            over.append((write_id,))
    tx.execute_many("DELETE FROM write_backs WHERE id = ?", over)

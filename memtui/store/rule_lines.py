"""The lines that ops wrote into files of instructions, or took out of them.

What a line says stands nowhere here: it is the text of its memory. So purge has nothing to scrub.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from memtui.store.database import Row, Store, Transaction


@dataclass(frozen=True, slots=True)
class Known:
    """How a linked source knows a line: a record of it."""

    source_id: int
    key: str
    file: str
    fingerprint: int


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One memory as a line of one file, and the file with the line and without it."""

    path: str
    memory_id: int
    written: bool
    """Whether the op put the line in; else it took it out."""
    at: int
    """Where it begins, in bytes of the file."""
    size: int
    """How many bytes it takes, the line ends around it with it."""
    lead: str
    tail: str
    digest: bytes
    """SHA-256 of the file with the line."""
    without: bytes | None
    """SHA-256 of the file without it; None where there is no file then."""
    records: tuple[Known, ...] = ()
    mtime_ns: int | None = None
    """When the file was saved that the op found; None when there was none, or that is not known."""


_COLUMNS = "path, memory_id, written, at, size, lead, tail, digest, without, records, mtime_ns"


def of_op(store: Store | Transaction, op_id: int) -> list[RuleLine]:
    """Return the lines that an op wrote or took out, by path."""
    return [
        _line(row)
        for row in store.query(f"SELECT {_COLUMNS} FROM rule_lines WHERE op_id = ? ORDER BY path", (op_id,))
    ]


def latest(store: Store, memory_id: int, path: str) -> RuleLine | None:
    """Return what was last done with a memory in a file, None when nothing was."""
    rows = store.query(
        f"SELECT {_COLUMNS} FROM rule_lines WHERE memory_id = ? AND path = ? ORDER BY op_id DESC LIMIT 1",
        (memory_id, path),
    )
    return _line(rows[0]) if rows else None


def note(tx: Transaction, op_id: int, lines: Sequence[RuleLine]) -> None:
    """Record what an op did."""
    for line in lines:
        known = json.dumps([[r.source_id, r.key, r.file, r.fingerprint] for r in line.records])
        tx.execute(
            f"INSERT INTO rule_lines (op_id, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(op_id, line.path, line.memory_id, line.written, line.at, line.size),
                *(line.lead, line.tail, line.digest, line.without, known, line.mtime_ns),
            ),
        )


def _line(row: Row) -> RuleLine:
    known = tuple(Known(*columns) for columns in json.loads(row[9]))
    path, memory_id, written, at, size, lead, tail, digest, without, _, mtime_ns = row
    return RuleLine(path, memory_id, bool(written), at, size, lead, tail, digest, without, known, mtime_ns)

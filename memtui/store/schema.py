"""The tables, as migrations: steps in the order of their names, each applied once, not edited after release.

A step is a file of SQL in `migrations/`. Three need Python as well, or instead: they are functions here.
Data model and reasons: docs/architecture.md.
"""

import hashlib
import json
import secrets
import sqlite3
import zlib
from functools import partial
from pathlib import Path

from sqlite_utils import Database, Migrations

from memtui.store.holes import cut, key_of
from memtui.store.ids_used_once import use_ids_once
from memtui.store.indexes import INDEXES

MIGRATIONS = Migrations("memtui")

_FOLDER = Path(__file__).parent / "migrations"


def _run(db: Database, name: str) -> None:
    """Run the statements of a file one by one: `executescript` would commit the transaction around them."""
    statement = ""
    for line in (_FOLDER / f"{name}.sql").read_text("utf-8").splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            db.conn.execute(statement)
            statement = ""
    db.conn.execute(statement)  # the last may lack its semicolon


def _memories_and_journal(db: Database) -> None:
    """Make what differs from store to store, and the index of words, in the way of sqlite-utils."""
    _run(db, "m001_memories_and_journal")
    for index in INDEXES.values():
        db.conn.execute(index)
    db.table("memories").enable_fts(["text", "abstract"], tokenize="porter unicode61 remove_diacritics 2")
    db.table("meta").insert({"key": "tombstone_key", "value": secrets.token_bytes(32)})


def _chains_of_writes(db: Database) -> None:
    """Carry over the writes whose bytes are still there; each becomes a base that has ended."""
    writes = db.conn.execute(
        "SELECT source_id, at, file, ops, before, after_hash, mode FROM write_backs "
        "WHERE status IN ('done', 'pending') AND before IS NOT NULL ORDER BY id"
    ).fetchall()
    _run(db, "m010_chains_of_writes")
    key = key_of(lambda sql: db.conn.execute(sql).fetchall())
    for source_id, at, file, ops, packed, after_hash, mode in writes:
        # Which records these writes took out was not noted; any that is out may be one.
        out = [
            [record, record, True]
            for (record,) in db.conn.execute(
                "SELECT key FROM source_records WHERE source_id = ? AND file = ? AND fingerprint IS NULL",
                (source_id, file),
            )
        ]
        if not out:
            continue
        whole = zlib.decompress(packed)
        before, holes = cut(key, whole)
        db.conn.execute(
            "INSERT INTO write_backs (source_id, at, status, file, ops, before, holes, base_hash, "
            "after_hash, mode, since, records, outcome) "
            "VALUES (?, ?, 'ended', ?, ?, ?, ?, ?, ?, ?, 0, ?, '[]')",
            (
                *(source_id, at, file, ops, zlib.compress(before or b"")),
                json.dumps([hole.packed for hole in holes]),
                *(hashlib.sha256(whole).digest(), after_hash, mode, json.dumps(out)),
            ),
        )


_IN_PYTHON = {
    "m001_memories_and_journal": _memories_and_journal,
    "m009_ids_used_once": lambda db: use_ids_once(db.conn),
    "m010_chains_of_writes": _chains_of_writes,
}

for _name in sorted({file.stem for file in _FOLDER.glob("*.sql")} | set(_IN_PYTHON)):
    MIGRATIONS(name=_name)(_IN_PYTHON.get(_name, partial(_run, name=_name)))

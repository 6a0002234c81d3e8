"""Erasing memories so that their text is gone from the files, and checking that it is.

SQLite leaves deleted bytes in free pages, in the full-text index and in the write-ahead log. So:
`secure_delete` overwrites the rows, FTS5's `optimize` rewrites the index without the words, a
truncating checkpoint empties the log, and then the files are searched for the text itself.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui.store import scopes, tombstones
from memtui.store.database import Store
from memtui.store.memories import AMONG, ids_json

_CHUNK = 500
_PIECE = 96
"""Bytes of a text that are searched for: its start, middle and end, each within one page."""
_SAMPLE = 50
"""Texts that are searched for; every one is erased in the same way."""
_READ = 4 << 20
_open_files: dict[Path, int] = {}
"""File descriptors of stores that were searched. Closing one would release the locks that SQLite holds
on the same file in this process (POSIX advisory locks), so they stay open."""


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erasure found afterwards."""

    count: int
    found_in: list[str]
    """Files in which a text was still found although no other memory holds it."""
    log_pending: bool
    """Another process was reading, so the log still has to be emptied."""
    searched: list[str]
    """The files that were searched."""
    searched_for: int
    """How many of the texts were searched for."""


def erase(store: Store, ids: Sequence[int]) -> Erased:
    """Delete memories with all that mentions them, leave tombstones, and search the files.

    Twins whose creation was undone, with the same text, go too.
    """
    rows = store.query(f"SELECT id, text, scope, norm_hash FROM memories WHERE id {AMONG}", (ids_json(ids),))
    twins = store.query(
        f"SELECT id, text, scope FROM memories WHERE norm_hash {AMONG} AND state = 'absent'",
        (ids_json([row[3] for row in rows]),),
    )
    store.query("PRAGMA secure_delete = ON")
    doomed = [(row[0], row[1], row[2]) for row in rows] + twins
    for start in range(0, len(doomed), _CHUNK):
        _delete(store, doomed[start : start + _CHUNK])
    with store.write() as tx:
        tx.execute("INSERT INTO memories_fts (memories_fts) VALUES ('optimize')")
    pending = not truncate_log(store)
    files = [path for path in _files(store.path) if path.exists()]
    texts = [row[1] for row in doomed][:_SAMPLE]
    found = [] if pending else [path.name for path in files if _any_in(store, texts, path)]
    return Erased(len(rows), found, pending, [path.name for path in files], len(texts))


def truncate_log(store: Store) -> bool:
    """Empty the write-ahead log; say whether that was possible, and remember it when it was not."""
    with store.patience(1.0):
        busy = store.query("PRAGMA wal_checkpoint(TRUNCATE)")[0][0]
    with store.write() as tx:
        if busy:
            tx.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('erasing', 1)")
        else:
            tx.execute("DELETE FROM meta WHERE key = 'erasing'")
    return not busy


def _delete(store: Store, doomed: Sequence[tuple[int, str, str]]) -> None:
    ids = [row[0] for row in doomed]
    wanted = ids_json(ids)
    with store.write() as tx:
        tombstones.bury(tx, [(text, scope) for _, text, scope in doomed])
        touched_ops = [
            row[0]
            for row in tx.query(f"SELECT DISTINCT op_id FROM op_changes WHERE memory_id {AMONG}", (wanted,))
        ]
        with scopes.recounted(tx, ids):
            tx.execute(f"DELETE FROM memories WHERE id {AMONG}", (wanted,))
        for table, column in (
            ("categories", "memory_id"),
            ("accesses", "memory_id"),
            ("op_changes", "memory_id"),
            ("links", "memory_id"),
            ("links", "target_id"),
        ):
            tx.execute(f"DELETE FROM {table} WHERE {column} {AMONG}", (wanted,))
        tx.execute(
            f"UPDATE ops SET undoable = 0 WHERE id {AMONG} "
            "AND NOT EXISTS (SELECT 1 FROM op_changes WHERE op_id = ops.id) "
            "AND NOT EXISTS (SELECT 1 FROM op_sets WHERE op_id = ops.id)",
            (ids_json(touched_ops),),
        )


def _files(path: Path) -> Iterator[Path]:
    yield path
    yield path.with_name(path.name + "-wal")
    yield path.with_name(path.name + "-journal")


def _any_in(store: Store, texts: Sequence[str], path: Path) -> bool:
    """Say whether a file holds a piece of one of the texts that no remaining memory holds."""
    pieces = {piece.encode(): piece for text in texts for piece in _pieces(text)}
    found: set[str] = set()
    descriptor = _open_files.get(path)
    if descriptor is None:
        descriptor = _open_files[path] = os.open(path, os.O_RDONLY)
    os.lseek(descriptor, 0, os.SEEK_SET)
    tail = b""
    while block := os.read(descriptor, _READ):
        data = tail + block
        found |= {piece for raw, piece in pieces.items() if raw in data}
        tail = data[-4 * _PIECE :]
    return any(not _held(store, piece) for piece in found)


def _held(store: Store, piece: str) -> bool:
    return bool(
        store.query(
            "SELECT 1 FROM memories "
            "WHERE instr(text, ?) OR instr(abstract, ?) OR instr(provenance, ?) LIMIT 1",
            (piece, piece, piece),
        )
        or store.query(
            "SELECT 1 FROM op_changes WHERE instr(before, ?) OR instr(after, ?) LIMIT 1", (piece,) * 2
        )
    )


def _pieces(text: str) -> set[str]:
    """Return the parts of a text to search for; a text too short to tell apart has none."""
    middle = max(len(text) // 2 - _PIECE // 2, 0)
    parts = {text[:_PIECE], text[middle : middle + _PIECE], text[-_PIECE:]}
    return {part for part in parts if len(part) >= 8}

"""Erases memories so that their text is gone from the store's files, and checks that it is.

SQLite leaves deleted bytes in free pages, in the full-text index and in the write-ahead log. So:
`secure_delete` overwrites the rows, FTS5's `optimize` rewrites the index without the words, a
truncating checkpoint empties the log, and then the files are searched for the text itself, in every
wording it had. What is kept compressed is unpacked for that.

Before that, the texts are taken out of everything that stays (`scrubbing`). Files of other programs are
only read, to report those that still hold a text.

An insert that split a page may have left a second copy that no deletion reaches. So if a text is found, or
there are too many to search for, the whole file is rewritten (`VACUUM`, ten seconds for a million memories)
and searched again.

Meanwhile `marks.ERASING` records the steps left, for whoever opens the store next.
"""

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui.domain.text import fingerprint, normalised
from memtui.domain.wordings import Wordings
from memtui.store import (
    errors,
    id_sets,
    jobs,
    marks,
    proposals,
    scopes,
    scrubbing,
    sources,
    taken_apart,
    tombstones,
)
from memtui.store.database import Store
from memtui.store.memories import AMONG, ids_json
from memtui.store.words import INDEXES

_CHUNK = 500
"""Memories that are erased in one transaction, so that others can write in between."""
_PIECE = 96
"""Bytes of a text that are searched for: its start, middle and end, each within one page."""
_SAMPLE = 50
"""The most wordings to search for. With more of them the whole file is rewritten, which reaches all."""
_READ = 4 << 20
"""Bytes read at a time when the files are searched for what was erased."""
_FILES, _LOG = "files", "log"
"""What is left to do: everything, or only to empty the log."""
_open_files: dict[tuple[int, int], int] = {}
"""File descriptors of stores that were searched, by device and inode. Closing one would release the locks
that SQLite holds on the same file in this process (POSIX advisory locks), so they stay open."""


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
    """How many wordings were searched for."""
    too_short: int
    """Wordings too short to be told from other words; they were deleted and not searched for."""
    linked: list[str]
    """Files of linked sources that still say a text."""
    held_by: list[str]
    """The uids of other memories that say one of the texts, now or in their history."""


def erase(store: Store, ids: Sequence[int]) -> Erased:
    """Delete memories with all that mentions them, leave tombstones, and search the files.

    Twins whose creation was undone, with the same text, go too, and what was taken apart into one of them.
    """
    rows = store.query(
        f"SELECT id, text, scope, norm_hash, uid FROM memories WHERE id {AMONG}", (ids_json(ids),)
    )
    whole = taken_apart.into_one_of(store, [row[4] for row in rows])
    twins = store.query(
        f"SELECT id, text, scope FROM memories WHERE (norm_hash {AMONG} AND state = 'absent' OR id {AMONG}) "
        f"AND NOT id {AMONG}",
        (ids_json([row[3] for row in rows]), ids_json(whole), ids_json(ids)),
    )
    doomed = [(row[0], row[1], row[2]) for row in rows] + twins
    texts, rests_on = _wordings(store, [row[0] for row in doomed])
    return _erase(store, doomed, texts, rests_on, len(rows))


def erase_cards(
    store: Store, ids: Sequence[int], texts_and_scopes: Sequence[tuple[str, str]], quotes: list[str]
) -> Erased:
    """Delete proposals, the texts (text, scope) that they would have stored, and the quotes they rest on."""
    with store.write() as tx:
        tombstones.bury(tx, texts_and_scopes)
    return _erase(store, [], [text for text, _ in texts_and_scopes], quotes, len(ids), cards=ids)


def _erase(
    store: Store,
    doomed: list[tuple[int, str, str]],
    texts: list[str],
    rests_on: list[str],
    count: int,
    *,
    cards: Sequence[int] = (),
) -> Erased:
    """Erase memories or cards with their `texts` and what these `rests_on`."""
    jobs.take_in(store)
    gone = {row[0] for row in doomed}
    samples = texts[:_SAMPLE]
    texts = _said_by_no_other(store, texts, gone)
    scrubbed = scrubbing.Erasing(Wordings(texts), Wordings([*texts, *rests_on]))
    linked = sources.files_around(store, sorted(gone))
    standing = sources.linked_files_of(store, sorted(gone))
    store.query("PRAGMA secure_delete = ON")
    _begin(store, gone)
    scrubbing.scrub(store, scrubbed, gone)
    with store.write() as tx:
        proposals.delete(tx, cards)
    for start in range(0, len(doomed), _CHUNK):
        _delete(store, doomed[start : start + _CHUNK])
    _sweep(store)
    wordings = [text for text in dict.fromkeys([*texts, *rests_on]) if _pieces(text)]
    sample = wordings[:_SAMPLE]
    clean = len(wordings) == len(sample) and _checkpoint(store) and not _files_holding(store, sample)
    if not clean:
        clean = _rewrite(store)
    pending = not truncate_log(store)
    files = [path.name for path in _files(store.path)]
    holding = [] if pending else _files_holding(store, sample) if clean else files[:1]
    short = sum(not _pieces(text) for text in texts)
    still = _still_said(linked, standing, scrubbed.texts)
    return Erased(count, holding, pending, files, len(sample), short, still, _held_by(store, samples))


def _held_by(store: Store, texts: Sequence[str]) -> list[str]:
    """Return the uids of memories that say one of the texts whole, with other words around it or before."""
    wanted = json.dumps([text for text in texts if _pieces(text)])
    rows = store.query(
        "SELECT m.uid FROM memories m, json_each(?) t WHERE m.state != 'absent' AND instr(m.text, t.value) "
        "UNION SELECT m.uid FROM op_changes c JOIN memories m ON m.id = c.memory_id, json_each(?) t "
        "WHERE c.field = 'text' AND (instr(c.before, t.value) OR instr(c.after, t.value))",
        (wanted, wanted),
    )
    return sorted(row[0] for row in rows)


def _said_by_no_other(store: Store, texts: Sequence[str], doomed: set[int]) -> list[str]:
    """Return the texts that no other memory has; the others must stay in the file."""
    hashes = ids_json([fingerprint(text) for text in texts])
    rows = store.query(
        f"SELECT id, text FROM memories WHERE norm_hash {AMONG} AND state != 'absent'", (hashes,)
    )
    others = {normalised(text) for memory_id, text in rows if memory_id not in doomed}
    return [text for text in texts if normalised(text) not in others]


def _still_said(files: Sequence[str], standing: Collection[str], texts: Wordings) -> list[str]:
    """Return which of some files say one of the texts, or have a record of it in words of their own.

    One that cannot be read may.
    """
    saying = []
    for file in files:
        if file in standing and not Path(file).is_absolute():  # a live store
            saying.append(file)
            continue
        try:
            if texts.said_in_file(Path(file).read_bytes()) or file in standing:
                saying.append(file)
        except FileNotFoundError:
            continue
        except OSError:
            saying.append(file)
    return saying


def finish(store: Store) -> None:
    """Do what an erasure left to do because it was killed or another process was reading."""
    if marks.value(store, marks.ERASING) == _FILES:
        _sweep(store)
        if not _rewrite(store):
            return
    truncate_log(store)


def truncate_log(store: Store) -> bool:
    """Empty the write-ahead log; say whether that was possible, and remember it when it was not."""
    emptied = _checkpoint(store)
    with store.write() as tx:
        if emptied:
            marks.remove(tx, marks.ERASING)
        else:
            marks.put(tx, marks.ERASING, _LOG)
    return emptied


def _checkpoint(store: Store) -> bool:
    with store.patience(1.0):
        return not store.query("PRAGMA wal_checkpoint(TRUNCATE)")[0][0]


def _begin(store: Store, doomed: set[int]) -> None:
    """Mark that an erasure is going on, and blank the search words of past `forget`s of these memories."""
    wanted = ids_json(sorted(doomed))
    touched = {
        row[0] for row in store.query(f"SELECT op_id FROM op_changes WHERE memory_id {AMONG}", (wanted,))
    }
    for portion in store.stream(
        "SELECT op_id, first_id, last_id, ids FROM op_sets "
        "WHERE op_id IN (SELECT id FROM ops WHERE kind = 'forget' AND detail != '')",
        size=1,
    ):
        op_id, *packed = portion[0]
        if not doomed.isdisjoint(id_sets.unpack(*packed)):
            touched.add(op_id)
    with store.write() as tx:
        marks.put(tx, marks.ERASING, _FILES)
        tx.execute(
            f"UPDATE ops SET detail = '' WHERE kind = 'forget' AND id {AMONG}", (ids_json(sorted(touched)),)
        )


def _sweep(store: Store) -> None:
    """Rewrite the word indexes without the words, and close the ops that have nothing left to undo."""
    with store.write() as tx:
        for index in INDEXES:
            tx.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")
        standing: set[int] = set()
        for op_id, set_id in tx.query("SELECT op_id, id FROM op_sets WHERE ids IS NOT NULL"):
            if op_id not in standing:
                packed = tx.query("SELECT first_id, last_id, ids FROM op_sets WHERE id = ?", (set_id,))[0]
                members = ids_json(id_sets.unpack(*packed))
                if tx.query(f"SELECT 1 FROM memories WHERE id {AMONG} LIMIT 1", (members,)):
                    standing.add(op_id)
        tx.execute(
            "UPDATE ops SET undoable = 0 WHERE undoable = 1 AND status != 'running' "
            "AND NOT EXISTS (SELECT 1 FROM op_changes WHERE op_id = ops.id) "
            "AND NOT EXISTS (SELECT 1 FROM op_sets s WHERE s.op_id = ops.id AND s.ids IS NULL "
            "AND EXISTS (SELECT 1 FROM memories WHERE id BETWEEN s.first_id AND s.last_id)) "
            f"AND NOT id {AMONG}",
            (ids_json(sorted(standing)),),
        )


def _rewrite(store: Store) -> bool:
    """Write the file anew from what it still holds; say whether there was room and quiet for that."""
    try:
        store.query("VACUUM")
    except errors.StoreError:
        return False
    return True


def _wordings(store: Store, doomed: Sequence[int]) -> tuple[list[str], list[str]]:
    """Return every text that these memories have or had, and every short form and quote of it."""
    wanted = ids_json(doomed)
    columns = store.query(
        "SELECT text, abstract, CASE WHEN json_valid(provenance) "
        f"THEN json_extract(provenance, '$.quote') END FROM memories WHERE id {AMONG}",
        (wanted,),
    )
    history = store.query(
        "SELECT field, before, after FROM op_changes "
        f"WHERE memory_id {AMONG} AND field IN ('text', 'abstract')",
        (wanted,),
    )
    texts = [row[0] for row in columns] + [v for row in history if row[0] == "text" for v in row[1:]]
    others = [v for row in columns for v in row[1:]] + [v for row in history for v in row[1:]]
    return _texts_only(texts), _texts_only(others)


def _texts_only(values: Iterable[object]) -> list[str]:
    return list(dict.fromkeys(value for value in values if isinstance(value, str) and value))


def _delete(store: Store, doomed: Sequence[tuple[int, str, str]]) -> None:
    ids = [row[0] for row in doomed]
    wanted = ids_json(ids)
    with store.write() as tx:
        tombstones.bury(tx, [(text, scope) for _, text, scope in doomed])
        # Without the one memory the several cannot be put together again.
        over = taken_apart.ops_that_took(tx, ids)
        tx.execute(f"UPDATE ops SET undoable = 0 WHERE id {AMONG}", (ids_json(over),))
        proposals.delete_about(tx, ids)
        sources.delete_about(tx, ids)
        with scopes.recounted(tx, ids):
            tx.execute(f"DELETE FROM memories WHERE id {AMONG}", (wanted,))
        for table, column in (
            ("categories", "memory_id"),
            ("embeddings", "memory_id"),
            ("accesses", "memory_id"),
            ("op_changes", "memory_id"),
            ("links", "memory_id"),
            ("links", "target_id"),
            ("review_due", "memory_id"),
            ("shown", "memory_id"),
        ):
            tx.execute(f"DELETE FROM {table} WHERE {column} {AMONG}", (wanted,))


def _files(path: Path) -> list[Path]:
    beside = [path.with_name(path.name + end) for end in ("-wal", "-journal")]
    return [path, *(file for file in beside if file.exists())]


def _files_holding(store: Store, texts: Sequence[str]) -> list[str]:
    """Return the names of files in which one of the texts stands although no memory holds it."""
    pieces = {form: piece for text in texts for piece in _pieces(text) for form in _forms(piece)}
    files = [path.name for path in _files(store.path) if _any_in(store, pieces, _blocks(path))]
    kept = (
        f"the copy that is kept of {file}"
        for file, data in sources.kept_bytes(store)
        if _any_in(store, pieces, [data])
    )
    return [*files, *dict.fromkeys(kept)]


def _any_in(store: Store, pieces: Mapping[bytes, str], blocks: Iterable[bytes]) -> bool:
    """Say whether blocks of bytes hold a piece of a text that no remaining memory holds."""
    read = {piece for block in blocks for raw, piece in pieces.items() if raw in block}
    return any(not _is_held(store, piece) for piece in read)


def _blocks(path: Path) -> Iterator[bytes]:
    """Yield a file in blocks, each with the end of the one before it."""
    descriptor = _descriptor(path)
    os.lseek(descriptor, 0, os.SEEK_SET)
    tail = b""
    while block := os.read(descriptor, _READ):
        data = tail + block
        yield data
        tail = data[-8 * _PIECE :]


def _forms(piece: str) -> set[bytes]:
    """Return how a piece stands in a column of text and in one of JSON."""
    return {piece.encode(), json.dumps(piece, ensure_ascii=False)[1:-1].encode()}


def _descriptor(path: Path) -> int:
    now = path.stat()
    known = (now.st_dev, now.st_ino)
    if known not in _open_files:
        _open_files[known] = os.open(path, os.O_RDONLY)
    return _open_files[known]


def _is_held(store: Store, piece: str) -> bool:
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

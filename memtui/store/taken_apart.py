"""Memories that were taken apart into several, since the file that each comes from is a list.

Such a memory is absent, and its provenance names what it became, by uid: so other machines, which hear of
both, know it too. When that is undone it is there again, and the journal tells that it was taken apart once.
"""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from memtui.domain.memory import BECAME, LinkKind, State
from memtui.store import id_sets
from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG, ids_json

_SAYS = f"instr(%s, '\"{BECAME}\"')"
_TOOK = f"FROM op_changes WHERE memory_id {AMONG} AND field = 'provenance' AND {_SAYS % 'after'}"
"""The changes that took memories apart, also those that were undone since."""
_STANDS = f"state = '{State.ABSENT}' AND {_SAYS % 'provenance'}"
_STANDS_AS_W = f"w.state = '{State.ABSENT}' AND {_SAYS % 'w.provenance'}"
_FROM = LinkKind.DERIVED_FROM


def now(store: Store, ids: Iterable[int]) -> dict[int, list[str]]:
    """Return those of these memories that are taken apart now, with the uids of what they became."""
    rows = store.query(
        f"SELECT id, json_extract(provenance, '$.{BECAME}') FROM memories WHERE id {AMONG} AND {_STANDS}",
        (ids_json(list(ids)),),
    )
    return {memory_id: json.loads(uids) for memory_id, uids in rows if uids}


def once(store: Store, ids: Iterable[int]) -> set[int]:
    """Return those of these memories that were taken apart, also where that was undone since."""
    return {row[0] for row in store.query(f"SELECT DISTINCT memory_id {_TOOK}", (ids_json(list(ids)),))}


class Part(NamedTuple):
    """An item of a memory that is taken apart now, in the words that it had there."""

    memory_id: int
    fingerprint: int
    whole_id: int
    whole_fingerprint: int


def parts(queried: Store | Transaction, ids: Iterable[int]) -> list[Part]:
    """Return which of these memories are items of others, as they were when those were taken apart."""
    rows = queried.query(
        "SELECT i.id, i.norm_hash, w.id, w.norm_hash FROM links l "
        "CROSS JOIN memories w ON w.id = l.target_id CROSS JOIN memories i ON i.id = l.memory_id "
        f"WHERE l.memory_id {AMONG} AND l.kind = '{_FROM}' AND {_STANDS_AS_W} "
        "AND NOT EXISTS (SELECT 1 FROM op_changes c JOIN ops o ON o.id = c.op_id "
        "WHERE c.memory_id = i.id AND c.field = 'text' AND o.at >= l.at "
        "AND o.undone_by IS NULL AND o.kind NOT IN ('undo', 'redo'))",
        (ids_json(list(ids)),),
    )
    return [Part(*row) for row in rows]


def link(tx: Transaction, ids: Iterable[int]) -> None:
    """Link to those of these memories that are taken apart now what each became."""
    tx.execute(
        f"INSERT OR IGNORE INTO links (memory_id, target_id, kind, at) SELECT i.id, w.id, '{_FROM}', ? "
        f"FROM memories w CROSS JOIN json_each(w.provenance, '$.{BECAME}') b CROSS JOIN memories i "
        f"ON i.uid = b.value WHERE w.id {AMONG} AND {_STANDS_AS_W}",
        (tx.now, ids_json(list(ids))),
    )


def left_alone(tx: Transaction, op_id: int, ids: Sequence[int]) -> set[int]:
    """Return those of these memories that are taken apart now, and that op `op_id` did not take apart."""
    rows = tx.query(
        f"SELECT id FROM memories m WHERE id {AMONG} AND {_STANDS} AND NOT EXISTS (SELECT 1 FROM op_changes "
        "WHERE op_id = ? AND memory_id = m.id AND field = 'provenance')",
        (ids_json(ids), op_id),
    )
    return {row[0] for row in rows}


def changed_since(store: Store, op_id: int) -> int:
    """Return how many memories that op `op_id` made have been changed by others since, not undone by now."""
    made = [
        i
        for row in store.query("SELECT first_id, last_id, ids FROM op_sets WHERE op_id = ?", (op_id,))
        for i in id_sets.unpack(*row)
    ]
    rows = store.query(
        f"SELECT count(DISTINCT memory_id) FROM op_changes JOIN ops ON ops.id = op_id "
        f"WHERE memory_id {AMONG} AND op_id > ? AND undone_by IS NULL AND kind NOT IN ('undo', 'redo')",
        (ids_json(made), op_id),
    )
    return int(rows[0][0])


def into_one_of(store: Store, uids: Iterable[str]) -> list[int]:
    """Return the memories that were taken apart into others, among them one with one of these uids."""
    rows = store.query(
        f"SELECT id FROM memories WHERE {_STANDS} AND EXISTS (SELECT 1 FROM json_each("
        f"CASE WHEN json_valid(provenance) THEN provenance END, '$.{BECAME}') b WHERE b.value {AMONG})",
        (json.dumps(list(uids)),),
    )
    return [row[0] for row in rows]


def ops_that_took(tx: Transaction, ids: Iterable[int]) -> list[int]:
    """Return the ops that took these memories apart."""
    return [row[0] for row in tx.query(f"SELECT DISTINCT op_id {_TOOK}", (ids_json(list(ids)),))]

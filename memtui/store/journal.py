"""The journal: every change to a memory, as ops that can be undone.

An op is one act: a drop, a bulk forget, an import, an undo. `op_changes` says for each memory and
field what it was before and after. Undoing an op sets every field it changed back to `before`, but
only where the field still is what the op made of it (`after`): a row that changed since belongs to
whoever changed it. The undo is an op with changes of its own, so undoing the undo is redo, and
nothing needs a separate stack: what to undo and redo next is read from the table, the same for every
process and after every restart.

A long op is committed chunk by chunk, each chunk together with its journal rows, so that it can be
undone from wherever it stopped.

Text never stands in an op itself, only in its changes, which purge can scrub.

This module reads the journal; `recording` writes it.
"""

import struct
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.instant import HOUR, Instant
from memtui.domain.text import fingerprint
from memtui.store import id_sets
from memtui.store.database import Row, Store
from memtui.store.memories import AMONG, ids_json
from memtui.store.op_labels import CHOSEN, label_of, label_undone
from memtui.store.processes import process_lives
from memtui.store.writers import writer

_OP_COLUMNS = (
    "id, kind, detail, actor, client, session, app_version, status, at, changed, undoes, undone_by, undoable"
)
_ACT = f"(kind NOT IN ('undo', 'redo') OR detail = '{CHOSEN}')"
"""What undo takes back: all but the steps that undo and redo went themselves."""
TOLD_BY_ITS_OP = (
    "kind IN ('undo', 'redo') AND status = 'done' AND EXISTS (SELECT 1 FROM ops t "
    f"WHERE t.id = ops.undoes AND t.actor = ops.actor AND ops.at - t.at < {HOUR})"
)
"""An undo or redo that followed soon, by the same kind of actor: the line of what it took back says it."""


class Op(NamedTuple):
    """One undoable act."""

    id: int
    kind: str
    label: str
    """What it did, as a noun phrase: `drop of 3 memories`."""
    actor: Actor
    version: str
    """The memtui that did it."""
    status: str
    """`running`, `done` or `interrupted`."""
    at: Instant
    changed: int
    """How many memories it changed."""
    undoes: int | None
    undone_by: int | None
    undoable: bool


class Change(NamedTuple):
    """One field of one memory, before and after an op."""

    memory_id: int
    field: str
    before: object
    after: object
    op: Op


def op(store: Store, op_id: int) -> Op | None:
    """Return one op, or None."""
    return next(iter(_ops(store, "WHERE id = ?", (op_id,))), None)


def ops(
    store: Store,
    *,
    limit: int = 200,
    before: int | None = None,
    actor: ActorKind | None = None,
    folded: bool = False,
) -> list[Op]:
    """Return ops, newest first; those older than op `before` when it is given.

    `folded` leaves out what was undone or redone within the hour: the op it took back says that it is undone.
    """
    where = f"WHERE id < ? AND NOT ({TOLD_BY_ITS_OP})" if folded else "WHERE id < ?"
    params: list[object] = [sys.maxsize if before is None else before]
    if actor is not None:
        where += " AND actor = ?"
        params.append(actor)
    return _ops(store, f"{where} ORDER BY id DESC LIMIT ?", (*params, limit))


def ops_of(store: Store, ids: Sequence[int]) -> list[Op]:
    """Return the ops with these ids, newest first; those that are gone are left out."""
    return _ops(store, f"WHERE id {AMONG} ORDER BY id DESC", (ids_json(ids),))


def clients(store: Store, *, among: int) -> list[str]:
    """Return by which programs the newest `among` ops were done, sorted."""
    rows = store.query(
        "SELECT DISTINCT client FROM (SELECT client FROM ops ORDER BY id DESC LIMIT ?) ORDER BY 1", (among,)
    )
    return [row[0] for row in rows]


def next_undo(store: Store, by: ActorKind = ActorKind.PERSON) -> Op | None:
    """Return what `u` takes back: the latest op by a person, or another kind of actor, that is not undone."""
    return next(iter(undoable(store, limit=1, by=by)), None)


def undoable(store: Store, *, limit: int, by: ActorKind = ActorKind.PERSON) -> list[Op]:
    """Return the ops that repeated undo by one kind of actor would take back, in that order."""
    return _ops(
        store,
        f"WHERE actor = ? AND {_ACT} AND undone_by IS NULL AND undoable = 1 AND changed > 0 "
        "AND status != 'running' ORDER BY id DESC LIMIT ?",
        (by, limit),
    )


def next_redo(store: Store, by: ActorKind = ActorKind.PERSON) -> Op | None:
    """Return the undo that redo takes back; None once an actor of this kind has done something new."""
    return next(iter(redoable(store, limit=1, by=by)), None)


def redoable(store: Store, *, limit: int, by: ActorKind = ActorKind.PERSON) -> list[Op]:
    """Return the undos that repeated redo by one kind of actor would take back, in that order."""
    return _ops(
        store,
        f"WHERE actor = ? AND NOT {_ACT} AND undone_by IS NULL AND undoable = 1 AND changed > 0 "
        f"AND EXISTS (SELECT 1 FROM ops AS act WHERE act.id = ops.undoes AND {_ACT}) "
        f"AND id > coalesce((SELECT max(id) FROM ops WHERE actor = ? AND {_ACT}), 0) "
        "ORDER BY id DESC LIMIT ?",
        (by, by, limit),
    )


def since(store: Store, op_id: int, by: ActorKind = ActorKind.PERSON) -> dict[str, int]:
    """Return how many ops other than those of one kind of actor came after op `op_id`, by who wrote them."""
    counts: Counter[str] = Counter()
    for kind, client, session, count in store.query(
        "SELECT actor, client, session, count(*) FROM ops WHERE id > ? AND actor != ? GROUP BY 1, 2, 3",
        (op_id, by),
    ):
        counts[writer(Actor(ActorKind(kind), client, session))] += count
    return dict(counts)


def changes(store: Store, op_id: int, *, limit: int = 200, offset: int = 0) -> list[Change]:
    """Return what an op changed, memory by memory."""
    the_op = op(store, op_id)
    if the_op is None:
        return []
    rows = store.query(
        "SELECT memory_id, field, before, after FROM op_changes WHERE op_id = ? "
        "ORDER BY memory_id LIMIT ? OFFSET ?",
        (op_id, limit, offset),
    )
    listed = [Change(row[0], row[1], row[2], row[3], the_op) for row in rows]
    if len(listed) < limit:
        single = store.query("SELECT count(*) FROM op_changes WHERE op_id = ?", (op_id,))[0][0]
        skip = max(offset - single, 0)
        for portion in store.stream(
            "SELECT first_id, last_id, ids, field, before, after FROM op_sets WHERE op_id = ? ORDER BY id",
            (op_id,),
            size=1,
        ):
            first, last, packed, field, before, after = portion[0]
            ids = id_sets.unpack(first, last, packed)
            room = limit - len(listed)
            listed += [Change(i, field, before, after, the_op) for i in ids[skip : skip + room]]
            skip = max(skip - len(ids), 0)
            if len(listed) >= limit:
                break
    return listed


def history_of(store: Store, memory_id: int, limit: int = 50) -> list[Change]:
    """Return what happened to one memory, newest first."""
    rows = store.query(
        "SELECT op_id, field, before, after FROM op_changes WHERE memory_id = ? ORDER BY op_id DESC LIMIT ?",
        (memory_id, limit),
    )
    # instr finds the packed id at any byte, so what it finds is looked at properly.
    sets = store.query(
        "SELECT op_id, field, before, after, first_id, last_id, ids FROM op_sets "
        "WHERE first_id <= ? AND last_id >= ? AND (ids IS NULL OR instr(ids, ?)) ORDER BY op_id DESC LIMIT ?",
        (memory_id, memory_id, struct.pack("<q", memory_id), limit),
    )
    rows += [row[:4] for row in sets if id_sets.holds(row[4], row[5], row[6], memory_id)]
    rows = sorted(rows, key=lambda row: -row[0])[:limit]
    by_id = {
        op.id: op for op in _ops(store, f"WHERE id {AMONG}", (ids_json(sorted({row[0] for row in rows})),))
    }
    return [Change(memory_id, row[1], row[2], row[3], by_id[row[0]]) for row in rows if row[0] in by_id]


def earlier_texts(store: Store, memory_id: int) -> list[int]:
    """Return the fingerprints of what a memory said before, oldest first."""
    rows = store.query(
        "SELECT before FROM op_changes WHERE memory_id = ? AND field = 'text' ORDER BY op_id", (memory_id,)
    )
    return list(dict.fromkeys(fingerprint(str(row[0])) for row in rows))


def ops_about(store: Store, memory_ids: Sequence[int], after: int) -> list[int]:
    """Return the ops after op `after` that changed one of these memories, oldest first."""
    op_ids = {
        row[0]
        for row in store.query(
            f"SELECT DISTINCT op_id FROM op_changes WHERE op_id > ? AND memory_id {AMONG}",
            (after, ids_json(memory_ids)),
        )
    }
    wanted = set(memory_ids)
    for op_id, first, last, packed in store.query(
        "SELECT op_id, first_id, last_id, ids FROM op_sets WHERE op_id > ?", (after,)
    ):
        if op_id not in op_ids and not wanted.isdisjoint(id_sets.unpack(first, last, packed)):
            op_ids.add(op_id)
    return sorted(op_ids)


def _ops(store: Store, where: str, params: Sequence[object]) -> list[Op]:
    rows = store.query(f"SELECT {_OP_COLUMNS} FROM ops {where}", tuple(params))
    undone = {row[10] for row in rows if row[10] is not None}
    inner = (
        {o.id: o.label for o in _ops(store, f"WHERE id {AMONG}", (ids_json(sorted(undone)),))}
        if undone
        else {}
    )
    return [_op(store, row, inner) for row in rows]


def _op(store: Store, row: Row, inner: Mapping[int, str]) -> Op:
    return Op(
        id=row[0],
        kind=row[1],
        label=label_of(store, row[0], row[1], row[2], row[9], inner.get(row[10], "")),
        actor=Actor(ActorKind(row[3]), row[4], row[5]),
        version=row[6],
        status=row[7],
        at=row[8],
        changed=row[9],
        undoes=row[10],
        undone_by=row[11],
        undoable=bool(row[12]),
    )


def done_again(undone: Op, *, chosen: bool = False) -> str:
    """Return the label of what comes back when op `undone` is taken back; empty where it is no undo.

    Whoever picks it sees the op that it took back, so that of a taking back, too, the op comes back.
    """
    return label_undone(undone.label, chosen=chosen)


def left_running(store: Store) -> list[Op]:
    """Return the ops whose process is gone, marked interrupted from now on. They can be undone."""
    rows = store.query("SELECT id, process FROM ops WHERE status = 'running'")
    dead = [op_id for op_id, process in rows if not process_lives(process)]
    if dead:
        with store.write() as tx:
            tx.execute(
                f"UPDATE ops SET status = 'interrupted' WHERE id {AMONG} AND status = 'running'",
                (ids_json(dead),),
            )
    return _ops(store, f"WHERE id {AMONG} AND status = 'interrupted'", (ids_json(dead),)) if dead else []

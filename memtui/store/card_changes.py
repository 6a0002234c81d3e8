"""The journal of the review queue: which cards an op brought, took out or decided.

A row of `op_cards` says where a card stood before an op and after it, as `op_changes` does for a field of a
memory, and is committed with the change. Undo sets the card back where it still stands as the op left it,
under the op that it is itself: so redo is the undo of that, and a card that a person decided since stays.

A review pass works in no op of its own. What it finds, or finds no more, follows from what memories have
become, so its changes are those of the latest op that changed one of the card's memories.

An op that was undone and redone holds again, and a redo is journalled as the op that it does again.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence

from memtui.domain.proposal_status import WAITING, Status
from memtui.store import id_sets
from memtui.store.database import Transaction
from memtui.store.memories import AMONG, ids_json

_WAITING = ", ".join(f"'{status}'" for status in WAITING)
Standing = Mapping[int, str]
"""Where cards stand, by id."""


def note(tx: Transaction, op_id: int | None, before: Standing, after: Status) -> None:
    """Journal that an op changed where cards stand; of each card, the op that changed its memories last."""
    ops = _latest_ops(tx, list(before)) if op_id is None else dict.fromkeys(before, op_id)
    acts = {op: _done_again_by(tx, op) for op in set(ops.values())}
    tx.execute_many(
        "INSERT INTO op_cards (op_id, proposal_id, before, after) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (op_id, proposal_id) DO UPDATE SET after = excluded.after",
        [(acts[op], card, before[card], after) for card, op in ops.items()],
    )


def latest_op(tx: Transaction, cards: Sequence[int]) -> int | None:
    """Return the latest op that changed a memory of one of these cards; None where none did."""
    return max(_latest_ops(tx, cards).values(), default=None)


def count(tx: Transaction, op_id: int) -> int:
    """Return on how many cards an op had an effect."""
    rows = tx.query("SELECT count(*) FROM op_cards WHERE op_id = ? AND before != after", (op_id,))
    return int(rows[0][0])


def forget(tx: Transaction, proposal_ids: Sequence[int]) -> None:
    """Forget what ops did to cards that are deleted."""
    tx.execute(f"DELETE FROM op_cards WHERE proposal_id {AMONG}", (ids_json(proposal_ids),))


def take_back(tx: Transaction, op_id: int, undo_id: int, left_alone: Collection[int] = ()) -> list[int]:
    """Set back what an op did to cards, where they stand as it left them; return which those are.

    A card that came or went with memories that the undo has `left_alone` stays as well.
    """
    rows = tx.query(
        "SELECT c.proposal_id, c.before, c.after, p.status FROM op_cards c "
        "JOIN proposals p ON p.id = c.proposal_id WHERE c.op_id = ? AND c.before != c.after ORDER BY 1",
        (_done_again_by(tx, op_id),),
    )
    as_left = [row for row in rows if _is_as_left(row[3], row[2])]
    stay = _about(tx, left_alone) | _asked_again(tx, [row[0] for row in as_left])
    alike: dict[tuple[Status, Status], list[int]] = {}
    for card, before, _, status in as_left:
        if card not in stay or Status.WITHDRAWN not in (before, status):
            alike.setdefault((Status(status), Status(before)), []).append(card)
    for (status, before), cards in alike.items():
        _set(tx, cards, status, before)
        note(tx, undo_id, dict.fromkeys(cards, status), before)
    return sorted(card for cards in alike.values() for card in cards)


def _is_as_left(status: str, after: str) -> bool:
    """Say whether a card stands as an op left it; muting its rule has decided nothing about it."""
    return status == after or {status, after} == {Status.OPEN, Status.MUTED}


def _set(tx: Transaction, cards: Sequence[int], status: Status, wanted: Status) -> None:
    """Set where cards of one `status` stand.

    The number of a verdict stays with its card, negative while it is undone. What was put off by a verdict
    that is undone waits like any other when it comes back.
    """
    number, undone = "op_id", "-abs(op_id)"
    if Status.WITHDRAWN not in (status, wanted):
        was_decided = status not in WAITING or (status is Status.LATER and wanted in WAITING)
        number = undone if was_decided else "abs(op_id)"
    new = f"'{wanted}'"
    if (status, wanted) == (Status.WITHDRAWN, Status.LATER):
        new = f"CASE WHEN op_id < 0 THEN '{Status.OPEN}' ELSE '{Status.LATER}' END"
    tx.execute(
        f"UPDATE proposals SET status = {new}, op_id = {number}, decided_at = ? WHERE id {AMONG}",
        (None if wanted in (Status.OPEN, Status.MUTED) else tx.now, ids_json(cards)),
    )
    if number == undone:
        _as_they_are(tx, cards)


def _as_they_are(tx: Transaction, ids: Sequence[int]) -> None:
    """Call cards current, whatever their memories say by now: the verdict on them was undone."""
    tx.execute(
        "UPDATE proposal_targets SET version = coalesce((SELECT version FROM memories m "
        f"WHERE m.id = memory_id), version) WHERE proposal_id {AMONG}",
        (ids_json(ids),),
    )


def _about(tx: Transaction, memory_ids: Collection[int]) -> set[int]:
    rows = tx.query(
        f"SELECT proposal_id FROM proposal_targets WHERE memory_id {AMONG}", (ids_json(sorted(memory_ids)),)
    )
    return {row[0] for row in rows}


def _asked_again(tx: Transaction, cards: Sequence[int]) -> set[int]:
    """Return those of these cards whose question another one asks by now, or was answered with a no."""
    these = ids_json(cards)
    rows = tx.query(
        f"SELECT p.id FROM proposals p WHERE p.id {AMONG} AND EXISTS (SELECT 1 FROM proposals o "
        f"WHERE o.identity = p.identity AND o.status IN ({_WAITING}, '{Status.REJECTED}') "
        f"AND NOT o.id {AMONG})",
        (these, these),
    )
    return {row[0] for row in rows}


def _done_again_by(tx: Transaction, op_id: int) -> int:
    """Return the op that a redo did again, however often it was undone since; any other op itself."""
    while True:
        rows = tx.query(
            "SELECT act.id FROM ops o JOIN ops undone ON undone.id = o.undoes "
            "JOIN ops act ON act.id = undone.undoes WHERE o.id = ?",
            (op_id,),
        )
        if not rows:
            return op_id
        op_id = int(rows[0][0])


def _latest_ops(tx: Transaction, cards: Sequence[int]) -> dict[int, int]:
    """Return for each of these cards the latest op that changed one of its memories."""
    about = tx.query(
        f"SELECT proposal_id, memory_id FROM proposal_targets WHERE proposal_id {AMONG}", (ids_json(cards),)
    )
    ops = _latest_ops_on(tx, sorted({memory_id for _, memory_id in about}))
    latest: dict[int, int] = {}
    for card, memory_id in about:
        if memory_id in ops:
            latest[card] = max(ops[memory_id], latest.get(card, 0))
    return latest


def _latest_ops_on(tx: Transaction, memory_ids: Sequence[int]) -> dict[int, int]:
    """Return for each of these memories, sorted, the latest op that changed it."""
    ids = ids_json(memory_ids)
    latest: dict[int, int] = {}
    single: list[tuple[int, int]] = tx.query(
        f"SELECT memory_id, max(op_id) FROM op_changes WHERE memory_id {AMONG} GROUP BY memory_id", (ids,)
    ) + tx.query(
        f"SELECT first_id, max(op_id) FROM op_sets WHERE first_id {AMONG} AND last_id = first_id "
        "GROUP BY first_id",
        (ids,),
    )
    for memory_id, op_id in single:
        latest[memory_id] = max(op_id, latest.get(memory_id, 0))
    for op_id, members in _of_many(tx, memory_ids):
        for memory_id in members:
            latest[memory_id] = max(op_id, latest.get(memory_id, 0))
    return latest


def _of_many(tx: Transaction, memory_ids: Sequence[int]) -> Iterable[tuple[int, list[int]]]:
    """Yield the ops that changed many memories alike, with those of `memory_ids` that they changed."""
    if not memory_ids:
        return
    rows = tx.query(
        "SELECT id, op_id, first_id, last_id FROM op_sets WHERE last_id > first_id "
        "AND first_id <= ? AND last_id >= ?",
        (memory_ids[-1], memory_ids[0]),
    )
    for set_id, op_id, first, last in rows:
        within = memory_ids[bisect_left(memory_ids, first) : bisect_left(memory_ids, last + 1)]
        if within:
            ((packed,),) = tx.query("SELECT ids FROM op_sets WHERE id = ?", (set_id,))
            held = id_sets.unpack(first, last, packed)
            yield op_id, [i for i in within if packed is None or _holds(held, i)]


def _holds(held: Sequence[int], memory_id: int) -> bool:
    position = bisect_left(held, memory_id)
    return position < len(held) and held[position] == memory_id

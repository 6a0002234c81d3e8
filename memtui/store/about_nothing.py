"""Proposals whose memories are put away: nothing is left to do, so they leave the queue; undo opens them.

One of what two memories are to each other, at odds or the same, goes with either of them.
"""

from collections.abc import Sequence

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Deed
from memtui.domain.proposal_status import WAITING
from memtui.store.database import Transaction
from memtui.store.memories import AMONG, ids_json

_WAITING = ", ".join(f"'{status}'" for status in WAITING)
_NEED_MEMORIES = ", ".join(
    f"'{deed}'"
    for deed in (
        Deed.DROP,
        Deed.ARCHIVE,
        Deed.MERGE,
        Deed.KEEP,
        Deed.CUT,
        Deed.BOTH,
        Deed.RETYPE,
        Deed.EXPIRE,
    )
)
"""What can only be done to memories that are not put away yet."""
_OF_TARGETS = "FROM proposal_targets o JOIN memories m ON m.id = o.memory_id WHERE o.proposal_id = p.id"
_ALL_AWAY = (
    f"NOT EXISTS (SELECT 1 {_OF_TARGETS} AND (m.state = 'live' "
    "OR m.state = 'archived' AND json_extract(p.change, '$.deed') = 'drop'))"
)
_OF_TWO = ", ".join(f"'{kind}'" for kind in (Kind.CONFLICT, Kind.DUPLICATE))
_ONE_LEFT = (
    f"p.kind IN ({_OF_TWO}) AND (SELECT count(*) {_OF_TARGETS}) > 1 "
    f"AND (SELECT count(*) {_OF_TARGETS} AND m.state = 'live') < 2"
)


def withdraw(tx: Transaction, memory_ids: Sequence[int], op_id: int) -> None:
    """Withdraw the proposals of whose memories op `op_id` has left none, or of two that they compare one.

    What is only removed may be archived already. Undo opens them again (`open_again`). One of which a verdict
    was undone keeps the number of that, so that redo finds it.
    """
    rows = tx.query(
        "SELECT DISTINCT p.id FROM proposal_targets t CROSS JOIN proposals p ON p.id = t.proposal_id "
        f"WHERE t.memory_id {AMONG} AND p.status IN ({_WAITING}) "
        f"AND json_extract(p.change, '$.deed') IN ({_NEED_MEMORIES}) AND ({_ALL_AWAY} OR {_ONE_LEFT})",
        (ids_json(memory_ids),),
    )
    tx.execute(
        "UPDATE proposals SET status = 'withdrawn', decided_at = ?, "
        f"op_id = CASE WHEN op_id < 0 THEN op_id ELSE ? END WHERE id {AMONG}",
        (tx.now, op_id, ids_json([row[0] for row in rows])),
    )


def open_again(tx: Transaction, op_id: int, back: Sequence[int]) -> None:
    """Open the proposals again whose memories, `back` now, an op had put away; it was undone."""
    tx.execute(
        "UPDATE proposals SET status = 'open', op_id = NULL, decided_at = NULL "
        "WHERE op_id = ? AND status = 'withdrawn'",
        (op_id,),
    )
    tx.execute(
        "UPDATE proposals SET status = 'open', decided_at = NULL WHERE op_id < 0 AND status = 'withdrawn' "
        f"AND id IN (SELECT proposal_id FROM proposal_targets WHERE memory_id {AMONG})",
        (ids_json(back),),
    )

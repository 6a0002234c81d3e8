"""Proposals whose memories are put away: nothing is left to do, so they leave the queue; undo opens them.

One of what two memories are to each other, at odds or the same, goes with either of them.
"""

from collections.abc import Sequence

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Deed
from memtui.domain.proposal_status import WAITING, Status
from memtui.store import card_changes
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
_NEVER_THERE = f"NOT EXISTS (SELECT 1 {_OF_TARGETS} AND m.state != 'absent')"
"""What was added is taken back: whatever was to be done with it, there is nothing."""
_OF_TWO = ", ".join(f"'{kind}'" for kind in (Kind.CONFLICT, Kind.DUPLICATE))
_ONE_LEFT = (
    f"p.kind IN ({_OF_TWO}) AND (SELECT count(*) {_OF_TARGETS}) > 1 "
    f"AND (SELECT count(*) {_OF_TARGETS} AND m.state = 'live') < 2"
)


def withdraw(tx: Transaction, memory_ids: Sequence[int], op_id: int) -> None:
    """Withdraw the proposals of whose memories op `op_id` has left none, or of two that they compare one.

    What is only removed may be archived already. It is journalled, so that undo brings them back.
    """
    rows = tx.query(
        "SELECT DISTINCT p.id, p.status FROM proposal_targets t CROSS JOIN proposals p "
        f"ON p.id = t.proposal_id WHERE t.memory_id {AMONG} AND p.status IN ({_WAITING}) "
        f"AND (json_extract(p.change, '$.deed') IN ({_NEED_MEMORIES}) AND ({_ALL_AWAY} OR {_ONE_LEFT}) "
        f"OR json_extract(p.change, '$.deed') != '{Deed.LEARN}' AND {_NEVER_THERE})",
        (ids_json(memory_ids),),
    )
    if rows:
        card_changes.note(tx, op_id, dict(rows), Status.WITHDRAWN)
        tx.execute(
            f"UPDATE proposals SET status = 'withdrawn', decided_at = ? WHERE id {AMONG}",
            (tx.now, ids_json([row[0] for row in rows])),
        )

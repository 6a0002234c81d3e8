"""What of this store belongs to a team: the memories in its scope, and which of them a person put there.

An agent, a script and memtui itself may write in a scope that is shared; what they write is told to nobody
else before a person has shared it. The journal knows who did what.
"""

from collections.abc import Sequence

from memtui.domain.memory import State
from memtui.domain.scope import contains, subtree_bounds
from memtui.store import id_sets
from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG, ids_json
from memtui.store.replicas import BY_PEOPLE, shared_scopes

_BY_A_PERSON = (
    f"{BY_PEOPLE} AND (c.field IN ('scope', 'text', 'provenance') "
    f"OR (c.field = 'state' AND c.before = '{State.ABSENT}'))"
)


def shared_scope_of(queried: Store | Transaction, scope: str) -> str | None:
    """Return the scope shared with a team in which `scope` lies, the narrowest; None where none is."""
    around = [shared for shared in shared_scopes(queried) if contains(shared, scope)]
    return max(around, key=len, default=None)


def by_a_person(queried: Store | Transaction, ids: Sequence[int]) -> set[int]:
    """Return which of these memories a person added, worded, filed where they are, or shared."""
    if not ids:
        return set()
    theirs = {
        row[0]
        for row in queried.query(
            "SELECT DISTINCT c.memory_id FROM op_changes c JOIN ops o ON o.id = c.op_id "
            f"WHERE c.memory_id {AMONG} AND {_BY_A_PERSON}",
            (ids_json(ids),),
        )
    }
    rest = set(ids) - theirs
    for first, last, packed in queried.query(
        "SELECT c.first_id, c.last_id, c.ids FROM op_sets c JOIN ops o ON o.id = c.op_id "
        f"WHERE c.first_id <= ? AND c.last_id >= ? AND {_BY_A_PERSON}",
        (max(ids), min(ids)),
    ):
        packed_ids = {i for i in rest if id_sets.holds(first, last, packed, i)}
        theirs |= packed_ids
        rest -= packed_ids
    return theirs


def known_there(queried: Store | Transaction, ids: Sequence[int], place: str) -> set[int]:
    """Return which of these memories the others of a place know."""
    rows = queried.query(
        f"SELECT memory_id FROM shared WHERE memory_id {AMONG} AND place = ?", (ids_json(ids), place)
    )
    return {row[0] for row in rows}


def let_go(tx: Transaction, place: str, *, within: str = "", outside: str = "") -> None:
    """Forget that a place knows the memories that lie `within` a scope now, or those that lie `outside` one.

    A memory belongs to the place of the scope it lies in. Purged ones stay, until nothing there says them.
    """
    start, end = subtree_bounds(within or outside)
    inside = "(m.scope = ? OR (m.scope >= ? AND m.scope < ?))"
    rows = tx.query(
        "SELECT s.memory_id FROM shared s JOIN memories m ON m.id = s.memory_id "
        f"WHERE s.place = ? AND {inside if within else f'NOT {inside}'}",
        (place, within or outside, start, end),
    )
    ids = ids_json([row[0] for row in rows])
    for table in ("shared", "shared_fields", "shared_uses"):
        tx.execute(f"DELETE FROM {table} WHERE memory_id {AMONG}", (ids,))

"""Tells whose state was changed here from who came in that way: what writing to linked files goes by."""

from collections.abc import Sequence

from memtui.domain.memory import State
from memtui.store import id_sets
from memtui.store.database import Store

_CAME, _CHANGED = (f"field = 'state' AND before {sign} '{State.ABSENT}'" for sign in ("=", "!="))


def restated_since(store: Store, op_id: int) -> set[int]:
    """Return the memories that were there already and that ops after `op_id` gave another state."""
    rows = store.query(f"SELECT memory_id FROM op_changes WHERE op_id > ? AND {_CHANGED}", (op_id,))
    ids = {row[0] for row in rows}
    for first, last, packed in store.query(
        f"SELECT first_id, last_id, ids FROM op_sets WHERE op_id > ? AND {_CHANGED}", (op_id,)
    ):
        ids.update(id_sets.unpack(first, last, packed))
    return ids


def came_as(store: Store, ids: Sequence[int]) -> dict[int, State]:
    """Return in which state those of these memories came in that did not come in live."""
    came: dict[int, State] = {}
    for state, first, last, packed in store.query(
        f"SELECT after, first_id, last_id, ids FROM op_sets WHERE {_CAME} AND after != ? "
        "AND first_id <= ? AND last_id >= ? ORDER BY op_id",
        (State.LIVE.value, max(ids, default=0), min(ids, default=0)),
    ):
        came |= {i: State(state) for i in ids if id_sets.holds(first, last, packed, i)}
    return came

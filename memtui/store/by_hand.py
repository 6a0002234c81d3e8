"""Which memories a person wrote, accepted or reworded lately."""

from memtui.domain.actor import ActorKind
from memtui.domain.instant import Instant
from memtui.store.database import Store

_KINDS = "'add', 'edit', 'accept', 'extract', 'restore'"
"""Acts by which a person says of single memories that they hold."""


def by_hand_since(store: Store, instant: Instant) -> set[int]:
    """Return the memories of which a person said since an instant what they say, or that they hold."""
    rows = store.query(
        "SELECT DISTINCT c.memory_id FROM ops o JOIN op_changes c ON c.op_id = o.id "
        f"WHERE o.at >= ? AND o.actor = ? AND o.kind IN ({_KINDS}) AND o.undone_by IS NULL",
        (instant, ActorKind.PERSON),
    )
    return {row[0] for row in rows}

"""What memories are linked to, as the store holds it; memtui itself only follows links in SQL."""

from memtui.domain.memory import LinkKind
from memtui.store.database import Store


def links_of(store: Store, memory_id: int) -> list[tuple[LinkKind, int]]:
    """Return what a memory is linked to, without absent memories."""
    rows = store.query(
        "SELECT kind, target_id FROM links JOIN memories ON id = target_id "
        "WHERE memory_id = ? AND state != 'absent' ORDER BY kind, target_id",
        (memory_id,),
    )
    return [(LinkKind(kind), target) for kind, target in rows]

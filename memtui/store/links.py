"""Links between memories, such as the one from a memory to what it supersedes.

They aren't journalled: a link is made together with the memory it starts from, and means nothing while
that memory is absent.
"""

from collections.abc import Sequence

from memtui.domain.memory import LinkKind
from memtui.store.database import Store, Transaction


def link(tx: Transaction, memory_id: int, targets: Sequence[int], kind: LinkKind) -> None:
    """Link a memory to others; a link that exists stays as it is."""
    tx.execute_many(
        "INSERT OR IGNORE INTO links (memory_id, target_id, kind, at) VALUES (?, ?, ?, ?)",
        [(memory_id, target, kind.value, tx.now) for target in targets],
    )


def links_of(store: Store, memory_id: int) -> list[tuple[LinkKind, int]]:
    """Return what a memory is linked to, without absent memories."""
    rows = store.query(
        "SELECT kind, target_id FROM links JOIN memories ON id = target_id "
        "WHERE memory_id = ? AND state != 'absent' ORDER BY kind, target_id",
        (memory_id,),
    )
    return [(LinkKind(kind), target) for kind, target in rows]

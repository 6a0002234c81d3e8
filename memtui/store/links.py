"""Links between memories, such as the one from a memory to what it supersedes.

They aren't journalled: a link is made together with the memory it starts from, and means nothing while
that memory is absent.
"""

from collections.abc import Sequence

from memtui.domain.memory import LinkKind
from memtui.store.database import Transaction


def link(tx: Transaction, memory_id: int, targets: Sequence[int], kind: LinkKind) -> None:
    """Link a memory to others; a link that exists stays as it is."""
    tx.execute_many(
        "INSERT OR IGNORE INTO links (memory_id, target_id, kind, at) VALUES (?, ?, ?, ?)",
        [(memory_id, target, kind.value, tx.now) for target in targets],
    )

"""How many memories stand in this store alone, and in no file that an agent reads."""

from memtui.domain.memory import Origin, State
from memtui.store.database import Store


def count_in_no_file(store: Store) -> int:
    """Return how many live memories that were written or learned here stand in no linked file."""
    rows = store.query(
        "SELECT count(*) FROM memories m WHERE m.state = ? AND m.origin != ? AND NOT EXISTS (SELECT 1 FROM "
        "source_records r WHERE r.memory_id = m.id AND r.fingerprint IS NOT NULL)",
        (State.LIVE, Origin.IMPORTED),
    )
    return int(rows[0][0])

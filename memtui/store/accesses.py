"""Recording that memories were used: what keeps them strong. Not journalled, and no new version."""

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.actor import BY_HAND, Actor
from memtui.domain.course import Use
from memtui.domain.instant import DAY, Instant
from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG, ids_json, rerank

KEPT = 400 * DAY
"""How long single accesses are kept; the counts on the memory stay. Longer than any rule looks back."""
BY_AGENTS = "client NOT IN ({})".format(", ".join(f"'{client}'" for client in BY_HAND))
"""Of accesses, those that are not by a person."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """The uses of one memory that are recorded one by one; older ones may be known only as a count."""

    uses: int
    sessions: int
    first: Instant | None
    """When the earliest of them was; None when there is none."""


def recorded(store: Store, memory_id: int) -> Recorded:
    """Return what is recorded of the uses of a memory."""
    (row,) = store.query(
        "SELECT count(*), count(DISTINCT session), min(at) FROM accesses WHERE memory_id = ?", (memory_id,)
    )
    return Recorded(*row)


def uses_of(store: Store, memory_id: int) -> list[Use]:
    """Return the latest recorded uses of a memory, up to 500, in order of time."""
    rows = store.query(
        "SELECT at, session FROM accesses WHERE memory_id = ? ORDER BY at DESC LIMIT 500", (memory_id,)
    )
    return [Use(at, session) for at, session in reversed(rows)]


def touch(tx: Transaction, ids: Sequence[int], by: Actor) -> None:
    """Count one access of each memory now; the first in a session also counts the session."""
    wanted = ids_json(ids)
    session = by.session or by.client
    tx.execute(
        f"""UPDATE memories SET
            last_accessed_at = max(?, coalesce(last_accessed_at, 0)),
            access_count = access_count + 1,
            session_count = session_count + NOT EXISTS (
                SELECT 1 FROM accesses a WHERE a.memory_id = memories.id AND a.session = ?
            )
        WHERE id {AMONG}""",
        (tx.now, session, wanted),
    )
    tx.execute(
        "INSERT OR IGNORE INTO accesses (memory_id, at, session, client) "
        f"SELECT id, ?, ?, ? FROM memories WHERE id {AMONG}",
        (tx.now, session, by.client, wanted),
    )
    rerank(tx, ids)


def fold(tx: Transaction) -> int:
    """Forget accesses that are older than any rule looks back; returns how many."""
    return tx.execute("DELETE FROM accesses WHERE at < ?", (tx.now - KEPT,))

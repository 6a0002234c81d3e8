"""How often each device used the memories that stores have in common. Only `memtui.sync` asks."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG, ids_json


@dataclass(frozen=True, slots=True)
class Counted:
    """The uses of a memory on this device since it has it, and what was told of them."""

    memory_id: int
    accesses: int
    sessions: int
    last_at: float | None


def uses(queried: Store | Transaction, ids: Sequence[int]) -> dict[int, dict[str, tuple[int, int]]]:
    """Return how often each device used these memories since it has them: accesses and sessions."""
    by_memory: dict[int, dict[str, tuple[int, int]]] = defaultdict(dict)
    for memory_id, device, accesses, sessions in queried.query(
        f"SELECT memory_id, device, accesses, sessions FROM shared_uses WHERE memory_id {AMONG} "
        "ORDER BY memory_id, device",
        (ids_json(ids),),
    ):
        by_memory[memory_id][device] = (accesses, sessions)
    return by_memory


def own_uses(tx: Transaction, device: str, since: float, ids: Sequence[int], place: str) -> list[Counted]:
    """Return the use counts to tell the others of a place: of memories used since then and of `ids`, where
    they have changed.
    """
    rows = tx.query(
        "WITH asked(id) AS (SELECT memory_id FROM accesses WHERE at > :since UNION "
        "SELECT value FROM json_each(:ids)), theirs AS (SELECT memory_id, sum(accesses) AS accesses, "
        "sum(sessions) AS sessions FROM shared_uses WHERE device != :device "
        "AND memory_id IN (SELECT id FROM asked) GROUP BY memory_id) "
        "SELECT m.id, m.access_count - s.accesses - coalesce(t.accesses, 0), "
        "m.session_count - s.sessions - coalesce(t.sessions, 0), m.last_accessed_at, o.accesses, o.sessions "
        "FROM asked JOIN memories m ON m.id = asked.id "
        "JOIN shared s ON s.memory_id = m.id AND s.place = :place "
        "LEFT JOIN theirs t ON t.memory_id = m.id "
        "LEFT JOIN shared_uses o ON o.memory_id = m.id AND o.device = :device ORDER BY m.id",
        {"since": since, "ids": ids_json(ids), "device": device, "place": place},
    )
    return [
        Counted(row[0], row[1], row[2], row[3])
        for row in rows
        if (row[1], row[2]) != (row[4] or 0, row[5] or 0)
    ]


def count_uses(tx: Transaction, device: str, counted: Iterable[Counted], *, ours: bool) -> list[int]:
    """Set what a device used; another's uses are added to the memory's. Returns the ids."""
    ids = []
    for use in counted:
        before = tx.query(
            "SELECT accesses, sessions FROM shared_uses WHERE memory_id = ? AND device = ?",
            (use.memory_id, device),
        ) or [(0, 0)]
        tx.execute(
            "INSERT OR REPLACE INTO shared_uses (memory_id, device, accesses, sessions) VALUES (?, ?, ?, ?)",
            (use.memory_id, device, use.accesses, use.sessions),
        )
        if not ours:
            add_uses(tx, use.memory_id, use.accesses - before[0][0], use.sessions - before[0][1], use.last_at)
        ids.append(use.memory_id)
    return ids


def add_uses(tx: Transaction, memory_id: int, accesses: int, sessions: int, last_at: float | None) -> None:
    """Count uses that were made elsewhere."""
    tx.execute(
        "UPDATE memories SET access_count = max(access_count + ?, 0), "
        "session_count = max(session_count + ?, 0), "
        "last_accessed_at = nullif(max(coalesce(last_accessed_at, 0), coalesce(?, 0)), 0) WHERE id = ?",
        (accesses, sessions, last_at, memory_id),
    )

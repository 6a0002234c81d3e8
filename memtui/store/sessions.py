"""Knows what belongs to one session of an agent: what was learned from it, recalled in it and shown to it.

Capture asks, so that a later reading of the session can replace the earlier, and nothing that memtui told
the agent is learned as news. Memories that hooks show unasked are noted here; that is no use of a memory.
"""

from collections.abc import Iterable

from memtui.domain.instant import DAY
from memtui.domain.memory import State
from memtui.store import id_sets
from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG, ids_json

SUMMARY = "session_summary"
"""The category of the one memory that sums up a session."""

_KEPT = 30 * DAY
"""How long it is remembered what a session was told: an older one is hardly resumed."""


def learned(store: Store, session: str) -> list[int]:
    """Return the memories that live and were learned from a session, in the order they were learned."""
    if not session:
        return []
    ids: set[int] = set()
    ops = store.query(
        "SELECT id FROM ops WHERE actor = 'system' AND kind = 'extract' AND session = ?", (session,)
    )
    for (op_id,) in ops:
        for first, last, packed in store.query(
            "SELECT first_id, last_id, ids FROM op_sets WHERE op_id = ? AND before = ?",
            (op_id, State.ABSENT.value),
        ):
            ids.update(id_sets.unpack(first, last, packed))
        ids.update(
            row[0]
            for row in store.query(
                "SELECT memory_id FROM op_changes WHERE op_id = ? AND field = 'state' AND before = ?",
                (op_id, State.ABSENT.value),
            )
        )
    rows = store.query(
        f"SELECT id FROM memories WHERE id {AMONG} AND state = 'live' ORDER BY id", (ids_json(sorted(ids)),)
    )
    return [row[0] for row in rows]


def recalled_or_shown(store: Store, session: str) -> list[int]:
    """Return the memories that an agent recalled in a session or was shown in it."""
    since = store.now() - _KEPT
    rows = store.query(
        "SELECT memory_id FROM shown WHERE session = ? UNION "
        "SELECT memory_id FROM accesses INDEXED BY accesses_by_time WHERE at > ? AND session = ?",
        (session, since, session),
    )
    return [row[0] for row in rows]


def still_shown(store: Store, session: str) -> set[int]:
    """Return the memories that a session was shown unasked and still has before it."""
    rows = store.query("SELECT memory_id FROM shown WHERE session = ? AND at > 0", (session,))
    return {row[0] for row in rows}


def note_shown(tx: Transaction, session: str, ids: Iterable[int]) -> None:
    """Record that an agent was shown memories unasked."""
    tx.execute_many(
        "INSERT OR REPLACE INTO shown (session, memory_id, at) VALUES (?, ?, ?)",
        [(session, memory_id, tx.now) for memory_id in ids],
    )


def lose_shown(tx: Transaction, session: str) -> None:
    """Record that a session no longer has before it what it was shown: its context was compacted, or is new.

    That it was shown stays known, as a negative time, for a month.
    """
    tx.execute("UPDATE OR REPLACE shown SET at = -at WHERE session = ? AND at > 0", (session,))
    tx.execute("DELETE FROM shown WHERE abs(at) < ?", (tx.now - _KEPT,))


def latest_summary(store: Store, scope: str) -> int | None:
    """Return the live memory that sums up the latest session filed in `scope`, None when there is none."""
    rows = store.query(
        "SELECT m.id FROM categories c JOIN memories m ON m.id = c.memory_id "
        "WHERE c.category = ? AND m.scope = ? AND m.state = 'live' ORDER BY c.memory_id DESC LIMIT 1",
        (SUMMARY, scope),
    )
    return rows[0][0] if rows else None

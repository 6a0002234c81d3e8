"""Which memories of a scope could be told in fewer words.

The compact rule asks. Of a scope of any size a bounded part is read, in the order of its index.
"""

from typing import NamedTuple

from memtui.domain.instant import Instant
from memtui.store.database import Store

_MOST = 20_000
"""Memories of one scope that are looked at."""
_PART = (
    "SELECT id, type, created_at, updated_at, access_count, pinned, depth FROM memories "
    "WHERE scope = ? AND +state = 'live' LIMIT ?"
)


class Old(NamedTuple):
    """An old memory of what happened, or an old summary."""

    id: int
    created_at: Instant
    depth: int
    """How many times over it is a summary; 0 for none."""


def old(store: Store, scope: str, before: Instant) -> list[Old]:
    """Return the live episodes and summaries of one scope that were created before a time, oldest first."""
    rows = store.query(
        f"SELECT id, created_at, depth FROM ({_PART}) WHERE created_at < ? AND NOT pinned "
        "AND (type = 'episodic' OR depth > 0) ORDER BY created_at, id",
        (scope, _MOST, before),
    )
    return [Old(*row) for row in rows]


def scopes_of_old(store: Store, before: Instant, least: int) -> list[str]:
    """Return the scopes with at least `least` old episodes or summaries, most first: an index scan."""
    rows = store.query(
        "SELECT scope FROM memories WHERE state = 'live' AND created_at < ? AND NOT pinned "
        "AND (type = 'episodic' OR origin = 'compacted') GROUP BY scope HAVING count(*) >= ? "
        "ORDER BY count(*) DESC, scope",
        (before, least),
    )
    return [row[0] for row in rows]

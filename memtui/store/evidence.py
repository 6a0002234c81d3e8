"""What memories say about the project they belong to, and which memories lie in a scope."""

from dataclasses import dataclass

from memtui.domain.instant import Instant
from memtui.domain.scope import subtree_bounds
from memtui.store.database import Store, Transaction

_EXAMPLES = 500
"""Memories of a scope that are looked at to see which projects they are about."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What some memories of one scope say about where they come from."""

    scope: str
    remote: str
    cwd: str
    path: str
    source: str
    count: int
    first: Instant
    """When the oldest of them was made."""


_TELLS = """coalesce(json_extract(m.provenance, '$.remote'), '') AS remote,
    coalesce(json_extract(m.provenance, '$.cwd'), '') AS cwd,
    coalesce(json_extract(m.provenance, '$.path'), '') AS path,
    coalesce(json_extract(m.provenance, '$.source'), '') AS source"""
_WITHIN = "(m.scope = ? OR (m.scope >= ? AND m.scope < ?)) AND m.state != 'absent'"
_WHERE_A_PERSON_PUT_IT = """EXISTS (SELECT 1 FROM op_changes c JOIN ops o ON o.id = c.op_id
    WHERE c.memory_id = m.id AND c.field = 'scope' AND o.undone_by IS NULL
    AND o.actor IN ('person', 'script') AND o.kind IN ('move', 'edit'))"""


def evidence(store: Store, scope: str, *, examples: bool = False) -> list[Evidence]:
    """Return what the memories in and below a scope say; of a few of them when `examples` are enough.

    A memory that a person moved by hand is no evidence: it lies where they want it.
    """
    some = f"LIMIT {_EXAMPLES}" if examples else ""
    rows = store.query(
        "SELECT scope, remote, cwd, path, source, count(*), min(created_at) FROM ("
        f"SELECT m.scope, m.created_at, {_TELLS} FROM memories m WHERE {_WITHIN} "
        f"AND NOT {_WHERE_A_PERSON_PUT_IT} {some}) GROUP BY scope, remote, cwd, path, source",
        (scope, *subtree_bounds(scope)),
    )
    return [
        Evidence(scope, str(remote), str(cwd), str(path), str(source), count, first)
        for scope, remote, cwd, path, source, count, first in rows
    ]


def ids_telling(store: Store, what: Evidence) -> list[int]:
    """Return the memories that an evidence is made of."""
    rows = store.query(
        f"SELECT id FROM (SELECT m.id, {_TELLS} FROM memories m WHERE m.scope = ? AND m.state != 'absent' "
        f"AND NOT {_WHERE_A_PERSON_PUT_IT}) WHERE remote = ? AND cwd = ? AND path = ? AND source = ? "
        "ORDER BY id",
        (what.scope, what.remote, what.cwd, what.path, what.source),
    )
    return [row[0] for row in rows]


def ids_by_scope(store: Store, scope: str) -> dict[str, list[int]]:
    """Return all memories in and below a scope, of any state but absent, by their own scope."""
    by_scope: dict[str, list[int]] = {}
    for own, memory_id in store.query(
        f"SELECT m.scope, m.id FROM memories m WHERE {_WITHIN} ORDER BY m.id", (scope, *subtree_bounds(scope))
    ):
        by_scope.setdefault(own, []).append(memory_id)
    return by_scope


def copy_tombstones(tx: Transaction, old: str, new: str) -> None:
    """Copy the tombstones in and below one scope to another, where what was purged must not come back."""
    low, high = subtree_bounds(old)
    tx.execute(
        "INSERT OR IGNORE INTO tombstones (hash, scope, at, key_id) "
        "SELECT hash, ? || substr(scope, ?), at, key_id "
        "FROM tombstones WHERE scope = ? OR (scope >= ? AND scope < ?)",
        (new, len(old) + 1, old, low, high),
    )

"""How many memories each scope holds, kept in step by every write so that no view has to count."""

import contextlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memtui.domain.memory import State
from memtui.domain.scope import ROOT, subtree_bounds, with_ancestors
from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG, ids_json


@dataclass(frozen=True, slots=True)
class ScopeCount:
    """One node of the scope tree."""

    scope: str
    own: int
    """Memories filed exactly here."""
    total: int
    """Memories here and in the subtree."""


def tree(store: Store, state: State = State.LIVE) -> list[ScopeCount]:
    """Return every scope that holds something, with all scopes above it, parents before children."""
    own: dict[str, int] = defaultdict(int)
    total: dict[str, int] = defaultdict(int)
    total[ROOT] = 0
    for scope, count in store.query(
        "SELECT scope, count FROM scopes WHERE state = ? AND count > 0", (state,)
    ):
        own[scope] = count
        for above in with_ancestors(scope):
            total[above] += count
    paths = sorted(total, key=lambda scope: scope.split("/") if scope != ROOT else [])
    return [ScopeCount(scope, own.get(scope, 0), total[scope]) for scope in paths]


def count(store: Store, scope: str, state: State = State.LIVE) -> int:
    """Return how many memories in this state the subtree of `scope` holds."""
    if scope == ROOT:
        rows = store.query("SELECT sum(count) FROM scopes WHERE state = ?", (state,))
    else:
        low, high = subtree_bounds(scope)
        rows = store.query(
            "SELECT sum(count) FROM scopes WHERE (scope = ? OR (scope >= ? AND scope < ?)) AND state = ?",
            (scope, low, high, state),
        )
    return rows[0][0] or 0


@contextlib.contextmanager
def recounted(tx: Transaction, ids: Sequence[int]) -> Iterator[None]:
    """Adjust the counts by what the block changes about these memories (state, scope, existence)."""
    wanted = ids_json(ids)
    difference: dict[tuple[str, str], int] = defaultdict(int)
    group = f"SELECT scope, state, count(*) FROM memories WHERE id {AMONG} GROUP BY scope, state"
    for scope, state, number in tx.query(group, (wanted,)):
        difference[scope, state] -= number
    yield
    for scope, state, number in tx.query(group, (wanted,)):
        difference[scope, state] += number
    add(tx, difference)


def add(tx: Transaction, difference: dict[tuple[str, str], int]) -> None:
    """Add to the counts of (scope, state) pairs."""
    tx.execute_many(
        "INSERT INTO scopes (scope, state, count) VALUES (?, ?, ?) "
        "ON CONFLICT (scope, state) DO UPDATE SET count = count + excluded.count",
        [(scope, state, number) for (scope, state), number in difference.items() if number],
    )


def recount(tx: Transaction) -> None:
    """Count everything anew: after a bulk load, or when `doctor` finds the counts off."""
    tx.execute("DELETE FROM scopes")
    tx.execute(
        "INSERT INTO scopes (scope, state, count) "
        "SELECT scope, state, count(*) FROM memories GROUP BY scope, state"
    )


def miscounted(store: Store) -> list[str]:
    """Return the scopes whose maintained count differs from the rows. Reads the whole store."""
    rows = store.query(
        """SELECT scope FROM (
            SELECT scope, state, count(*) AS n FROM memories GROUP BY scope, state
            UNION ALL SELECT scope, state, -count FROM scopes
        ) GROUP BY scope, state HAVING sum(n) != 0"""
    )
    return sorted({row[0] for row in rows})

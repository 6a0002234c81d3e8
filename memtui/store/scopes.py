"""How many memories each scope holds, kept in step by every write so that no view has to count."""

import contextlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from memtui.domain.memory import State
from memtui.domain.scope import ROOT, ScopeError, depth, normalise, subtree_bounds
from memtui.domain.scope import meant as meant_among
from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG, ids_json


class ScopeCount(NamedTuple):
    """One node of the scope tree."""

    scope: str
    own: int
    """Memories filed exactly here."""
    total: int
    """Memories here and in the subtree."""


def tree(store: Store, *states: State) -> list[ScopeCount]:
    """Return every scope that holds something, with all scopes above it, parents before children.

    Memories in any of `states` count, live ones unless given.
    """
    wanted = states or (State.LIVE,)
    own: dict[str, int] = dict(
        store.query(
            "SELECT scope, sum(count) FROM scopes WHERE count > 0 "
            f"AND state IN ({', '.join('?' * len(wanted))}) GROUP BY scope",
            wanted,
        )
    )
    return with_totals(own)


def with_totals(own: Mapping[str, int]) -> list[ScopeCount]:
    """Return scopes and those above with their counts, parents first; `own` counts each by itself."""
    totals = {ROOT: sum(own.values())}
    for scope, number in own.items():
        end = len(scope) if scope != ROOT else 0
        while end > 0:
            above = scope[:end]
            totals[above] = totals.get(above, 0) + number
            end = scope.rfind("/", 0, end)
    return [ScopeCount(scope, own.get(scope, 0), totals[scope]) for scope in sorted(totals, key=in_order)]


def in_order(scope: str) -> str:
    """Return what sorts a scope before all below it, and those before its neighbours."""
    return scope.replace("/", "\0")


def how_many(store: Store) -> int:
    """Return about how many scopes there are; one counts for each state that memories in it have."""
    return int(store.query("SELECT count(*) FROM scopes")[0][0])


def named(store: Store, name: str) -> list[str]:
    """Return the scopes whose path has `name` as a part, the likeliest first.

    A whole path names that one scope, whether it exists or not. Otherwise an exact part comes before a part
    that begins with `name`, and that before one that contains them; higher in the tree comes first. Raises
    ScopeError when no path has such a part.
    """
    if name.startswith("/"):
        return [normalise(name)]
    part = name.strip("/").casefold()
    fits = {fit for scope in _held(store) if (fit := _fit(scope, part)) is not None} if part else set()
    if not fits:
        raise ScopeError(f"no scope has {name!r} in its path")
    return [scope for _, _, scope in sorted(fits)]


def meant(store: Store, name: str) -> str:
    """Return the scope that a person means by `name` as a place, see `domain.scope.meant`."""
    return meant_among(name, _held(store) if "/" not in name else ())


def _held(store: Store) -> list[str]:
    rows = store.query("SELECT DISTINCT scope FROM scopes WHERE count > 0 AND state != 'absent'")
    return [row[0] for row in rows]


def _fit(scope: str, part: str) -> tuple[int, int, str] | None:
    """Return how well a part of a path fits a scope, how deep, and the scope as far as it names it."""
    path = scope.casefold()
    at = path.find(f"/{part}")
    start = at + 1 if at >= 0 else path.find(part)
    if start < 0 or len(path) != len(scope):
        return None
    end = path.find("/", start + len(part))
    named = scope if end < 0 else scope[:end]
    worse = 2 if at < 0 else 1 if len(named) > start + len(part) else 0
    return worse, depth(named), named


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


def miscounted(store: Store) -> list[str]:
    """Return the scopes whose maintained count differs from the rows. Reads the whole store."""
    rows = store.query(
        """SELECT scope FROM (
            SELECT scope, state, count(*) AS n FROM memories GROUP BY scope, state
            UNION ALL SELECT scope, state, -count FROM scopes
        ) GROUP BY scope, state HAVING sum(n) != 0"""
    )
    return sorted({row[0] for row in rows})

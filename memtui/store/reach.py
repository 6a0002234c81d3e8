"""Which memories a search may find: those around a scope, as recall does, or those that a filter selects.

Called by `recall`, with the store. A search brings candidates up by their words or vectors, from the whole
store, and then asks here which of them it may tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.filter import Filter
from memtui.domain.instant import Instant
from memtui.domain.scope import ROOT, USER, contains, subtree_bounds, team_of, with_ancestors
from memtui.store import selection
from memtui.store.database import Store
from memtui.store.memories import ids_json


@dataclass(frozen=True, slots=True)
class Reach:
    """A condition on `memories` (as `m`), with what tells how to read it fast."""

    sql: str
    params: tuple[object, ...]
    everything: bool = False
    """Whether nothing is left out that a search may find at all."""
    by_scope: bool = True
    """Whether it asks for scope and state alone, which the maintained counts tell too."""

    def count(self, store: Store) -> int:
        """Return how many memories there are in reach; of a filter it reads them."""
        what, table = ("coalesce(sum(m.count), 0)", "scopes") if self.by_scope else ("count(*)", "memories")
        return int(store.query(f"SELECT {what} FROM {table} m WHERE {self.sql}", self.params)[0][0])

    def live_beyond(self, store: Store) -> int:
        """Return how many live memories are out of reach, from the maintained counts of scopes."""
        sql = f"SELECT coalesce(sum(m.count), 0) FROM scopes m WHERE m.state = 'live' AND NOT ({self.sql})"
        return int(store.query(sql, self.params)[0][0])

    def ids(self, store: Store) -> list[int]:
        """Return the ids of all that is in reach."""
        return [row[0] for row in store.query(f"SELECT m.id FROM memories m WHERE {self.sql}", self.params)]

    def among(self, store: Store, ids: Sequence[int]) -> set[int]:
        """Return which of these memories are in reach. Looks each up, whatever else is asked."""
        rows = store.query(
            f"SELECT m.id FROM json_each(?) j CROSS JOIN memories m ON m.id = j.value WHERE {self.sql}",
            (ids_json(ids), *self.params),
        )
        return {row[0] for row in rows}

    def first(self, store: Store, ids: Sequence[int], limit: int) -> list[int]:
        """Return the first of these memories that are in reach."""
        reached: list[int] = []
        for start in range(0, len(ids), 2 * limit):
            portion = ids[start : start + 2 * limit]
            inside = self.among(store, portion)
            reached += [i for i in portion if i in inside]
            if len(reached) >= limit:
                break
        return reached[:limit]


def around(scope: str | None) -> Reach:
    """Return what a recall in a scope may find: what is in, below or above it, about the person, or said by
    the team that works on the same project.

    Without a scope it is what is filed at the top itself, or about the person. Live and archived memories
    are found, never dropped ones.
    """
    there = "m.state IN ('live', 'archived')"
    if scope == ROOT:
        return Reach(there, (), everything=True)
    params: list[object]
    if scope is None:
        parts, params = ["m.scope = ?"], [ROOT]
    else:
        names = with_ancestors(scope)
        parts = [f"m.scope IN ({', '.join('?' * len(names))})", "m.scope >= ? AND m.scope < ?"]
        params = [*names, *subtree_bounds(scope)]
    team = None if scope is None else team_of(scope)
    if team is not None:
        parts += ["m.scope = ?", "m.scope >= ? AND m.scope < ?"]
        params += [team, *subtree_bounds(team)]
    if scope is None or not contains(USER, scope):
        parts += ["m.scope = ?", "m.scope >= ? AND m.scope < ?"]
        params += [USER, *subtree_bounds(USER)]
    return Reach(f"{there} AND ({' OR '.join(f'({part})' for part in parts)})", tuple(params))


def selected(store: Store, wanted: Filter, now: Instant) -> Reach:
    """Return what a filter selects at `now`."""
    where = selection.condition(store, wanted, now)
    return Reach(where.sql, where.params, by_scope=False)

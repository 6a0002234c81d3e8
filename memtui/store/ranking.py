"""Memories in order of strength, any page of them, without sorting the store.

For one half-life the order by strength is the order of the rank keys (domain.decay), so it is a scan of the
index (state, half_life, rank_key DESC, id). The order over all half-lives, about a dozen, is a merge of
these runs. A place in the order is a `Point`, from which every run can continue. A run whose strongest
memory is known is not read before the merge reaches it.

Under a scope filter the merge skips all other memories, which is slow when nearly all are elsewhere. A
scope of fewer than `SORT_BELOW` memories is read through the scope index and sorted instead.

Both give the same order: log2 strength falling, then id. The arithmetic is exact, so they agree to
the last row at any `now`.
"""

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from memtui.domain.decay import elapsed_halvings
from memtui.domain.instant import Instant
from memtui.domain.memory import State
from memtui.domain.scope import ROOT, subtree_bounds
from memtui.store import marks, scopes, selection
from memtui.store.database import Row, Store

SORT_BELOW = 100_000
"""Memories of a scope up to which reading and sorting it takes less than skipping all others in the merge."""
_CLOSE_ENOUGH = 256
"""Rows that may be left between the bounds; then reading them is quicker than halving on."""
_PORTION = 16
"""Rows that are read at a time of each run, so that a first page reads little it does not show."""
_LAST_ID = 1 << 63
"""More than any id, to begin behind all memories of one rank."""
_HINTS = "INDEXED BY memories_by_strength", "INDEXED BY memories_by_scope"


class Point(NamedTuple):
    """One memory's place in an order by strength. Points sort as memories are listed."""

    weakness: float
    """The negated log2 strength: the strongest comes first."""
    id: int
    """Settles ties."""


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Memories of one half-life, which an index holds in order of their rank keys."""

    where: str
    """Which they are, as SQL."""
    params: tuple[object, ...]
    elapsed: float
    """What is subtracted from a rank key to get the log2 strength."""
    strongest: float = math.inf
    weakest: float = -math.inf
    """Between these two lie their rank keys, as far as that is known."""

    def end(self, *, forward: bool) -> Point:
        """Return a place before all of them; read backwards, a place behind all."""
        if forward:
            return Point(self.elapsed - self.strongest, -1)
        return Point(self.elapsed - self.weakest, _LAST_ID)


class Ranking:
    """The order by strength, at one `now`, of the memories of one state in one scope's subtree."""

    def __init__(self, store: Store, *, scope: str = ROOT, state: State = State.LIVE, now: Instant) -> None:
        self._store = store
        self._scope = scope
        self._state = state
        self.now = now
        self._half_lives: Sequence[float | None] = selection.half_lives(store, state)
        self._runs: Sequence[Run] = [
            Run("state = ? AND half_life IS ?", (state, life), elapsed_halvings(now, life))
            for life in self._half_lives
        ]
        self._sorts = scope != ROOT and scopes.count(store, scope, state) < SORT_BELOW
        # While a first import runs in another process the indexes are off, and what is there is little.
        loads = marks.is_set(store, marks.LOADING)
        by_strength, by_scope = ("", "") if loads else _HINTS
        self._by_strength, self._by_scope = f"memories {by_strength}", f"memories {by_scope}"
        self._lives, self._lives_params = "state = ?", (state,)
        self._within(scope)

    _by_id = "memories"
    _in_scope = ""
    _scope_params: tuple[object, ...] = ()
    _lives_params: tuple[object, ...]

    def _within(self, scope: str) -> None:
        """Keep to the subtree of a scope."""
        if scope != ROOT:
            self._in_scope = " AND (scope = ? OR (scope >= ? AND scope < ?))"
            self._scope_params = (scope, *subtree_bounds(scope))

    def page(self, after: Point | None, limit: int) -> list[Point]:
        """Return up to `limit` places that follow `after`; from the strongest on for None."""
        if self._sorts:
            return self._sorted_page(after, limit, forward=True)
        return list(islice(self._merged(after, limit, forward=True), limit))

    def page_back(self, before: Point | None, limit: int) -> list[Point]:
        """Return up to `limit` places that precede `before`, in listing order; the last ones for None."""
        if self._sorts:
            return self._sorted_page(before, limit, forward=False)[::-1]
        return list(islice(self._merged(before, limit, forward=False), limit))[::-1]

    def count(self) -> int:
        """Return how many memories are in this order."""
        return scopes.count(self._store, self._scope, self._state)

    def rank(self, point: Point) -> int:
        """Return how many memories precede `point`: a count over index ranges, 40 ms in a million."""
        if self._sorts:
            everything, params = self._all_in_scope()
            key = -point.weakness
            rows = self._store.query(
                f"SELECT count(*) FROM ({everything}) WHERE strength > ? OR (strength = ? AND id < ?)",
                (*params, key, key, point.id),
            )
            return int(rows[0][0])
        return sum(self._count(run, None, point) for run in self._runs)

    def point_of(self, memory_id: int) -> Point | None:
        """Return the place of a memory, or None when it is not in this order."""
        rows = self._store.query(
            f"SELECT half_life, rank_key FROM {self._by_id} WHERE id = ? AND {self._lives}{self._in_scope}",
            (memory_id, *self._lives_params, *self._scope_params),
        )
        if not rows:
            return None
        life, key = rows[0]
        return Point(elapsed_halvings(self.now, life) - key, memory_id)

    def point_at(self, index: int) -> Point | None:
        """Return the place number `index`, counted from 0.

        Selection in sorted runs: take the middle of the longest run as a pivot, count what
        precedes it in every run, keep the side that holds the index, and so on until little is
        left to merge. Every round counts only what the last one left, about 75 ms in a million.
        """
        if self._sorts:
            everything, params = self._all_in_scope()
            rows = self._store.query(
                f"SELECT strength, id FROM ({everything}) ORDER BY strength DESC, id LIMIT 1 OFFSET ?",
                (*params, index),
            )
            return Point(-rows[0][0], rows[0][1]) if rows else None
        low: Point | None = None
        sizes = {run: self._count(run, None, None) for run in self._runs}
        while sum(sizes.values()) > _CLOSE_ENOUGH:
            longest = max(sizes, key=lambda run: sizes[run])
            pivot = self._nth(longest, low, sizes[longest] // 2)
            below = {run: self._count(run, low, pivot) for run, size in sizes.items() if size}
            before = sum(below.values())
            if before > index:
                sizes = below
            else:
                sizes = {run: sizes[run] - size for run, size in below.items()}
                sizes[longest] -= 1
                index -= before
                if index == 0:
                    return pivot
                index -= 1
                low = pivot
        candidates = self.page(low, index + 1)
        return candidates[index] if index < len(candidates) else None

    def _merged(self, edge: Point | None, limit: int, *, forward: bool) -> Iterator[Point]:
        """Yield the places after (or, backwards, before) `edge`; a run is opened when it may be next."""
        nearer = max if forward else min
        waiting: list[tuple[Point, int, Iterator[Point] | None]] = []
        for number, run in enumerate(self._runs):
            end = run.end(forward=forward)
            waiting.append((_in_turn(end if edge is None else nearer(end, edge), forward), number, None))
        heapq.heapify(waiting)
        while waiting:
            turn, number, places = waiting[0]
            if places is None:
                places = self._run(self._runs[number], edge, limit, forward=forward)
            else:
                yield _in_turn(turn, forward)
            following = next(places, None)
            if following is None:
                heapq.heappop(waiting)
            else:
                heapq.heapreplace(waiting, (_in_turn(following, forward), number, places))

    def _run(self, run: Run, edge: Point | None, limit: int, *, forward: bool) -> Iterator[Point]:
        """Yield the places of one run after (or, backwards, before) `edge`.

        Read in portions, since a merge takes only a few from most runs. Equal rank keys are ordered by
        id, and an import can make thousands of them, so the rest of the edge's own ties is one index
        range and what lies beyond is another.
        """
        elapsed = run.elapsed
        order = "rank_key DESC, id" if forward else "rank_key, id DESC"
        ties, beyond = ("id > ?", "rank_key < ?") if forward else ("id < ?", "rank_key > ?")
        size = max(_PORTION, limit // 8)
        while limit > 0:
            size = min(size, limit)
            if edge is None:
                points = self._scan(run, "", (), order, size)
            else:
                key = elapsed - edge.weakness
                points = self._scan(run, f" AND rank_key = ? AND {ties}", (key, edge.id), order, size)
                if len(points) < size:
                    points += self._scan(run, f" AND {beyond}", (key,), order, size - len(points))
            for memory_id, key in points:
                edge = Point(elapsed - key, memory_id)
                yield edge
            if len(points) < size:
                return
            limit -= size
            size *= 2

    def _scan(
        self,
        run: Run,
        where: str,
        params: tuple[object, ...],
        order: str,
        limit: int,
        offset: int = 0,
    ) -> list[Row]:
        return self._store.query(
            f"SELECT id, rank_key FROM {self._by_strength} WHERE {run.where}"
            f"{where}{self._in_scope} ORDER BY {order} LIMIT ? OFFSET ?",
            (*run.params, *params, *self._scope_params, limit, offset),
        )

    def _count(self, run: Run, low: Point | None, high: Point | None) -> int:
        """Return how many places of one run lie after `low` and before `high`."""
        elapsed = run.elapsed
        inside, params, ties = "", [], 0
        if low is not None:
            key = elapsed - low.weakness
            if high is not None and high.weakness == low.weakness:
                return self._number(run, " AND rank_key = ? AND id > ? AND id < ?", key, low.id, high.id)
            ties += self._number(run, " AND rank_key = ? AND id > ?", key, low.id)
            inside += " AND rank_key < ?"
            params.append(key)
        if high is not None:
            key = elapsed - high.weakness
            ties += self._number(run, " AND rank_key = ? AND id < ?", key, high.id)
            inside += " AND rank_key > ?"
            params.append(key)
        return ties + self._number(run, inside, *params)

    def _number(self, run: Run, where: str, *params: object) -> int:
        rows = self._store.query(
            f"SELECT count(*) FROM {self._by_strength} WHERE {run.where}{where}{self._in_scope}",
            (*run.params, *params, *self._scope_params),
        )
        return int(rows[0][0])

    def _nth(self, run: Run, low: Point | None, offset: int) -> Point:
        """Return the place of one run that `offset` others separate from `low`."""
        elapsed = run.elapsed
        where = ""
        params: tuple[object, ...] = ()
        if low is not None:
            key = elapsed - low.weakness
            ties = self._number(run, " AND rank_key = ? AND id > ?", key, low.id)
            if offset < ties:
                where, params = " AND rank_key = ? AND id > ?", (key, low.id)
            else:
                offset -= ties
                where, params = " AND rank_key < ?", (key,)
        (row,) = self._scan(run, where, params, "rank_key DESC, id", 1, offset)
        return Point(elapsed - row[1], row[0])

    def _sorted_page(self, edge: Point | None, limit: int, *, forward: bool) -> list[Point]:
        everything, params = self._all_in_scope()
        where = ""
        edge_params: tuple[object, ...] = ()
        if edge is not None:
            strength, ties = ("<", ">") if forward else (">", "<")
            where = f" WHERE strength {strength} ? OR (strength = ? AND id {ties} ?)"
            edge_params = (-edge.weakness, -edge.weakness, edge.id)
        order = "strength DESC, id" if forward else "strength, id DESC"
        rows = self._store.query(
            f"SELECT strength, id FROM ({everything}){where} ORDER BY {order} LIMIT ?",
            (*params, *edge_params, limit),
        )
        return [Point(-strength, memory_id) for strength, memory_id in rows]

    def _all_in_scope(self) -> tuple[str, tuple[object, ...]]:
        """Return a subquery of ids and strengths for everything in the scope, with its parameters."""
        key, params = strength_sql(self._half_lives, self.now)
        select = f"SELECT id, {key} AS strength FROM {self._by_scope}"
        return f"{select} WHERE {self._lives}{self._in_scope}", (
            *params,
            *self._lives_params,
            *self._scope_params,
        )


def _in_turn(place: Point, forward: bool) -> Point:
    """Return what sorts places in the direction they are read in; of that, the place."""
    return place if forward else Point(-place.weakness, -place.id)


def strength_sql(half_lives: Iterable[float | None], now: Instant) -> tuple[str, tuple[float, ...]]:
    """Return log2 strength at `now` as an SQL expression, with its parameters.

    Parameters and not literals, because SQLite may read a literal inexactly.
    """
    fading = [life for life in half_lives if life is not None]
    if not fading:
        return "rank_key", ()
    cases = " ".join(["WHEN ? THEN ?"] * len(fading))
    params = tuple(number for life in fading for number in (life, elapsed_halvings(now, life)))
    return f"rank_key - CASE half_life {cases} ELSE 0.0 END", params

"""What a view shows: memories in an order, addressed by line, at any size of store.

There are two kinds. By strength, with no condition but a scope, a `RankedListing` reads only the
part of the order that is looked at. Every other order or filter is read once as a list of ids
(`FixedListing`; 8 bytes each), which takes up to a second in a million and belongs in a thread.

A listing freezes its `now`, and after a change it keeps its order and its place: nothing jumps.
"""

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

from memtui.domain.card_kinds import Kind
from memtui.domain.filter import Filter
from memtui.domain.instant import Instant
from memtui.store import memories, selection
from memtui.store.database import Store
from memtui.store.ranking import Point, Ranking, strength_sql

_STEP = 256
"""Places read at a time around what is looked at."""
_AHEAD = 32
"""Places read past the first page: the first paint waits for no more."""
_WALK = 4096
"""A request further than this from the known part is a jump, not a walk."""
_WINDOW = 16_384
"""Places kept; the far side is forgotten beyond it."""


class Order(StrEnum):
    """By what a listing is sorted; ties by id."""

    STRENGTH = "strength"
    NEWEST = "newest"
    OLDEST = "oldest"
    USED = "used"
    IMPORTANCE = "importance"
    SCOPE = "scope"
    CHANGED = "changed"
    LARGEST = "largest"
    WORTH = "worth"
    """What is worth a look first."""


_ORDER_SQL = {
    Order.NEWEST: "m.created_at DESC, m.id DESC",
    Order.OLDEST: "m.created_at, m.id",
    Order.USED: "max(m.created_at, coalesce(m.last_accessed_at, 0)) DESC, m.id",
    Order.IMPORTANCE: "m.importance DESC, m.id",
    Order.SCOPE: "m.scope, m.id",
    Order.CHANGED: "m.updated_at DESC, m.id DESC",
    Order.LARGEST: "length(m.text) DESC, m.id",
}
_PRAISE = ", ".join(f"'{kind}'" for kind in Kind if kind.record.praises)
_DOUBTED = (
    "(SELECT id, max(worth) AS worth, max(expired) AS expired FROM ("
    "SELECT t.memory_id AS id, p.worth + CASE p.status WHEN 'open' THEN 1000 ELSE 0 END AS worth, "
    "0 AS expired FROM proposals p CROSS JOIN proposal_targets t ON t.proposal_id = p.id "
    f"WHERE p.status IN ('open', 'later') AND p.kind NOT IN ({_PRAISE}) AND "
    "(p.change ->> '$.gone' IS NULL OR t.memory_id IN (SELECT value FROM json_each(p.change, '$.gone'))) "
    "UNION ALL SELECT id, NULL, 1 FROM memories NOT INDEXED WHERE expires_at <= ?) GROUP BY id)"
)
"""The memories that a card in Review speaks against or that expired, gathered once.

Their worth is what is gained by deciding on them: how much harm they do, by how sure that is, as the queue
has it. What was put off comes behind; NULL where there is no such card."""


class Listing(Protocol):
    """Memory ids by line number."""

    now: Instant
    """The instant strengths and ages are shown for."""
    filter: Filter
    order: Order
    turned: bool
    """Whether it is read from its end: weakest first."""

    @property
    def count(self) -> int:
        """How many lines there are."""

    def ids(self, start: int, stop: int) -> list[int]:
        """Return the ids of lines `start` up to but not including `stop`; fewer past the end."""

    def position_of(self, memory_id: int) -> int | None:
        """Return the line of a memory, or None when the listing does not hold it."""

    def id_at(self, index: int) -> int | None:
        """Return the id on one line, or None past the end."""

    def refresh(self, changed: Sequence[int]) -> None:
        """Take in what this process just changed about a few memories, everything else staying put."""


def listing(
    store: Store,
    wanted: Filter,
    *,
    order: Order = Order.STRENGTH,
    turned: bool = False,
    now: Instant | None = None,
) -> Listing:
    """Return the listing of what `wanted` selects, `turned` from its end.

    At once for a scope by strength; otherwise it reads every id, so call it in a thread on a
    `sibling` store, whose `interrupt` makes it raise Interrupted.
    """
    now = store.now() if now is None else now
    if wanted.only_scope and order is Order.STRENGTH:
        ranked = RankedListing(store, wanted, now)
        return TurnedListing(ranked) if turned else ranked
    return FixedListing(store, wanted, order, now, turned=turned)


class RankedListing:
    """By strength, straight from the ranked index.

    Holds a window: a run of consecutive places and the line number of the first. Reading on from
    its ends is a keyset read; either end of the order is one too, and anywhere else is a search.
    """

    order = Order.STRENGTH
    turned = False

    def __init__(self, store: Store, wanted: Filter, now: Instant) -> None:
        self.filter = wanted
        self.now = now
        self._store = store
        (self._state,) = wanted.states
        self._ranking = Ranking(store, scope=wanted.scope, state=self._state, now=now)
        self._count = self._ranking.count()
        self._start = 0
        self._window: list[Point] = []
        self._gone: set[int] = set()
        """Memories this listing knows it does not hold, because it saw them leave."""

    @property
    def count(self) -> int:
        """How many lines there are."""
        return self._count

    def ids(self, start: int, stop: int) -> list[int]:
        """Return the ids of lines `start` up to `stop`; see Listing."""
        start, stop = max(start, 0), min(stop, self._count)
        if start >= stop:
            return []
        self._reach(start, stop)
        return [point.id for point in self._window[start - self._start : stop - self._start]]

    def id_at(self, index: int) -> int | None:
        """Return the id on one line, or None past the end."""
        return next(iter(self.ids(index, index + 1)), None) if index >= 0 else None

    def position_of(self, memory_id: int) -> int | None:
        """Return the line of a memory; up to 40 ms in a million when it is far from what was read."""
        for offset, point in enumerate(self._window):
            if point.id == memory_id:
                return self._start + offset
        point_of = self._ranking.point_of(memory_id)
        return None if point_of is None else self._ranking.rank(point_of)

    def refresh(self, changed: Sequence[int]) -> None:
        """Take in changes to a few memories; see Listing.

        Lines above the window move only by what left or entered there. What left is known when it
        was in the window; otherwise the window's first place is counted anew.
        """
        unsure = False
        self._ranking = Ranking(self._store, scope=self.filter.scope, state=self._state, now=self.now)
        self._count = self._ranking.count()
        for memory_id in changed:
            known = next((i for i, point in enumerate(self._window) if point.id == memory_id), None)
            if known is not None:
                del self._window[known]
            elif memory_id not in self._gone:
                unsure = True
            self._gone.discard(memory_id)
            point = self._ranking.point_of(memory_id)
            if point is None:
                self._gone.add(memory_id)
            else:
                self._enter(point)
        if not self._window:
            self._start = 0
        elif unsure and self._start > 0:
            self._start = self._ranking.rank(self._window[0])

    def _enter(self, point: Point) -> None:
        if not self._window or point < self._window[0]:
            if self._window and self._start == 0:
                self._window.insert(0, point)
            elif self._window:
                self._start += 1
            return
        index = bisect_left(self._window, point)
        if index < len(self._window) or self._start + len(self._window) == self._count - 1:
            self._window.insert(index, point)

    def _reach(self, start: int, stop: int) -> None:
        """Make the window cover lines `start` up to `stop`."""
        end = self._start + len(self._window)
        if not self._window or start > end + _WALK or stop < self._start - _WALK:
            self._jump(start, stop)
            end = self._start + len(self._window)
        while end < stop:
            more = self._ranking.page(self._window[-1], max(stop - end, _STEP))
            if not more:
                self._count = end
                break
            self._window += more
            end += len(more)
        while self._start > start:
            more = self._ranking.page_back(self._window[0], min(max(self._start - start, _STEP), self._start))
            if not more:
                self._start = 0
                break
            self._window[:0] = more
            self._start -= len(more)
        self._forget_far_side(start, stop)

    def _jump(self, start: int, stop: int) -> None:
        """Put the window where lines `start` up to `stop` are."""
        size = max(stop - start, _STEP)
        if start <= _WALK:
            self._start, self._window = 0, self._ranking.page(None, stop + _AHEAD)
        elif stop >= self._count - _WALK:
            self._window = self._ranking.page_back(None, self._count - start)
            self._start = self._count - len(self._window)
        else:
            first = self._ranking.point_at(start)
            self._start = start
            self._window = [] if first is None else [first, *self._ranking.page(first, size)]
        if not self._window:
            self._start, self._window = 0, self._ranking.page(None, _STEP)

    def _forget_far_side(self, start: int, stop: int) -> None:
        if len(self._window) <= _WINDOW:
            return
        keep_from = max(start - _WALK, self._start) - self._start
        keep_to = stop + _WALK - self._start
        self._window = self._window[keep_from:keep_to]
        self._start += keep_from


class TurnedListing:
    """A ranked listing from its end, which is as near to it as its beginning."""

    turned = True

    def __init__(self, ranked: RankedListing) -> None:
        self.filter = ranked.filter
        self.order = ranked.order
        self.now = ranked.now
        self._ranked = ranked

    @property
    def count(self) -> int:
        """How many lines there are."""
        return self._ranked.count

    def ids(self, start: int, stop: int) -> list[int]:
        """Return the ids of lines `start` up to `stop`; see Listing."""
        return self._ranked.ids(self.count - stop, self.count - max(start, 0))[::-1]

    def id_at(self, index: int) -> int | None:
        """Return the id on one line, or None past the end."""
        return next(iter(self.ids(index, index + 1)), None) if 0 <= index < self.count else None

    def position_of(self, memory_id: int) -> int | None:
        """Return the line of a memory; see RankedListing."""
        place = self._ranked.position_of(memory_id)
        return None if place is None else self.count - 1 - place

    def refresh(self, changed: Sequence[int]) -> None:
        """Take in changes to a few memories; see Listing."""
        self._ranked.refresh(changed)


class FixedListing:
    """Any filter, any order: all ids read once, or those of them that are known already."""

    def __init__(
        self,
        store: Store,
        wanted: Filter,
        order: Order,
        now: Instant,
        *,
        turned: bool = False,
        ids: Sequence[int] | None = None,
    ) -> None:
        self.filter = wanted
        self.order = order
        self.turned = turned
        self.now = now
        self.doubted = 0
        """How many, of what is worth a look, a card speaks against or have expired; they come first."""
        self._store = store
        self._ids = array("q", ids) if ids is not None else self._read()
        if turned:
            self._ids.reverse()
        self._left: dict[int, int] = {}
        """The line each memory was on when it left, so that an undo puts it back there."""

    def _read(self) -> "array[int]":
        """Read the ids of all lines.

        Worth a look is first what a card in Review speaks against, then what expired, then the weakest.
        """
        if self.order not in (Order.STRENGTH, Order.WORTH):
            return self._sorted("memories m", _ORDER_SQL[self.order])
        lives = {life for state in self.filter.states for life in selection.half_lives(self._store, state)}
        key, params = strength_sql(lives, self.now)
        if self.order is Order.STRENGTH:
            return self._sorted("memories m", f"{key} DESC, m.id", params)
        doubted = f"{_DOUBTED} d CROSS JOIN memories m ON m.id = d.id"
        ids = self._sorted(doubted, f"d.worth DESC, d.expired DESC, {key}, m.id", params, (self.now,))
        first = set(ids)
        self.doubted = len(ids)
        ids.extend(i for i in self._sorted("memories m", f"{key}, m.id", params) if i not in first)
        return ids

    def _sorted(
        self, rows_of: str, by: str, params: Sequence[object] = (), known: Sequence[object] = ()
    ) -> "array[int]":
        """Read the ids of what is selected of some tables, in an order; both given as SQL.

        `known` are the parameters of the tables, `params` those of the order.
        """
        where = selection.condition(self._store, self.filter, self.now)
        sql = f"SELECT m.id FROM {rows_of} WHERE {where.sql} ORDER BY {by}"
        ids = array("q")
        for rows in self._store.stream(sql, (*known, *where.params, *params)):
            ids.extend([row[0] for row in rows])
        return ids

    def on(self, store: Store) -> "FixedListing":
        """Return this listing, reading from now on through `store`: the thread that made it is done."""
        self._store = store
        return self

    @property
    def count(self) -> int:
        """How many lines there are."""
        return len(self._ids)

    def ids(self, start: int, stop: int) -> list[int]:
        """Return the ids of lines `start` up to `stop`; see Listing."""
        return list(self._ids[max(start, 0) : max(stop, 0)])

    def id_at(self, index: int) -> int | None:
        """Return the id on one line, or None past the end."""
        return self._ids[index] if 0 <= index < len(self._ids) else None

    def position_of(self, memory_id: int) -> int | None:
        """Return the line of a memory, or None when the listing does not hold it."""
        try:
            return self._ids.index(memory_id)
        except ValueError:
            return None

    def refresh(self, changed: Sequence[int]) -> None:
        """Take in changes to a few memories; see Listing. A new one comes first."""
        where = selection.condition(self._store, self.filter, self.now)
        rows = self._store.query(
            f"SELECT m.id FROM memories m WHERE m.id {memories.AMONG} AND {where.sql}",
            (memories.ids_json(changed), *where.params),
        )
        matching = {row[0] for row in rows}
        entering = []
        for memory_id in changed:
            line = self.position_of(memory_id)
            if line is not None and memory_id not in matching:
                self._left[memory_id] = line
                del self._ids[line]
            elif line is None and memory_id in matching:
                entering.append(memory_id)
        # A line number holds for the lines as they were then, so the last to leave is the first back.
        for memory_id in [i for i in reversed(self._left) if i in entering]:
            self._ids.insert(self._left.pop(memory_id), memory_id)
            entering.remove(memory_id)
        for memory_id in entering:
            self._ids.insert(0, memory_id)

"""The spans of all memories, laid out so that those of any one time are found without passing the others.

A span holds from when it was born until it is gone (`spans`). Times are divided into eras with about as many
births, or as many ends, each, and a cell is what was born in one era and is gone in another. At any one time
a cell holds whole, or not at all, or in part; the last only where that time lies in one of its two eras. So a
merge of all cells by strength passes few spans in vain, be the time a day or ten years back.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.decay import elapsed_halvings
from memtui.domain.instant import Instant
from memtui.domain.scope import ROOT
from memtui.store import scopes
from memtui.store.database import Store
from memtui.store.ranking import Run

ERAS = 12
"""Chosen: twice as many halve what is passed in vain, and make four times as many cells to merge."""
_AFTER = "\1"
"""Sorts after all that continues a scope, and before its neighbours."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """The spans of one half-life that were born in one era and are gone in another."""

    half_life: float | None
    number: int
    strongest: float
    weakest: float
    """The highest and the lowest rank key."""
    first_born: Instant
    last_born: Instant
    first_gone: Instant
    last_gone: Instant

    def run(self, when: Instant) -> Run | None:
        """Return what of it holds at a time, in order of strength; None for nothing."""
        if self.first_born > when or self.last_gone <= when:
            return None
        where = "half_life IS ? AND cell = ?"
        params: tuple[object, ...] = (self.half_life, self.number)
        if self.last_born > when or self.first_gone <= when:
            where, params = f"{where} AND born <= ? AND gone > ?", (*params, when, when)
        elapsed = elapsed_halvings(when, self.half_life)
        return Run(where, params, elapsed, self.strongest, self.weakest)


class Eras:
    """The spans of all memories in a temporary table of one connection, in cells and counted by scope."""

    def __init__(self, store: Store, tell: Callable[[float], object] = lambda _: None) -> None:
        """Lay out `temp.found`, which `spans` has filled, as `temp.spans`, and drop `temp.found`.

        `tell` is called with the share of the work that is done.
        """
        self._store, self._tell = store, tell
        rows = store.query("SELECT DISTINCT scope FROM temp.found")
        self.scopes: Sequence[str] = sorted((row[0] for row in rows), key=scopes.in_order)
        """All scopes that a memory was ever in, each before those below it; its number is its place here."""
        self._born = self._times("SELECT born FROM temp.found ORDER BY born")
        self._gone = self._times(f"SELECT gone FROM temp.found WHERE gone < {_EVER} ORDER BY gone")
        tell(0.25)
        self._fill(_bounds(self._born), _bounds(self._gone))
        tell(0.85)
        self._cells = [_Cell(*row) for row in store.query(_CELLS)]
        self.half_lives = sorted({cell.half_life for cell in self._cells}, key=lambda life: life or 0.0)
        self._born_in = self._by_scope("born", "true")
        self._gone_in = self._by_scope("gone", f"gone < {_EVER}")

    def _times(self, sql: str) -> "array[float]":
        return array("d", (row[0] for rows in self._store.stream(sql) for row in rows))

    def _fill(self, born: Sequence[Instant], gone: Sequence[Instant]) -> None:
        store = self._store
        store.query("CREATE TEMP TABLE places (scope TEXT PRIMARY KEY, place INTEGER)")
        numbered = ((scope, place) for place, scope in enumerate(self.scopes))
        store.fill_temporary("INSERT INTO temp.places VALUES (?, ?)", numbered)
        store.query(
            "CREATE TEMP TABLE spans "
            "(id INTEGER, half_life REAL, cell INTEGER, rank_key REAL, born REAL, gone REAL, place INTEGER)"
        )
        cell = f"{_era_sql('born', born)} * {ERAS + 1} + {_era_sql('gone', gone)}"
        store.query(
            f"INSERT INTO temp.spans SELECT id, half_life, {cell}, rank_key, born, gone, place "
            "FROM temp.found JOIN temp.places USING (scope)"
        )
        store.query("DROP TABLE temp.found")
        store.query("DROP TABLE temp.places")
        for done, (name, columns) in enumerate(_INDEXES.items(), start=1):
            self._tell(0.25 + 0.15 * done)
            store.query(f"CREATE INDEX temp.{name} ON spans ({columns})")

    def _by_scope(self, column: str, where: str) -> "_TimesByScope":
        times, starts = array("d"), array("q", [0] * (len(self.scopes) + 1))
        sql = f"SELECT place, {column} FROM temp.spans WHERE {where} ORDER BY place, {column}"
        for rows in self._store.stream(sql):
            for place, time in rows:
                times.append(time)
                starts[place + 1] = len(times)
        for place in range(len(self.scopes)):
            starts[place + 1] = max(starts[place + 1], starts[place])
        return _TimesByScope(times, starts)

    def runs(self, when: Instant) -> list[Run]:
        """Return the spans that hold at a time, as runs sorted by strength that a listing can merge."""
        return [run for cell in self._cells if (run := cell.run(when)) is not None]

    def count(self, when: Instant) -> int:
        """Return how many memories lived at a time: microseconds."""
        return bisect_right(self._born, when) - bisect_right(self._gone, when)

    def counts(self, when: Instant) -> Mapping[str, int]:
        """Return how many memories lived at a time in each scope itself: a microsecond a scope."""
        return {scope: self._count_in(place, when) for place, scope in enumerate(self.scopes)}

    def count_within(self, scope: str, when: Instant) -> int:
        """Return how many memories lived at a time in the subtree of a scope."""
        if scope == ROOT:
            return self.count(when)
        return sum(self._count_in(place, when) for place in range(*self.places(scope)))

    def _count_in(self, place: int, when: Instant) -> int:
        return self._born_in.until(place, when) - self._gone_in.until(place, when)

    def spans_within(self, scope: str) -> int:
        """Return how many spans of all times the subtree of a scope has."""
        return self._born_in.within(*self.places(scope))

    def places(self, scope: str) -> tuple[int, int]:
        """Return the numbers of the scopes in the subtree of one: the first, and the one after the last."""
        if scope == ROOT:
            return 0, len(self.scopes)
        key = scopes.in_order(scope)
        low, high = (bisect_left(self.scopes, edge, key=scopes.in_order) for edge in (key, key + _AFTER))
        return low, high


@dataclass(frozen=True, slots=True)
class _TimesByScope:
    """Times, sorted within each scope."""

    times: "array[float]"
    starts: "array[int]"
    """Where those of each scope begin, and the end of the last."""

    def until(self, place: int, when: Instant) -> int:
        """Return how many of a scope's times are not after `when`."""
        start = self.starts[place]
        return bisect_right(self.times, when, start, self.starts[place + 1]) - start

    def within(self, low: int, high: int) -> int:
        """Return how many times the scopes from one number up to another have."""
        return self.starts[high] - self.starts[low]


def _bounds(times: Sequence[Instant]) -> list[Instant]:
    """Return the times at which eras begin that share out sorted times; fewer where many are the same."""
    return sorted({times[len(times) * number // ERAS] for number in range(1, ERAS)}) if times else []


def _era_sql(column: str, bounds: Sequence[Instant], first: int = 0) -> str:
    """Return the number of the era that a column lies in as SQL: a search by halves."""
    if not bounds:
        return str(first)
    middle = len(bounds) // 2
    earlier = _era_sql(column, bounds[:middle], first)
    later = _era_sql(column, bounds[middle + 1 :], first + middle + 1)
    return f"CASE WHEN {column} < {bounds[middle]!r} THEN {earlier} ELSE {later} END"


_EVER = "9e999"
"""`spans.EVER`, as SQLite writes infinity."""
_INDEXES = {
    "spans_by_strength": "half_life, cell, rank_key DESC, id, born, gone, place",
    "spans_by_scope": "place, born, gone, half_life, rank_key, id",
    "spans_by_id": "id, born, gone",
}
_CELLS = (
    "SELECT half_life, cell, max(rank_key), min(rank_key), min(born), max(born), min(gone), max(gone) "
    "FROM temp.spans GROUP BY half_life, cell"
)

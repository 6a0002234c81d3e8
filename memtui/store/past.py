"""The store as it was at a past time, or as it will be when nobody changes it: read-only, strongest first.

Made from the spans that `spans` replays and `eras` lays out. A step to another time reads one page by
strength and counts nothing, however far it leads.
"""

import heapq
import math
import threading
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from memtui.domain.decay import elapsed_halvings, halvings_to
from memtui.domain.fading import faded_below, tells_from
from memtui.domain.filter import Filter
from memtui.domain.instant import DAY, EARLIEST, Instant
from memtui.domain.memory import Memory, State
from memtui.domain.scope import ROOT
from memtui.store import memories, over_time, said_then, scopes, selection, spans
from memtui.store.database import Store
from memtui.store.each_day import EachDay
from memtui.store.eras import Eras
from memtui.store.errors import Interrupted
from memtui.store.listing import FixedListing, Order, RankedListing
from memtui.store.ranking import Point, Ranking
from memtui.store.scopes import ScopeCount

_SORT_BELOW = 30_000
"""A scope of fewer spans is read whole and sorted, which takes less than a frame or two."""
_READABLE, _REPLAYED, _LAID_OUT = 0.02, 0.1, 0.85
"""The share of the work that is done when a day can be read by itself, when all spans are known, and when
they are laid out; measured."""
WEEK = 7 * DAY


@dataclass(frozen=True, slots=True)
class Weeks:
    """What came and went in each week, by the number of the week since 1970."""

    made: dict[int, int]
    """Came into the store, or before its journal, was made."""
    used: dict[int, int]
    """Was used: by the log of uses, and by the last use of each memory."""
    left: dict[int, int]
    """Was dropped or archived, and is not back."""
    faded: dict[int, int]
    """Fell or will fall below the prune threshold, when nobody uses it again."""


def week_of(when: Instant) -> int:
    """Return the number of a week since 1970."""
    return int(when // WEEK)


def _weeks(store: Store) -> Weeks:
    rules = store.decay
    faded = f"(rank_key + ?) * half_life * {DAY}"  # `fading.key_falls_at`
    told = selection.disuse_tells(math.inf, rules)

    def counted(sql: str, *params: object) -> dict[int, int]:
        return {int(week): number for week, number in store.query(sql, params) if week is not None}

    each = "FROM (SELECT min(born) AS born, max(gone) AS gone FROM temp.spans GROUP BY id)"
    return Weeks(
        made=counted(f"SELECT CAST(born / ? AS INTEGER), count(*) {each} GROUP BY 1", WEEK),
        used=over_time.uses(store, EARLIEST, WEEK),
        left=counted(
            f"SELECT CAST(gone / ? AS INTEGER), count(*) {each} WHERE gone < ? GROUP BY 1", WEEK, spans.EVER
        ),
        faded=counted(
            f"SELECT CAST({faded} / ? AS INTEGER), count(*) FROM temp.spans WHERE half_life IS NOT NULL "
            "AND gone = ? AND id NOT IN "
            f"(SELECT m.id FROM memories m WHERE m.state = 'live' AND NOT {told.sql}) GROUP BY 1",
            halvings_to(rules.prune_threshold),
            WEEK,
            spans.EVER,
            *told.params,
        )
        if rules.prune_threshold > 0
        else {},
    )


@dataclass(frozen=True, slots=True)
class Found:
    """What a filter selects of a past or coming time."""

    listing: FixedListing
    by_scope: Mapping[str, int]
    """How many it selects in the subtree of each scope, wherever it lists."""


class Past:
    """What is known of all times. Used by one thread, `select` by others; has a connection until `close`."""

    def __init__(
        self,
        store: Store,
        tell: Callable[[float], object] = lambda _: None,
        readable: Callable[[EachDay], object] | None = None,
    ) -> None:
        """Replay the journal on a connection of its own: some fifteen seconds in a million.

        `tell` is called with the share of the work that is done, from 0 to 1; what it raises ends the work.
        `readable` gets what reads single days, as soon as that can be, to use and to close.
        """
        self.store = store.sibling()
        self._reading, self._closed = threading.Lock(), False
        try:
            self._mark = self.store.change_mark()
            self.journal_from = spans.replay(self.store)
            """When the journal begins; before it, memories are told by their own dates."""
            tell(_READABLE)
            if readable is not None:
                readable(EachDay(self.store, self.journal_from))
            spans.add_still(self.store, self.journal_from)
            tell(_REPLAYED)
            self.eras = Eras(self.store, lambda share: tell(_REPLAYED + (_LAID_OUT - _REPLAYED) * share))
            self.weeks = _weeks(self.store)
            tell(1.0)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the connection, once no thread reads with it."""
        with self._reading:
            self._closed = True
            self.store.close()

    @property
    def is_current(self) -> bool:
        """Whether nothing was written to the store since its journal was replayed."""
        return self.store.change_mark() == self._mark

    def count(self, when: Instant) -> int:
        """Return how many memories lived at a time."""
        return self.eras.count(when)

    def tree(self, when: Instant) -> list[ScopeCount]:
        """Return the scopes of what lived at a time, as `scopes.tree` does."""
        counts = self.eras.counts(when)
        return scopes.with_totals({scope: count for scope, count in counts.items() if count})

    def listing(self, when: Instant, scope: str = ROOT) -> "PastListing":
        """Return what lived at a time in the subtree of a scope, by the strength it had."""
        return PastListing(self, when, scope)

    def select(self, store: Store, wanted: Filter, when: Instant) -> "Found":
        """Return the memories of a past time that `wanted` selects, by their texts and fields at that time.

        Which memories those are is read through `store`, in the thread that owns it; its `interrupt` makes
        this raise Interrupted. `is:` asks for what memories are today, dropped ones too where it is not said,
        and `idle:` and `used:` for the uses that are known today.
        """
        low, high = self.eras.places(wanted.scope)
        runs: list[list[Point]] = []
        by_place: Counter[int] = Counter()
        for ids_there in self._selected(store, wanted, when):
            alive = self._places_of(ids_there, wanted, when)
            by_place.update(place for _, place in alive)
            runs.append(sorted(point for point, place in alive if low <= place < high))
        # Merged and not sorted: sorting a million would hold up the screen's thread all the while.
        ids = array("q", (point.id for point in heapq.merge(*runs)))
        own = {self.eras.scopes[place]: count for place, count in by_place.items()}
        return Found(
            FixedListing(self.store, wanted, Order.STRENGTH, when, ids=ids),
            {node.scope: node.total for node in scopes.with_totals(own)},
        )

    def _selected(self, store: Store, wanted: Filter, when: Instant) -> Iterator[list[int]]:
        """Yield the ids that `wanted` selects by what memories said at `when`, whatever their scope then."""
        states = frozenset(State) if wanted.states == Filter().states else wanted.states
        signs = wanted.signs - {"faded"}
        everywhere = replace(wanted, scope=ROOT, states=states, below=None, fades=None, signs=signs)
        edited = said_then.edited_since(store, everywhere, when)
        otherwise = {memory_id for memory_id, _ in edited}
        for ids in _among(store, everywhere, when):
            yield [i for i in ids if i not in otherwise] if otherwise else ids
        if otherwise:
            with said_then.laid_over(store, edited):
                yield from _among(store, everywhere, when)

    def _places_of(self, ids: Sequence[int], wanted: Filter, when: Instant) -> list[tuple[Point, int]]:
        """Return where some memories stood in the order of a time, and the numbers of their scopes.

        Those are left out that `wanted` does not ask for by the strength of then.
        """
        with self._reading:
            if self._closed:
                raise Interrupted
            rows = self.store.query(
                "SELECT id, half_life, rank_key, place FROM temp.spans INDEXED BY spans_by_id "
                f"WHERE id {memories.AMONG} AND born <= ? AND gone > ?",
                (memories.ids_json(ids), when, when),
            )
            imported: dict[int, str] = {}
            if wanted.fades is not None or "faded" in wanted.signs:
                sql = f"SELECT id, source FROM memories WHERE id {memories.AMONG} AND origin = 'imported'"
                imported = dict(self.store.query(sql, (memories.ids_json(ids),)))
        fits = self._by_strength(wanted, when)
        return [
            (Point(elapsed_halvings(when, life) - key, i), place)
            for i, life, key, place in rows
            if fits(life, key, imported.get(i))
        ]

    def _by_strength(
        self, wanted: Filter, when: Instant
    ) -> Callable[[float | None, float, str | None], bool]:
        """Return whether a half-life and a rank key of then are what the tokens of strength ask for.

        Besides them it is given the source of what was imported.
        """
        most = halvings_to(wanted.below) if wanted.below is not None else -math.inf
        later = wanted.fades.after(when) if wanted.fades is not None else None
        rules = self.store.decay

        def faded(life: float | None, key: float, source: str | None, at: Instant) -> bool:
            told = source is None or tells_from(source, rules) <= at
            return told and key < faded_below(life, at, rules)

        def fits(life: float | None, key: float, source: str | None) -> bool:
            weak = elapsed_halvings(when, life) - key > most
            has_faded = faded(life, key, source, when)
            fades = later is None or (faded(life, key, source, later) and not has_faded)
            return weak and fades and (has_faded or "faded" not in wanted.signs)

        return fits

    def memories(self, ids: Sequence[int], when: Instant) -> list[Memory]:
        """Return memories as they were at a time, those too whose creation was undone since."""
        wanted = memories.ids_json(ids)
        lives: dict[int, float | None] = dict(
            self.store.query(
                "SELECT id, half_life FROM temp.spans INDEXED BY spans_by_id "
                f"WHERE id {memories.AMONG} AND born <= ? AND gone > ?",
                (wanted, when, when),
            )
        )
        return said_then.as_they_were(self.store, ids, when, lives)


def _among(store: Store, wanted: Filter, when: Instant) -> Iterator[list[int]]:
    """Yield the ids of what the tables of a connection have for a filter, in portions."""
    where = selection.condition(store, wanted, when)
    for rows in store.stream(f"SELECT m.id FROM memories m WHERE {where.sql}", where.params):
        yield [row[0] for row in rows]


class PastRanking(Ranking):
    """The order by strength at a past or coming time."""

    _by_id = "temp.spans"
    _by_strength = "temp.spans INDEXED BY spans_by_strength"
    _by_scope = "temp.spans INDEXED BY spans_by_scope"

    def __init__(self, past: Past, when: Instant, scope: str = ROOT) -> None:
        eras = past.eras
        self._store = past.store
        self.now = when
        self._half_lives = eras.half_lives
        self._runs = eras.runs(when)
        self._lives, self._lives_params = "born <= ? AND gone > ?", (when, when)
        self._lived = eras.count_within(scope, when)
        self._sorts = scope != ROOT and eras.spans_within(scope) < _SORT_BELOW
        if scope != ROOT:
            self._in_scope, self._scope_params = " AND place >= ? AND place < ?", eras.places(scope)

    def count(self) -> int:
        """Return how many memories lived then."""
        return self._lived


class PastListing(RankedListing):
    """What lived at a time, line by line."""

    def __init__(self, past: Past, when: Instant, scope: str = ROOT) -> None:
        self.filter = Filter(scope=scope)
        self.now = when
        self._ranking = PastRanking(past, when, scope)
        self._count = self._ranking.count()
        self._start = 0
        self._window: list[Point] = []
        self._gone: set[int] = set()

    def refresh(self, changed: Sequence[int]) -> None:
        """Do nothing: changes of today leave the list of a past day as it was."""

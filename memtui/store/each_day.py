"""Single days of the store, each read by itself: for whoever asks before all days are laid out.

What nothing happened to since it came in, nearly all of a large store, is read where it is; only what the
journal or the log of uses tells of is replayed before (`spans`). A day takes about a second in a million,
where laying out all of them takes some fifteen, and says the same.
"""

import threading
from array import array
from collections.abc import Mapping
from dataclasses import dataclass

from memtui.domain.filter import Filter
from memtui.domain.instant import Instant
from memtui.domain.memory import State
from memtui.domain.scope import ROOT, subtree_bounds
from memtui.store import selection, spans
from memtui.store.database import Store
from memtui.store.errors import Interrupted
from memtui.store.listing import FixedListing, Order
from memtui.store.ranking import strength_sql

_LAST = 1 << 62
"""More than any id."""


@dataclass(frozen=True, slots=True)
class Day:
    """What lived on a day, strongest first."""

    listing: FixedListing
    half_lives: Mapping[int, float | None]
    """The half-lives that memories had then, of those that anything happened to; of the others, today's."""


class EachDay:
    """Reads one day at a time, for one thread after another, until `close`."""

    def __init__(self, replayed: Store, first: Instant) -> None:
        """Copy what `spans.replay` has put into tables of a connection; the journal begins `first`."""
        self._store, self._first = replayed.sibling(), first
        self._reading, self._closed = threading.Lock(), False
        spans.copy(replayed, self._store)
        days = self._store.query("SELECT DISTINCT half_life FROM temp.found")
        now = selection.half_lives(self._store, State.LIVE)
        self._half_lives = {*now, *(life for (life,) in days)}
        self._creations = spans.creations(self._store)

    def close(self) -> None:
        """Let go of the connection; who reads with it gets Interrupted."""
        self.interrupt()
        with self._reading:
            self._closed = True
            self._store.close()

    def interrupt(self) -> None:
        """Abort what is being read in another thread; it raises Interrupted there."""
        self._store.interrupt()

    def day(self, when: Instant, scope: str = ROOT) -> Day:
        """Return what lived at a time in the subtree of a scope."""
        with self._reading:
            sql, params = self._lived(when, scope)
            strength, lives = strength_sql(self._half_lives, when)
            ids = array("q")
            ordered = f"SELECT id FROM ({sql}) ORDER BY {strength} DESC, id"
            for rows in self._store.stream(ordered, (*params, *lives)):
                ids.extend([row[0] for row in rows])
            replayed = self._store.query(
                "SELECT id, half_life FROM temp.found WHERE born <= ? AND gone > ?", (when, when)
            )
        listing = FixedListing(self._store, Filter(scope=scope), Order.STRENGTH, when, ids=ids)
        return Day(listing, dict(replayed))

    def by_scope(self, when: Instant) -> dict[str, int]:
        """Return how many memories lived at a time in each scope itself."""
        with self._reading:
            sql, params = self._lived(when, ROOT)
            return dict(self._store.query(f"SELECT scope, count(*) FROM ({sql}) GROUP BY scope", params))

    def _lived(self, when: Instant, scope: str) -> tuple[str, tuple[object, ...]]:
        """Return what lived at a time as SQL, and its parameters: ids, scopes, half-lives and rank keys."""
        if self._closed:
            raise Interrupted
        self._set_apart(when)
        key, lived, params = "rank_key", "true", tuple[object, ...]()
        if when < self._first:
            key = f"CASE WHEN coalesce(last_accessed_at, 0) <= ? THEN rank_key ELSE {spans.EARLY} END"
            lived, params = "created_at <= ?", (when, when)
        within, bounds = "", tuple[object, ...]()
        if scope != ROOT:
            within, bounds = " AND (scope = ? OR (scope >= ? AND scope < ?))", (scope, *subtree_bounds(scope))
        still = (
            f"SELECT id, scope, half_life, {key} AS rank_key FROM memories WHERE state = 'live' AND {lived} "
            "AND id NOT IN (SELECT id FROM temp.moved) AND coalesce((SELECT high FROM temp.apart "
            f"WHERE low <= id ORDER BY low DESC LIMIT 1), 0) < id{within}"
        )
        replayed = (
            f"SELECT id, scope, half_life, rank_key FROM temp.found WHERE born <= ? AND gone > ?{within}"
        )
        return f"{still} UNION ALL {replayed}", (*params, *bounds, when, when, *bounds)

    def _set_apart(self, when: Instant) -> None:
        """Put the ids into `temp.apart`, as ranges, that no creation before a time names."""
        self._store.query("CREATE TEMP TABLE IF NOT EXISTS apart (low INTEGER PRIMARY KEY, high INTEGER)")
        self._store.query("DELETE FROM temp.apart")
        gaps, known = list[tuple[int, int]](), 0
        for low, high, at, _ in self._creations:
            if when < self._first or at <= when:
                gaps += [(known + 1, low - 1)] if low > known + 1 else []
                known = max(known, high)
        self._store.fill_temporary("INSERT INTO temp.apart VALUES (?, ?)", [*gaps, (known + 1, _LAST)])

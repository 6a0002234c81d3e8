"""How a store has been changing and what will fade, for the Insights view.

By the memories' own dates, so that what was linked or imported today shows the months it is from. Every
figure reads an index, not the texts.
"""

import heapq
from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from memtui.domain.days import day_of
from memtui.domain.durations import Duration
from memtui.domain.fading import faded_below, key_falls_at
from memtui.domain.filter import Filter
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import MemoryType, State
from memtui.store import selection
from memtui.store.accesses import BY_AGENTS
from memtui.store.database import Store

HORIZONS = tuple(map(Duration.parse, ("7d", "30d", "90d", "365d")))
"""How far ahead a forecast looks."""
_LOADED = 30 * DAY
_AGENTS = f"AND {BY_AGENTS} AND at NOT IN (SELECT at FROM ops WHERE undone_by IS NOT NULL) "
"""Leaves out what a person used, and what was used by an act that was undone."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How many memories lived at the end of each of some stretches of equal length, by type."""

    start: Instant
    step: float
    """Seconds of each stretch."""
    by_type: dict[MemoryType, list[int]]

    @property
    def live(self) -> list[int]:
        """Those of all types."""
        return [sum(column) for column in zip(*self.by_type.values(), strict=True)]


def growth(store: Store, steps: int) -> Growth:
    """Return how many memories lived at `steps` instants, the last of them now.

    Since when is what a memory says of itself; one that is dropped or archived counts until it was last
    changed. Two scans of an index, 0.7 s in a million.
    """
    now = store.now()
    (oldest,) = store.query("SELECT min(created_at) FROM memories WHERE state != 'absent'")[0]
    start = min(oldest if oldest is not None else now, now - 7 * DAY)
    step = (now - start) / steps
    changes = {kind: [0] * steps for kind in MemoryType}

    def count(column: str, states: str, sign: int) -> None:
        rows = store.query(
            f"SELECT type, CAST(max(min(({column} - ?) / ?, ?), 0) AS INTEGER) AS place, count(*) "
            f"FROM memories WHERE state IN ({states}) AND {column} <= ? GROUP BY type, place",
            (start, step, steps, now),
        )
        for kind, place, number in rows:
            changes[MemoryType(kind)][min(place, steps - 1)] += sign * number

    count("created_at", "'live', 'archived', 'dropped'", 1)
    count("max(updated_at, created_at)", "'archived', 'dropped'", -1)
    return Growth(start, step, {kind: list(accumulate(each)) for kind, each in changes.items()})


@dataclass(frozen=True, slots=True)
class Calendar:
    """How many live memories were made, and how many were used, on each day."""

    made: dict[date, int]
    used: dict[date, int]


def calendar(store: Store, since: Instant) -> Calendar:
    """Return the days since an instant on which live memories were made or used."""
    made = store.query(
        "SELECT CAST(created_at / ? AS INTEGER), count(*) FROM memories "
        "WHERE state = 'live' AND created_at >= ? GROUP BY 1",
        (DAY, since),
    )
    used = uses(store, since, DAY).items()
    return Calendar({day_of(day * DAY): n for day, n in made}, {day_of(day * DAY): n for day, n in used})


def uses(store: Store, since: Instant, step: float) -> dict[int, int]:
    """Return how many live memories were used in each stretch of `step` seconds, by its number since 1970.

    By the log of uses, and by the last use of a memory, which also those have that came in from elsewhere.
    """
    rows = store.query(
        "SELECT stretch, sum(number) FROM ("
        "SELECT CAST(last_accessed_at / ? AS INTEGER) AS stretch, count(*) AS number FROM memories "
        "WHERE state = 'live' AND last_accessed_at >= ? GROUP BY stretch "
        "UNION ALL SELECT stretch, count(*) FROM (SELECT DISTINCT CAST(a.at / ? AS INTEGER) AS stretch, m.id "
        "FROM accesses a INDEXED BY accesses_by_time JOIN memories m ON m.id = a.memory_id "
        "WHERE a.at >= ? AND m.state = 'live' "
        "AND CAST(m.last_accessed_at / ? AS INTEGER) != CAST(a.at / ? AS INTEGER)) GROUP BY stretch"
        ") GROUP BY stretch",
        (step, since, step, since, step, step),
    )
    return dict(rows)


def forecast(store: Store) -> list[tuple[Duration, int]]:
    """Return how many live memories fade within each of `HORIZONS`, besides those that have faded."""
    return [(ahead, selection.count(store, Filter(fades=ahead))) for ahead in HORIZONS]


def fading_next(store: Store, limit: int) -> list[int]:
    """Return the live memories that fade next, the first of them first: one seek for each half-life."""
    now, rules = store.now(), store.decay
    if rules.prune_threshold <= 0:
        return []
    told = selection.disuse_tells(now, rules)
    found: list[tuple[Instant, int]] = []
    for life in selection.half_lives(store, State.LIVE):
        if life is not None:
            rows = store.query(
                "SELECT rank_key, id FROM memories m WHERE state = 'live' AND half_life = ? "
                f"AND rank_key >= ? AND {told.sql} ORDER BY rank_key, id DESC LIMIT ?",
                (life, faded_below(life, now, rules), *told.params, limit),
            )
            found += [(key_falls_at(key, life, rules), memory_id) for key, memory_id in rows]
    return [memory_id for _, memory_id in heapq.nsmallest(limit, found)]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What agents had of the store in the last 30 days."""

    clients: list[tuple[str, int]]
    """Uses that were recorded, by client, most first."""
    shown: int
    """Memories that sessions were shown at their start or with a prompt, unasked."""
    most: list[tuple[int, int]]
    """The live memories that were used most, each with how often."""


def loaded(store: Store, limit: int) -> Loaded:
    """Return what agents loaded lately, with the `limit` memories that were used most."""
    since = store.now() - _LOADED
    clients = store.query(
        f"SELECT client, count(*) AS uses FROM accesses INDEXED BY accesses_by_time WHERE at >= ? {_AGENTS}"
        "GROUP BY client ORDER BY uses DESC, client",
        (since,),
    )
    most = store.query(
        "SELECT m.id, count(*) AS uses FROM accesses a INDEXED BY accesses_by_time "
        "JOIN memories m ON m.id = a.memory_id WHERE a.at >= ? AND m.state = 'live' "
        f"{_AGENTS}GROUP BY m.id ORDER BY uses DESC, m.id LIMIT ?",
        (since, limit),
    )
    (count,) = store.query("SELECT count(*) FROM shown WHERE abs(at) >= ?", (since,))[0]
    return Loaded([(row[0], row[1]) for row in clients], count, [(row[0], row[1]) for row in most])

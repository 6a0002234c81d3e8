"""What the Insights view reads: a glance that is there at once, and the rest, which scans the store."""

from dataclasses import dataclass

from memtui.domain.filter import Filter
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory
from memtui.recall import told_sessions
from memtui.store import listing, memories, over_time, statistics
from memtui.store.database import Store
from memtui.store.over_time import Calendar, Growth, Loaded
from memtui.store.statistics import Reviewing, Stats
from memtui.store.told import ToldSession

LISTED = 8
"""How many lines a block or a list has at most."""
_WEEKS = 53
_STEPS = 240


@dataclass(frozen=True, slots=True)
class Glance:
    """What indexes and maintained counts answer at once, at any size."""

    by_state: dict[str, int]
    scopes: list[tuple[str, int]]
    scope_count: int
    review: Reviewing
    dropped_per_week: list[int]
    strongest: list[Memory]
    now: Instant


@dataclass(frozen=True, slots=True)
class Scanned:
    """What takes a scan of the store: some seconds in a million."""

    stats: Stats
    growth: Growth
    calendar: Calendar
    forecast: list[tuple[str, int]]
    """Durations as a filter takes them, each with how many memories fade within."""
    tokens: list[tuple[str, int]]
    """Scopes with their tokens, most first."""
    loaded: Loaded
    used_most: list[tuple[Memory, int]]
    sessions: list[tuple[ToldSession, int]]
    """Sessions that were told something unasked, the latest first, each with about how many tokens."""
    soon: list[Memory]
    """Those that fade next, the first of them first."""


def glance(store: Store) -> Glance:
    """Read what is there at once."""
    now = store.now()
    scopes, scope_count = statistics.largest_scopes(store, LISTED)
    live = listing.listing(store, Filter(), now=now)
    return Glance(
        statistics.by_state(store),
        scopes,
        scope_count,
        statistics.reviewing(store),
        statistics.dropped_per_week(store),
        memories.get_many(store, live.ids(0, LISTED)),
        now,
    )


def scanned(store: Store) -> Scanned:
    """Read the rest. May be interrupted."""
    now = store.now()
    figures = statistics.stats(store)
    loaded = over_time.loaded(store, LISTED)
    most = dict(loaded.most)
    return Scanned(
        figures,
        over_time.growth(store, _STEPS),
        over_time.calendar(store, now - _WEEKS * 7 * DAY),
        [(str(ahead), count) for ahead, count in over_time.forecast(store)],
        over_time.tokens_by_scope(store),
        loaded,
        [(memory, most[memory.id]) for memory in memories.get_many(store, list(most))],
        told_sessions.sessions(store, LISTED),
        memories.get_many(store, over_time.fading_next(store, LISTED)),
    )

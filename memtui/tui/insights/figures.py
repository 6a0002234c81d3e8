"""What the Insights view reads: a glance that is there at once, and the rest, which scans the store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.filter import FADED, Filter, parse
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory
from memtui.domain.scope import PROJECTS, ROOT, contains
from memtui.recall import told_sessions
from memtui.recall.asking import Question, brief
from memtui.store import memories, over_time, overview, review_rules, selection, statistics
from memtui.store.cards import count_cards
from memtui.store.database import Store
from memtui.store.over_time import Calendar, Growth, Loaded
from memtui.store.parts import Part, Parts, parts
from memtui.store.review_rules import RuleRecord
from memtui.store.told import ToldSession
from memtui.tui.insights import days_map

LISTED = 8
"""How many lines a block or a list has at most."""
UNUSED = "used:never older:30d"
"""What was not used though there was time for it."""
_STEPS = 240
_CALENDAR = (days_map.MOST + 1) * 7 * DAY
"""What a calendar shows at most, and the week in which that begins."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What indexes and maintained counts answer at once, at any size."""

    by_state: dict[str, int]
    file_bytes: int
    cards: Mapping[Kind, int]
    """How many wait in Review, by kind."""
    rules: Sequence[RuleRecord]
    dropped_per_week: list[int]
    now: Instant


@dataclass(frozen=True, slots=True)
class Start:
    """What a session is told as it starts."""

    scope: str
    """Where the agent works; the root for work in no project."""
    told: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Scanned:
    """What takes a scan of the store: some seconds in a million."""

    pinned: int
    faded: int
    weak: int
    """Live memories as weak as faded ones, which have not faded: nobody knows whether they are used, or they
    may not fade."""
    threshold: float
    """Below which strength that is."""
    tokens: int
    """About how many tokens the live texts are that agents can be told."""
    by_type: Mapping[str, int]
    by_category: Mapping[str, int]
    parts: Parts
    starts: list[Start]
    """Of sessions in the projects with most memories, and in none; those that cost most first."""
    growth: Growth
    calendar: Calendar
    forecast: list[tuple[str, int]]
    """Durations as a filter takes them, each with how many memories fade within."""
    unused: int | None
    """How many were not used in all the time they have been here; None where that cannot be told."""
    loaded: Loaded
    used_most: list[tuple[Memory, int]]
    sessions: list[tuple[ToldSession, int]]
    """Sessions that were told something unasked, the latest first, each with about how many tokens."""
    soon: list[Memory]
    """Those that fade next, the first of them first."""


def glance(store: Store) -> Glance:
    """Read what is there at once."""
    return Glance(
        statistics.by_state(store),
        store.size,
        count_cards(store).by_kind,
        review_rules.records(store),
        statistics.dropped_per_week(store),
        store.now(),
    )


def scanned(store: Store, settings: Settings) -> Scanned:
    """Read the rest. May be interrupted."""
    loaded = over_time.loaded(store, LISTED)
    most = dict(loaded.most)
    faded, threshold = selection.count(store, FADED), store.decay.prune_threshold
    by_part = parts(store)
    return Scanned(
        selection.count(store, parse("is:pinned")),
        faded,
        selection.count(store, Filter(below=threshold)) - faded,
        threshold,
        overview.tokens(store),
        statistics.by_type(store),
        statistics.by_category(store),
        by_part,
        _starts(store, settings, by_part.folders),
        over_time.growth(store, _STEPS),
        over_time.calendar(store, store.now() - _CALENDAR),
        [(str(ahead), count) for ahead, count in over_time.forecast(store)],
        selection.count(store, parse(UNUSED))
        if all(part.seen == part.live for part in by_part.sources)
        else None,
        loaded,
        [(memory, most[memory.id]) for memory in memories.get_many(store, list(most))],
        told_sessions.sessions(store, LISTED),
        memories.get_many(store, over_time.fading_next(store, LISTED)),
    )


def _starts(store: Store, settings: Settings, folders: Sequence[Part]) -> list[Start]:
    projects = [part for part in folders if contains(PROJECTS, part.name) and part.name != PROJECTS]
    largest = sorted(projects, key=lambda part: (-part.live, part.name))[: LISTED - 1]
    places = [ROOT, *(part.name for part in largest if part.live)]
    briefings = {scope: brief(store, Question(scope), settings) for scope in places}
    starts = [Start(scope, len(told.told), told.tokens) for scope, told in briefings.items() if told.told]
    return sorted(starts, key=lambda start: (-start.tokens, start.scope))

"""Figures about a store as a whole: all of them for `memtui stats`, some for the Insights view."""

from dataclasses import dataclass

from memtui.domain.card_kinds import Kind
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import VISIBLE_STATES
from memtui.domain.proposal_status import Status
from memtui.store import overview, proposals, review_rules, runs
from memtui.store.database import Row, Store
from memtui.store.proposals import Wanted
from memtui.store.review_rules import RuleRecord

WEEKS = 12
"""A quarter: long enough to see a trend, short enough for one line of bars."""
_WEEK = 7 * DAY


@dataclass(frozen=True, slots=True)
class Stats:
    """What a store holds and how it has been changing."""

    by_state: dict[str, int]
    by_type: dict[str, int]
    """Live memories by type."""
    by_origin: dict[str, int]
    by_source: dict[str, int]
    """Live memories by the format or client they came from; the empty name is the person's own."""
    by_category: dict[str, int]
    """Live memories by category, the most frequent first."""
    scopes: list[tuple[str, int]]
    """The scopes that hold most live memories themselves."""
    scope_count: int
    """How many scopes hold live memories themselves."""
    pinned: int
    never_used: int
    faded: int
    """Live memories that have faded."""
    oldest: Instant | None
    newest: Instant | None
    tokens: int
    """About how many tokens the live texts are that agents can be told."""
    added_per_week: list[int]
    """The last twelve weeks, the current one last."""
    dropped_per_week: list[int]
    drops_by_version: dict[str, int]
    """Dropped memories by the memtui release that dropped them."""
    file_bytes: int
    ops: int
    review: "Reviewing"


@dataclass(frozen=True, slots=True)
class Pass:
    """A run of the review pass."""

    at: Instant
    seconds: float
    status: str
    """`running`, or how it ended: `done`, `failed`, `cancelled`."""
    model: str
    """Which model judged; empty when it went by rules alone."""
    full: bool
    looked_at: int
    withdrawn: int
    added: dict[str, int]
    """New proposals by kind."""


@dataclass(frozen=True, slots=True)
class Reviewing:
    """How the review queue fares."""

    open: dict[str, int]
    """Open proposals by kind."""
    later: int
    rules: list[RuleRecord]
    last_pass: Pass | None

    @property
    def muted(self) -> list[str]:
        """The rules that are muted."""
        return [record.rule for record in self.rules if record.muted_at is not None]


def reviewing(store: Store) -> Reviewing:
    """Read the figures of the review queue; its cost follows the queue, not the store."""
    return Reviewing(
        open={kind.value: count for kind, count in proposals.counts(store).items()},
        later=sum(proposals.counts(store, Wanted(status=Status.LATER)).values()),
        rules=review_rules.records(store),
        last_pass=last_pass(store),
    )


def last_pass(store: Store) -> Pass | None:
    """Return the latest run of the review pass, None before the first."""
    run = runs.latest(store, "review")
    if run is None:
        return None
    return Pass(
        at=run.started_at,
        seconds=max(run.last_at - run.started_at, 0.0),
        status=run.status,
        model=run.model,
        full=bool(run.counts.get("full", 0)),
        looked_at=run.counts.get("looked_at", 0),
        withdrawn=run.counts.get("withdrawn", 0),
        added={kind.value: run.counts[kind] for kind in Kind if run.counts.get(kind)},
    )


def by_state(store: Store) -> dict[str, int]:
    """Return how many memories there are in each state, from the counts that every write keeps."""
    counted: dict[str, int] = dict(
        store.query("SELECT state, sum(count) FROM scopes WHERE state != 'absent' GROUP BY state")
    )
    return {state.value: counted.get(state.value, 0) for state in VISIBLE_STATES}


def by_type(store: Store) -> dict[str, int]:
    """Return how many live memories there are of each type, the most frequent first."""
    return _counts(store, "type")


def by_category(store: Store) -> dict[str, int]:
    """Return how many live memories each category has, the most frequent first."""
    return dict(
        store.query(
            "SELECT category, count(*) AS n FROM categories JOIN memories m ON m.id = memory_id "
            "WHERE m.state = 'live' GROUP BY category ORDER BY n DESC, category"
        )
    )


def largest_scopes(store: Store, limit: int) -> tuple[list[tuple[str, int]], int]:
    """Return the scopes that hold most live memories themselves, and how many scopes hold any."""
    where = "FROM scopes WHERE state = 'live' AND count > 0"
    rows = store.query(f"SELECT scope, count {where} ORDER BY count DESC, scope LIMIT ?", (limit,))
    (count,) = store.query(f"SELECT count(*) {where}")[0]
    return [(row[0], row[1]) for row in rows], count


def dropped_per_week(store: Store) -> list[int]:
    """Return how many memories were dropped in each of the last twelve weeks, the current one last."""
    now = store.now()
    return _weeks(
        store.query(
            "SELECT CAST((? - at) / ? AS INTEGER) AS weeks_ago, sum(dropped) "
            f"FROM ({_DROPS}) WHERE at > ? GROUP BY weeks_ago",
            (now, _WEEK, now - WEEKS * _WEEK),
        )
    )


def stats(store: Store) -> Stats:
    """Read all figures. Scans the live memories once: about a second in a million."""
    from memtui.domain.filter import FADED
    from memtui.store import selection

    now = store.now()
    scopes, scope_count = largest_scopes(store, 10)
    pinned, never, oldest, newest = store.query(
        "SELECT coalesce(sum(pinned), 0), coalesce(sum(access_count = 0), 0), "
        "min(created_at), max(created_at) FROM memories WHERE state = 'live'"
    )[0]
    return Stats(
        by_state=by_state(store),
        by_type=by_type(store),
        by_origin=_counts(store, "origin"),
        by_source=_counts(store, "source"),
        by_category=by_category(store),
        scopes=scopes,
        scope_count=scope_count,
        pinned=pinned,
        never_used=never,
        faded=selection.count(store, FADED),
        oldest=oldest,
        newest=newest,
        tokens=overview.tokens(store),
        added_per_week=_weeks(store.query(_PER_WEEK, (now, _WEEK, now - WEEKS * _WEEK))),
        dropped_per_week=dropped_per_week(store),
        drops_by_version=dict(
            store.query(
                f"SELECT app_version, sum(dropped) FROM ({_DROPS}) GROUP BY app_version ORDER BY app_version"
            )
        ),
        file_bytes=store.size,
        ops=store.query("SELECT count(*) FROM ops")[0][0],
        review=reviewing(store),
    )


_STANDS = "o.undone_by IS NULL AND o.undoes IS NULL AND o.kind != 'split'"
_PER_WEEK = (
    "SELECT CAST((? - at) / ? AS INTEGER) AS weeks_ago, sum(added) FROM ("
    "SELECT o.at AS at, s.last_id - s.first_id + 1 AS added FROM op_sets s JOIN ops o ON o.id = s.op_id "
    f"WHERE s.field = 'state' AND s.before = 'absent' AND s.ids IS NULL AND {_STANDS} "
    "UNION ALL SELECT o.at, count(*) FROM op_changes c JOIN ops o ON o.id = c.op_id "
    f"WHERE c.field = 'state' AND c.before = 'absent' AND {_STANDS} GROUP BY o.id"
    ") WHERE at > ? GROUP BY weeks_ago"
)
"""What came in each week, whichever act brought it: added, imported, learned, or let in by a yes."""


_DROPS = (
    "SELECT at, app_version, changed AS dropped FROM ops "
    "WHERE kind IN ('drop', 'forget') AND undone_by IS NULL "
    "UNION ALL SELECT o.at, o.app_version, count(*) FROM ops o JOIN op_changes c ON c.op_id = o.id "
    "WHERE o.kind IN ('accept', 'auto') AND o.undone_by IS NULL AND c.field = 'state' "
    "AND c.after = 'dropped' GROUP BY o.id"
)
"""What was dropped by whom: by hand, and by a yes to what the review pass proposed."""


def _counts(store: Store, column: str) -> dict[str, int]:
    return dict(
        store.query(
            f"SELECT {column}, count(*) AS n FROM memories WHERE state = 'live' "
            f"GROUP BY {column} ORDER BY n DESC, {column}"
        )
    )


def _weeks(rows: list[Row]) -> list[int]:
    by_age = {row[0]: row[1] for row in rows}
    return [by_age.get(weeks_ago, 0) for weeks_ago in range(WEEKS - 1, -1, -1)]

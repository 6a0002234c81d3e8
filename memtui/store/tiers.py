"""How much each tier of memories weighs, and which of a tier are the weakest. The budget rule asks.

A pass must not read a million texts only to find that the budget is kept. Counts per scope are kept by every
write (`scopes`), so only what they leave open is read: the texts of at most `EXACT` memories are added up,
and of more a sample is multiplied. The weakest come from the index over strength, a page at a time.
"""

import heapq
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from memtui.domain.decay import elapsed_halvings
from memtui.domain.instant import Instant
from memtui.domain.memory import MemoryType, State
from memtui.domain.scope import subtree_bounds
from memtui.store import selection
from memtui.store.database import Store
from memtui.store.memories import AMONG
from memtui.store.ranking import Point, Ranking

EXACT = 2_000
"""Memories whose texts are added up one by one; of more, a sample tells the average."""
_SAMPLE = 500
"""Memories whose texts tell the average of the rest."""
_PAGE = 500
"""Memories that are read at a time."""
_TOKENS = "(length(CAST(text AS BLOB)) + 3) / 4"


@dataclass(frozen=True, slots=True)
class Load:
    """What some memories weigh together."""

    memories: int
    tokens: int
    """About, see `tokens`."""


def tokens(text: str) -> int:
    """Return about how many tokens a text has: a quarter of its bytes, rounded up.

    What SQL can say without reading characters; right within a third for most scripts, a quarter too few
    for Chinese, Japanese and Korean.
    """
    return -(-len(text.encode("utf-8", "replace")) // 4)


def live_counts(store: Store) -> dict[str, int]:
    """Return how many live memories are filed exactly in each scope that has any."""
    return dict(store.query("SELECT scope, count FROM scopes WHERE state = 'live' AND count > 0"))


def load(store: Store, counts: dict[str, int]) -> Load:
    """Return what the live memories of some scopes weigh; `counts` says how many each of them holds.

    Pinned ones are left out where the texts are added up.
    """
    number = sum(counts.values())
    if number <= EXACT:
        rows = store.query(
            f"SELECT count(*), coalesce(sum({_TOKENS}), 0) FROM memories "
            f"WHERE scope {AMONG} AND +state = 'live' AND NOT pinned",
            (_texts(counts),),
        )
        return Load(*rows[0])
    largest = heapq.nlargest(20, counts, key=lambda scope: counts[scope])
    rows = store.query(
        f"SELECT avg(size) FROM (SELECT {_TOKENS} AS size FROM memories WHERE scope {AMONG} "
        "AND +state = 'live' AND NOT pinned LIMIT ?)",
        (_texts(largest), _SAMPLE),
    )
    return Load(number, round(number * (rows[0][0] or 0.0)))


def pinned_load(store: Store) -> Load:
    """Return what the pinned live memories weigh. Reads an index of the live ones that do not fade."""
    rows = store.query(
        f"SELECT count(*), coalesce(sum({_TOKENS}), 0) FROM memories "
        "WHERE state = 'live' AND half_life IS NULL AND pinned"
    )
    return Load(*rows[0])


def lasting_load(store: Store, scope: str, kind: MemoryType) -> Load:
    """Return what the live memories of a type that does not fade weigh in a scope's subtree."""
    low, high = subtree_bounds(scope)
    rows = store.query(
        f"SELECT count(*), coalesce(sum({_TOKENS}), 0) FROM memories WHERE state = 'live' "
        "AND half_life IS NULL AND type = ? AND (+scope = ? OR (+scope >= ? AND +scope < ?))",
        (kind, scope, low, high),
    )
    return Load(*rows[0])


def archived(store: Store) -> int:
    """Return how many memories are archived."""
    return int(store.query("SELECT coalesce(sum(count), 0) FROM scopes WHERE state = 'archived'")[0][0])


def marked(store: Store, category: str) -> dict[int, str]:
    """Return the id and scope of each live memory of a category that a person wrote."""
    return dict(
        store.query(
            # CROSS: few memories have a given category, so that is where to begin.
            "SELECT m.id, m.scope FROM categories CROSS JOIN memories m ON m.id = memory_id "
            "WHERE category = ? AND +m.state = 'live' AND +m.origin = 'person'",
            (category,),
        )
    )


def touched_scopes(store: Store, since: Instant) -> set[str]:
    """Return the scopes with a live memory created or used after a time: a scan of one index."""
    rows = store.query(
        "SELECT DISTINCT scope FROM memories WHERE state = 'live' "
        "AND (created_at > ? OR last_accessed_at > ?)",
        (since, since),
    )
    return {row[0] for row in rows}


def is_touched(store: Store, scopes: Sequence[str], since: Instant) -> bool:
    """Say whether some scopes hold a live memory created or used after a time. Reads until it finds one."""
    rows = store.query(
        f"SELECT 1 FROM memories WHERE scope {AMONG} AND +state = 'live' "
        "AND (created_at > ? OR last_accessed_at > ?) LIMIT 1",
        (_texts(scopes), since, since),
    )
    return bool(rows)


def weakest(store: Store, scope: str, now: Instant) -> Iterator[list[int]]:
    """Yield the ids of a subtree's live memories, weakest first, in pages."""
    ranking = Ranking(store, scope=scope, now=now)
    before: Point | None = None
    while page := ranking.page_back(before, _PAGE):
        yield [point.id for point in reversed(page)]
        before = page[0]


def weakest_anywhere(store: Store, now: Instant) -> Iterator[tuple[int, str]]:
    """Yield the id and scope of live memories that are not pinned, weakest first, from the index alone."""
    runs = [_run(store, life, now) for life in selection.half_lives(store, State.LIVE)]
    for _, memory_id, scope in heapq.merge(*runs):
        yield -memory_id, scope


def _run(store: Store, life: float | None, now: Instant) -> Iterator[tuple[float, int, str]]:
    elapsed = elapsed_halvings(now, life)
    for rows in store.stream(
        "SELECT rank_key, id, scope FROM memories WHERE state = 'live' AND half_life IS ? AND NOT pinned "
        "ORDER BY rank_key, id DESC",
        (life,),
        size=_PAGE,
    ):
        for key, memory_id, scope in rows:
            yield key - elapsed, -memory_id, scope


def strongest(store: Store, scope: str, now: Instant, limit: int) -> list[int]:
    """Return the ids of a subtree's strongest live memories."""
    return [point.id for point in islice(Ranking(store, scope=scope, now=now).page(None, limit), limit)]


def _texts(scopes: Iterable[str]) -> str:
    return json.dumps(list(scopes))

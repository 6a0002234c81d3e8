"""How often a rule looks at what did not change: once in a calendar month, or once in a year.

No note of the last look is kept: the time of the last pass tells. Budget and compact ask.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from memtui.domain.instant import Instant
from memtui.domain.scope import ROOT
from memtui.review.rule import Context
from memtui.store import review_state

MONTH, YEAR = "%Y-%m", "%Y"


def is_first_of(now: Context, period: str) -> bool:
    """Say whether this is the first pass in a month or a year, as `strftime` writes it."""
    seen = review_state.seen(now.store)
    return seen is None or _written(seen[1], period) != _written(now.now, period)


def looks_everywhere(now: Context, scopes: Sequence[str]) -> bool:
    """Say whether a rule looks beyond the scopes that changed: over the whole store, and once a month."""
    return ROOT in scopes if now.full else is_first_of(now, MONTH)


def _written(at: Instant, period: str) -> str:
    return datetime.fromtimestamp(at, UTC).strftime(period)

"""Points in time: seconds since 1970 in UTC, as a float, and their ISO 8601 form."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Instant = float
"""Seconds since 1970-01-01T00:00Z."""

Clock = Callable[[], Instant]
"""Anything that says what time it is; tests and `MEMTUI_NOW` supply their own."""

MINUTE = 60.0
HOUR = 3600.0
DAY = 86400.0
SAME_TIME = HOUR
"""What was said less than this apart may have been stored in any order."""

EARLIEST = datetime(1, 1, 1, tzinfo=UTC).timestamp()
LATEST = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC).timestamp()
"""What ISO 8601 can write."""
_EPOCH = datetime(1970, 1, 1)


def to_iso(instant: Instant) -> str:
    """Return `instant` as ISO 8601 UTC, to the millisecond: `2026-11-18T09:30:00.000Z`."""
    # Without a zone: it takes half the time, and exports and exchanges write millions.
    moment = _EPOCH + timedelta(0, min(max(instant, 0.0), LATEST))
    return f"{moment.isoformat(timespec='milliseconds')}Z"


def from_iso(text: str) -> Instant:
    """Read an ISO 8601 date or time; one without a zone is UTC. Raises ValueError."""
    moment = datetime.fromisoformat(text.strip())
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.timestamp()

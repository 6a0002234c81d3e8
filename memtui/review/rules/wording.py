"""How the rules put days and scopes into words."""

from datetime import UTC, datetime

from memtui.domain.instant import LATEST, Instant
from memtui.domain.scope import first_levels


def day(at: Instant) -> str:
    """Return a UTC day as `12 Mar 2026`."""
    moment = datetime.fromtimestamp(min(max(at, 0.0), LATEST), UTC)
    return f"{moment.day} {moment:%b %Y}"


def family(scope: str) -> str:
    """Return the first two levels of a scope, such as `/project/shop`: what one batch is about."""
    return first_levels(scope)

"""Durations as people type them (`30d`, `6m`, `1y`) and ages as people read them (`3h`, `12d`)."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from memtui.domain.counting import plural
from memtui.domain.instant import DAY, HOUR, MINUTE, Instant, from_iso

_PATTERN = re.compile(r"(\d{1,5})\s*([dwmy])")


class DurationError(ValueError):
    """Text that is no duration; the message shows what one looks like."""


@dataclass(frozen=True, slots=True)
class Duration:
    """A whole number of days, weeks, calendar months or years."""

    amount: int
    unit: str
    """`d`, `w`, `m` (calendar months, never minutes) or `y`."""

    @classmethod
    def parse(cls, text: str) -> "Duration":
        """Read `30d`, `2w`, `6m` or `1y`. Raises DurationError for anything else."""
        match = _PATTERN.fullmatch(text.strip().lower())
        if match is None:
            raise DurationError(f"{text!r} is not a duration; write 30d, 2w, 6m (months) or 1y")
        return cls(int(match[1]), match[2])

    def before(self, now: Instant) -> Instant:
        """Return the instant this long before `now`; months and years follow the calendar."""
        return self._shift(now, -1)

    def after(self, now: Instant) -> Instant:
        """Return the instant this long after `now`; months and years follow the calendar."""
        return self._shift(now, +1)

    def _shift(self, now: Instant, sign: int) -> Instant:
        from calendar import monthrange  # the first rows of the screen do without it

        days = {"d": 1, "w": 7}.get(self.unit)
        if days is not None:
            return now + sign * self.amount * days * DAY
        months = sign * self.amount * (12 if self.unit == "y" else 1)
        start = datetime.fromtimestamp(now, UTC)
        year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
        if year < 1:
            return datetime(1, 1, 1, tzinfo=UTC).timestamp()
        if year > 9999:
            return datetime(9999, 12, 31, tzinfo=UTC).timestamp()
        day = min(start.day, monthrange(year, month + 1)[1])
        return start.replace(year=year, month=month + 1, day=day).timestamp()

    def __str__(self) -> str:
        return f"{self.amount}{self.unit}"


def time_named(text: str, now: Instant) -> Instant:
    """Read a time from now on, `30d`, or a date or time of its own. Raises ValueError for anything else."""
    try:
        return Duration.parse(text).after(now)
    except DurationError:
        return from_iso(text)


def ago(seconds: float, now: str = "just now") -> str:
    """Return how long ago in words for a sentence: `3h ago`; `now` for less than a minute."""
    passed = age(max(seconds, 0.0))
    return now if passed == age(0) else f"{passed} ago"


def days_ago(seconds: float) -> str:
    """Return how many whole days ago: `3 days ago`, `less than a day ago`."""
    days = int(seconds / DAY)
    return f"{plural(days, 'day')} ago" if days else "less than a day ago"


def age(seconds: float) -> str:
    """Return how long ago in at most four characters: `now`, `5m`, `3h`, `12d`, `8mo`, `2y`."""
    if seconds < MINUTE:
        return "now"
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)}m"
    if seconds < DAY:
        return f"{int(seconds // HOUR)}h"
    days = int(seconds // DAY)
    if days < 100:
        return f"{days}d"
    if days < 730:
        return f"{days * 12 // 365}mo"
    return f"{days // 365}y"

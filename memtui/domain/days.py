"""Stretches of days as people type them: `2026`, `2026-11`, `2026-11-18`, `2026-11-12..2026-11-18`."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from memtui.domain.instant import DAY, Instant

_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")


class DaysError(ValueError):
    """Text that names no days; the message shows how to."""


class Days(NamedTuple):
    """Whole days in UTC, from the first to the last."""

    first: date
    last: date

    @classmethod
    def parse(cls, text: str) -> "Days":
        """Read a year, a month, a day, or two of them with `..` between. Raises DaysError."""
        start, dots, end = text.strip().partition("..")
        first, last = _days_of(start, text), _days_of(end, text) if dots else None
        days = cls(first.first, (last or first).last)
        if days.first > days.last:
            raise DaysError(f"{text!r} ends before it begins")
        return days

    @classmethod
    def around(cls, start: Instant, end: Instant) -> "Days":
        """Return the days from the one of `start` to the one before that of `end`, one at least."""
        first, after = day_of(start), day_of(end)
        return cls(first, max(after - timedelta(days=1), first))

    @property
    def start(self) -> Instant:
        """When the first of them begins."""
        return instant_of(self.first)

    @property
    def end(self) -> Instant:
        """When the last of them is over."""
        return instant_of(self.last) + DAY

    def __str__(self) -> str:
        return f"{self.first}" if self.first == self.last else f"{self.first}..{self.last}"


def days_until(when: Instant, now: Instant) -> int:
    """Return how many days `when` is ahead by the calendar: tomorrow is 1, however few the hours."""
    return (day_of(when) - day_of(now)).days


def day_of(instant: Instant) -> date:
    """Return the day of an instant in UTC; the first or last there is for one beyond the calendar."""
    try:
        return datetime.fromtimestamp(instant, UTC).date()
    except (OverflowError, ValueError, OSError):
        return date.max if instant > 0 else date.min


def instant_of(day: date) -> Instant:
    """Return when a day begins in UTC."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def _days_of(text: str, whole: str) -> Days:
    """Return the days of one year, month or day."""
    match = _DATE.fullmatch(text.strip())
    try:
        if match is None:
            raise ValueError
        year, month, day = (int(part) if part else None for part in match.groups())
        first = date(year or 0, month or 1, day or 1)
        if day:
            return Days(first, first)
        if month:
            following = date(first.year + month // 12, month % 12 + 1, 1)
            return Days(first, following - timedelta(days=1))
        return Days(first, date(first.year, 12, 31))
    except ValueError:
        raise DaysError(
            f"{whole!r} names no days; write 2026, 2026-11, 2026-11-18, or two with .. between"
        ) from None


def day(instant: Instant) -> str:
    """Return a date as `18 Nov 2026`, in UTC."""
    try:
        moment = datetime.fromtimestamp(instant, UTC)
    except (OverflowError, ValueError, OSError):
        return "in the far future"
    return f"{moment.day} {moment:%b} {moment.year}"

"""When a question speaks of: "in May", "on 29 Dec 2023", "21.01.2024", "last week". Called by `search`.

A memory that was made then is the likelier answer, whatever words it has. What is relative counts from
the day of the question; a date without a year means that day or month of any year.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from memtui.domain.instant import Instant
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("when.toml"))
_MAYBE = _PHRASES["maybe"].pattern
"""Without one of these a question names no time: most are spared the patterns that read one."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_MONTH_DAYS = 31
"""A stretch of at least so many days is no day or week."""
_YEAR_ONLY = 0.3
"""The weight of the right year when the question names no more: a year holds a lot."""
_MONTH_ONLY = 0.5
"""The weight of the right month when the question names a day or a week."""


@dataclass(frozen=True, slots=True)
class Period:
    """The days that a question speaks of, as far as it tells: each stretch from its first day to its last."""

    spans: tuple[tuple[date, date], ...]
    any_year: bool = False
    """The question names none, so every year will do."""

    def match(self, instant: Instant) -> float:
        """Return how well a memory of that time fits: 1 for the right day or month, 0 for another."""
        moment = datetime.fromtimestamp(max(instant, 0.0), UTC).date()
        return max((self._fit(moment, first, last) for first, last in self.spans), default=0.0)

    def _fit(self, moment: date, first: date, last: date) -> float:
        if self.any_year:
            moment = _in_year(moment, first.year)
        if first <= moment <= last:
            return 1.0 if (last - first).days < _MONTH_DAYS else _YEAR_ONLY
        if (last - first).days < _MONTH_DAYS - 4 and (moment.year, moment.month) == (first.year, first.month):
            return _MONTH_ONLY
        return 0.0


def period(text: str, today: date) -> Period | None:
    """Return the first time that a question names, seen from `today`, or None."""
    if _MAYBE.search(text) is None:
        return None
    from memtui.language.periods import mentions  # sixty patterns, which most questions need not wait for

    named = mentions(text, today)
    if not named:
        return None
    first = named[0]
    written = text[first.start : first.end]
    spans = tuple((period.first, period.last) for period in named if period.start == first.start)
    return Period(spans, any_year=first.absolute and _YEAR.search(written) is None)


def _in_year(day: date, year: int) -> date:
    return day.replace(year=year) if (day.month, day.day) != (2, 29) else date(year, 2, 28)

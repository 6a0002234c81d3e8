"""When a question speaks of: "in May", "on 3 June 2023", "2026-05-03". Called by `search`.

A memory that was made then is the likelier answer, whatever words it has. Only dates that are written out
count; "last week" is a matter of who asks.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from memtui.domain.instant import Instant

_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_ISO = re.compile(r"\b(\d{4})-(\d{2})(?:-(\d{2}))?\b")
_DAY_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH})\b,?(?: (\d{{4}}))?")
_MONTH_FIRST = re.compile(rf"\b({_MONTH}) (\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (\d{{4}}))?")
# Lower-case "may" and "march" are mostly verbs, and a capital may only begin the sentence.
_MONTH_ALONE = re.compile(rf"(?<=[a-z,] )({_MONTH})\b(?:,? (\d{{4}}))?")
_YEAR = re.compile(r"\b(?:in|of|during|since|early|late|summer|winter|spring|autumn|fall) ((?:19|20)\d\d)\b")
_YEAR_ONLY = 0.3
_MONTH_ONLY = 0.5
"""How much less it says that the month is right where the question names a day."""


@dataclass(frozen=True, slots=True)
class Period:
    """A year, a month or a day; what is not said is None."""

    year: int | None = None
    month: int | None = None
    day: int | None = None

    def match(self, instant: Instant) -> float:
        """Return how well a memory of that time fits: 1 for the right day or month, 0 for another."""
        moment = datetime.fromtimestamp(max(instant, 0.0), UTC)
        if self.year is not None and moment.year != self.year:
            return 0.0
        if self.month is None:
            return _YEAR_ONLY if self.year is not None else 0.0
        if moment.month != self.month:
            return 0.0
        return 1.0 if self.day in (None, moment.day) else _MONTH_ONLY


def period(text: str) -> Period | None:
    """Return the first date a question names, or None."""
    if found := _ISO.search(text):
        return Period(int(found[1]), int(found[2]), int(found[3]) if found[3] else None)
    if found := _DAY_FIRST.search(text):
        return Period(_number(found[3]), _month(found[2]), int(found[1]))
    if found := _MONTH_FIRST.search(text):
        return Period(_number(found[3]), _month(found[1]), int(found[2]))
    if found := _MONTH_ALONE.search(text):
        return Period(_number(found[2]), _month(found[1]))
    if found := _YEAR.search(text):
        return Period(int(found[1]))
    return None


def _month(name: str) -> int:
    return _MONTH.split("|").index(name) + 1


def _number(text: str | None) -> int | None:
    return int(text) if text else None

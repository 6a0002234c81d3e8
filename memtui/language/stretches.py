"""How long a text says that things take or lie apart, in six languages: `ten days`, `a fortnight`.

Added to a day that the text names, a stretch gives another day that it does not write down. Read by the gate
against inventions.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from memtui.language.calendar_words import COUNT_WORDS, UNIT, any_of
from memtui.language.day_spans import day_or_none, unit_span
from memtui.language.numerals import FRENCH_AND_SPANISH, HAN, NUMBER_WORDS, han_number
from memtui.phrases import phrases_in

_MOST = 100
"""A thousand days are told as years."""
_COUNTS = {
    **{word: int(number) for word, number in FRENCH_AND_SPANISH.items()},
    **{word: int(number) for word, number in NUMBER_WORDS.items() if int(number) <= _MOST},
    **{word: int(number) for word, number in COUNT_WORDS.items()},
}
_LATIN_UNITS = any_of(word for word in UNIT if word[0] < "\u2e80")
_WIDE_UNITS = any_of(word for word in UNIT if word[0] > "\u2e80")
_LATIN = re.compile(
    rf"\b(?P<n>\d{{1,3}}|{any_of(_COUNTS)})[\s-]+(?:more |further |weitere[rn]? )?(?P<u>{_LATIN_UNITS})\b",
    re.IGNORECASE,
)
_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="stretches")
_NAMED = _PHRASES["named"].pattern
_WIDE = re.compile(rf"(?P<n>\d{{1,3}}|{HAN.pattern})\s?(?P<u>{_WIDE_UNITS})(?!月)")
_MONTHS = {"month": 1, "quarter": 3, "year": 12}
_DAYS = {"day": 1, "week": 7}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of time, in months or in days, and where it stands."""

    months: int
    days: int
    start: int
    end: int

    def from_day(self, day: date, side: int) -> date:
        """Return the day that lies this much after (`side` 1) or before (-1) another, where dates reach."""
        if self.months:
            first, last = unit_span(day, "month", side * self.months)
            return day_or_none(first.year, first.month, day.day) or last
        try:
            return day + timedelta(side * self.days)
        except OverflowError:
            return day


def stretches(text: str) -> Iterator[Stretch]:
    """Yield the stretches of time that a text names."""
    for match in _LATIN.finditer(text):
        count = match["n"].lower()
        yield _of(int(count) if count.isdigit() else _COUNTS[count], UNIT[match["u"].lower()], match)
    for match in _WIDE.finditer(text):
        count = match["n"]
        yield _of(int(count) if count.isascii() else han_number(count), UNIT[match["u"]], match)
    for match in _NAMED.finditer(text):
        half = match["half"] or match["half_wide"]
        day = match["day"] or match["day_wide"]
        days = 0 if half else 14 if match["fortnight"] else 1 if day else 8
        yield Stretch(6 if half else 0, days, *match.span())


def _of(count: int, unit: str, match: re.Match[str]) -> Stretch:
    return Stretch(count * _MONTHS.get(unit, 0), count * _DAYS.get(unit, 0), *match.span())

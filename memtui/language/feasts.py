"""Days with a name that move from year to year, or last several days: Easter, Advent, Thanksgiving, お盆.

Their names are in `feasts.toml`; `periods` reads them. Easter is reckoned by the rule of the Gregorian
calendar, as given by J.-M. Oudin (1940). Feasts of the Chinese calendar are not reckoned here: for them it
takes the moon.
"""

import re
import tomllib
from datetime import date, timedelta
from pathlib import Path

from memtui.language.calendar_words import any_of, by_word, month_and_day
from memtui.language.day_spans import years_near

_TABLES = tomllib.loads(Path(__file__).with_name("feasts.toml").read_text("utf-8"))
_BY_EASTER = {day: int(after) for day, after in by_word(_TABLES["by_easter"]).items()}
"""How many days after Easter Sunday a feast is."""
_SPANS = {
    name: tuple(month_and_day(end) for end in ends.split(".."))
    for name, ends in by_word(_TABLES["spans"]).items()
}
"""The first and the last day of a feast of several."""
_PLACES = {word: int(place) for word, place in by_word(_TABLES["advent"]).items()}
_LAST_SUNDAY_BEFORE = (12, 25)
_ADVENTS = 4
FEAST = (
    rf"(?:(?P<advent>{any_of(_PLACES)})\.?\s+(?:sunday\s+(?:of|in)\s+|adventssonntag\b|advent\b)(?:advent\b)?|"
    rf"\b(?P<easter>{any_of(_BY_EASTER)})\b|\b(?P<thanks>thanksgiving)\b|"
    rf"(?P<span>\b(?:christmas(?! eve| day)|weihnachten|noël|navidad|jahreswechsel)\b|"
    rf"{any_of(k for k in _SPANS if k[0] > '⺀')}))"
    rf"(?:\s+(?P<y>(?:19|20)\d\d)\b)?"
)


def easter(year: int) -> date:
    """Return Easter Sunday of a year of the Gregorian calendar."""
    century, golden = year // 100, year % 19
    k = (century - 17) // 25
    moon = (century - century // 4 - (century - k) // 3 + 19 * golden + 15) % 30
    moon -= (moon // 28) * (1 - (moon // 28) * (29 // (moon + 1)) * ((21 - golden) // 11))
    weekday = (year + year // 4 + moon + 2 - century + century // 4) % 7
    days = moon - weekday
    month = 3 + (days + 40) // 44
    return date(year, month, days + 28 - 31 * (month // 4))


def read_feast(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Return what a match of FEAST may mean, in this year and the one beside it where none is named."""
    if match["y"]:
        return [_feast(match, int(match["y"]))]
    month = _feast(match, today.year)[0].month
    return [_feast(match, year) for year in years_near(today, month)]


def _feast(match: re.Match[str], year: int) -> tuple[date, date]:
    if match["span"]:
        (first, last) = _SPANS[match["span"].lower()]
        return date(year, *first), date(year + (last < first), *last)
    day = _day(match, year)
    return day, day


def _day(match: re.Match[str], year: int) -> date:
    if match["easter"]:
        return easter(year) + timedelta(_BY_EASTER[match["easter"].lower()])
    if match["thanks"]:
        first = date(year, 11, 1)
        return first + timedelta((3 - first.weekday()) % 7 + 21)
    christmas = date(year, *_LAST_SUNDAY_BEFORE)
    fourth = christmas - timedelta(christmas.isoweekday())
    return fourth - timedelta(7 * (_ADVENTS - 1 - _PLACES[match["advent"].lower()]))

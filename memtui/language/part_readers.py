"""Read which part of a longer stretch of days is meant: a numbered week, half a year, the second Tuesday of a
month, the weekend before this one, a few days ago.

Each function reads the match of one way to write it, seen from `today`, and returns the first and last day of
all that may be meant. The ways to write them stand in `periods.toml`.
"""

import re
from datetime import date, timedelta

from memtui.language.calendar_words import PLACES, UNIT
from memtui.language.date_readers import (
    Spans,
    any_weekday,
    count_of,
    group,
    month_of,
    read_ago,
    side_of,
)
from memtui.language.day_spans import month_span, of_month, unit_span, weekdays, years_near
from memtui.language.numerals import han_count

_WEEK = timedelta(7)
_FEW = (2, 5)
"""How many `a few` may be."""


def read_calendar_week(match: re.Match[str], today: date) -> Spans:
    """Read `KW 12` and `2026-W12`: a week as ISO 8601 counts them."""
    week = int(match["n"])
    years = [int(match["y"])] if match["y"] else years_near(today, max(1, min(12, week * 12 // 52 + 1)))
    return [
        (monday, monday + timedelta(6))
        for year in years
        if 1 <= week <= date(year, 12, 28).isocalendar().week
        for monday in [date.fromisocalendar(year, week, 1)]
    ]


def read_half_year(match: re.Match[str], today: date) -> Spans:
    """Read `the second half of 2027`, `H1`, `明年上半年`."""
    later = match["n"].lower() in {"2", "second", "zweite", "zweiten", "zweites", "下"}
    side = group(match, "s")
    near = [today.year + side_of(side)] if side else years_near(today, 12 if later else 6)
    months = (7, 12) if later else (1, 6)
    return [
        (month_span(year, months[0])[0], month_span(year, months[1])[1])
        for year in ([int(match["y"])] if match["y"] else near)
    ]


def read_weekday_of_month(match: re.Match[str], today: date) -> Spans:
    """Read `the last Friday of the month`, `来月の第2水曜`."""
    first, last = unit_span(today, "month", side_of(match["s"]))
    place, weekday = _place(match["n"]), any_weekday(match["d"])
    if place < 0:
        day = last - timedelta((last.weekday() - weekday) % 7)
    else:
        day = first + timedelta((weekday - first.weekday()) % 7) + place * _WEEK
    return [(day, day)] if day <= last else []


def read_week_of_month(match: re.Match[str], today: date) -> Spans:
    """Read `the first week of December`: seven days counted from the first, or the last seven."""
    spans = []
    for first, last in of_month(today, month_of(match["m"]), match["y"]):
        start = last - timedelta(6) if (place := _place(match["n"])) < 0 else first + place * _WEEK
        spans.append((start, min(start + timedelta(6), last)))
    return spans


def _place(words: str) -> int:
    """Return which of several is meant, the first being 0 and the last -1."""
    if words.lower() in PLACES:
        return PLACES[words.lower()]
    return -1 if words[0] == "最" else han_count(words.removeprefix("第")) - 1


def read_weekend(match: re.Match[str], today: date) -> Spans:
    """Read the weekend of a week, which some begin on Friday; `next` may also mean the one to come."""
    side = side_of(match["s"] or match["han"])
    weeks = [unit_span(today, "week", offset) for offset in ((0, 1) if side > 0 else (side,))]
    return [
        span
        for first, last in weeks
        for span in ((first + timedelta(4), last), (first + timedelta(5), last), (last, last))
    ]


def read_few_ago(match: re.Match[str], today: date) -> Spans:
    """Read `a few days ago`: any day of those that it may be."""
    unit = UNIT[(match["u"] or match["german"] or match["wide"]).lower()]
    fewest, most = _FEW
    return [(unit_span(today, unit, -most)[0], unit_span(today, unit, -fewest)[1])]


def read_weekdays_ago(match: re.Match[str], today: date) -> Spans:
    """Read `two Fridays ago`: the last but one before today."""
    past = weekdays(today, any_weekday(match["d"]))[0][0]
    day = past - _WEEK * (count_of(match["n"]) - 1)
    return [(day, day)]


def read_until_today(match: re.Match[str], today: date) -> Spans:
    """Read `for the last two weeks`: the day it began, or all days since."""
    began = read_ago(match, today)
    return [*began, *((first, today) for first, _ in began[:1])]


def read_half_year_ago(_match: re.Match[str], today: date) -> Spans:
    """Read `half a year ago`: the month six months back."""
    return [unit_span(today, "month", -6)]

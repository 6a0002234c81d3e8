"""What a written date means: each function reads the match of one way to write it, seen from `today`.

Each returns the first and last day of all that may be meant. The ways to write them stand in `periods`.
"""

import re
from datetime import date, timedelta

from memtui.language.calendar_words import (
    COUNT_WORDS,
    DAYS,
    HAN_SIDES,
    HAN_WEEKDAYS,
    MONTHS,
    NTH,
    PARTS,
    PLACES,
    SEASONS,
    SIDES,
    UNIT,
    WEEKDAYS,
)
from memtui.language.day_spans import (
    day_or_none,
    days_numbered,
    month_span,
    moved,
    of_month,
    one_day,
    unit_span,
    weekdays,
    year_span,
    years_near,
)
from memtui.language.numerals import han_number

_ENDING = {"monats": "month", "quartals": "quarter", "jahres": "year"}


def count_of(text: str) -> int:
    """Return the number of a count: `3`, `three`, `drei`."""
    return int(text) if text.isascii() and text.isdigit() else int(COUNT_WORDS.get(text.lower(), 0))


def part_of(match: re.Match[str]) -> int | None:
    """Return whether the beginning, the middle or the end is meant, 0 to 2, or None."""
    named = match["part"]
    return PARTS[named.lower()] if named else None


def han_count(text: str) -> int:
    """Return a number in figures or in Chinese characters."""
    return int(text) if text.isascii() else han_number(text)


def read_reiwa(match: re.Match[str]) -> list[tuple[date, date]]:
    """Read a year of the Japanese era that began in 2019, with its month and day where they follow."""
    year = 2018 + (1 if match["n"] == "元" else han_count(match["n"]))
    if match["d"]:
        return one_day(day_or_none(year, han_count(match["m"]), han_count(match["d"])))
    return (
        of_month(date(year, 1, 1), han_count(match["m"]), str(year)) if match["m"] else year_span(str(year))
    )


def read_slashed(match: re.Match[str], _today: date) -> list[tuple[date, date]]:
    """Read `03/02/2025`, of which either may be the month."""
    one, two, year = map(int, match.groups())
    year += 2000 if year < 100 else 0
    return [
        *one_day(day_or_none(year, one, two)),
        *([] if one == two else one_day(day_or_none(year, two, one))),
    ]


def read_ahead(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `in three weeks`."""
    return moved(today, count_of(match["n"]), UNIT[match["u"].lower()])


def read_ago(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `three weeks ago`."""
    return moved(today, -count_of(match["n"]), UNIT[match["u"].lower()])


def read_han_moved(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `三日前`; `12日前` may also mean before the 12th."""
    count = han_count(match["n"])
    by_day = match["u"] == "日" and match["n"].isascii() and match[0].endswith("日前")
    off = moved(today, -count if match["way"] == "前" else count, UNIT[match["u"]])
    return [*off, *days_numbered(today, count)] if by_day else off


def read_end(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `the end of the month`: its last day, the Friday of a week, or the days before."""
    _, last = unit_span(today, UNIT[match["u"].lower()], 0)
    friday = [(last - timedelta(2), last - timedelta(2))] if UNIT[match["u"].lower()] == "week" else []
    return [(last - timedelta(6), last), *friday, (last, last)]


def read_side_weekday(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `next Friday`."""
    return weekdays(today, WEEKDAYS[match["d"].lower()], SIDES[match["s"].lower()])


def read_quarter(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `Q2` and `the second quarter of 2026`."""
    quarter = NTH.get(match["n"].lower()) or han_count(match["n"][0])
    if not 1 <= quarter <= 4:
        return []
    years = [int(match["y"])] if match["y"] else years_near(today, 3 * quarter)
    return [unit_span(date(year, 3 * quarter, 1), "quarter", 0) for year in years]


def read_season(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `in spring` and `the summer of 2019`."""
    near = years_near(today, SEASONS[match["s"].lower()])
    return [season_span(year, match["s"]) for year in ([int(match["y"])] if match["y"] else near)]


def season_span(year: int, name: str) -> tuple[date, date]:
    """Return the three months of a season that begins in this year."""
    first = date(year, SEASONS[name.lower()], 1)
    return first, unit_span(first, "month", 2)[1]


def read_nth_weekday(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `the last Friday in September`."""
    month, weekday = MONTHS[match["m"].lower()], WEEKDAYS[match["d"].lower()]
    place = PLACES[match["n"].lower()]
    days = []
    for first, last in of_month(today, month, match["y"]):
        all_days = [first + timedelta(n) for n in range((last - first).days + 1)]
        named = [day for day in all_days if day.weekday() == weekday]
        days += [(day, day) for day in named[place : place + 1 or None]]
    return days


def read_part_of(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `early next month`, `先月下旬`: a third of a month, the first or last month of a year."""
    unit = UNIT.get(match["u"].lower(), "month")
    side = {**SIDES, **HAN_SIDES}[match["s"].lower()]
    first, last = unit_span(today, unit, side)
    part = PARTS[match["part"].lower()]
    if unit == "month":
        return [month_span(first.year, first.month, part)]
    third = (last - first) // 3
    return [(first + third * part, last if part == 2 else first + third * (part + 1))]


def read_two_off(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read the week, month or year after the next, or one of its days."""
    written = match[0].lower()
    side = -2 if written.startswith(("vorletzt", "上上", "先々")) or written.endswith("before last") else 2
    if match["d"]:
        number = any_weekday(match["d"])
        week, _ = unit_span(today, "week", side)
        nearest = weekdays(today, number)[-1 if side > 0 else 0][0] + timedelta(7 * (side // 2))
        return [(day, day) for day in dict.fromkeys((week + timedelta(number), nearest))]
    return [unit_span(today, UNIT.get(match["u"].lower(), "month"), side)]


def read_week_off(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `tomorrow week`, `a week on Friday`: seven days after a day."""
    word = (match["from"] or match["off"] or match["ab"]).lower()
    days = (
        weekdays(today, WEEKDAYS[word])[-1:] if word in WEEKDAYS else one_day(today + timedelta(DAYS[word]))
    )
    return [(first + timedelta(7), last + timedelta(7)) for first, last in days]


def read_last_working_day(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `the last working day of the month`."""
    unit = (match["u"] or "month").lower()
    named = next(each for each in ("month", "quarter", "year") if unit[:2] == each[:2] or unit[:3] == "jah")
    _, last = unit_span(today, "year" if unit.startswith("jahr") else named, 0)
    return one_day(last - timedelta(max(last.weekday() - 4, 0)))


def read_nth_han_weekday(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `十二月第二个周六`."""
    weekday, place = HAN_WEEKDAYS[match["d"] or match["j"]], han_count(match["n"])
    days = []
    for first, _ in of_month(today, han_count(match["m"]), match["y"]):
        day = first + timedelta((weekday - first.weekday()) % 7 + 7 * (place - 1))
        days.append((day, day))
    return days


def any_weekday(word: str) -> int:
    """Return the number of a weekday in any language, Monday being 0."""
    return WEEKDAYS.get(word.lower(), HAN_WEEKDAYS.get(word, 0))


def read_named_end(match: re.Match[str], today: date) -> list[tuple[date, date]]:
    """Read `Monatsende`: the last day, or the week before it."""
    _, last = unit_span(today, _ENDING[match["u"].lower()], 0)
    return [(last - timedelta(6), last), (last, last)]

"""What a written date means: each function reads the match of one way to write it, seen from `today`.

Each returns the first and last day of all that may be meant. The ways to write them stand in `periods.toml`,
which names the function for each.
"""

import re
from datetime import date, timedelta

from memtui.language.calendar_words import (
    COUNT_WORDS,
    DAYS,
    HAN_SIDES,
    HAN_WEEKDAYS,
    HAN_YEARS,
    HOLIDAYS,
    MONTHS,
    NTH,
    PARTS,
    PLACES,
    SEASONS,
    SHORT_WEEKDAYS,
    SIDES,
    UNIT,
    WEEKDAYS,
)
from memtui.language.day_spans import (
    day_or_none,
    days_numbered,
    month_span,
    moved,
    of_day,
    of_month,
    one_day,
    unit_span,
    weekdays,
    year_span,
    years_near,
)
from memtui.language.numerals import han_count

Spans = list[tuple[date, date]]
"""First and last day of each stretch that may be meant."""
_SIDES = {**SIDES, **HAN_SIDES, **HAN_YEARS}
_WEEKDAYS = {**HAN_WEEKDAYS, **SHORT_WEEKDAYS, **WEEKDAYS}
_ENDING = {"monats": "month", "quartals": "quarter", "jahres": "year"}


def count_of(text: str) -> int:
    """Return the number of a count: `3`, `three`, `drei`."""
    return int(text) if text.isdecimal() else int(COUNT_WORDS.get(text.lower(), 0))


def month_of(text: str) -> int:
    """Return the number of a month: `March`, `3`, `三`."""
    return MONTHS.get(text.lower()) or han_count(text)


def side_of(word: str | None) -> int:
    """Return which one is meant, counted from this one: -1 for `last`, 0 where nothing is said."""
    return _SIDES[word.lower()] if word else 0


def any_weekday(word: str) -> int:
    """Return the number of a weekday in any language, Monday being 0."""
    return _WEEKDAYS.get(word.lower(), _WEEKDAYS.get(word, 0))


def group(match: re.Match[str], name: str) -> str | None:
    """Return what a group holds, or the first of those named `d`, `d2`, `d3` that holds anything."""
    groups = match.groupdict().items()
    return next((text for each, text in groups if text and each.rstrip("23") == name), None)


def _part(match: re.Match[str]) -> int | None:
    """Return whether the beginning, the middle or the end is meant, 0 to 2, or None."""
    named = group(match, "part")
    return PARTS[named.lower()] if named else None


def read_day(match: re.Match[str], today: date) -> Spans:
    """Read `5 March 2026`, `3月5日`: a day of a month, with or without its year."""
    return of_day(today, month_of(match["m"]), han_count(match["d"]), group(match, "y"))


def read_month(match: re.Match[str], today: date) -> Spans:
    """Read `mid-March`, `2026年3月`: a month or a third of one, with or without its year."""
    return of_month(today, month_of(match["m"]), group(match, "y"), _part(match))


def read_year(match: re.Match[str], _today: date) -> Spans:
    """Read `2026`."""
    return year_span(match["y"])


def read_two_years(match: re.Match[str], _today: date) -> Spans:
    """Read `2025/26`: all of both years."""
    ((first, _),) = year_span(match["y"])
    return [(first, unit_span(first, "year", 1)[1])]


def read_numbered_day(match: re.Match[str], today: date) -> Spans:
    """Read `the 20th`, `Friday the 20th`, `20日(金)`: a day of which only the number is said."""
    weekday = group(match, "w")
    number = han_count(group(match, "d") or "")
    return days_numbered(today, number, None if weekday is None else any_weekday(weekday))


def read_day_of_month_beside(match: re.Match[str], today: date) -> Spans:
    """Read `下个月5号`: a day of the next, the last or this month."""
    first, _ = unit_span(today, "month", side_of(match["s"]))
    return one_day(day_or_none(first.year, first.month, han_count(match["n"])))


def read_holiday(match: re.Match[str], today: date) -> Spans:
    """Read `Christmas Eve`: a day with a name that is the same each year."""
    return of_day(today, *HOLIDAYS[match[0].lower()], None)


def read_near_day(match: re.Match[str], today: date) -> Spans:
    """Read `yesterday`, `übermorgen`."""
    return one_day(today + timedelta(DAYS[match[0].lower()]))


def read_weekday(match: re.Match[str], today: date) -> Spans:
    """Read `Friday`, `next Friday`, `下周五`."""
    side = group(match, "s")
    return weekdays(today, any_weekday(match["d"]), None if side is None else side_of(side))


def read_unit(match: re.Match[str], today: date) -> Spans:
    """Read `last week`, `上个月`."""
    return [unit_span(today, UNIT.get(match["u"].lower(), "month"), side_of(match["s"]))]


def read_year_beside(match: re.Match[str], today: date) -> Spans:
    """Read `去年`."""
    return [unit_span(today, "year", side_of(match["s"]))]


def read_reiwa(match: re.Match[str], _today: date) -> Spans:
    """Read a year of the Japanese era that began in 2019, with its month and day where they follow."""
    year = 2018 + (1 if match["n"] == "元" else han_count(match["n"]))
    if match["d"]:
        return one_day(day_or_none(year, han_count(match["m"]), han_count(match["d"])))
    return (
        of_month(date(year, 1, 1), han_count(match["m"]), str(year)) if match["m"] else year_span(str(year))
    )


def read_slashed(match: re.Match[str], _today: date) -> Spans:
    """Read `03/02/2025`, of which either may be the month."""
    one, two, year = map(int, match.groups())
    year += 2000 if year < 100 else 0
    return [
        *one_day(day_or_none(year, one, two)),
        *([] if one == two else one_day(day_or_none(year, two, one))),
    ]


def read_ahead(match: re.Match[str], today: date) -> Spans:
    """Read `in three weeks`."""
    return moved(today, count_of(match["n"]), UNIT[match["u"].lower()])


def read_ago(match: re.Match[str], today: date) -> Spans:
    """Read `three weeks ago`."""
    return moved(today, -count_of(match["n"]), UNIT[match["u"].lower()])


def read_han_moved(match: re.Match[str], today: date) -> Spans:
    """Read `三日前`; `12日前` may also mean before the 12th."""
    count = han_count(match["n"])
    by_day = match["u"] == "日" and match["n"].isascii() and match[0].endswith("日前")
    off = moved(today, -count if match["way"] == "前" else count, UNIT[match["u"]])
    return [*off, *days_numbered(today, count)] if by_day else off


def read_end(match: re.Match[str], today: date) -> Spans:
    """Read `the end of the month`: its last day, the Friday of a week, or the days before."""
    unit = UNIT.get(match["u"].lower())
    if unit is None:
        return []
    _, last = unit_span(today, unit, 0)
    friday = [(last - timedelta(2), last - timedelta(2))] if unit == "week" else []
    return [(last - timedelta(6), last), *friday, (last, last)]


def read_quarter(match: re.Match[str], today: date) -> Spans:
    """Read `Q2` and `the second quarter of 2026`."""
    quarter = NTH.get(match["n"].lower()) or han_count(match["n"][0])
    if not 1 <= quarter <= 4:
        return []
    years = [int(match["y"])] if match["y"] else years_near(today, 3 * quarter)
    return [unit_span(date(year, 3 * quarter, 1), "quarter", 0) for year in years]


def read_season(match: re.Match[str], today: date) -> Spans:
    """Read `in spring`, `the summer of 2019`, `去年の夏`."""
    beside, year = group(match, "o"), group(match, "y")
    if beside:
        return [season_span(today.year + side_of(beside), match["s"])]
    near = [int(year)] if year else years_near(today, SEASONS[match["s"].lower()])
    return [season_span(each, match["s"]) for each in near]


def season_span(year: int, name: str) -> tuple[date, date]:
    """Return the three months of a season that begins in this year."""
    first = date(year, SEASONS[name.lower()], 1)
    return first, unit_span(first, "month", 2)[1]


def read_nth_weekday(match: re.Match[str], today: date) -> Spans:
    """Read `the last Friday in September`."""
    month, weekday = MONTHS[match["m"].lower()], WEEKDAYS[match["d"].lower()]
    place = PLACES[match["n"].lower()]
    days = []
    for first, last in of_month(today, month, match["y"]):
        all_days = [first + timedelta(n) for n in range((last - first).days + 1)]
        named = [day for day in all_days if day.weekday() == weekday]
        days += [(day, day) for day in named[place : place + 1 or None]]
    return days


def read_part_of(match: re.Match[str], today: date) -> Spans:
    """Read `early next month`, `先月下旬`: a third of a month, the first or last month of a year."""
    unit = UNIT.get(match["u"].lower(), "month")
    first, last = unit_span(today, unit, side_of(match["s"]))
    part = PARTS[match["part"].lower()]
    if unit == "month":
        return [month_span(first.year, first.month, part)]
    third = (last - first) // 3
    return [(first + third * part, last if part == 2 else first + third * (part + 1))]


def read_two_off(match: re.Match[str], today: date) -> Spans:
    """Read the week, month or year after the next, or one of its days."""
    written = match[0].lower()
    side = -2 if written.startswith(("vorletzt", "上上", "先々")) or written.endswith("before last") else 2
    if match["d"]:
        number = any_weekday(match["d"])
        week, _ = unit_span(today, "week", side)
        nearest = weekdays(today, number)[-1 if side > 0 else 0][0] + timedelta(7 * (side // 2))
        return [(day, day) for day in dict.fromkeys((week + timedelta(number), nearest))]
    return [unit_span(today, UNIT.get(match["u"].lower(), "month"), side)]


def read_week_off(match: re.Match[str], today: date) -> Spans:
    """Read `tomorrow week`, `a week on Friday`: seven days after a day."""
    word = (match["from"] or match["off"] or match["ab"]).lower()
    days = (
        weekdays(today, WEEKDAYS[word])[-1:] if word in WEEKDAYS else one_day(today + timedelta(DAYS[word]))
    )
    return [(first + timedelta(7), last + timedelta(7)) for first, last in days]


def read_last_working_day(match: re.Match[str], today: date) -> Spans:
    """Read `the last working day of the month`."""
    unit = (match["u"] or "month").lower()
    named = next(each for each in ("month", "quarter", "year") if unit[:2] == each[:2] or unit[:3] == "jah")
    _, last = unit_span(today, "year" if unit.startswith("jahr") else named, 0)
    return one_day(last - timedelta(max(last.weekday() - 4, 0)))


def read_nth_han_weekday(match: re.Match[str], today: date) -> Spans:
    """Read `十二月第二个周六`."""
    weekday, place = HAN_WEEKDAYS[match["d"] or match["j"]], han_count(match["n"])
    days = []
    for first, _ in of_month(today, han_count(match["m"]), match["y"]):
        day = first + timedelta((weekday - first.weekday()) % 7 + 7 * (place - 1))
        days.append((day, day))
    return days


def read_named_end(match: re.Match[str], today: date) -> Spans:
    """Read `Monatsende`: the last day, or the week before it."""
    _, last = unit_span(today, _ENDING[match["u"].lower()], 0)
    return [(last - timedelta(6), last), (last, last)]

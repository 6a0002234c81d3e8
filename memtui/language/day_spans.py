"""Stretches of days on the calendar: a month, the Friday of next week, the days that a bare `20th` may be.

Each is a first and a last day. An ambiguous one is given once for each stretch it may mean. Read by
`periods`.
"""

import calendar
from datetime import date, timedelta


def one_day(day: date | None) -> list[tuple[date, date]]:
    """Return a day as a stretch, or nothing."""
    return [(day, day)] if day is not None else []


def day_or_none(year: int, month: int, day: int) -> date | None:
    """Return the day, or None where the calendar has no such day."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def unit_span(today: date, unit: str, offset: int) -> tuple[date, date]:
    """Return first and last day of the day, week, month, quarter or year `offset` from today's."""
    try:
        if unit == "day":
            return today + timedelta(offset), today + timedelta(offset)
        if unit == "week":
            first = today - timedelta(today.weekday()) + timedelta(7 * offset)
            return first, first + timedelta(6)
    except OverflowError:
        return today, today
    length = {"month": 1, "quarter": 3, "year": 12}[unit]
    start = (today.year * 12 + today.month - 1) // length * length + offset * length
    if not 12 <= start < 9999 * 12 - length:
        return today, today
    end = start + length
    return date(start // 12, start % 12 + 1, 1), date(end // 12, end % 12 + 1, 1) - timedelta(1)


def month_span(year: int, month: int, part: int | None = None) -> tuple[date, date]:
    """Return first and last day of a month, or of its beginning, middle or end: `part` 0, 1 or 2."""
    first = date(year, month, 1)
    last = date(year, month, calendar.monthrange(year, month)[1])
    tenth, twentieth = date(year, month, 10), date(year, month, 20)
    thirds = [(first, tenth), (tenth, twentieth), (twentieth, last)]
    return (first, last) if part is None else thirds[part]


def years_near(today: date, month: int) -> list[int]:
    """Return the years a month without one may belong to: this one, and where near, the one beside it."""
    beside = today.year + (1 if month < today.month else -1)
    return [today.year, beside] if 1 <= beside <= 9998 else [today.year]


def of_month(today: date, month: int, year: str | None, part: int | None = None) -> list[tuple[date, date]]:
    """Return what a month may be, `today` deciding on the year where it is not said."""
    if not 1 <= month <= 12:
        return []
    return [month_span(each, month, part) for each in ([int(year)] if year else years_near(today, month))]


def of_day(today: date, month: int, day: int, year: str | None) -> list[tuple[date, date]]:
    """Return what a day of a month may be, `today` deciding on the year where it is not said."""
    years = [int(year)] if year else years_near(today, month)
    return [span for each in years for span in one_day(day_or_none(each, month, day))]


def days_numbered(today: date, day: int, weekday: int | None = None) -> list[tuple[date, date]]:
    """Return the next and the last days with this number, on this weekday where one is given."""
    days = []
    for offset in [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6]:
        first, _ = unit_span(today, "month", offset)
        this_month = day_or_none(first.year, first.month, day)
        if this_month is not None and weekday in (None, this_month.weekday()):
            days.append((this_month, this_month))
        if len(days) == (5 if weekday is None else 1):
            break
    return days


def weekdays(today: date, weekday: int, side: int | None = None) -> list[tuple[date, date]]:
    """Return the days a weekday may be: the coming, the past, or that of the week before or after."""
    past = today - timedelta((today.weekday() - weekday - 1) % 7 + 1)
    coming = today + timedelta((weekday - today.weekday() - 1) % 7 + 1)
    monday = today - timedelta(today.weekday())
    if side is None:
        days = {past, coming} | ({today} if today.weekday() == weekday else set())
    else:
        days = {monday + timedelta(7 * side + weekday)}
        days |= {coming} if side > 0 else {past} if side < 0 else {coming, past}
    return [(day, day) for day in sorted(days)]


def moved(today: date, count: int, unit: str) -> list[tuple[date, date]]:
    """Return the day that lies `count` units from `today`, or the week, month or year it falls into; for
    years also the month."""
    spans = [unit_span(today, unit, count)]
    if unit == "week":
        spans.append(unit_span(today, "day", 7 * count))
    if unit == "year":
        spans.append(unit_span(today, "month", 12 * count))
    return spans


def year_span(year: str) -> list[tuple[date, date]]:
    """Return first and last day of a year."""
    return [(date(int(year), 1, 1), date(int(year), 12, 31))]

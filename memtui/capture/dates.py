"""Dates in a text: relative ones made absolute, and which days are written in it.

A memory is read long after it was written, so "tomorrow" is no use in it, and the extractor without a model
rewrites it with `absolute`. The reference day is the one a text carries in its head, else today.
"""

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from memtui.capture.entries import Entry
from memtui.capture.head_lines import AHEAD, day_without_year, is_head, is_of_a_meeting
from memtui.domain.instant import Instant
from memtui.language.calendar_words import MONTHS
from memtui.language.cutting import between
from memtui.language.day_spans import day_or_none, days_numbered, unit_span
from memtui.language.numerals import ENGLISH
from memtui.language.periods import mentions
from memtui.phrases import phrases_in

_WEEKDAYS = {name: number for number, name in enumerate(map(str.lower, calendar.day_name))}
_MOST_COUNTED = 12
"""People write larger numbers of days or weeks in figures."""
_NUMBERS = {"a": 1, "an": 1} | {
    word: int(number) for word, number in ENGLISH.items() if 0 < int(number) <= _MOST_COUNTED
}
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_WEEKDAY = "|".join(_WEEKDAYS)
_COUNT = rf"\d{{1,3}}|{'|'.join(_NUMBERS)}"

_ISO = re.compile(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b")
_DOTTED = re.compile(r"\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b")
_SLASHED = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b")
_MONTH_DAY = re.compile(rf"\b({_MONTH})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(\d{{4}}))?", re.IGNORECASE)
_DAY_MONTH = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?({_MONTH})\b\.?(?:,?\s+(\d{{4}}))?", re.IGNORECASE
)
_RELATIVE = re.compile(
    rf"\b(?:(?P<word>the day after tomorrow|tomorrow|today|tonight|yesterday)"
    rf"|(?P<side>next|last|this|this coming)\s+(?P<unit>week|month|quarter|year|{_WEEKDAY})"
    rf"|(?:(?P<lead>by|until|before|on|due|since|from|starting|beginning|as of)\s+)"
    rf"(?P<day>{_WEEKDAY})(?!s\b)(?!\s+(?:mornings|afternoons|evenings))(?:,?\s+(?:the\s+)?(?P<nth>\d{{1,2}})(?:st|nd|rd|th))?"
    rf"|in\s+(?P<ahead>{_COUNT})\s+(?P<ahead_unit>day|week|month|year)s?(?:'\s+time)?"
    rf"|(?P<back>{_COUNT})\s+(?P<back_unit>day|week|month|year)s?\s+ago"
    rf"|(?:by|before|until|at)\s+(?:the\s+)?(?:end\s+of\s+(?:the\s+|this\s+)?(?P<end>week|month|quarter|"
    rf"year)|(?P<end2>month)-end))"
    rf"\b",
    re.IGNORECASE,
)
_PHRASES = phrases_in(Path(__file__).with_name("dates.toml"))
_FIELD, _STATUS = _PHRASES["field"].pattern, _PHRASES["status"].pattern
_STOPS = (". ", "; ", "! ", "? ", "\n")
_BESIDE = 200
"""Characters of a sentence that are read on either side of a relative date."""
_TO_ANOTHER = re.compile(rf"\s*(?:to|till|until|through|thru|and|or|-|–)\s*(?:{_WEEKDAY})\b", re.IGNORECASE)
_FROM_ANOTHER = re.compile(rf"\b(?:from|between)\s+(?:{_WEEKDAY})\s*\Z", re.IGNORECASE)
"""A weekday that is one end of a stretch of each week: `from Monday to Friday`."""
_POSSESSIVE = re.compile(r"['’]s\b")
_BEHIND_THE, _BEFORE_OF = re.compile(r"\bthe\s+\Z", re.IGNORECASE), re.compile(r"\s+of\b", re.IGNORECASE)
"""What makes a span one of something else: `the last week of May`."""
_DATES_ITSELF = re.compile(
    r"[\s*_]*(?:#|(?:meeting )?date\b|datum\b|when\b|meeting\b|fecha\b|日期|日付|日時|\d{4}-)", re.IGNORECASE
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_MONTHS = 12
_ONLY_A_DAY = re.compile(
    rf"[\s#*_>-]*(?:(?:{_WEEKDAY}|[a-z]{{3}}\b),? )?"
    rf"(?:{_MONTH_DAY.pattern}|{_DAY_MONTH.pattern}|{_ISO.pattern})[\s*_.:]*$",
    re.IGNORECASE,
)
_FIRST_LINES = 2
"""Lines at the top that may be a title with a date in it."""
_SHORT = re.compile(r"(?<![\d/.])(\d{1,2})([/.])(\d{1,2})\2(\d\d)(?![\d/.]|:\d)")
_TITLE = 90
"""Characters that a title has at most."""
_SENTENCE_ENDS = (".", "!", "?", ",", ";", "。", "！", "？", "、")
_HEAD = 400
"""Characters in which a text that dates itself does so."""
_TITLES = 6
"""Lines at the top among which a title or a heading may stand."""
_HEAD_LINES = 10
"""Lines of them that are looked at: a ticket has a line for each of its fields."""


def day_of(now: Instant) -> date:
    """Return the UTC day of an instant."""
    return datetime.fromtimestamp(now, UTC).date()


def noon(day: date) -> Instant:
    """Return noon UTC of a day: the instant used where only the day is known."""
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp()


@dataclass(frozen=True, slots=True)
class Dating:
    """The day a text is read as of: the one that its `today` means."""

    day: date
    line: int = 0
    """The line of the text that gives it, counted from 1; 0 when none does."""
    first: date | None = None
    """The day of the earliest entry of a diary; else None. `day` is that of its latest."""
    unsure: bool = False
    """The text has a day of its own, and nothing tells which: `3/4/2024`. So its `tomorrow` is unknown."""


def dating(text: str, otherwise: date, of_days: Sequence[Entry] = ()) -> Dating:
    """Return the day that the head of `text` gives (a title, a `Date:` or `Status:` line, a plain first line,
    whether or not it ends with a full stop), else `otherwise`.

    A day after `otherwise` is one that the text speaks of, not the one it was written on; but minutes, or
    a field for the day, may be some days ahead of it. A title of minutes may leave out the year. A diary is
    of all days of its `of_days`, and was written up to the latest.
    """
    if of_days:
        days = [each.day for each in of_days]
        latest = of_days[days.index(max(days))]
        return Dating(latest.day, text.count("\n", 0, latest.start) + 1, first=min(days))
    lines = text.lstrip()[:_HEAD].splitlines()[:_HEAD_LINES]
    for number, line in enumerate(lines):
        without_year = number < _TITLES and _without_year(line, otherwise)
        if without_year:
            return Dating(without_year, number + 1)
        titled = number < _FIRST_LINES and (_is_title(line) or (number == 0 and is_head(line)))
        field = _FIELD.match(line) is not None
        status = _STATUS.match(line) is not None
        if titled or field or status or (number < _TITLES and _DATES_ITSELF.match(line)) or is_a_day(line):
            slashed = _SLASHED.search(line)
            if slashed is not None and _is_either(slashed, text):
                return Dating(otherwise, unsure=True)
            days = _days_of(line, otherwise) or list(_short_days(line))
            ahead = AHEAD if field or (titled and is_of_a_meeting(line)) else timedelta(0)
            if days and days[0] <= otherwise + ahead:
                return Dating(days[0], number + 1)
    return Dating(otherwise)


def written_on(text: str, otherwise: date) -> date:
    """Return the day of the `dating` of `text`."""
    return dating(text, otherwise).day


def _without_year(line: str, today: date) -> date | None:
    return None if _YEAR.search(line) else day_without_year(line, today, field=_FIELD.match(line) is not None)


def _days_of(line: str, today: date) -> list[date]:
    """Return the days that a line names; where it has a year, only those of one that it has."""
    years = {int(year) for year in _YEAR.findall(line)}
    days = [each.first for each in mentions(line, today) if each.absolute and each.first == each.last]
    return [day for day in days if not years or day.year in years]


def is_a_day(line: str) -> bool:
    """Say whether a line is a day with its year, and nothing else: `Thu, 14 March 2024`."""
    return len(line) <= _TITLE and _YEAR.search(line) is not None and _ONLY_A_DAY.match(line) is not None


def _is_either(slashed: re.Match[str], text: str) -> bool:
    """Say whether either figure of a day may be its month, and no other day of its text settles which."""
    if slashed[1] == slashed[2] or max(int(slashed[1]), int(slashed[2])) > _MONTHS:
        return False
    return all(max(int(each[1]), int(each[2])) <= _MONTHS for each in _SLASHED.finditer(text))


def _is_title(line: str) -> bool:
    """Say whether a line stands over a text: short, with a year, and no sentence."""
    title = line.strip()
    dated = _YEAR.search(title) is not None or any(_short_days(title))
    return len(title) <= _TITLE and dated and title[-1:] not in _SENTENCE_ENDS


def _short_days(line: str) -> Iterator[date]:
    """Yield the days with a short year that can be read in one way only: `25/4/23`, `4/25/23`, `5.4.23`."""
    for match in _SHORT.finditer(line):
        first, second, year = int(match[1]), int(match[3]), 2000 + int(match[4])
        days = {day_or_none(year, second, first)}
        if match[2] == "/":
            days.add(day_or_none(year, first, second))
        known = [day for day in days if day is not None]
        if len(known) == 1:
            yield known[0]


def absolute(text: str, today: date) -> str:
    """Return `text` with each relative date as the day or span of days it means, seen from `today`.

    A possessive one stays as it is: `yesterday's numbers` may be those of any day before. So does a weekday
    that may be one of each week or the last one: `the standup is on Monday`, `it broke on Monday`.
    """
    return _RELATIVE.sub(
        lambda match: _absolute_wording(match, today) if _is_one_day(match) else match[0],
        text,
    )


def dates_written(text: str, today: date) -> list[tuple[str, date]]:
    """Return each absolute date of `text` as it is written, with the day it means."""
    days: list[tuple[int, str, date]] = []
    for pattern, order in ((_ISO, "ymd"), (_DOTTED, "dmy"), (_SLASHED, "mdy")):
        for match in pattern.finditer(text):
            part = dict(zip(order, map(int, match.groups()), strict=True))
            day = day_or_none(part["y"], part["m"], part["d"]) or day_or_none(part["y"], part["d"], part["m"])
            if day is not None:
                days.append((match.start(), match[0], day))
    for pattern, month, number in ((_MONTH_DAY, 1, 2), (_DAY_MONTH, 2, 1)):
        for match in pattern.finditer(text):
            year = int(match[3]) if match[3] else today.year
            day = day_or_none(year, MONTHS[match[month].lower()], int(match[number]))
            if day is not None:
                days.append((match.start(), match[0], day))
    return [(written, day) for _, written, day in sorted(days, key=lambda item: item[0])]


def _is_one_day(match: re.Match[str]) -> bool:
    """Say whether a relative date is a certain day or span, seen from the day of its text."""
    if _POSSESSIVE.match(match.string, match.end()):
        return False
    start = max(match.start() - _BESIDE, 0)
    if match["side"] and _is_part_of_another(match, start):
        return False
    if not match["day"] or match["nth"]:
        return True
    if _TO_ANOTHER.match(match.string, match.end()) or _FROM_ANOTHER.search(
        match.string, start, match.start()
    ):
        return False
    around = match.string[start : match.end() + _BESIDE]
    first, last = between(around, match.start() - start, match.end() - start, _STOPS)
    if _PHRASES["each"].pattern.search(around, first, last):
        return False
    return match["lead"].lower() != "on" or bool(_PHRASES["ahead"].pattern.search(around, first, last))


def _is_part_of_another(match: re.Match[str], start: int) -> bool:
    is_one_of = _BEFORE_OF.match(match.string, match.end()) is not None
    return is_one_of and _BEHIND_THE.search(match.string, start, match.start()) is not None


def _absolute_wording(match: re.Match[str], today: date) -> str:
    """Return the absolute wording of a relative date."""
    first, *rest = _span(match, today)
    if match["word"]:
        lead = "" if _has_preposition(match) else "on "
        return f"{lead}{first}" + (" in the evening" if match["word"].lower() == "tonight" else "")
    if match["day"]:
        return f"{match['lead']} {match['day']} {first}"
    if match["side"] and not rest:
        lead = "" if _has_preposition(match) else "on "
        return f"{lead}{match['unit'].capitalize()} {first}"
    if match["end"] or match["end2"]:
        return f"{match[0].split()[0]} the end of the {(match['end'] or match['end2']).lower()} ({rest[-1]})"
    unit = (match["unit"] or match["ahead_unit"] or match["back_unit"]).lower()
    lead = "" if _has_preposition(match) else "in "
    if unit == "day":
        return f"{'' if _has_preposition(match) else 'on '}{first}"
    if unit == "week":
        return f"{lead}the week of {first}"
    if unit == "quarter":
        return f"{lead}Q{(first.month + 2) // 3} {first.year}"
    return f"{lead}{first:%Y-%m}" if unit == "month" else f"{lead}{first.year}"


_PREPOSITIONS = (
    *(" by", " until", " till", " since", " from", " before", " after", " for", " of", " on", " in", " to"),
    *(" than", " through", " during", " around", "'s"),
)
"""What stands before a day that gets no `on` or `in` of its own."""


def _has_preposition(match: re.Match[str]) -> bool:
    before = " " + match.string[max(match.start() - 12, 0) : match.start()].rstrip().lower()
    return before.endswith(_PREPOSITIONS)


def _span(match: re.Match[str], today: date) -> list[date]:
    """Return the first day of what is meant and, for a span, its last."""
    if match["word"]:
        offset = {"yesterday": -1, "tomorrow": 1, "the day after tomorrow": 2}.get(match["word"].lower(), 0)
        return [today + timedelta(offset)]
    if match["day"]:
        number = _WEEKDAYS[match["day"].lower()]
        if match["nth"]:
            return [first for first, _ in days_numbered(today, int(match["nth"]), number)][:1] or [today]
        return [_past(number, today) if match["lead"].lower() == "since" else _coming(number, today)]
    if match["end"] or match["end2"]:
        return list(unit_span(today, (match["end"] or match["end2"]).lower(), 0))
    if match["side"]:
        unit, back = match["unit"].lower(), match["side"].lower() == "last"
        if unit in _WEEKDAYS:
            return [_past(_WEEKDAYS[unit], today) if back else _coming(_WEEKDAYS[unit], today)]
        return list(unit_span(today, unit, -1 if back else 1 if match["side"].lower() == "next" else 0))
    count = match["ahead"] or match["back"]
    number = int(count) if count.isdigit() else _NUMBERS[count.lower()]
    unit = (match["ahead_unit"] or match["back_unit"]).lower()
    number = number if match["ahead"] else -number
    if unit == "day":
        return [today + timedelta(number)]
    return list(unit_span(today, unit, number))


def _coming(weekday: int, today: date) -> date:
    return today + timedelta((weekday - today.weekday() - 1) % 7 + 1)


def _past(weekday: int, today: date) -> date:
    return today - timedelta((today.weekday() - weekday - 1) % 7 + 1)

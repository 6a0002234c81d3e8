"""The entries of a text that has a heading for each day, such as a diary: each is read as of its own day.

    ## Sat 21 Nov          # Daily, Tuesday 17 November          2026-11-21 — the roof

Headings of one level are those of entries when each begins with a day, or is one of minutes, and the days
come one after another. A plan has days as well, but those are still to come. What stands below such a heading
was written on its day, so that is what a `tomorrow` there counts from.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from memtui.capture.head_lines import WEEKDAY, day_without_year, is_of_a_meeting
from memtui.language.periods import mentions

_LINE = re.compile(r"^(?P<marks>#{1,6}(?=\s)|)[^\S\n]*(?P<words>\S[^\n]{2,89})$", re.MULTILINE)
_BEHIND_DAY = re.compile(r"\s+[-–—|·]\s+|:\s+|\s*[-–—:]*$")
"""What stands between the day of an entry and its title."""
_SIGNS = "*_# \t.:：()"
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_ANY_DAY = date(2000, 1, 1)
"""A line is a day or none, whenever it is read, and in a leap year every day of a month is one."""
_OF_A_DIARY = timedelta(days=60)
"""An entry with a day and no year is so near to the day of its text."""
_A_DAY = 40
"""Characters that a line has at most which is nothing but a day."""
_FEWEST = 2
_MOST = 2_000
"""Lines with a day in figures or words that are looked at: a log has one in each."""


class Entry(NamedTuple):
    """A part of a text that was written on the day of its heading."""

    start: int
    end: int
    day: date


class _Head(NamedTuple):
    start: int
    level: int
    day: date | None


def entries(text: str, latest: date) -> tuple[Entry, ...]:
    """Return the entries of a text in their order; none where it is no diary. `latest` is the day it is read,
    or that a person gave for it.
    """
    heads = list(_heads(text, latest))
    for level in sorted({head.level for head in heads if head.day is not None}):
        days = [head.day for head in heads if head.level == level and head.day is not None]
        if len(set(days)) >= _FEWEST and max(days) <= latest and _in_order(days):
            return tuple(_entries(heads, level, len(text)))
    return ()


def day_at(of_text: Sequence[Entry], place: int) -> date | None:
    """Return the day of the entry that holds a place of a text; None outside of all."""
    at = bisect_right(of_text, place, key=lambda each: each.start) - 1
    return of_text[at].day if at >= 0 and place < of_text[at].end else None


def title_behind_day(heading: str) -> str | None:
    """Return the title behind the day that a heading begins with, empty where that is all of it; None for a
    heading that begins with none.
    """
    behind = _BEHIND_DAY.search(heading)
    if behind is None or not _is_only_a_day(heading[: behind.start()]):
        return None
    return heading[behind.end() :].strip()


def day_in(heading: str, today: date) -> date | None:
    """Return the one day that a heading names with its year, that is all of it, `Thursday April 2nd`, or that
    minutes are of: `Retro, 2 April`.
    """
    one_day = [each for each in mentions(heading, today) if each.first == each.last]
    days = {each.first for each in one_day if each.absolute}
    if _YEAR.search(heading):
        return days.pop() if len(days) == 1 and max(days) <= today else None
    of_a_meeting = is_of_a_meeting(heading)
    if not (of_a_meeting or _is_only_a_day(heading)):
        return None
    weekdays = {each.first.weekday() for each in one_day if not each.absolute}
    near = [
        day for day in days if abs(day - today) <= _OF_A_DIARY and (not weekdays or day.weekday() in weekdays)
    ]
    nearest = min(near, key=lambda day: abs(day - today), default=None)
    return day_without_year(heading, today) if nearest is None and of_a_meeting else nearest


def _is_only_a_day(words: str) -> bool:
    """Say whether words are a day, with or without its weekday and year, and nothing else."""
    besides = list(words)
    found = [each for each in mentions(words, _ANY_DAY) if each.first == each.last]
    for each in found:
        besides[each.start : each.end] = " " * (each.end - each.start)
    return bool(found) and not any(map(str.isalnum, WEEKDAY.sub("", "".join(besides))))


def _heads(text: str, latest: date) -> Iterator[_Head]:
    """Yield the headings of a text, and the lines that are nothing but a day: those have no mark."""
    dated = 0
    for line in _LINE.finditer(text):
        level, words = len(line["marks"]), line["words"].strip(_SIGNS)
        may_be_dated = any(map(str.isdigit, words)) and dated < _MOST and (level or len(words) <= _A_DAY)
        dated += may_be_dated
        day = _day_of(words, latest, marked=level > 0) if may_be_dated else None
        if level or day is not None:
            yield _Head(line.start(), level, day)


def _day_of(heading: str, latest: date, *, marked: bool) -> date | None:
    """Return the day of an entry that a heading gives; without a mark it has to be all of it."""
    title = title_behind_day(heading)
    if title and marked:
        return day_in(heading.removesuffix(title).rstrip(_SIGNS + "-–—|·"), latest)
    return day_in(heading, latest) if title == "" or (marked and is_of_a_meeting(heading)) else None


def _in_order(days: Sequence[date]) -> bool:
    """Say whether days come one after another, the first or the last of them first."""
    pairs = list(pairwise(days))
    return all(one <= other for one, other in pairs) or all(one >= other for one, other in pairs)


def _entries(heads: Sequence[_Head], level: int, end: int) -> Iterator[Entry]:
    """Yield the stretches from each dated heading of a level up to the next one that ends it."""
    for at, head in enumerate(heads):
        if head.level == level and head.day is not None:
            ends = (each.start for each in heads[at + 1 :] if each.level <= (level or 1))
            yield Entry(head.start, next(ends, end), head.day)

"""A plain first line that names a text and its day: `Data weekly, 26 November 2026. Present: Nadia, Jo.`

It is told from a statement with a day in it, `The lease ends on 26 November 2026.`, by having no verb, and by
what stands before the day: nothing that makes it the day of something else. So it dates the text, and is no
fact. A title of minutes, or a line that is nothing but a day, may leave out the year: `Weekly sync, 12 May`.
`dates` and the rules ask.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from memtui.capture.rules.verbs import has_verb
from memtui.language.calendar_words import SHORT_WEEKDAYS, WEEKDAYS, any_of
from memtui.language.day_spans import day_or_none
from memtui.language.periods import Mention, mentions
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("head_lines.toml"))
_RECORD, _OF_SOMETHING_ELSE, _MEETS = (
    _PHRASES[name].pattern for name in ("record", "of_something_else", "meets")
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_ANY_DAY = date(2000, 1, 1)
"""A day with its year is the same, whenever it is read, and in a leap year every day of a month is one."""
AHEAD = timedelta(14)
"""So far ahead lies the day of minutes that were begun before they met. Chosen: two weeks."""
_YEARS_BACK = 8
"""Years in which a day without one is looked for on its weekday: within these each comes on each of them, but
for the last day of February."""
_NUMBER_OF = {word.lower(): number for word, number in {**SHORT_WEEKDAYS, **WEEKDAYS}.items()}
WEEKDAY = re.compile(rf"\b(?:{any_of(_NUMBER_OF)})\b", re.IGNORECASE)
_LONGEST = 90
"""Characters up to the end of the day."""
_BREAK = re.compile(r"[.!?。！？:：](?=\s|$)(?<!\d\.)")
"""What ends a sentence or a label."""
_SIGNS = " .:;,。：()[]*_-–—|"
_ENDS = re.compile(r"[\s*_)\]]*(?:$|[.:;。：](?!\d)|,\s|[–—|(-])")
"""What follows on the day of a text."""


def is_head(line: str) -> bool:
    """Say whether the first line of a text, or its first sentence, names the text and its day."""
    return _day_of(line) is not None


def is_of_a_meeting(line: str) -> bool:
    """Say whether a title names a text in which people met or reported, such as minutes, and its day."""
    return _of_a_meeting(line) is not None


def says_nothing_else(sentence: str) -> bool:
    """Say whether the first sentence of a text names it and its day, and at most who was there."""
    day = _day_of(sentence) or _of_a_meeting(sentence)
    if day is None:
        return False
    return not sentence[day.end :].strip(_SIGNS) or _RECORD.match(sentence[: day.start]) is not None


def day_without_year(line: str, today: date, *, field: bool = False) -> date | None:
    """Return the day of a text whose head gives it without a year: the latest such day up to `today`.

    A weekday beside it may tell of another year, or of minutes that were begun before they met. What a title
    names that is none of minutes has a day of its own; what stands in a `field` for the day has not.
    """
    day = _of_a_meeting(line) or _alone(line) or (_first_day(line) if field else None)
    if day is None or _with_its_year(day, line):
        return None
    weekday = WEEKDAY.search(line)
    named = None if weekday is None else _NUMBER_OF[weekday[0].lower()]
    days = list(_in_each_year(day.first, today))
    on_it = (each for each in days if each.weekday() == named)
    return next(on_it, None) or next((each for each in days if each <= today), None)


def _in_each_year(day: date, today: date) -> Iterator[date]:
    """Yield a day of the year in each year, the latest first, none further ahead than minutes may be."""
    for year in range(today.year + 1, max(today.year - _YEARS_BACK, 1), -1):
        each = day_or_none(year, day.month, day.day)
        if each is not None and each <= today + AHEAD:
            yield each


def _of_a_meeting(line: str) -> Mention | None:
    """Return where the title of minutes gives their day."""
    title = line.lstrip("# ")
    day = _day_of(title, without_year=True)
    return day if day is not None and _MEETS.match(title) is not None else None


def _alone(line: str) -> Mention | None:
    """Return where a line gives a day that is all of it, but for its weekday."""
    day = _first_day(line)
    if day is None or len(line) > _LONGEST:
        return None
    return None if WEEKDAY.sub("", line[: day.start] + line[day.end :]).strip(_SIGNS + "#") else day


def _first_day(line: str) -> Mention | None:
    return next((each for each in mentions(line, _ANY_DAY) if _is_a_day(each, line)), None)


def _day_of(line: str, *, without_year: bool = False) -> Mention | None:
    """Return where a line gives the day of its text."""
    days = (each for each in mentions(line, _ANY_DAY) if _is_a_day(each, line))
    day = next((each for each in days if without_year or _with_its_year(each, line)), None)
    if day is None or day.end > _LONGEST or not _ENDS.match(line, day.end):
        return None
    before = line[: day.start]
    if has_verb(before) or _BREAK.search(before):
        return None
    is_its_own = _RECORD.match(before) is not None or not _OF_SOMETHING_ELSE.search(before)
    return day if is_its_own else None


def _is_a_day(mention: Mention, line: str) -> bool:
    """Say whether a mention is one day, with its year or the name of its month."""
    words = line[mention.start : mention.end]
    is_told = _YEAR.search(words) is not None or any(map(str.isalpha, words))
    return is_told and mention.absolute and mention.first == mention.last


def _with_its_year(mention: Mention, line: str) -> bool:
    return _YEAR.search(line, mention.start, mention.end) is not None

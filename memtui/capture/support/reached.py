"""Whether a statement's days follow from its text: named there, counted from a day that is named, or put
together.

A person who resolves dates with care adds stretches to days (`due Thursday`, `slipped by a week`) and takes
the month from one place and the weekday from another (`the last Friday`, under `September`).
"""

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from pathlib import Path

from memtui.capture.support.align import Pair
from memtui.capture.support.ground import Ground, Passage, Span
from memtui.language.clocks import Clock, clocks
from memtui.language.periods import Mention
from memtui.language.stretches import Stretch, stretches
from memtui.phrases import phrases_in

_INCLUSIVE = 1
"""Days by which counting the first day or not may differ."""
_WEEK = 7
_ABOUT = 10
"""Minutes by which a time of day may be rounded."""
_BEFORE = 4
"""Readings of days before a quote that its stretches may be counted from."""
_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="reached")
_BACK = _PHRASES["back"].pattern
"""Words with which a stretch may lie before the day it is counted from."""
_UNREAD = _PHRASES["unread"].pattern
"""Words that name a day which is not computed here, since they leave open which one."""
_AFTER = _PHRASES["after"].pattern
"""Words that name a day by one before it."""
_FARTHEST = 400
"""How many days a date told in such words may lie from the day of the text."""
_SEASON = 92
"""Days of a span that says something about the month."""
_PUT_TOGETHER = 0.5
"""How strongly a date speaks against a statement that may be put together from the text: half of an
invented one.
"""


def day_from_nowhere(pair: Pair) -> float:
    """Tell whether a statement has a day that its text does not give: 0.5 where it may be put together."""
    days = absolute_days(pair.claim).values()
    return max((_unfounded(meant, pair.ground) for meant in days), default=0.0)


def other_date(claim: Passage, ground: Ground) -> str | None:
    """Find a day that its text does not give, and that can't be put together from it."""
    days = absolute_days(claim).values()
    return "the day is not in the text" if any(_unfounded(meant, ground) == 1.0 for meant in days) else None


def absolute_days(claim: Passage) -> dict[Span, list[Mention]]:
    """Return, by its place, the possible days of each date that means the same whenever it is read."""
    mentions_by_span: dict[Span, list[Mention]] = {}
    for each in claim.times:
        if each.absolute:
            mentions_by_span.setdefault((each.start, each.end), []).append(each)
    return mentions_by_span


def _unfounded(meant: Sequence[Mention], ground: Ground) -> float:
    if reached(meant, ground):
        return 0.0
    if any(_put_together(each, ground) for each in meant) or told_otherwise(meant, ground):
        return _PUT_TOGETHER
    return 1.0


def told_otherwise(meant: Sequence[Mention], ground: Ground) -> bool:
    """Say whether the quote names a near day in words that we cannot turn into a date (`_UNREAD`)."""
    if ground.today is None or _UNREAD.search(ground.quote.text) is None:
        return False
    return any(abs((each.first - ground.today).days) <= _FARTHEST for each in meant)


def reached(meant: Sequence[Mention], ground: Ground) -> bool:
    """Say whether one of what a date may mean is named in the text, or follows from the quote."""
    if any(each.first <= ground.today <= each.last for each in meant if ground.today):
        return True
    return worked_out(meant, ground) or ground.whole.names(meant)


def worked_out(meant: Sequence[Mention], ground: Ground) -> bool:
    """Say whether a date lies a stretch of the quote off a day, or is the quote's weekday of its week."""
    weekly = [each for each in ground.quote.times if (each.last - each.first).days == _WEEK - 1]
    weekdays = {each.first.weekday() for each in ground.quote.times if _single(each) and not each.absolute}
    for each in meant:
        in_week = any(week.first <= each.first <= week.last for week in weekly)
        if in_week and _single(each) and each.first.weekday() in weekdays:
            return True
        if _follows(each, ground, weekdays):
            return True
    return any(_counted(each, ground) for each in meant)


def _follows(wanted: Mention, ground: Ground, weekdays: Collection[int]) -> bool:
    """Say whether a day comes next after one told before it: `the Monday after`, `after the holidays`."""
    if not _single(wanted) or _AFTER.search(ground.quote.text) is None:
        return False
    spans = {each.last for each in ground.quote.times if each.absolute}
    if any(wanted.first - last == timedelta(1) for last in spans):
        return True
    near = wanted.first.weekday() in weekdays
    return near and any(0 < (wanted.first - day).days <= _WEEK for day in spans | _told_before(ground))


def _single(each: Mention) -> bool:
    return each.first == each.last


def _counted(wanted: Mention, ground: Ground) -> bool:
    """Say whether a date lies a stretch of the quote off the days of the quote, or off those before it."""
    return _off(wanted, ground, _anchors(ground))


def _off(wanted: Mention, ground: Ground, anchors: Collection[date]) -> bool:
    """Say whether a date lies a stretch of the quote off one of these days."""
    off = [each for each in stretches(ground.quote.text) if not _in_the_past(each, ground)]
    sides = (1, -1) if _BACK.search(ground.quote.text) else (1,)
    for day in anchors if off else ():
        for stretch in off:
            for side in sides:
                there = stretch.from_day(day, side).toordinal()
                last = there - side * _INCLUSIVE
                if (
                    wanted.first.toordinal() <= max(there, last)
                    and min(there, last) <= wanted.last.toordinal()
                ):
                    return True
    return False


def _in_the_past(stretch: Stretch, ground: Ground) -> bool:
    """Say whether a stretch is part of a day that has been, and no more than that: `two days ago`."""
    inside = [e for e in ground.quote.times if e.start <= stretch.start and stretch.end <= e.end]
    return ground.today is not None and any(each.last < ground.today for each in inside)


def _anchors(ground: Ground) -> set[date]:
    """Return the days that a stretch may be counted from."""
    near = [each for each in ground.quote.times if (each.last - each.first).days < _WEEK]
    days = _ends(near)
    if not any(each.absolute for each in near):
        days |= _told_before(ground)
    return days | ({ground.today} if ground.today and not _single_days(ground.quote.times) else set())


def _told_before(ground: Ground) -> set[date]:
    """Return the days that the text named last before the quote."""
    return _ends(ground.whole.last_before(ground.start, _BEFORE))


def _ends(times: Sequence[Mention]) -> set[date]:
    return {day for each in times for day in (each.first, each.last)}


def _single_days(times: Sequence[Mention]) -> bool:
    return any(map(_single, times))


def _put_together(wanted: Mention, ground: Ground) -> bool:
    """Say whether something in or near the quote speaks for the year, the month and the day each."""
    if _off(wanted, ground, _told_before(ground)):
        return True
    near = [*ground.quote.times, *ground.around.times]
    days = _ends(near)
    years = {day.year for day in days} | ({ground.today.year} if ground.today else set())
    spans = [each for each in near if (each.last - each.first).days <= _SEASON]
    month = any(
        each.first.month == wanted.first.month or each.last.month == wanted.first.month for each in spans
    )
    single = [each for each in near if each.first == each.last and not each.absolute]
    day = wanted.first != wanted.last or any(
        each.first.day == wanted.first.day or each.first.weekday() == wanted.first.weekday()
        for each in single
    )
    return wanted.first.year in years and month and day


def clock_from_nowhere(pair: Pair) -> float:
    """Tell whether a statement has a time of day that the text does not, where the quote has one."""
    mine, near = clocks(pair.claim.text), clocks(pair.ground.around.text)
    known = {minutes for each in near for minutes in each.minutes}
    return float(any(not _near(each, known) for each in mine) and bool(clocks(pair.ground.quote.text)))


def _near(clock: Clock, known: Collection[int]) -> bool:
    """Say whether a time of day is one of these, or a few minutes off: `shortly before eight`."""
    return any(abs(mine - there) <= _ABOUT for mine in clock.minutes for there in known)

"""A calendar of the last weeks, a column a week and a row a day: the more of a day, the darker it is."""

from collections.abc import Mapping
from datetime import date, timedelta

from rich.segment import Segment

from memtui.domain.counting import plural
from memtui.domain.days import day_of
from memtui.domain.instant import Instant
from memtui.tui.insights.drawing import heading
from memtui.tui.themes import Look
from memtui.tui.widgets.links import Link, Sheet, Spot

_SHADES = "░▒▓█"
_DAYS = ("Mon", "", "Wed", "", "Fri", "", "Sun")
_YEAR = 53
"""Weeks that are shown at most."""


def days_map(
    title: str, token: str, counts: Mapping[date, int], now: Instant, width: int, look: Look
) -> Sheet:
    """Return the last weeks as a calendar, a column a week and a row a day; a darker day holds more.

    A day leads to the memories that `token` finds of it. Without any there is a heading alone.
    """
    weeks = min(max(width - 7, 4), _YEAR)
    today = day_of(now)
    first = today - timedelta(days=today.weekday() + 7 * (weeks - 1))
    within = {when: count for when, count in counts.items() if when >= first}
    if not within:
        return heading(title, look, "none yet")
    top = max(within.values())
    sheet = heading(title, look, f"{sum(within.values()):,} on {plural(len(within), 'day')}")
    for weekday, name in enumerate(_DAYS):
        line = [Segment(f"  {name:<4} ", look.dim)]
        for week in range(weeks):
            when = first + timedelta(days=7 * week + weekday)
            count = within.get(when, 0)
            if when > today:
                break
            line.append(Segment(_shade(count, top), look.accent if count else look.faint))
            if count:
                says = f"{when.day} {when:%b %Y}: {title.split(',')[0].lower()} {count:,}"
                link = Link(f"{token}:{when}", says=says)
                sheet.spots.append(Spot(len(sheet.lines), 7 + week, 8 + week, link))
        sheet.lines.append(line)
    sheet.lines.append([Segment("       " + _months(first, weeks), look.dim)])
    return sheet


def _shade(count: int, top: int) -> str:
    """Return the sign for a day: four steps, each twice the one before or more."""
    if not count:
        return "·"
    steps = [top**0.25, top**0.5, top**0.75]
    return _SHADES[sum(count > step for step in steps)]


def _months(first: date, weeks: int) -> str:
    """Return the names of the months over the weeks in which they begin."""
    line, last = "", -1
    for week in range(weeks):
        monday = first + timedelta(days=7 * week)
        if monday.month != last and monday.day <= 7 and len(line) <= week and week + 3 <= weeks:
            line = line.ljust(week) + f"{monday:%b}"
        last = monday.month
    return line

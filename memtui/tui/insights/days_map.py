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
from memtui.tui.widgets.months import month_names

_SHADES = "░▒▓█"
_DAYS = ("Mon", "", "Wed", "", "Fri", "", "Sun")
_LABEL = 7
"""Cells of the name of a day, with those around it."""
MOST, _LEAST = 53, 4
"""Weeks that are shown at most, and in the narrowest terminal."""


def days_map(token: str, counts: Mapping[date, int], now: Instant, width: int, look: Look) -> Sheet:
    """Return the last weeks as a calendar of what was `made` or `used`; a darker day holds more.

    A day leads to the memories that this token finds of it. Without any there is a heading alone.
    """
    title = f"{token.capitalize()}, day by day"
    weeks = min(max(width - _LABEL, _LEAST), MOST)
    today = day_of(now)
    first = today - timedelta(days=today.weekday() + 7 * (weeks - 1))
    within = {when: count for when, count in counts.items() if when >= first}
    if not within:
        return heading(title, look, "none yet")
    top = max(within.values())
    sheet = heading(title, look, f"{sum(within.values()):,} on {plural(len(within), 'day')}")
    for weekday, name in enumerate(_DAYS):
        line = [Segment(f"  {name:<{_LABEL - 2}}", look.dim)]
        for week in range(weeks):
            when = first + timedelta(days=7 * week + weekday)
            count = within.get(when, 0)
            if when > today:
                break
            line.append(Segment(_shade(count, top), look.accent if count else look.faint))
            if count:
                link = Link(f"{token}:{when}", says=f"{when.day} {when:%b %Y}: {token} {count:,}")
                sheet.spots.append(Spot(len(sheet.lines), _LABEL + week, _LABEL + week + 1, link))
        sheet.lines.append(line)
    months = month_names([first + timedelta(days=7 * week) for week in range(weeks)])
    sheet.lines.append([Segment(" " * _LABEL + months, look.dim)])
    return sheet


def _shade(count: int, top: int) -> str:
    """Return the sign for a day: four steps, each as many times the one before it."""
    if not count:
        return "·"
    steps = [top**0.25, top**0.5, top**0.75]
    return _SHADES[sum(count > step for step in steps)]

"""The time line: what came, was used, left and fades, week by week, with the day one stands on."""

from rich.segment import Segment

from memtui.domain.counting import plural
from memtui.domain.days import day_of
from memtui.domain.instant import Instant
from memtui.store.past import WEEK, Weeks, week_of
from memtui.tui.themes import Look
from memtui.tui.widgets.areas import BLOCKS
from memtui.tui.widgets.line_list import fitted
from memtui.tui.widgets.months import month_names
from memtui.tui.widgets.pages import Line

_LABEL = 9
LINES = 6
"""How many lines it takes."""


def days_from_today(days: int) -> str:
    """Return how far a day is from today, in words."""
    if not days:
        return "today"
    return f"{plural(-days, 'day')} ago" if days < 0 else f"in {plural(days, 'day')}"


def timeline(
    weeks: Weeks, when: Instant, today: Instant, width: int, look: Look, *, low: bool = False
) -> list[Line]:
    """Return the weeks around a day for a width, a column a week.

    If it has to be `low`, there is only what was made, and the line on which the day is marked.
    """
    room = max(width - _LABEL - 1, 8)
    first = week_of(when) - room // 2
    shown_week, now = week_of(when) - first, week_of(today) - first
    lines: list[Line] = []
    rows = (("made", weeks.made), ("used", weeks.used), ("left", weeks.left), ("fading", weeks.faded))
    for title, counts in rows:
        values = [counts.get(first + place, 0) for place in range(room)]
        top = max([*values, 1])
        bars = "".join(BLOCKS[max(value * 7 // top, 1)] if value else "·" for value in values)
        lines.append(
            [Segment(f" {fitted(title, _LABEL - 1)}", look.dim), *_parted(bars, shown_week, now, look)]
        )
    axis = "".join("●" if place == shown_week else "│" if place == now else "─" for place in range(room))
    lines.append([Segment(" " * _LABEL), *_parted(axis, shown_week, now, look)])
    months = month_names([day_of((first + place) * WEEK) for place in range(room)], years=True)
    lines.append([Segment(" " * _LABEL + months, look.dim)])
    return [lines[0], lines[-2]] if low else lines


def _parted(text: str, week: int, now: int, look: Look) -> list[Segment]:
    """Return a row with the past bright, the future dim, and the week one stands on strong."""
    styles = [look.accent if place <= now else look.dim for place in range(len(text))]
    if 0 <= week < len(text):
        styles[week] = look.strong
    return [
        Segment(sign, look.faint if sign in "·─" else style) for sign, style in zip(text, styles, strict=True)
    ]

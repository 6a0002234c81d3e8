"""The pictures on the Insights page: a chart, rows of bars, a calendar, a treemap. Every part is a link."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby
from math import ceil

from rich.segment import Segment

from memtui.domain.counting import plural
from memtui.domain.days import day_of
from memtui.domain.instant import DAY, Instant
from memtui.domain.text import Longest, bar, one_line
from memtui.domain.treemap import Box, shared_out
from memtui.secrets.masking import masked
from memtui.store.over_time import Growth
from memtui.tui.themes import Look
from memtui.tui.widgets.areas import BLOCKS, area, sampled
from memtui.tui.widgets.line_list import fitted, fitted_end, right
from memtui.tui.widgets.links import Link, Sheet, Spot

_SHADES = "░▒▓█"
_CHART = 6
_SHORT = 90 * DAY
"""A stretch that is told by days and not by months, which would be the same."""
_GUTTER = 9
_DAYS = ("Mon", "", "Wed", "", "Fri", "", "Sun")
_FRAME = frozenset("┌┐└┘─│")
_LEAST_BOX = 12
"""A box narrower than this says nothing of its scope."""


def heading(title: str, look: Look, more: str = "") -> Sheet:
    """Return a line that says what comes below it."""
    segments = [Segment(f"  {title}", look.strong)]
    return Sheet([[*segments, Segment(f"  {more}", look.dim)] if more else segments])


def chart(growth: Growth, width: int, look: Look) -> Sheet:
    """Return how many memories lived over time, as an area with its dates and numbers."""
    sheet = Sheet()
    room = max(width - _GUTTER - 2, 8)
    total = growth.total
    top = max([*total, 1])
    values = [value / top for value in sampled(total, room)]
    for row, text in enumerate(area(values, _CHART)):
        label = f"{top:,}" if row == 0 else "0" if row == _CHART - 1 else ""
        sheet.add([Segment(right(label, _GUTTER - 1) + " ", look.dim), Segment(text, look.accent)])
    end = growth.start + growth.step * len(total)
    places = [(growth.start, _GUTTER), ((growth.start + end) / 2, _GUTTER + room // 2 - 4), (end, width - 11)]
    line = ""
    for when, place in places:
        if place > len(line):
            month = day_of(when)
            link = Link(f"made:{month:%Y-%m}", says=f"made in {month:%B %Y}")
            date_label = f"{month.day} {month:%b}" if end - growth.start < _SHORT else f"{month:%b %Y}"
            line = line.ljust(place)
            sheet.spots.append(Spot(len(sheet.lines), len(line), len(line) + len(date_label), link))
            line += date_label
    sheet.lines.append([Segment(line, look.dim)])
    return sheet


def spark(
    title: str, values: Sequence[int], width: int, look: Look, link: Link, figure: str, beside: int = 0
) -> Sheet:
    """Return a row of bars with what they are and the last of them.

    At least `beside` cells are left behind the bars, so that those of several rows stand one below the other.
    """
    sheet = Sheet()
    figure = figure or f"{values[-1]:,}"
    room = max(width - 20 - max(len(figure), beside) - 2, 4)
    sample = sampled(values, room)
    top = max([*sample, 1])
    # At most seven eighths of a line, so that rows do not melt into each other.
    blocks = "".join(BLOCKS[min(ceil(7 * value / top), 7)] if value else "·" for value in sample)
    line = [Segment("  " + fitted(title, 16) + " ", look.text)]
    for empty, part in groupby(blocks, lambda block: block == "·"):
        line.append(Segment("".join(part), look.faint if empty else look.accent))
    sheet.add([*line, Segment(f"  {figure}", look.dim)], link)
    return sheet


def counted(
    title: str,
    rows: Sequence[tuple[str, int, Link | None]],
    width: int,
    look: Look,
    more: int = 0,
) -> Sheet:
    """Return names with bars and numbers; `more` is how many there are besides."""
    sheet = heading(title, look)
    top = max([*(count for _, count, _ in rows), 1])
    room = max(width - 2 - 1 - 6 - 9 - 2, 6)
    for name, count, link in rows:
        full, rest = bar(count / top, 6)
        label = fitted_end(one_line(masked(name), Longest.PHRASE), room)
        line = [Segment(f"  {label} ", look.text), Segment(full, look.accent), Segment(rest, look.faint)]
        sheet.add([*line, Segment(right(f"{count:,}", 9), look.dim)], link)
    if more > 0:
        sheet.add([Segment(f"  and {more:,} more", look.dim)])
    return sheet


def days_map(
    title: str, token: str, counts: Mapping[date, int], now: Instant, width: int, look: Look
) -> Sheet:
    """Return the last weeks as a calendar, a column a week and a row a day; a darker day holds more.

    A day leads to the memories that `token` finds of it. Without any there is a heading alone.
    """
    weeks = min(max(width - 7, 4), 53)
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


def treemap(tokens: Sequence[tuple[str, int]], width: int, height: int, look: Look) -> Sheet:
    """Return scopes as boxes whose areas are their tokens. A box leads to what its scope holds."""
    sheet = Sheet()
    room = max(width - 3, 8)
    total = sum(count for _, count in tokens)
    kept = [(scope, count) for scope, count in tokens if count * room * height >= total * _LEAST_BOX * 3]
    rest = total - sum(count for _, count in kept)
    parts = [*kept, ("", rest)] if rest else kept
    rows: list[list[str]] = [[" "] * room for _ in range(height)]
    for (scope, count), box in zip(
        parts, shared_out([count for _, count in parts], Box(0, 0, room, height)), strict=True
    ):
        link = Link(f"in:{quoted(scope)}", says=f"{masked(scope)}: ≈ {count:,} tokens") if scope else None
        name = masked(scope) if scope else f"{len(tokens) - len(kept):,} smaller"
        _draw_box(rows, box, one_line(name, Longest.PHRASE), f"≈{count:,}")
        if link is not None and box.width > 2 and box.height > 1:
            sheet.spots += [
                Spot(box.top + row, 3 + box.left, 1 + box.left + box.width, link)
                for row in range(1 if box.height > 2 else 0, min(3, max(box.height - 1, 1)))
            ]
    for cells in rows:
        parted = groupby(cells, lambda cell: cell in _FRAME)
        line = [Segment("".join(part), look.faint if frame else look.text) for frame, part in parted]
        sheet.lines.append([Segment("  "), *line])
    return sheet


def quoted(value: str) -> str:
    """Return a value as a filter takes it behind a token."""
    return f'"{value}"' if any(c.isspace() for c in value) else value


def _draw_box(rows: list[list[str]], box: Box, name: str, figure: str) -> None:
    """Draw the frame of a box and what it says into the cells."""
    if box.width < 2 or box.height < 1:
        return
    inner = box.width - 2
    lines = ["┌" + "─" * inner + "┐", *["│" + " " * inner + "│"] * (box.height - 2)]
    lines += ["└" + "─" * inner + "┘"] if box.height > 1 else []
    texts = [fitted_end(name, inner), fitted(figure, inner)]
    for index, line in enumerate(lines):
        if 0 < index < box.height - 1 and texts:
            line = "│" + texts.pop(0) + "│"
        rows[box.top + index][box.left : box.left + box.width] = list(line)

"""What the Insights page is drawn with: headings, a chart, rows of bars. Every part is a link."""

from collections.abc import Sequence
from itertools import groupby
from math import ceil

from rich.segment import Segment

from memtui.domain.days import day_of
from memtui.domain.instant import DAY
from memtui.domain.text import Longest, bar, one_line
from memtui.secrets.masking import masked
from memtui.store.over_time import Growth
from memtui.tui.themes import Look
from memtui.tui.widgets.areas import BLOCKS, area, sampled
from memtui.tui.widgets.line_list import fitted, fitted_end, right
from memtui.tui.widgets.links import Link, Sheet, Spot

_CHART = 6
_SHORT = 90 * DAY
"""A stretch that is told by days and not by months, which would be the same."""
_GUTTER = 9


def heading(title: str, look: Look, more: str = "") -> Sheet:
    """Return a line that says what comes below it."""
    segments = [Segment(f"  {title}", look.strong)]
    return Sheet([[*segments, Segment(f"  {more}", look.dim)] if more else segments])


def chart(growth: Growth, width: int, look: Look) -> Sheet:
    """Return how many memories lived over time, as an area with its dates and numbers."""
    sheet = Sheet()
    room = max(width - _GUTTER - 2, 8)
    top = max([*growth.live, 1])
    values = [value / top for value in sampled(growth.live, room)]
    for row, text in enumerate(area(values, _CHART)):
        label = f"{top:,}" if row == 0 else "0" if row == _CHART - 1 else ""
        sheet.add([Segment(right(label, _GUTTER - 1) + " ", look.dim), Segment(text, look.accent)])
    end = growth.start + growth.step * len(growth.live)
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


def spark(title: str, values: Sequence[int], width: int, look: Look, link: Link, figure: str) -> Sheet:
    """Return a row of bars between what they are and a figure of them.

    The bars of several rows stand one below the other where their figures are of one length.
    """
    sheet = Sheet()
    room = max(width - 20 - len(figure) - 2, 4)
    sample = sampled(values, room)
    top = max([*sample, 1])
    # At most seven eighths of a line, so that they do not melt into the picture above.
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

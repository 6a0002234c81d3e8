"""The strength of a memory over time as a small picture: each use, today, and the day it fades."""

from rich.segment import Segment

from memtui.domain.course import Course
from memtui.domain.days import day_of
from memtui.domain.instant import Instant
from memtui.tui.themes import Look
from memtui.tui.widgets.areas import area
from memtui.tui.widgets.line_list import fitted
from memtui.tui.widgets.pages import Line

_HEIGHT = 3
_GAP = 2
"""Cells between two words below the picture."""


def chart_lines(course: Course, threshold: float, width: int, look: Look, today_is: str) -> list[Line]:
    """Return the picture for a width: the area, a line with the ticks, a line with the days.

    `today_is` is what the day of the course is called.
    """
    span = max(course.end - course.start, 1.0)
    times = [course.start + span * (place + 0.5) / width for place in range(width)]
    values = [course.at(when) for when in times]

    def place_of(when: Instant) -> int:
        return min(max(int((when - course.start) / span * width), 0), width - 1)

    today = place_of(course.now)
    weak = next((place for place in range(today, width) if values[place] < threshold), width)
    lines: list[Line] = []
    # What never fades is no picture: its uses alone are drawn.
    for row in area(values, _HEIGHT) if course.fades is not None else ():
        past, ahead, faded = row[: today + 1], row[today + 1 : weak], row[max(weak, today + 1) :]
        lines.append([Segment(past, look.accent), Segment(ahead, look.dim), Segment(faded, look.faint)])
    lines.append(_ticks([place_of(when) for when in course.touches[1:]], today, width, look))
    lines.append(_days(course, today_is, today, width, look))
    return lines


def _ticks(uses: list[int], today: int, width: int, look: Look) -> Line:
    axis = ["─"] * width
    for place in uses:
        axis[place] = "┴"
    axis[today] = "●"
    line = "".join(axis)
    before, after = Segment(line[:today], look.accent), Segment(line[today + 1 :], look.faint)
    return [before, Segment("●", look.accent_strong), after]


def _days(course: Course, title: str, today: int, width: int, look: Look) -> Line:
    made = _short(course.start)
    if course.fades is None:
        fades = "does not fade" if course.use_known else "use unknown"
    else:
        fades = f"{'faded' if course.fades <= course.now else 'fades'} {_short(course.fades)}"
    if len(made) + len(title) + len(fades) + 2 * _GAP > width:
        line = made.ljust(width - len(fades)) + fades if len(made) + len(fades) < width else fades
    elif course.fades is not None and course.fades <= course.now:
        gone = today - 2 - _GAP - len(fades)
        line = _in_a_row([(0, made), (gone, fades), (today - 2, title)], width)
    else:
        line = _in_a_row([(0, made), (today - 2, title), (width - len(fades), fades)], width)
    line = fitted(line, width)
    return [Segment(line, look.dim)]


def _short(when: Instant) -> str:
    day = day_of(when)
    return f"{day.day} {day:%b} {day.year}"


def _in_a_row(labels: list[tuple[int, str]], width: int) -> str:
    """Return labels from the left to the right, each as near its place as the others let it."""
    line = ""
    for number, (place, text) in enumerate(labels):
        behind = sum(len(label) + _GAP for _, label in labels[number + 1 :])
        start = min(place, width - behind - len(text))
        line = line.ljust(max(start, len(line) + 1 if line else 0)) + text
    return line

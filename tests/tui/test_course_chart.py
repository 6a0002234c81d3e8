"""Below the picture of a memory's strength the days stand in their order."""

import pytest

from memtui.domain.course import Course
from memtui.domain.instant import DAY
from memtui.tui.themes import look
from memtui.tui.widgets.course_chart import chart_lines
from tests.conftest import NOON


def _days(fades_in: float, width: int) -> str:
    """Return the words below the picture of a memory of a hundred days."""
    start, fades = NOON - 100 * DAY, NOON + fades_in * DAY
    end = max(NOON, fades) + 10 * DAY
    course = Course(0.5, [start], [30.0], start, NOON, end, fades, use_known=True)
    line = chart_lines(course, 0.05, width, look("memtui-dark"), "today")[-1]
    return "".join(segment.text for segment in line)


@pytest.mark.parametrize("width", [38, 46, 60])
def test_a_day_in_the_past_stands_before_today(width: int) -> None:
    words = _days(-40, width)
    assert len(words) == width
    assert words.split() == ["12", "Aug", "2026", "faded", "11", "Oct", "2026", "today"]


def test_a_day_to_come_stands_behind_today() -> None:
    assert _days(40, 46).split()[3:] == ["today", "fades", "30", "Dec", "2026"]


def test_where_there_is_little_room_the_dates_stay() -> None:
    assert _days(-40, 30) == "12 Aug 2026  faded 11 Oct 2026"

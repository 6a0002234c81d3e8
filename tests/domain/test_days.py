"""Stretches of days, as they are typed and as they are kept."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.days import Days, DaysError, days_until, instant_of
from memtui.domain.instant import DAY, from_iso
from tests.conftest import NOON


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("2026", "2026-01-01", "2026-12-31"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2026-12", "2026-12-01", "2026-12-31"),
        ("2026-11-18", "2026-11-18", "2026-11-18"),
        ("2026-11..2026-12-03", "2026-11-01", "2026-12-03"),
        ("2025-12-30..2026", "2025-12-30", "2026-12-31"),
    ],
)
def test_days_are_named_by_year_month_or_day(typed: str, first: str, last: str) -> None:
    days = Days.parse(typed)
    assert (str(days.first), str(days.last)) == (first, last)
    assert (days.start, days.end) == (from_iso(first), from_iso(last) + DAY)


@pytest.mark.parametrize(
    "typed", ["", "soon", "2026-13", "2026-02-30", "0000", "2026..2025", "..2026", "26-1-1"]
)
def test_what_names_no_days_is_said(typed: str) -> None:
    with pytest.raises(DaysError):
        Days.parse(typed)


@given(st.dates(max_value=date(9000, 1, 1)), st.integers(1, 400))
def test_the_days_around_whole_days_are_those_days(first: date, count: int) -> None:
    start = instant_of(first)
    days = Days.around(start, start + count * DAY)
    assert (days.start, days.end) == (start, start + count * DAY)


def test_days_ahead_are_those_of_the_calendar() -> None:
    assert days_until(NOON + 4.6 * DAY, NOON) == 5
    assert days_until(NOON + 0.4 * DAY, NOON) == 0
    assert days_until(NOON + 0.6 * DAY, NOON) == 1

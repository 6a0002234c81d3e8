"""`m` is a calendar month, and an age fits a column of four."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.durations import Duration, DurationError, age, days_ago
from memtui.domain.instant import DAY, Instant


def at(year: int, month: int, day: int, hour: int = 9) -> Instant:
    return datetime(year, month, day, hour, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("written", "now", "then"),
    [
        ("30d", at(2026, 11, 20), at(2026, 10, 21)),
        ("2w", at(2026, 11, 20), at(2026, 11, 6)),
        ("1m", at(2026, 3, 31), at(2026, 2, 28)),
        ("1m", at(2024, 3, 31), at(2024, 2, 29)),
        ("6m", at(2026, 5, 31), at(2025, 11, 30)),
        ("13m", at(2026, 1, 15), at(2024, 12, 15)),
        ("1y", at(2024, 2, 29), at(2023, 2, 28)),
    ],
)
def test_months_and_years_follow_the_calendar(written: str, now: Instant, then: Instant) -> None:
    assert Duration.parse(written).before(now) == then


def test_after_mirrors_before() -> None:
    assert Duration.parse("1m").after(at(2026, 1, 31)) == at(2026, 2, 28)
    assert Duration.parse("3d").after(0.0) == 3 * DAY


@given(st.integers(0, 99_999), st.sampled_from("dwmy"))
def test_a_duration_reads_back_as_it_is_written(amount: int, unit: str) -> None:
    duration = Duration.parse(f" {amount} {unit.upper()} ")
    assert Duration.parse(str(duration)) == duration
    assert duration.before(at(2026, 11, 20)) <= at(2026, 11, 20) <= duration.after(at(2026, 11, 20))


@pytest.mark.parametrize("written", ["", "30", "d", "30min", "30s", "-3d", "1.5d", "3h", "999999d"])
def test_anything_else_is_refused_with_an_example(written: str) -> None:
    with pytest.raises(DurationError, match="write 30d"):
        Duration.parse(written)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (-5, "now"),
        (59, "now"),
        (60, "1m"),
        (59.9 * 60, "59m"),
        (3 * 3600, "3h"),
        (12.9 * DAY, "12d"),
        (99 * DAY, "99d"),
        (250 * DAY, "8mo"),
        (800 * DAY, "2y"),
    ],
)
def test_an_age_is_short(seconds: float, shown: str) -> None:
    assert age(seconds) == shown


@given(st.floats(min_value=-10 * DAY, max_value=300 * 365 * DAY))
def test_an_age_fits_four_cells(seconds: float) -> None:
    assert len(age(seconds)) <= 4


@pytest.mark.parametrize(
    ("days", "said"), [(0.9, "less than a day ago"), (1.9, "1 day ago"), (1_200, "1,200 days ago")]
)
def test_whole_days_are_counted_in_words(days: float, said: str) -> None:
    assert days_ago(days * DAY) == said

"""A stretch of time added to a day gives the day that a person would name."""

from datetime import date

import pytest

from memtui.language.stretches import stretches

DAY = date(2026, 1, 31)


@pytest.mark.parametrize(
    ("said", "later"),
    [
        ("within ten days", "2026-02-10"),
        ("a fortnight later", "2026-02-14"),
        ("a month later", "2026-02-28"),
        ("nach drei Monaten", "2026-04-30"),
        ("in einem halben Jahr", "2026-07-31"),
        ("dans deux semaines", "2026-02-14"),
        ("dans douze jours", "2026-02-12"),
        ("为期十天", "2026-02-10"),
        ("保存期間は九十日", "2026-05-01"),
    ],
)
def test_a_stretch_counts_from_a_day(said: str, later: str) -> None:
    (stretch,) = stretches(said)
    assert stretch.from_day(DAY, 1) == date.fromisoformat(later)


def test_counting_past_the_calendar_stays_where_it_is() -> None:
    (stretch,) = stretches("999 weeks")
    assert stretch.from_day(date.max, 1) == date.max

"""Feasts that move, and days that are counted from others."""

from datetime import date

import pytest

from memtui.capture.quantities import quantities, rates
from memtui.language.feasts import easter
from memtui.language.periods import mentions
from memtui.language.stretches import stretches

TODAY = date(2026, 11, 19)


@pytest.mark.parametrize(
    "day", [date(1954, 4, 18), date(1981, 4, 19), date(2024, 3, 31), date(2025, 4, 20), date(2038, 4, 25)]
)
def test_easter_is_reckoned(day: date) -> None:
    assert easter(day.year) == day


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("bis Karfreitag", date(2027, 3, 26)),
        ("since Whit Monday", date(2026, 5, 25)),
        ("am zweiten Advent", date(2026, 12, 6)),
        ("on Thanksgiving", date(2026, 11, 26)),
        ("Easter 2025", date(2025, 4, 20)),
        ("tomorrow week", date(2026, 11, 27)),
        ("a week on Monday", date(2026, 11, 30)),
        ("heute in acht Tagen", date(2026, 11, 26)),
        ("the Monday before last", date(2026, 11, 9)),
        ("the Friday after next", date(2026, 11, 27)),
        ("the last working day of the month", date(2026, 11, 30)),
        ("am letzten Werktag des Jahres", date(2026, 12, 31)),
        ("十二月第二个周六", date(2026, 12, 12)),
        ("12月の第2土曜", date(2026, 12, 12)),
    ],
)
def test_a_day_is_found(words: str, day: date) -> None:
    assert day in {each.first for each in mentions(words, TODAY) if each.first == each.last}


def test_a_feast_of_several_days_is_a_span() -> None:
    (this_year, _) = mentions("over Christmas", TODAY)
    assert (this_year.first, this_year.last) == (date(2026, 12, 24), date(2026, 12, 26))
    assert all(each.first.day == 24 for each in mentions("on Christmas Eve", TODAY))


def test_the_day_before_is_a_stretch_of_one_day() -> None:
    assert [each.days for each in stretches("the van comes the day before")] == [1]
    assert [each.days for each in stretches("翌日に届く")] == [1]


def test_tenths_and_hundredths_are_per_cent() -> None:
    assert [(each.value, each.measure) for each in quantities("少了两成")] == [(20.0, "%")]
    assert [(each.value, each.measure) for each in quantities("减少百分之二十")] == [(20.0, "%")]
    assert [each.measure for each in quantities("成功三次")] != ["%"]


def test_a_rate_is_told_by_its_stretch() -> None:
    assert rates("7 Euro im Monat") != rates("7 Euro in der Woche")

"""Which part of a longer stretch is meant: a week, half a year, a weekday of a month, a few days ago."""

from datetime import date

import pytest

from memtui.capture.trivia import trivial
from memtui.language.periods import FORMS, is_mentioned_at, mentions

TODAY = date(2026, 7, 15)
"""A Wednesday."""


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("due on the third Thursday of next month", "2026-08-20"),
        ("fällig am letzten Dienstag im Monat", "2026-07-28"),
        ("来月の第1木曜日に締める", "2026-08-06"),
        ("上个月最后一个周一交付", "2026-06-29"),
        ("the stocktaking is in calendar week 33", "2026-08-10"),
        ("die Inventur ist in KW 33", "2026-08-14"),
        ("in der zweiten Augustwoche", "2026-08-08"),
        ("9月第二周开始", "2026-09-08"),
        ("in the first half of next year", "2027-01-01"),
        ("im zweiten Halbjahr", "2026-12-31"),
        ("去年下半年", "2025-07-01"),
        ("last weekend", "2026-07-12"),
        ("先週末", "2026-07-11"),
        ("next weekend", "2026-07-18"),
        ("a few days ago", "2026-07-12"),
        ("vor einigen Wochen", "2026-06-24"),
        ("几天前", "2026-07-11"),
        ("vor knapp vier Monaten", "2026-03"),
        ("seit rund drei Jahren", "2023-07"),
        ("vor einem halben Jahr", "2026-01"),
        ("zum Jahreswechsel", "2025-12-31"),
        ("over Christmas", "2025-12-25"),
        ("three Mondays ago", "2026-06-29"),
        ("nach dem Tag der Arbeit", "2026-05-01"),
        ("国庆以后", "2026-10-01"),
        ("before New Year", "2026-01-01"),
        ("le mois dernier", "2026-06"),
        ("１２月３日に始める", "2026-12-03"),
        ("in ３ weeks", "2026-08-05"),
    ],
)
def test_the_day_is_one_that_the_words_may_mean(said: str, meant: str) -> None:
    wanted = mentions(meant, TODAY)
    assert any(there.allows(day) for there in mentions(said, TODAY) for day in wanted)


@pytest.mark.parametrize(
    ("said", "other"),
    [
        ("due on the third Thursday of next month", "2026-08-13"),
        ("in KW 33", "2026-08-17"),
        ("im zweiten Halbjahr", "2026-06-30"),
        ("last weekend", "2026-07-18"),
        ("half a year ago", "2025-07"),
        ("seit rund drei Jahren", "2022-07"),
    ],
)
def test_and_no_other(said: str, other: str) -> None:
    wanted = mentions(other, TODAY)
    assert not any(there.allows(day) for there in mentions(said, TODAY) for day in wanted)


def test_a_stretch_until_today_holds_every_day_since() -> None:
    spans = [(each.first, each.last) for each in mentions("over the last two weeks", TODAY)]
    assert (date(2026, 6, 29), TODAY) in spans


def test_a_number_that_ends_like_a_holiday_is_none() -> None:
    assert mentions("共二十五一次", TODAY) == []


def test_days_in_figures_are_no_mere_signs() -> None:
    assert trivial("Der Kurs geht vom 2026-08-03 bis 2026-08-07.") is None
    assert trivial("2026-08-03 11:30 2026-08-07 | ok") == "it is mostly signs, not words"
    assert trivial("== 4711 -- 0815 :: 2342 ==") == "it is mostly signs, not words"


@pytest.mark.parametrize("text", [f"Open until {form.phrase.finds}" for form in FORMS])
def test_where_a_stretch_begins_is_told_without_reading_the_rest(text: str) -> None:
    assert all(is_mentioned_at(text, mention.start) for mention in mentions(text, TODAY))
    assert not is_mentioned_at(text, 0)

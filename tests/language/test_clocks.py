"""A time of day is the same however it is written."""

import pytest

from memtui.language.clocks import clocks


@pytest.mark.parametrize(
    ("said", "hour", "minute"),
    [
        ("It runs at half past eleven at night", 23, 30),
        ("at a quarter to nine in the morning", 8, 45),
        ("Wir treffen uns um halb zehn", 9, 30),
        ("gegen sechs Uhr abends", 18, 0),
        ("à dix-huit heures trente", 18, 30),
        ("a las ocho y media", 8, 30),
        ("下午三点二十分", 15, 20),
        ("午後五時まで", 17, 0),
        ("the lock opens at noon", 12, 0),
        ("at 2 pm", 14, 0),
        ("午後３時２０分", 15, 20),
    ],
)
def test_a_time_of_day_is_read_in_words_and_figures(said: str, hour: int, minute: int) -> None:
    (clock,) = clocks(said)
    assert hour * 60 + minute in clock.minutes


def test_a_stretch_of_hours_is_no_time_of_day() -> None:
    assert clocks("二時間走った") == []
    assert clocks("it took three hours") == []


@pytest.mark.parametrize(
    "said", ["from 7 to half past eight", "zwischen sieben und 9:15", "von 7 bis 12 Uhr"]
)
def test_a_range_up_to_a_time_of_day_begins_with_one(said: str) -> None:
    assert 7 * 60 in clocks(said)[0].minutes


def test_a_range_of_anything_else_does_not() -> None:
    assert clocks("from 3 to 5 replicas") == []

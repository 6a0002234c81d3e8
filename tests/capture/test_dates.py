"""Relative dates become days; the days a text speaks of are known."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.capture.dates import absolute, dates_written, written_on

FRIDAY = date(2026, 11, 20)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("We ship tomorrow.", "We ship on 2026-11-21."),
        ("It has failed since yesterday.", "It has failed since 2026-11-19."),
        ("We ship on Friday the 27th.", "We ship on Friday 2026-11-27."),
        ("The draft is due by Friday morning.", "The draft is due by Friday 2026-11-27 morning."),
        ("The new till will arrive on Friday.", "The new till will arrive on Friday 2026-11-27."),
        ("The bread is baked at 3 from Monday on.", "The bread is baked at 3 from Monday 2026-11-23 on."),
        ("The new rate holds as of Tuesday.", "The new rate holds as of Tuesday 2026-11-24."),
        ("We meet next Thursday.", "We meet on Thursday 2026-11-26."),
        ("We ship next week.", "We ship in the week of 2026-11-23."),
        ("It broke 3 days ago.", "It broke on 2026-11-17."),
        ("It broke two months ago.", "It broke in 2026-09."),
        ("Delay it until next quarter.", "Delay it until Q1 2027."),
        ("Defer the dashboard to next quarter.", "Defer the dashboard to Q1 2027."),
        ("Done by end of month.", "Done by the end of the month (2026-11-30)."),
    ],
)
def test_relative_dates_become_absolute(said: str, meant: str) -> None:
    assert absolute(said, FRIDAY) == meant


@pytest.mark.parametrize(
    "text",
    [
        "It shows yesterday's numbers.",
        "Last week’s backup is the one to restore.",
        "It is the day after tomorrow's problem.",
    ],
)
def test_what_belongs_to_a_relative_day_keeps_its_words(text: str) -> None:
    assert absolute(text, FRIDAY) == text


@pytest.mark.parametrize(
    "text",
    [
        "Reports go out on Monday mornings.",
        "The till is open from Monday to Friday.",
        "The till is open from Monday until Friday.",
        "We meet on Mondays.",
        "May it be so.",
        "Weeks of pager duty now start on Wednesday 10:00.",
        "The standup is on Monday at 9:15.",
        "Rosa moved the orders table on Friday.",
        "Every invoice is paid by Friday.",
    ],
)
def test_habits_are_no_dates(text: str) -> None:
    assert absolute(text, FRIDAY) == text


def test_dates_are_found_however_they_are_written() -> None:
    text = "March 15 and 2026-01-02, 3. Oktober 2025, 24.12.2026"
    assert dates_written(text, FRIDAY) == [
        ("March 15", date(2026, 3, 15)),
        ("2026-01-02", date(2026, 1, 2)),
        ("3. Oktober 2025", date(2025, 10, 3)),
        ("24.12.2026", date(2026, 12, 24)),
    ]


def test_a_text_may_date_itself() -> None:
    assert written_on("# Standup 2025-03-02\nWe ship tomorrow.", FRIDAY) == date(2025, 3, 2)
    assert written_on("We ship on 2025-03-02.", FRIDAY) == FRIDAY


@pytest.mark.parametrize(
    "head",
    [
        "Ticket 311 [open]\nSubject: The gate sticks\nFrom: Ola\nFor: the yard\nCreated: 2026-11-12 08:02",
        "Order 7\nReported on: 12 November 2026",
        "Fehler 7\nGemeldet: 12.11.2026",
    ],
)
def test_a_field_at_the_head_dates_a_text(head: str) -> None:
    assert written_on(f"{head}\n\nThe gate is closed tomorrow.\n", FRIDAY) == date(2026, 11, 12)


@pytest.mark.parametrize(
    ("head", "day"),
    [
        ("# Bakers' weekly, Tuesday 24 November 2026", date(2026, 11, 24)),
        ("Minutes of the bakers, 24 November 2026", date(2026, 11, 24)),
        ("Date: 24 November 2026", date(2026, 11, 24)),
        ("Minutes of the bakers, 24 February 2027", FRIDAY),
        ("Delivery of the flour, 24 November 2026", FRIDAY),
        ("# Feast of the bakers, 24 November 2026", FRIDAY),
    ],
)
def test_minutes_may_be_some_days_ahead_and_what_a_text_announces_is_not_its_day(
    head: str, day: date
) -> None:
    assert written_on(f"{head}\n\nThe gate is closed tomorrow.\n", FRIDAY) == day


@given(st.text(max_size=200), st.dates())
def test_any_text_and_day_is_bearable(text: str, today: date) -> None:
    absolute(text, today)
    absolute(text + " in 12 years, 999 years ago, next quarter", date(2026, 1, 1))
    dates_written(text + " 2025-02-31", today)


@pytest.mark.parametrize(
    ("title", "day"),
    [
        ("Committee meeting 6.30pm 25/4/23 (Mill Inn)", date(2023, 4, 25)),
        ("Release call 4/25/23", date(2023, 4, 25)),
        ("Besprechung vom 5.4.23", date(2023, 4, 5)),
        ("Call 7/7/23", date(2023, 7, 7)),
        ("Call 5/4/23", FRIDAY),
        ("Version 25.4.23.1 of the till", FRIDAY),
        ("Call 25/4/99", FRIDAY),
    ],
)
def test_a_short_year_dates_a_title_where_it_can_be_read_in_one_way_only(title: str, day: date) -> None:
    assert written_on(f"{title}\n\nThe gate is closed tomorrow.\n", FRIDAY) == day


@pytest.mark.parametrize("text", ["Closed in the last week of May.", "The last month of the lease is free."])
def test_a_part_of_something_is_not_counted_from_today(text: str) -> None:
    assert absolute(text, date(2026, 11, 29)) == text

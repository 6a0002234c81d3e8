"""A plain first line with a day in it dates its text, however the day is written, and is no fact."""

from datetime import date

import pytest

from memtui.capture.dates import dating
from tests.capture.test_rules import texts

TODAY = date(2026, 11, 20)
BELOW = "\n\nThe rent is 900 EUR from tomorrow."


@pytest.mark.parametrize(
    "head",
    [
        "Bakers' weekly, 14 May 2026. Present: Rosa, Bo.",
        "Bakers' weekly, 14th of May 2026.",
        "Bakers' weekly (2026-05-14). Present: Rosa",
        "Bakers' weekly – 14.05.2026.",
        "Thursday, 14 May 2026. Present: Rosa",
        "Stand-up Thu 14 May 2026, present Rosa and Bo.",
        "Minutes of the bakers on May 14, 2026, Room 4.",
        "Notes from 2026/05/14.",
        "Besprechung Backstube, 14. Mai 2026. Anwesend: Rosa, Bo.",
        "Réunion de la boulangerie du 14 mai 2026. Présents : Rosa.",
        "Reunión de la panadería, 14 de mayo de 2026. Presentes: Rosa.",
        "面包店周会 2026年5月14日。",
    ],
)
def test_it_dates_the_text_and_is_no_fact(head: str) -> None:
    found = dating(head + BELOW, TODAY)
    assert (found.day, found.line) == (date(2026, 5, 14), 1)
    assert texts(head + BELOW) == ["The rent is 900 EUR from 2026-05-15."]


@pytest.mark.parametrize(
    "statement",
    [
        "The bakery moved to Porto on 3 March 2026.",
        "The lease of the bakery ends on 30 April 2026.",
        "As of 1 May 2026 the rent is 900 EUR.",
        "Rosa's birthday: 3 March 1990.",
        "Delivery of the flour by 14 May 2026.",
        "Invoice 4711 of 3 March 2026 was paid.",
    ],
)
def test_a_statement_with_a_day_in_it_dates_nothing(statement: str) -> None:
    assert dating(statement + BELOW, TODAY).line == 0


def test_what_a_dated_first_line_says_besides_is_kept() -> None:
    (fact,) = texts("14 May 2026: The bakery moved to a hall in Porto.")
    assert "moved to a hall in Porto" in fact


def test_a_day_that_may_be_another_one_dates_nothing() -> None:
    assert dating("Bakers' weekly, 3/4/2026." + BELOW, TODAY).unsure


@pytest.mark.parametrize(
    ("head", "day"),
    [
        ("Weekly sync, 14 May", date(2026, 5, 14)),
        ("# Bakers' weekly – May 14th, 10:00", date(2026, 5, 14)),
        ("Thu, 14 May:", date(2026, 5, 14)),
        ("Besprechung Backstube, 14. Mai", date(2026, 5, 14)),
        ("Weekly sync, 12 December", date(2025, 12, 12)),
        ("Weekly sync, 29 February", date(2024, 2, 29)),
        ("Weekly sync, Wednesday 14 May", date(2025, 5, 14)),
        ("Weekly sync, Tue 24 November", date(2026, 11, 24)),
        ("Date: 14 May", date(2026, 5, 14)),
    ],
)
def test_a_title_of_minutes_may_leave_out_the_year(head: str, day: date) -> None:
    assert dating(head + BELOW, TODAY).day == day
    assert len(texts(head + BELOW)) == 1


def test_a_day_in_another_title_dates_nothing() -> None:
    assert dating("Delivery of the flour, 14 May" + BELOW, TODAY).line == 0
    assert dating("The weekly sync moved to 14 May" + BELOW, TODAY).line == 0


def test_each_minutes_in_a_file_have_the_day_of_their_title() -> None:
    found = texts(
        "## Weekly sync, 7 May" + BELOW + "\n\n## Weekly sync, 14 May\n\nThe hall is open from tomorrow."
    )
    assert found == ["The rent is 900 EUR from 2026-05-08.", "The hall is open from 2026-05-15."]

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

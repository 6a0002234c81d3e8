"""Where a person says that a statement takes a memory's place, one value is put in and nothing is lost."""

import pytest

from memtui.language.own_clauses import loses, speaks_of_a_part
from memtui.language.put_in import with_value_put_in


@pytest.mark.parametrize(
    ("text", "statement", "then"),
    [
        ("Stalls open on Mondays only", "The opening slips to Friday.", "Stalls open on Fridays only"),
        (
            "The fair is on Monday in the park",
            "Mondays no more; Fridays.",
            "The fair is on Friday in the park",
        ),
        ("The till runs on CUPS 2 in shed 4", "CUPS 3 is on the till", "The till runs on CUPS 3 in shed 4"),
        (
            "The oven bakes bread for 40 minutes at Rowan",
            "40 minutes is too long, from now on it bakes for 30 minutes",
            "The oven bakes bread for 30 minutes at Rowan",
        ),
        (
            "Ada counts the till in the evening and locks it",
            "Bo counts the till from March on",
            "Bo counts the till in the evening and locks it",
        ),
        (
            "Bread is bought from Rowan in crates of 20",
            "Our bread is bought from Alder now",
            "Bread is bought from Alder in crates of 20",
        ),
    ],
)
def test_one_value_stands_for_the_other_and_the_rest_stays(text: str, statement: str, then: str) -> None:
    assert with_value_put_in(text, statement) == then


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The till runs on CUPS 2 in shed 4 and in the hall", "CUPS 3 is on the till in shed 4"),
        ("Ada counts the till on Mondays", "Bo counts the till on Fridays"),
        ("Stalls open on Mondays and Tuesdays", "Stalls open on Fridays"),
        ("The till runs on CUPS 2.4 near Rowan", "By Alder it is CUPS 2.5"),
        ("Bread comes from Rowan", "Cheese was bought at Alder"),
    ],
)
def test_nothing_is_put_in_where_more_than_one_thing_differs(text: str, statement: str) -> None:
    assert with_value_put_in(text, statement) is None


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Bread is due by Tuesday at Rowan", "Alder sells the bread"),
        ("Stalls open on Mondays only", "The opening slips to Friday"),
        ("The till runs on laptops and on tablets", "The till runs on laptops with mail"),
    ],
)
def test_what_a_statement_lacks_would_be_lost(text: str, statement: str) -> None:
    assert loses(text, statement)


def test_a_value_in_the_place_of_another_loses_nothing() -> None:
    assert not loses("The till is at Rowan on Monday", "The till is at Alder on Friday")
    assert not speaks_of_a_part("Stalls sell bread and cheese", "Bread and cheese are sold on Friday")

"""What a memory says once a newer statement stands in the place of what it says on the matter."""

import pytest

from memtui.language.up_to_date import brought_up_to_date

PORTS = "Ports: the till listens on 8080"


@pytest.mark.parametrize(
    ("text", "statement", "then"),
    [
        ("The till listens on 8080", "The till listens on 8443.", "The till listens on 8443."),
        (
            "The rent is 900 EUR a month; the deposit lies with the bank in Porto.",
            "The rent rises to 1200 EUR a month.",
            "The rent rises to 1200 EUR a month; the deposit lies with the bank in Porto.",
        ),
        (
            "oven.main bakes 12 kinds of bread; cooling 7 minutes.",
            "Set the cooling of oven.main to 14 minutes instead of 7.",
            "oven.main bakes 12 kinds of bread; cooling 14 minutes.",
        ),
        (
            "The oven starts at 04:00. The oven belongs to Rosa.",
            "The oven starts at 03:15",
            "The oven starts at 03:15. The oven belongs to Rosa.",
        ),
        (
            "- The till listens on 8080\n- The printer is in the kitchen",
            "The till listens on 8443",
            "- The till listens on 8443\n- The printer is in the kitchen",
        ),
        (
            "Deploys go out on Fridays.\n\n**Why:** nobody works on Saturdays.",
            "Deploys go out on Tuesdays.",
            "Deploys go out on Tuesdays.\n\n**Why:** nobody works on Saturdays.",
        ),
    ],
)
def test_what_a_statement_does_not_speak_of_stays(text: str, statement: str, then: str) -> None:
    assert brought_up_to_date(text, statement) == then


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The till listens on 8080, and Rosa keeps its key", "The till listens on 8443"),
        ("Ovens of Lisbon's bakery in Rua Augusta start the bread at 02:30", "The bread starts at 03:15"),
        ("The bread is baked by Rosa. The tea is brewed by Ada.", "The bread and the tea are made by Bo"),
    ],
)
def test_where_something_would_be_lost_nothing_is_made_of_the_two(text: str, statement: str) -> None:
    assert brought_up_to_date(text, statement) is None


def test_the_headings_over_a_statement_stay() -> None:
    assert brought_up_to_date(PORTS, "The till listens on 8443", 7) == "Ports: The till listens on 8443"

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
            "The till listens on 8080, and Rosa keeps its key",
            "The till listens on 8443",
            "The till listens on 8443, and Rosa keeps its key",
        ),
        (
            "Ovens of Lisbon's bakery in Rua Augusta start the bread at 02:30",
            "The bread now starts at 03:15.",
            "Ovens of Lisbon's bakery in Rua Augusta start the bread at 03:15",
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
        ("Ovens of Lisbon's bakery in Rua Augusta start the bread at 02:30", "The cakes start at 03:15"),
        (
            "Ovens of Lisbon's bakery in Rua Augusta start the bread at 02:30",
            "The bread does not start at 03:15",
        ),
        ("Ovens of Lisbon's bakery in Rua Augusta bake the bread for 40 minutes", "Bread bakes at 02:30"),
        ("The bread is baked by Rosa. The tea is brewed by Ada.", "The bread and the tea are made by Bo"),
    ],
)
def test_where_something_would_be_lost_nothing_is_made_of_the_two(text: str, statement: str) -> None:
    assert brought_up_to_date(text, statement) is None


def test_the_headings_over_a_statement_stay() -> None:
    assert brought_up_to_date(PORTS, "The till listens on 8443", 7) == "Ports: The till listens on 8443"


SHOP = "The shop runs on Magento 1"
NOW = "The shop runs on Magento 2 since Monday."


@pytest.mark.parametrize(
    "comment",
    [
        "; nobody wants to change that before Easter.",
        ". That is fine until the summer.",
        "; because the agency knows it",
        "; that is cheap - please don't touch this now.",
    ],
)
def test_what_was_said_of_the_old_goes_with_it(comment: str) -> None:
    assert brought_up_to_date(SHOP + comment, NOW) == NOW
    then = brought_up_to_date(f"{SHOP}{comment.rstrip('.')}; mail goes to Ada.", NOW)
    assert then == "The shop runs on Magento 2 since Monday; mail goes to Ada."


@pytest.mark.parametrize(
    "other",
    ["; it is paid in May.", "; Rosa keeps that key.", "\n- nobody wants to work on that before May."],
)
def test_what_is_said_of_something_else_stays(other: str) -> None:
    then = brought_up_to_date(SHOP + other, NOW)
    assert then is not None
    assert then.endswith(other)

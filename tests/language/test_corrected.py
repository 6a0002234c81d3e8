"""A figure that a statement turns down is overtaken where another still gives it."""

import pytest

from memtui.language.corrected import corrected
from tests.language.at_odds import disagreeing

RIGHT = "From now on the oven alarm waits 8 minutes, not 4."


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("The oven has an alarm that waits 4 minutes each time.", RIGHT),
        ("The till listens on port 8000.", "The till is on port 8017, not 8000."),
        (
            "The club site runs PostgreSQL 14 on the small machine.",
            "Use PostgreSQL 16 instead of 14 for the club site.",
        ),
        (
            "oven.main bakes 12 kinds of bread; cooling 7 minutes.",
            "Set the cooling of oven.main to 14 minutes instead of 7.",
        ),
        ("The bread order goes out at 10:30.", "The bread order goes out at 9:15, not 10:30."),
    ],
)
def test_a_figure_that_was_corrected_is_overtaken(earlier: str, later: str) -> None:
    for one, other in ((earlier, later), (later, earlier)):
        assert corrected(one, other) is not None
    assert disagreeing(earlier, later, 0.5) is not None


@pytest.mark.parametrize(
    "earlier",
    [
        "The oven alarm waits 4 hours.",
        "The door alarm of the shed rings for 4 minutes.",
        "The oven alarm waits 8 minutes; it rings 4 minutes.",
        "The oven alarm waited 4 minutes until May, it was too short.",
        "The oven alarm should not wait 4 minutes.",
        "The oven alarm waits 14 minutes.",
    ],
)
def test_another_figure_thing_or_time_is_not(earlier: str) -> None:
    assert corrected(earlier, RIGHT) is None
    assert corrected(RIGHT, earlier) is None


@pytest.mark.parametrize(
    "earlier",
    [
        "oven.small bakes 12 kinds of bread; cooling 7 minutes.",
        "oven.main bakes 12 kinds of bread; heating 7 minutes.",
        "oven.main cools for 14 minutes; cooling of the small one 7 minutes.",
    ],
)
def test_what_is_named_beside_a_figure_has_to_be_the_same(earlier: str) -> None:
    assert corrected(earlier, "Set the cooling of oven.main to 14 minutes instead of 7.") is None


def test_it_is_said_when_the_older_one_says_more() -> None:
    found = corrected("The oven is new. The oven alarm waits 4 minutes.", RIGHT)
    assert found is not None
    assert found.partly

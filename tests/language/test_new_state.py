"""A statement that tells of a change overtakes one that still gives the value before; a near one does not."""

import pytest

from memtui.language.new_state import new_state
from tests.language.at_odds import disagreeing


@pytest.mark.parametrize(
    ("older", "newer", "was", "now_is"),
    [
        (
            "The staging forum runs on Ruby 2 at web-1.",
            "The staging forum was upgraded to Ruby 3 last week.",
            "Ruby 2",
            "Ruby 3",
        ),
        (
            "The garden site uses Rails 6.1 with Puma.",
            "We moved the garden site to Rails 7.",
            "6.1",
            "Rails 7",
        ),
        ("The forum runs Ruby 3.3 in Oslo.", "Ruby was upgraded to 3.4 for the forum.", "Ruby 3.3", "3.4"),
        ("The gate accepts 40 cars per minute.", "Gate: 2 cars/s.", "40 cars per minute", "2 cars/s"),
        (
            "Parcelo rate limit: 10 requests per second.",
            "Parcelo allows 900 reqs/min per key.",
            "10 requests per second",
            "900 reqs/min",
        ),
        ("The seed shop listens on :8080.", "The seed shop was moved to port 8443.", ":8080", "port 8443"),
        (
            "The mail relay is post-1.orchard.example.",
            "The mail relay was changed to post-4.orchard.example.",
            "post-1.orchard.example",
            "post-4.orchard.example",
        ),
        ("The bread oven starts at 04:00 CET.", "The bread oven now runs at 03:15", "04:00", "03:15"),
        ("The seed shop opens at 9:00.", "From Monday on the seed shop opens at 10:30.", "9:00", "10:30"),
        ("Ida waters the ferns.", "Ida left in May; the ferns are now with Noor.", "Ida", "Noor"),
        ("Ask Ida for the shed key.", "Ida has left the company.", "Ida", "Ida"),
    ],
)
def test_what_has_changed_is_overtaken(older: str, newer: str, was: str, now_is: str) -> None:
    for one, other, first, second in ((older, newer, was, now_is), (newer, older, now_is, was)):
        found = new_state(one, other)
        assert found is not None
        (left,), (right,) = found.evidence.left, found.evidence.right
        assert first in one[left.start : left.end] or one[left.start : left.end] in first
        assert second in other[right.start : right.end] or other[right.start : right.end] in second
        assert disagreeing(one, other, 0.5) is not None


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The production forum runs on Ruby 2.", "The staging forum was upgraded to Ruby 3."),
        ("The forum runs on Ruby 2.", "The test forum was upgraded to Ruby 3."),
        ("The forum runs on Ruby 2.", "The wiki was upgraded to Ruby 3."),
        ("The forum runs on Ruby 2.", "The forum will be upgraded to Ruby 3."),
        ("The forum runs on Ruby 2.", "Some of the forum nodes were moved to Ruby 3."),
        ("The forum ran on Ruby 2 until 2024.", "The forum was upgraded to Ruby 3."),
        ("The forum was upgraded to Ruby 2 in 2019.", "The forum was upgraded to Ruby 3 in 2024."),
        ("The forum supports Ruby 2.", "The forum now runs on Ruby 3."),
        ("The upload limit is 10 MB.", "The upload limit for films was raised to 500 MB."),
        ("The gate takes 40 cars per minute.", "The gate takes 2400 cars per hour."),
        ("The gate takes 40 cars per minute.", "The gate takes 3 trucks per minute."),
        ("The gate takes 40 cars per minute.", "The ramp takes 50 cars per minute."),
        ("The seed shop listens on port 8080.", "The log of the seed shop was moved to port 9000."),
        ("The bread oven starts at 04:00.", "The bread oven ends at 05:00 now."),
        ("The bread oven starts at 04:00.", "The cake oven now starts at 03:15."),
        ("The bread oven starts at 04:00.", "The bread oven of the hall now starts at 03:15."),
        ("The bread oven starts at 04:00 and 16:00.", "The bread oven now starts at 03:15."),
        ("The bread oven starts at 3:15 pm.", "The bread oven now starts at 15:15."),
        ("Ida waters the ferns.", "Ida left in May; the roses are now with Noor."),
        ("Ask Ida for the shed key.", "Ida left early."),
    ],
)
def test_what_is_near_is_not(older: str, newer: str) -> None:
    assert new_state(older, newer) is None
    assert new_state(newer, older) is None


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The forum runs on Ruby 2.4.", "The forum will be moved to Ruby 3.2."),
        ("The forum in production is on Ruby 2.", "The forum in staging was upgraded to Ruby 3."),
    ],
)
def test_a_plan_and_another_environment_are_no_disagreement(older: str, newer: str) -> None:
    assert disagreeing(older, newer, 0.5) is None
    assert disagreeing(newer, older, 0.5) is None


@pytest.mark.parametrize(
    ("older", "partly"),
    [("Ida waters the ferns.", False), ("Tom prunes the roses; Ida waters the ferns.", True)],
)
def test_it_is_said_when_the_older_one_says_more(older: str, partly: bool) -> None:
    found = disagreeing(older, "Ida left in May; the ferns are now with Noor.", 0.5)
    assert found is not None
    assert found.partly is partly

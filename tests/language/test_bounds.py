"""A no that belongs to a comparison says how much there is, and denies nothing else."""

import pytest

from memtui.language.bounds import as_bounds
from memtui.language.contradiction import contradicts
from memtui.language.difference import Difference, compare


@pytest.mark.parametrize(
    ("denied", "plain"),
    [
        ("The lift cannot carry more than 8 people", "The lift carries at most 8 people"),
        ("A tour is never longer than two hours", "A tour takes at most two hours"),
        ("The pool mustn't exceed 40 visitors", "The pool takes 40 visitors at most"),
        ("The hall never has below 18 °C", "The hall has at least 18 °C"),
        ("The guide doesn't wait less than 10 minutes", "The guide waits 10 minutes"),
    ],
)
def test_a_denied_comparison_denies_nothing_else(denied: str, plain: str) -> None:
    for one, other in ((denied, plain), (plain, denied)):
        assert Difference.NEGATION not in compare(one, other).kinds
        assert contradicts(one, other) is None


def test_a_comparison_is_at_odds_with_its_denial() -> None:
    found = contradicts("The lift carries more than 8 people", "The lift cannot carry more than 8 people")
    assert found is not None
    assert found.kind is Difference.NEGATION


def test_a_no_besides_is_still_one() -> None:
    found = contradicts("The lift is open", "The lift is not open, and can't carry more than 8 people")
    assert found is not None
    assert found.kind is Difference.NEGATION


@pytest.mark.parametrize(
    "text",
    [
        "Never take the lift over the weekend",
        "The lift is not for people older than the house",
        "No tours on Monday, and more than 3 on Sunday",
        "Tours never start at 9; more than 8 people wait",
    ],
)
def test_a_no_that_is_not_about_a_figure_stays(text: str) -> None:
    assert as_bounds(text) == text


def test_what_a_denied_comparison_means_is_said_in_its_place() -> None:
    assert as_bounds("A van never holds more than 20 crates") == "A van at most 20 crates"

"""What one statement says besides is no conflict, and two that each say more are hardly the same."""

import pytest

from memtui.domain.memory import MemoryType
from memtui.language.disagreement import Side, disagreement
from memtui.language.own_clauses import gives_more, says_more, without_own
from memtui.language.relation import Relation, opinion

KEPT = "The cellar holds 40 crates of pears."
MORE = "The cellar holds 40 crates of pears; sparrows nest under the eaves."


def test_a_clause_of_which_the_other_has_hardly_a_word_is_its_own() -> None:
    assert says_more(MORE, KEPT)
    assert not says_more(KEPT, MORE)
    assert not says_more("The pears stand in the cellar; 40 crates are there", MORE)


def test_without_its_own_clauses_the_rest_is_left_and_never_nothing() -> None:
    assert without_own(MORE, KEPT) == "The cellar holds 40 crates of pears;"
    assert without_own(KEPT, "Sparrows nest under the eaves.") == KEPT


def test_what_one_adds_puts_the_two_not_at_odds() -> None:
    short = (
        "Payment webhooks can arrive multiple times and out of order; the handler must be idempotent on "
        "provider_id and event_id."
    )
    long = (
        "Payment webhooks arrive up to three times and out of order. The handler is idempotent on "
        '(provider_id, event_id); never rely on the first one being "authorised".'
    )
    for older, newer in ((short, long), (long, short)):
        first, second = Side(older, MemoryType.SEMANTIC), Side(newer, MemoryType.SEMANTIC)
        assert disagreement(first, second, 0.85) is None


def test_two_that_each_say_more_are_not_the_same_by_a_hair() -> None:
    one = (
        "Rosa's list beds.txt has 24 beds; planting a row by any other list moves the paths towards the wall."
    )
    other = (
        "The garden has 24 beds and none of them lies in the sun; the driest is number 12. "
        "Rosa's list beds.txt is the truth."
    )
    assert opinion(one, other, 0.72).relation is not Relation.SAME


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Stalls have names of trees: Ash, Birch and Cedar", "We gave up the name Birch; it is Dogwood now"),
        ("Stalls have names of trees: Ash, Elm and Birch", "We gave up the name Birch; it is Dogwood now"),
        ("The stall sells at 230 V with a 16 A fuse", "F32 is the fuse of the stall"),
        ("The till prints through **CUPS 2.4** on Rowan", "The till prints through Avahi"),
    ],
)
def test_names_and_figures_beyond_those_of_the_other_are_more(text: str, other: str) -> None:
    assert gives_more(text, other)
    assert not gives_more(other, text)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("The till listens on port 8080", "The till listens on port 9090"),
        ("The till prints through CUPS on Rowan", "The till prints through Avahi on Rowan"),
        ("Ask Fr. Dubois about the till", "Ask Mr. Pfeffer about the till"),
        ("Rowan: the till is closed", "The till is open"),
    ],
)
def test_a_value_in_the_place_of_another_is_no_more(text: str, other: str) -> None:
    assert not gives_more(text, other)
    assert not gives_more(other, text)

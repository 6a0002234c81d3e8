"""Two short statements clash when they give one thing another value in a slot that holds one at a time."""

import pytest

from memtui.language.slots import LISTS, SLOTS, clash
from tests.language.at_odds import values_shown


@pytest.mark.parametrize("name", SLOTS)
def test_each_slot_tells_its_clash_and_leaves_what_agrees(name: str) -> None:
    slot = SLOTS[name]
    found = clash(*slot.clash)
    assert found is not None
    assert found.why == slot.why
    assert clash(*slot.clash[::-1]) is not None
    assert clash(*slot.agree) is None
    assert clash(*slot.agree[::-1]) is None


@pytest.mark.parametrize("name", LISTS)
def test_each_list_has_its_word_and_lacks_another(name: str) -> None:
    assert LISTS[name].has in LISTS[name].words
    assert LISTS[name].lacks not in LISTS[name].words


@pytest.mark.parametrize(
    ("older", "newer", "was", "now_is"),
    [
        ("Seeds come from Arbor", "Our seeds are sent by Bingen", "Arbor", "Bingen"),
        ("Kim leads the orchard", "The orchard is led by Noor", "Kim", "Noor"),
        ("The broker is Kafka", "Broker: NATS", "Kafka", "NATS"),
        ("Watering is on Saturday.", "Watering only on Mondays!", "Saturday", "Mondays"),
        ("Indent with 3 spaces", "Indent by 5 spaces", "3 spaces", "5 spaces"),
        ("Labels are small", "One big label per pot", "small", "big"),
    ],
)
def test_another_value_is_shown(older: str, newer: str, was: str, now_is: str) -> None:
    assert values_shown(older, newer, 0.5) == ([was], [now_is])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use tabs in the Makefile", "Indent with 3 spaces"),  # an exception
        ("Water on Mondays and Fridays", "Water on Fridays"),  # one of several
        ("Watering is on Saturday", "Watering is also on Monday"),
        ("Seeds come from Arbor", "Bulbs come from Bingen"),
        ("Kim leads the orchard", "Kim leads the nursery"),
        ("Kim learns Dutch", "Kim learns Polish"),
        ("Kim has spoken on Monday", "Kim has spoken on Friday"),
        ("Kim watered the beds on Monday", "Kim watered the beds on Friday"),  # what happened
        ("Pumps run on Linux", "Pumps run on Windows"),
        ("Don't use tabs", "Indent with 3 spaces"),
    ],
)
def test_what_may_both_be_so_is_no_clash(one: str, other: str) -> None:
    assert clash(one, other) is None
    assert clash(other, one) is None


def test_the_general_and_the_narrow_clash_where_the_general_holds_everywhere() -> None:
    assert clash("Labels are always small", "Labels of trees are big") is not None
    assert clash("Labels are small", "Labels of trees are big") is None

"""Two statements that choose the other way round disagree, and are never the same."""

import pytest

from memtui.domain.memory import MemoryType
from memtui.language.choice import opposite_choice
from memtui.language.difference import compare
from memtui.language.disagreement import Side, disagreement
from memtui.language.never_same import never_the_same
from memtui.language.relation import Relation, opinion
from memtui.language.statement import read


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Brew with the press, never with the filter.", "Brew with the filter, not with the press."),
        ("Rosa prefers oats over barley.", "Rosa prefers barley, not oats."),
        ("Rosa prefers oats over barley.", "Rosa prefers barley to oats."),
        ("Rosa prefers oats over barley.", "Rosa prefers barley."),
        ("Use trays for seedlings, not pots.", "Use pots instead of trays."),
        ("Wir nehmen Hafer statt Gerste.", "Wir nehmen Gerste statt Hafer."),
        ("Sow the beans in `peat pots`.", "Sow the beans in `wood trays`, not `peat pots`: roots need room."),
        ("Pay the baker in cash.", "Pay the baker by card, never by cheque or in cash."),
    ],
)
def test_what_one_chooses_the_other_turns_down(one: str, other: str) -> None:
    assert never_the_same(compare(one, other))
    for older, newer in ((one, other), (other, one)):
        found = disagreement(Side(older, MemoryType.SEMANTIC), Side(newer, MemoryType.SEMANTIC), 0.9)
        assert found is not None
        assert found.why == "one chooses what the other turns down"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("In spring use trays, not pots.", "In autumn use pots, not trays."),
        ("Rosa prefers oats over barley.", "Tom prefers barley over oats."),
    ],
)
def test_a_choice_of_someone_else_or_for_something_else_is_another(one: str, other: str) -> None:
    assert never_the_same(compare(one, other))
    assert disagreement(Side(one, MemoryType.SEMANTIC), Side(other, MemoryType.SEMANTIC), 0.9) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use trays, never pots.", "Use trays and never pots, please."),
        ("Rosa prefers oats over barley.", "Rosa prefers oats over any barley."),
        ("Use trays, never pots or cups.", "Always use trays in this house, not pots or cups."),
    ],
)
def test_the_same_choice_in_other_words_is_none(one: str, other: str) -> None:
    assert not never_the_same(compare(one, other))
    for older, newer in ((one, other), (other, one)):
        assert disagreement(Side(older, MemoryType.SEMANTIC), Side(newer, MemoryType.SEMANTIC), 0.9) is None


@pytest.mark.parametrize(
    "other",
    ["Use pots for tomatoes.", "Use trays from the shed.", "Do not use pots.", "Pots are cheap."],
)
def test_what_orders_something_for_one_case_is_not_turned_down_for_all(other: str) -> None:
    assert opposite_choice(read("Use trays, not pots."), read(other)) is None


def test_two_that_choose_and_turn_down_the_same_say_the_same() -> None:
    one, other = "Use trays, never pots or cups.", "Always use trays in this house, not pots or cups."
    assert opinion(one, other, 0.9).relation is Relation.SAME

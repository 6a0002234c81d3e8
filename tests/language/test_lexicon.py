"""Each group of synonyms has a pair of statements that it makes one, and a pair that it leaves two."""

from pathlib import Path

import pytest

from memtui.language import lexicon
from memtui.language.difference import compare
from memtui.language.relation import same

_LINES = [
    [part.strip() for part in line.split("|")]
    for line in Path(__file__).with_name("synonyms.txt").read_text("utf-8").splitlines()
]
GROUPS = [group for group, _, _ in _LINES]
EXAMPLES = [tuple(example.split(" ~ ")) for _, example, _ in _LINES]
COUNTER_EXAMPLES = [tuple(example.split(" ~ ")) for _, _, example in _LINES]


def test_every_group_has_an_example_and_a_counter_example() -> None:
    assert list(lexicon.SYNONYMS) == GROUPS


@pytest.mark.few(15)
@pytest.mark.parametrize(("one", "other"), EXAMPLES, ids=GROUPS)
def test_synonyms_make_one_statement(one: str, other: str) -> None:
    assert compare(one, other).is_duplicate()


@pytest.mark.few(15)
@pytest.mark.parametrize(("one", "other"), COUNTER_EXAMPLES, ids=GROUPS)
def test_another_word_in_that_place_makes_another_statement(one: str, other: str) -> None:
    assert not compare(one, other).is_duplicate()
    assert not same(one, other)


@pytest.mark.parametrize(
    "kinds",
    ["meat beef pork chicken", "user customer client", "update upgrade", "release deploy", "boat ship"],
)
def test_things_of_one_kind_are_no_synonyms(kinds: str) -> None:
    first, *others = kinds.split()
    assert not any(lexicon.same_meaning(first, other) for other in others)

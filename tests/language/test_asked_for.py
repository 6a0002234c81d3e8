"""One deed asked for in other voices and words is one; another verb, object, figure or a no makes another."""

import pytest

from memtui.language.asked_for import FILE, ask_for_others, ask_for_the_same
from memtui.language.statement import read
from memtui.phrases import phrases_in

WISH = "Horses should be fed with oats by noon."
SAME = [
    "Feed horses with oats by noon",
    "Please feed the horses with oats by noon.",
    "We should feed the horses with oats by noon",
    "I think we really should feed horses with oats by noon.",
    "Horses must be fed with oats by noon",
    "It'd be nice to feed the horses with oats by noon",
]
OTHER = [
    "Feed the goats with oats by noon",
    "Never feed the horses with oats by noon",
    "Horses should be fed with hay by noon.",
    "Horses should be fed without oats by noon.",
    "Horses should be washed with oats by noon.",
    "Should we feed horses with oats by noon?",
    "Horses are fed with oats by noon",
    "Feed",
]


@pytest.mark.parametrize("text", SAME)
def test_voice_and_politeness_do_not_matter(text: str) -> None:
    assert ask_for_the_same(read(WISH), read(text))
    assert ask_for_the_same(read(text), read(WISH))


@pytest.mark.parametrize("text", OTHER)
def test_another_deed_is_not_the_same(text: str) -> None:
    assert not ask_for_the_same(read(WISH), read(text))
    assert not ask_for_the_same(read(text), read(WISH))


def test_what_is_to_be_done_to_other_things_is_asked_for_apart() -> None:
    other = read("We should feed the riders of horses")
    assert ask_for_others(read(WISH), other)
    assert not ask_for_others(read(WISH), read(SAME[0]))


def test_a_word_for_what_a_name_is_of_says_nothing() -> None:
    assert ask_for_the_same(read("Rewrite it in the Ada language"), read("It should be rewritten in Ada"))


@pytest.mark.parametrize("name", phrases_in(FILE, within="asked_for"))
def test_a_pattern_finds_its_example_and_leaves_its_counter_example(name: str) -> None:
    phrase = phrases_in(FILE, within="asked_for")[name]
    assert phrase.pattern.search(phrase.finds)
    assert not phrase.pattern.search(phrase.leaves)

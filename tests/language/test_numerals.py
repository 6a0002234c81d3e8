"""A number in words is read as its digits, in the languages and the places where the word means it."""

import pytest

from memtui.language.numerals import CERTAIN, FRENCH_AND_SPANISH, IN_COMPARISON, NUMBER_WORDS


@pytest.mark.parametrize(
    ("word", "digits"), [("forty", "40"), ("zwölf", "12"), ("twice", "2"), ("tenth", "10"), ("hälfte", "50")]
)
def test_an_english_or_german_word_is_its_digits(word: str, digits: str) -> None:
    assert NUMBER_WORDS[word] == digits


def test_a_word_is_a_number_only_where_it_means_one() -> None:
    assert "acht" in NUMBER_WORDS
    assert "acht" not in CERTAIN
    assert IN_COMPARISON["couple"] == "2"
    assert "couple" not in NUMBER_WORDS
    assert not {"one", "tenth", "zwölf"} & IN_COMPARISON.keys()
    assert (NUMBER_WORDS["once"], FRENCH_AND_SPANISH["once"]) == ("1", "11")

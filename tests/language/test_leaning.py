"""Words that only one of two statements has speak for what the two are to each other."""

from memtui.language.leaning import leaning, own_words
from memtui.language.relation import shipped

OLDER, NEWER = "Builds run on Travis", "Builds no longer run on Travis but on GitHub"


def test_each_word_of_one_alone_is_told_with_the_side_that_has_it() -> None:
    assert own_words(OLDER, NEWER) == ["+but", "+longer", "+no"]
    assert own_words(NEWER, OLDER) == ["-but", "-longer", "-no"]


def test_figures_and_names_are_no_words() -> None:
    assert own_words("The pool has 4 workers", "The pool at Contoso has 9 workers") == ["+at"]


def test_what_words_speak_for_adds_up() -> None:
    known = {"+no": (0.0, 0.25), "+longer": (-0.5, 0.5), "-no": (9.0, 9.0)}
    assert leaning(OLDER, NEWER, known) == (-0.5, 0.75)
    assert leaning(OLDER, OLDER, known) == (0, 0)


def test_the_shipped_model_has_learned_which_words_tell_a_change() -> None:
    known = shipped().leanings
    assert known["+now"][1] > 0.05 > known["+now"][0]
    assert known["+since"][1] > 0.05

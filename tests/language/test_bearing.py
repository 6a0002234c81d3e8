"""A difference somewhere in two sentences is no contradiction, unless it is about what both say."""

import pytest

from memtui.language.contradiction import contradicts
from memtui.language.difference import compare


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Ines urges Rui to practise every week", "Ines urges Rui to go on and not give up"),
        ("Rui practises the cello in the evening", "Rui likes the cello, which doesn't cost much to keep"),
        ("No Atlas deploys on Fridays", "The Atlas checkout loses its discount after login"),
        ("Tom cannot eat nuts", "Tom is trying a nut-free cake"),
        ("The parser raises 'type does not match' on old files", "The parser reads old files by type"),
    ],
)
def test_a_no_about_something_else_contradicts_nothing(older: str, newer: str) -> None:
    assert contradicts(older, newer) is None


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("No Atlas deploys on Fridays", "Atlas may be deployed on Fridays before noon"),
        ("Ines works at the museum", "Ines no longer works at the museum"),
        ("Rui plays chess in a club", "Lars plays chess in a club, while Rui does not"),
        ("Rui is fluent in Dutch and Danish", "Rui has never studied Dutch or Danish"),
        ("Tom eats nuts with breakfast", "Tom doesn't eat nuts"),
    ],
)
def test_a_no_about_what_the_other_says_contradicts_it(older: str, newer: str) -> None:
    assert contradicts(older, newer) is not None


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Step 1 of the import ran on the new host", "Step 2 of the import ran on the new host"),
        ("Ines implemented issue #41", "Ines implemented issue #42"),
        ("Chapter 3 of the handbook is about leave", "Chapter 4 of the handbook is about pay"),
        ("`src/lexer.py` has 120 lines", "`src/parser.py` has 340 lines"),
    ],
)
def test_a_number_that_says_which_one_is_meant_contradicts_nothing(older: str, newer: str) -> None:
    assert contradicts(older, newer) is None


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Ines finished a mosaic before the visit", "Ines is going sailing with the twins after the visit"),
        ("Rui keeps the shell that was given to him by Ines", "Rui has a shell from Ines in his garden"),
        ("Rui just came home from a cycling tour", "Rui has a picture of a cycling tour on his desk"),
    ],
)
def test_opposite_words_in_different_frames_contradict_nothing(older: str, newer: str) -> None:
    assert contradicts(older, newer) is None


def test_a_text_of_many_sentences_is_not_taken_for_one_statement() -> None:
    many = " ".join(f"Module m{n} reads table t{n} and writes report r{n}." for n in range(40))
    assert contradicts(many, many + " Module m7 does not read table t7.") is None


def test_a_change_that_is_announced_before_a_colon_is_about_what_follows() -> None:
    found = contradicts(
        "The Atlas API listens on port 8080", "We moved it: the Atlas API listens on port 9090"
    )
    assert found is not None


def test_two_who_have_changed_places_are_no_duplicates() -> None:
    turned = compare(
        "Ines supports Rui and believes in him", "Rui believes in himself and is glad of Ines's support"
    )
    assert not turned.is_duplicate()
    assert compare("Ines and Rui share a garden", "Rui and Ines share a garden").is_duplicate()


@pytest.mark.parametrize(
    "newer",
    [
        "Atlas moved from Postgres 14 to Postgres 16",
        "Atlas moved to Postgres 16, which cannot read dumps of 14",
    ],
)
def test_a_change_that_mentions_the_older_figure_still_contradicts_it(newer: str) -> None:
    found = contradicts("Atlas is run with Postgres 14", newer)
    assert found is not None
    (span,) = found.evidence[0].right
    assert newer[span.start :].startswith("16")

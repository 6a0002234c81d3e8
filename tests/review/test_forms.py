"""The forms by which leftovers are told: each by a text that it finds and one that it leaves alone."""

import re

import pytest

from memtui.review.leftovers import cut, passing, printed, profile
from memtui.review.leftovers.phrases import APART, FORMS, Form, quoted, read


def found(form: Form, text: str) -> bool:
    match = form.pattern.search(text)
    return match is not None and not quoted(text, match.start())


@pytest.mark.parametrize("form", FORMS.all, ids=lambda form: form.finds[:40])
def test_each_form_finds_its_example_and_leaves_its_counter_example(form: Form) -> None:
    for text in (form.finds, form.leaves):
        assert not set(form.words).isdisjoint(text.lower().translate(APART).split())
    assert found(form, form.finds)
    assert not found(form, form.leaves)


def test_each_form_of_a_moment_finds_its_example_and_leaves_its_counter_example() -> None:
    for form in passing.FORMS.all:
        assert passing.passing(form.finds), form.finds
        assert not re.match(form.pattern, form.leaves, re.IGNORECASE), form.leaves


def test_each_form_of_a_printed_line_finds_its_example_and_leaves_its_counter_example() -> None:
    for form in printed.FORMS.all:
        assert re.match(form.pattern, form.finds), form.finds
        assert not re.match(form.pattern, form.leaves), form.leaves


@pytest.mark.parametrize(
    ("text", "breaks_off"),
    [
        ("Begin every commit with oak:, elm: or ash:", False),
        ("Begin every commit with oak:, elm:, ash:", False),
        ("Begin every commit with oak, elm or ash:", True),
    ],
)
def test_a_list_of_words_that_end_in_a_colon_does_not_break_off(text: str, breaks_off: bool) -> None:
    assert (cut.cut(text) is not None) is breaks_off


def test_each_pattern_of_a_cut_text_and_of_a_profile_finds_its_example_and_leaves_its_counter_example() -> (
    None
):
    for phrase in (*cut.PATTERNS.values(), *profile.PATTERNS.values()):
        assert phrase.pattern.search(phrase.finds), phrase.finds
        assert not phrase.pattern.search(phrase.leaves), phrase.leaves


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[[forms]]\nvariant = 'boot'\nwords = 'a'", "form 1 lacks 'pattern'"),
        (
            "[[forms]]\nvariant = 'boot'\nwords = 'a'\nsure = 0.9\npattern = '('\nfinds = ''\nleaves = ''",
            "the pattern of form 1 is broken",
        ),
        (
            "[[forms]]\nvariant = 'x'\nwords = 'a'\nsure = 0.9\npattern = 'a'\nfinds = ''\nleaves = ''",
            "form 1 is of no known variant",
        ),
        (
            "[[forms]]\nvariant = 'boot'\nwords = 'a'\nsure = 1\npattern='{{GONE}}'\nfinds = ''\nleaves = ''",
            "form 1 lacks 'GONE'",
        ),
    ],
)
def test_a_broken_form_is_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        read(text)

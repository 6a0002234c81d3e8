"""Two lines of a list share its label; what is the same under one is told by more than the trees."""

import pytest

from memtui.language.under_label import figures, weighed

WEIGHTS = (0.6, 4.0, -4.0, -4.0)
RUN = "Commands: run the tests with pytest before every push"


def test_what_stands_wholly_in_the_other_is_likelier_the_same_than_what_stands_there_in_part() -> None:
    whole = weighed(0.7, RUN, "Notes: before every push run the tests with pytest and ruff", WEIGHTS)
    part = weighed(0.7, RUN, "Notes: run the linter with ruff before every push", WEIGHTS)
    assert whole > part


def test_what_a_long_text_only_mentions_is_not_the_same() -> None:
    long = f"Notes: {RUN} " + "and then something else about quite other things " * 20
    assert figures(0.7, RUN, long)[2] == 1.0
    assert weighed(0.9, RUN, long, WEIGHTS) < 0.5


def test_labels_are_no_shared_words() -> None:
    assert figures(0.5, "Commands: pytest", "Commands: ruff")[1] == 0.0
    assert figures(0.5, "Commands: pytest", "Tests: pytest")[1] == 1.0


def test_the_order_of_the_two_does_not_matter() -> None:
    other = "Tests: run pytest before a push"
    assert weighed(0.6, RUN, other, WEIGHTS) == weighed(0.6, other, RUN, WEIGHTS)


@pytest.mark.parametrize("same", [0.0, 1.0])
def test_what_the_trees_are_certain_of_is_no_endless_logit(same: float) -> None:
    assert 0.0 < weighed(same, RUN, "Tests: pytest", WEIGHTS) < 1.0


def test_a_label_with_nothing_behind_it_says_nothing() -> None:
    assert figures(0.5, "Commands:", "")[1] == 0.0

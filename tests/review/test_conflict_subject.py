"""Two facts of one thing are no conflict because both name it, nor are facts of two things of one name."""

import pytest

from memtui.review.rules.conflict import RULE
from memtui.store.database import Store
from tests.review.planting import plant
from tests.review.unstored import context


def disagree(store: Store, older: str, newer: str) -> bool:
    pair = plant(store, older, days_ago=40.0), plant(store, newer, days_ago=1.0)
    return RULE.compare(*pair, 0.9, context(store, store.now())) is not None


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The Atlas web shop has 12 workers in production", "The Atlas web shop listens on port 4410"),
        ("The Atlas web shop closes calls after 30 seconds", "The Atlas web shop takes files of 80 MB"),
        (
            "Calls to the Atlas web shop end after 30 seconds",
            "The Atlas web shop was rebuilt and nobody noticed that it was down",
        ),
    ],
)
def test_another_fact_of_the_same_thing_is_no_conflict(store: Store, older: str, newer: str) -> None:
    assert not disagree(store, older, newer)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Port 4410 is open on the Atlas web shop", "Port 5520 is open on the Atlas mail relay"),
        ("The Atlas web shop listens on port 4410", "The Atlas mail relay listens on port 5520"),
    ],
)
def test_another_part_of_the_same_project_is_no_conflict(store: Store, older: str, newer: str) -> None:
    assert not disagree(store, older, newer)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("For the Atlas pages we took Vue and not Angular", "Atlas chose Vue for the pages, over Angular"),
        (
            "Half of the Atlas pages are done, without the footer",
            "The Atlas pages are half done, the footer is open",
        ),
    ],
)
def test_a_no_that_only_sets_something_apart_is_no_conflict(store: Store, older: str, newer: str) -> None:
    assert not disagree(store, older, newer)


def test_what_is_remembered_of_somebody_is_compared_without_the_request_to_remember_it(store: Store) -> None:
    lead = "Remember that the user"
    assert not disagree(store, f"{lead} writes in Emacs", f"{lead} waters the plants every Sunday")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The Atlas web shop listens on port 4410", "The Atlas web shop listens on port 5520"),
        ("The Atlas web shop is backed up", "The Atlas web shop is not backed up"),
        ("Remember that the user writes in Emacs", "Remember that the user writes in Helix"),
        ("The Atlas web shop is in Oslo", "The Atlas web shop is in Porto"),
    ],
)
def test_another_value_of_the_same_fact_still_is_one(store: Store, older: str, newer: str) -> None:
    assert disagree(store, older, newer)


def test_what_is_no_statement_contradicts_nothing(store: Store) -> None:
    told = "You are Robo, an AI coding assistant, and have access to {} tools"
    assert not disagree(store, told.format(12), told.format(31))

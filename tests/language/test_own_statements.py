"""A memory that says several things is read statement by statement, without reasons, brackets and days."""

import pytest

from memtui.language.own_statements import clauses, sentences
from memtui.language.restated import restated
from tests.language.at_odds import values_shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Rakes hang in the shed (the barn leaks).", ["Rakes hang in the shed"]),
        ("Rakes hang in the shed because the barn leaks", ["Rakes hang in the shed"]),
        ("Rakes hang in the shed since May; hoes too", ["Rakes hang in the shed", "hoes too"]),
        ("The rakes were moved to the shed on 2026-03-02", ["The rakes is            the shed"]),
        ("The rakes are to be moved to the shed", ["The rakes are to be moved to the shed"]),
    ],
)
def test_what_stands_beside_a_statement_is_set_aside(text: str, said: list[str]) -> None:
    assert [each.strip(" .") for each in sentences(text)] == said


def test_each_clause_stands_where_it_stood() -> None:
    text = "Label beds in blue and pots in red, not in green"
    found = clauses(text)
    assert {each.strip() for each in found} >= {"Label beds in blue", "pots in red", "not in green"}
    assert all(text[len(each) - len(each.lstrip()) :].startswith(each.strip()) for each in found)


def test_what_a_sentence_first_says_it_holds_for_stays_with_it() -> None:
    assert {each.strip() for each in clauses("For pots, label in red")} == {"For pots, label in red"}


@pytest.mark.parametrize(
    ("older", "newer", "was", "now_is"),
    [
        (
            "Forum version is 2.7.1 (the gem needs it)",
            "The forum was upgraded to 3.4.2 on 2026-03-02",
            "2.7.1",
            "3.4.2",
        ),
        (
            "Save seed times in UTC.",
            "Save seed times in Europe/Oslo, the growers ask for it",
            "UTC",
            "Europe/Oslo",
        ),
        (
            "Upper-case Latin labels.",
            "Use 3 lines in Latin and lower-case labels",
            "Upper-case",
            "lower-case",
        ),
        (
            "Our pots use camelCase ids",
            "Ids are snake_case in our pots - easier to read",
            "camelCase",
            "snake_case",
        ),
    ],
)
def test_a_value_in_one_of_several_clauses_is_at_odds(older: str, newer: str, was: str, now_is: str) -> None:
    assert values_shown(older, newer, 0.5) == ([was], [now_is])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kim prunes on Mondays, Noor on Fridays", "Kim prunes on Mondays, Noor on Fridays in May"),
        ("Use tabs for Pascal and spaces for Ada", "Indent Ada with spaces"),
        ("The forum is at 2.7.1", "The shop was upgraded to 3.4.2"),
        ("The forum is at 2.7.1", "A bug in version 2.6.0 of the forum broke search"),
        ("Save seed times in UTC", "The office is in Oslo (Europe/Oslo)"),
    ],
)
def test_values_of_several_things_are_not(one: str, other: str) -> None:
    assert restated(one, other) is None
    assert restated(other, one) is None

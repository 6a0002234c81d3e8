"""A clause that gives another value of what a clause of another statement gives is at odds with it."""

import pytest

from memtui.language.restated import restated
from tests.language.at_odds import disagreeing, values_shown


@pytest.mark.parametrize(
    ("older", "newer", "was", "now_is"),
    [
        (
            "The greenhouse runs on Ruby 2 (patched) in production.",
            "Since May 2026 production runs Ruby 3; the sensors followed.",
            "2",
            "3",
        ),
        ("Tax on seeds is 7 %, everything else 19 %.", "Tax on seeds is 9 %.", "7 %", "9 %"),
        ("The plot server runs on port 4000", "`rake plot` starts the server on 4040", "4000", "4040"),
        (
            "Rosa's tractor is a Fendt 200 with a winch.",
            "Rosa's tractor is a Deutz 50 with a plough; the old one is for parts.",
            "Fendt 200",
            "Deutz 50",
        ),
        (
            "Tom Birk maintains the irrigation; ask him before changing `lib/water`.",
            "Tom left in July 2026; Ida Storm maintains `lib/water` now.",
            "Tom",
            "Ida",
        ),
    ],
)
def test_a_clause_gives_another_value_of_the_same(older: str, newer: str, was: str, now_is: str) -> None:
    assert values_shown(older, newer, 0.8) == ([was], [now_is])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The trial bed runs Ruby 2.", "Production runs Ruby 3."),
        ("Tax on seeds is 7 %, everything else 19 %.", "Tax on bulbs is 9 %."),
        ("`rake plot` starts the server on 4000", "`rake pump` starts the server on 4040"),
        ("Rosa's tractor is a Fendt 200 with a winch.", "Tom's tractor is a Deutz 50 with a plough."),
        ("The pump supports Modbus 2.", "The pump supports Modbus 3; it is the default."),
        ("The gauge resets every 5 minutes.", "The gauge of the cellar resets every 60 minutes."),
        (
            "The plot server runs Ruby 2 in the barn (as of 2025-02-01).",
            "The plot server runs Ruby 3 in the barn (as of 2026-02-01).",
        ),
    ],
)
def test_a_value_of_something_else_is_no_contradiction(one: str, other: str) -> None:
    assert disagreeing(one, other, 0.8) is None
    assert disagreeing(other, one, 0.8) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Our seed bank is Kew for the south.", "Our seed bank is Svalbard for the north."),
        ("Tom maintains `lib/water`.", "Tom left the meeting early; Ida maintains `lib/soil` now."),
        ("The pump speaks Modbus 2.", "The pump speaks Modbus 2, 3 and 4."),
        ("In 2020 the barn ran on Ruby 2.", "Now the barn runs on Ruby 3."),
        ("Water the beds in step 2 for 5 minutes.", "Water the beds in step 3 for 9 minutes."),
    ],
)
def test_a_clause_that_binds_no_value_to_the_same_thing_says_nothing(one: str, other: str) -> None:
    assert restated(one, other) is None
    assert restated(other, one) is None

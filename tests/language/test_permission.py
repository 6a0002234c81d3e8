"""What one statement forbids and the other allows cannot both be followed, unless it is another deed."""

import pytest

from memtui.language.permission import LISTS, at_odds
from tests.language.at_odds import disagreeing

FORBIDS = "Never prune the roses in winter without asking me"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FORBIDS, "Prune the roses in winter, no need to ask"),
        (FORBIDS, "Pruning the roses in winter needs no approval (2026-02-01)."),
        ("Ask before pruning the roses.", "Pruning the roses is fine, you don't have to ask"),
        ("Never feed the koi yourself.", "Feeding the koi is allowed when Kim is away."),
        ("Don't water the cactus; it rots", "Water the cactus so that it grows"),
        (
            "Always test the whole soil before sowing (we lost a bed)",
            "No need to test the soil before sowing",
        ),
        ("Rule: do not cross-breed the peas", "Cross-breeding the peas is OK"),
        ("Never prune without being asked.", "Prune automatically after each frost."),
        ("Never print seed labels; Kim does", "Seed labels are printed automatically on every delivery"),
    ],
)
def test_two_stances_to_one_deed_are_at_odds(one: str, other: str) -> None:
    assert at_odds(one, other) is not None
    assert at_odds(other, one) is not None
    assert disagreeing(one, other, 0.5) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (FORBIDS, "Prune the hedge in winter, no need to ask"),
        (FORBIDS, "Ask me before pruning the roses in winter"),
        ("Never prune the roses, except in May", "The roses may be pruned in May"),
        ("Never feed the koi yourself", "Feeding the koi of the neighbour is allowed"),
        ("Don't water the cactus", "Watered the cactus on Monday"),
        ("Never prune without being asked.", "Prune."),
        ("Never print seed labels", "Invoices are printed automatically"),
        ("Never water the cactus automatically", "Water the cactus"),
        ("Always test the soil before sowing", "No need to test the water before sowing"),
    ],
)
def test_another_deed_or_an_exception_is_not(one: str, other: str) -> None:
    assert at_odds(one, other) is None
    assert at_odds(other, one) is None


@pytest.mark.parametrize("name", LISTS)
def test_each_list_has_its_word_and_lacks_another(name: str) -> None:
    assert LISTS[name].has in LISTS[name].words
    assert LISTS[name].lacks not in LISTS[name].words

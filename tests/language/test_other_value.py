"""Two values of one thing are seen by what is rare in their store, however the rest is worded."""

import pytest

from memtui.domain.memory import MemoryType
from memtui.language.disagreement import Disagreement, Side
from memtui.language.other_value import LONGEST, other_value
from memtui.language.store_words import StoreWords

OTHERS = [
    "The bakery opens at six and sells rye bread",
    "Orders of the bakery come in by mail before noon",
    "Anton bakes the rye bread of Saturday himself",
    "The van leaves for the market when the bread has cooled",
    "Flour is bought from the mill at the river",
    "The till prints two receipts for each order",
    "The mill closes in August",
    "Customers pay by card or in cash",
    "The cellar is cool enough for the dough",
    "The market asks for a permit each spring",
    "The van needs diesel, and the mill is out of the way",
    "The cash is counted by Anton",
]


def at_odds(one: str, other: str, similarity: float | None = 0.6) -> Disagreement | None:
    words = StoreWords(dict(enumerate([one, other, *OTHERS])))
    sides = Side(one, MemoryType.SEMANTIC), Side(other, MemoryType.SEMANTIC)
    return other_value(*sides, similarity, lambda: words)


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        (
            "Anton heats the stone oven at 02:30 on work days. It takes beech wood.",
            "The stone oven is lit at 4 am.",
            "they give different times",
        ),
        (
            "Sourdough rests 36 hours in the cellar, then Anton shapes it.",
            "In the cellar the sourdough has to rest for 2 days.",
            "they give different numbers",
        ),
        (
            "The walk-in fridge holds 40 trays of croissants.",
            "Croissants: the walk-in fridge takes 60 trays, one per rail.",
            "they give different numbers",
        ),
        (
            "The scale in the pantry runs firmware 2.9.",
            "Since the repair the pantry has a scale with firmware 2.10.",
            "they give different versions",
        ),
    ],
)
def test_one_thing_has_one_value_however_the_rest_is_worded(one: str, other: str, why: str) -> None:
    found = at_odds(one, other)
    assert found is not None
    assert (found.why, found.sure, found.over) == (why, True, False)
    assert [
        text[slice(*spans[0])][:1].isdigit() for text, spans in ((one, found.first), (other, found.second))
    ]
    assert (turned := at_odds(other, one)) is not None
    assert (turned.first, turned.second) == (found.second, found.first)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # the same span in another unit
        ("Sourdough rests 48 hours in the cellar.", "In the cellar the sourdough has to rest for 2 days."),
        # another thing, of which the store says much
        ("The bakery sells 40 loaves of rye bread.", "Rye bread of the bakery: 60 loaves go to the market."),
        # several values of the sort, of which nobody knows which is meant
        ("The stone oven is lit at 02:30, on Sundays at 05:00.", "The stone oven is lit at 4 am."),
        # a time of what the thing deals with, not of the thing
        ("The stone oven is lit at 4 am.", "The stone oven only bakes loaves shaped at 02:30."),
        # two notes of what was done
        ("Fixed the stone oven at 02:30.", "Cleaned the stone oven at 04:00."),
        # the number of an issue says nothing of the thing
        ("Issue #30 is about the stone oven door.", "The stone oven door was told in issue #41."),
    ],
)
def test_what_only_looks_so_is_none(one: str, other: str) -> None:
    assert at_odds(one, other) is None


def test_far_apart_or_long_texts_are_not_held_against_each_other() -> None:
    one, other = "The stone oven is lit at 02:30 on work days.", "At 4 am the stone oven is lit."
    assert at_odds(one, other) is not None
    assert at_odds(one, other, similarity=None) is not None
    assert at_odds(one, other, similarity=0.1) is None
    assert at_odds(one + " and so on" * (LONGEST // 10), other) is None

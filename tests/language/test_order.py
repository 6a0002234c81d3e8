"""Two statements of the same words that tell them the other way round disagree, and are never the same."""

import pytest

from memtui.domain.memory import MemoryType
from memtui.language.difference import Difference, compare
from memtui.language.disagreement import Side, disagreement
from memtui.language.never_same import never_the_same
from memtui.language.relation import Relation, opinion

NEAR = 0.95
"""The cosine of two statements of the same words."""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Water the beds before the mulching.", "Mulch before watering the beds."),
        ("Paint the crates after washing them.", "Wash the crates after painting them."),
        ("Before the harvest, wash the crates.", "Before washing the crates, harvest."),
        ("Rinse the jars, then label them.", "Label the jars, then rinse them."),
        ("Rosa picks the pears, Tom presses the cider.", "Tom picks the pears, Rosa presses the cider."),
        (
            "Rosa is at the stall on Mondays, Tom on Fridays.",
            "Tom is at the stall on Mondays, Rosa on Fridays.",
        ),
        (
            "The shed holds the seeds and the barn holds the tools.",
            "The barn holds the seeds and the shed the tools.",
        ),
    ],
)
def test_what_is_told_the_other_way_round_disagrees(one: str, other: str) -> None:
    assert Difference.ORDER in compare(one, other).kinds
    for older, newer in ((one, other), (other, one)):
        assert opinion(older, newer, NEAR).relation is Relation.OVERTAKEN
        found = disagreement(Side(older, MemoryType.SEMANTIC), Side(newer, MemoryType.SEMANTIC), NEAR)
        assert found is not None
        assert found.why == "they say it the other way round"
        assert found.first
        assert found.second


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Water the beds before the mulching.", "Mulch after watering the beds."),
        ("Wash the crates before the harvest.", "Before the harvest, wash the crates."),
        ("Rosa picks the pears, Tom presses the cider.", "Tom presses the cider and Rosa picks the pears."),
        (
            "Rosa is at the stall on Mondays, Tom on Fridays.",
            "Tom is at the stall on Fridays, Rosa on Mondays.",
        ),
    ],
)
def test_one_order_in_other_words_does_not_disagree(one: str, other: str) -> None:
    assert Difference.ORDER not in compare(one, other).kinds
    assert opinion(one, other, NEAR).relation is not Relation.OVERTAKEN


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wash the crates before you stack them.", "Dry the crates before you wash them."),
        ("Rosa picks the pears, Tom presses the cider.", "Tom picks the plums, Rosa presses the oil."),
        ("Keep the crates 3 days before washing them.", "Keep the crates 5 days before washing them."),
        ("Pick the pears and press the cider.", "Press the cider."),
    ],
)
def test_an_order_of_other_things_tells_nothing(one: str, other: str) -> None:
    comparison = compare(one, other)
    assert Difference.ORDER not in comparison.kinds


def test_another_figure_in_one_order_is_still_another_figure() -> None:
    one, other = (
        "Keep the old crates 3 days before washing them.",
        "Keep the old crates 5 days before washing them.",
    )
    assert never_the_same(compare(one, other))
    assert opinion(one, other, NEAR).overtaken > 0.2

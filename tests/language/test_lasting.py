"""For how long one thing holds is said in few words and always others; what holds and the length decide."""

import pytest

from memtui.domain.memory import MemoryType
from memtui.language.disagreement import Side, disagreement
from memtui.language.lasting import lasts_as_long, lasts_otherwise
from memtui.language.relation import same

PERMIT = "A permit is valid for 48 hours."


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (PERMIT, "Permits expire after two days."),
        ("Soil samples are kept for one week", "Soil samples are discarded after 7 days"),
        ("The lock file lives half an hour.", "The lock has a lifetime of 30 minutes."),
    ],
)
def test_the_same_length_for_the_same_thing_is_the_same(one: str, other: str) -> None:
    assert lasts_as_long(one, other)
    assert lasts_otherwise(one, other) is None
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [(PERMIT, "Permits expire after three days."), (PERMIT, "A permit lasts 24 hours")]
)
def test_another_length_for_the_same_thing_is_at_odds(one: str, other: str) -> None:
    assert lasts_otherwise(one, other) is not None
    assert not lasts_as_long(one, other)
    assert disagreement(Side(one, MemoryType.SEMANTIC), Side(other, MemoryType.SEMANTIC)) is not None


@pytest.mark.parametrize(
    "other",
    [
        "Visitor permits expire after two days.",
        "Permits expire after two days of rain.",
        "Permits do not expire after two days.",
        "Some permits expire after two days.",
        "Permits are needed for two days.",
        "Keys are kept for 48 hours",
        "48 hours, not 24",
    ],
)
def test_another_thing_or_case_says_nothing(other: str) -> None:
    assert not lasts_as_long(PERMIT, other)
    assert lasts_otherwise(PERMIT, other) is None

"""A time of day is told as one, whichever comparison found that two of them differ."""

import pytest

from memtui.domain.memory import MemoryType
from memtui.language.disagreement import Side, disagreement

TIMES, NUMBERS, DATES = (
    "they give different times",
    "they give different numbers",
    "they give different dates",
)


@pytest.mark.parametrize(
    ("older", "newer", "why"),
    [
        ("The bread oven starts at 04:00", "The bread oven starts at 03:15", TIMES),
        ("The bread oven starts at 4 am", "The bread oven starts at 3 am", TIMES),
        ("The bread oven oven_a starts at 04:00 UTC", "The bread oven now starts at 03:15", TIMES),
        ("The bread oven starts at 04:00, not 05:00", "The bread oven starts at 05:00", TIMES),
        ("The bread oven takes 40 loaves", "The bread oven takes 60 loaves", NUMBERS),
        ("The lease ends on 3 May 2027", "The lease ends on 9 May 2027", DATES),
    ],
)
def test_values_are_called_what_they_are(older: str, newer: str, why: str) -> None:
    found = disagreement(Side(older, MemoryType.SEMANTIC), Side(newer, MemoryType.SEMANTIC))
    assert found is not None
    assert found.why == why

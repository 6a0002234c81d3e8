"""What the statements of a series say of their own."""

import pytest

from memtui.domain.rewording import series_values


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        (["242 tests pass", "251 tests pass", "286 tests pass"], ["242", "251", "286"]),
        (["Coverage: 71 %.", "Coverage: 74 %.", "Coverage: 80 %."], ["71", "74", "80"]),
        (["It is at 1.2", "It is at 1.3 (beta)", "It is at 2.0"], ["1.2", "1.3 beta", "2.0"]),
        (["242 tests pass", "251 tests pass"], []),
        (["a b c", "d e f", "g h i"], []),
        (["the same", "the same", "the same"], []),
    ],
)  # fmt: skip
def test_the_values_are_what_each_says_of_its_own(texts: list[str], values: list[str]) -> None:
    assert series_values(texts) == values

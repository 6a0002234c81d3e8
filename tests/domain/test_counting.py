"""Counts and sizes as sentences hold them."""

import pytest

from memtui.domain.counting import size


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (4_096, "4.1 kB"),
        (38_400_000, "38 MB"),
        (2_500_000_000, "2.5 GB"),
    ],
)
def test_a_size_has_the_unit_in_which_it_says_something(count: int, said: str) -> None:
    assert size(count) == said

"""The reasons of a batch in few sentences: nothing said of a member that is not so, numbers as ranges."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.review.reasons import together


@pytest.mark.parametrize(
    ("reasons", "told"),
    [
        ([], []),
        (["half a sentence"], [(1, "half a sentence")]),
        (
            ["kept for 7 days; 28 days old", "kept for 7 days; 9 days old"],
            [(2, "kept for 7 days; 9 to 28 days old")],
        ),
        (["seen 1 day ago", "seen 14 days ago"], [(2, "seen 1 to 14 days ago")]),
        (["seen 1,204 days ago", "seen 99 days ago"], [(2, "seen 99 to 1,204 days ago")]),
        (["strength 0.10 of 1", "strength 0.04 of 1"], [(2, "strength 0.04 to 0.10 of 1")]),
        (["past 2026-03-02", "past 2026-04-09"], [(1, "past 2026-03-02"), (1, "past 2026-04-09")]),
        (["v1.2 is out", "v1.3 is out"], [(1, "v1.2 is out"), (1, "v1.3 is out")]),
        (
            ["unused for 3 days", "unused for 5 days", "small talk", "small talk", "cut", "a profile"],
            [(2, "unused for 3 to 5 days"), (2, "small talk"), (2, "for other reasons")],
        ),
        (["cut", "cut", "small talk", "a profile"], [(2, "cut"), (1, "small talk"), (1, "a profile")]),
        (
            ["it is about src/till/, which is gone", "it is about bin/open.sh, which is gone"],
            [(2, "it is about src/till/ or bin/open.sh, which is gone")],
        ),
        (
            [f"{name}/shop.py is gone" for name in ("bin", "lib", "src", "src", "web", "app")],
            [(6, "bin/shop.py, lib/shop.py, src/shop.py or 2 more is gone")],
        ),
        (["src/a.py is gone", "3 is gone"], [(1, "src/a.py is gone"), (1, "3 is gone")]),
    ],
)
def test_reasons_are_told_together(reasons: list[str], told: list[tuple[int, str]]) -> None:
    assert together(reasons) == told


@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=30))
def test_every_number_lies_within_what_is_told(numbers: list[int]) -> None:
    ((count, told),) = together([f"unused for {number:,} days" for number in numbers])
    assert count == len(numbers)
    said = [int(each.replace(",", "")) for each in re.findall(r"[\d,]+", told)]
    assert (said[0], said[-1]) == (min(numbers), max(numbers))

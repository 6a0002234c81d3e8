"""A treemap covers its rectangle, and no part overlaps another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.treemap import Box, shared_out

values = st.lists(st.floats(0.1, 1e6), min_size=1, max_size=30)


@given(values, st.integers(1, 90), st.integers(1, 30))
def test_every_cell_belongs_to_one_value(shares: list[float], width: int, height: int) -> None:
    boxes = shared_out(shares, Box(3, 2, width, height))
    cells = [
        (x, y)
        for box in boxes
        for x in range(box.left, box.left + box.width)
        for y in range(box.top, box.top + box.height)
    ]
    assert len(boxes) == len(shares)
    assert sorted(cells) == sorted({(x, y) for x in range(3, 3 + width) for y in range(2, 2 + height)})


def test_areas_follow_the_values() -> None:
    boxes = shared_out([60, 20, 10, 10], Box(0, 0, 100, 20))
    assert [box.width * box.height for box in boxes] == pytest.approx([1200, 400, 200, 200], rel=0.1)


def test_nothing_is_shared_out_among_none() -> None:
    assert shared_out([], Box(0, 0, 9, 9)) == []

"""An instant is written as ISO 8601, to the millisecond, whatever it is."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memtui.domain.instant import LATEST, from_iso, to_iso

_EPOCH = datetime(1970, 1, 1)


@given(st.floats(0, LATEST) | st.floats(1.7e9, 1.9e9))
@example(0.9999996)
@example(59.9999996)
@example(1_795_000_000.0005)
def test_an_instant_is_written_as_the_library_writes_it(instant: float) -> None:
    by_the_library = (_EPOCH + timedelta(seconds=instant)).isoformat(timespec="milliseconds")
    assert to_iso(instant) == f"{by_the_library}Z"


@pytest.mark.parametrize(("instant", "nearest"), [(-5.0, 0.0), (1e20, LATEST)])
def test_what_lies_outside_of_the_calendar_is_written_as_its_end(instant: float, nearest: float) -> None:
    assert to_iso(instant) == to_iso(nearest)


def test_what_was_written_is_read_back_to_the_millisecond() -> None:
    said = datetime(2026, 11, 18, 9, 30, 0, 250_000, tzinfo=UTC).timestamp()
    assert from_iso(to_iso(said)) == said

"""Which time a question speaks of."""

from datetime import UTC, datetime

import pytest

from memtui.recall.when import Period, period


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What did we decide in May 2026?", Period(2026, 5)),
        ("What happened on 3 June, 2023?", Period(2023, 6, 3)),
        ("What happened on the 3rd of June?", Period(None, 6, 3)),
        ("What broke on August 11, 2023?", Period(2023, 8, 11)),
        ("What was released on 2026-05-03?", Period(2026, 5, 3)),
        ("What was planned for 2026-05?", Period(2026, 5)),
        ("Where did she hike in July?", Period(None, 7)),
        ("Which tools came in 2024?", Period(2024)),
        ("may I march on?", None),
        ("May I use tabs?", None),
        ("Does port 2049 answer?", None),
    ],
)
def test_a_date_that_is_written_out_is_understood(question: str, expected: Period | None) -> None:
    assert period(question) == expected


def test_the_named_day_fits_best_then_its_month_and_another_month_not_at_all() -> None:
    def at(month: int, day: int) -> float:
        return Period(2026, 5, 3).match(datetime(2026, month, day, 9, tzinfo=UTC).timestamp())

    assert at(5, 3) > at(5, 20) > at(6, 3) == 0
    assert Period(2025, 5).match(datetime(2026, 5, 3, tzinfo=UTC).timestamp()) == 0

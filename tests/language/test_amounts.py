"""Equal amounts are equal in whatever unit they are given, and a month is no number of days."""

import pytest

from memtui.language.amounts import smallest
from memtui.language.difference import Difference, compare


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("48 h", "2 d"),
        ("2 week", "14 d"),
        ("1.5 s", "1500 ms"),
        ("0.5 h", "30 minute"),
        ("1 gb", "1024 mb"),
        ("1 gib", "1 gb"),
        ("12 month", "1 year"),
        ("2.5 cm", "25 mm"),
    ],
)
def test_equal_amounts_are_equal(one: str, other: str) -> None:
    assert smallest(one) == smallest(other) != ""


@pytest.mark.parametrize(("one", "other"), [("30 d", "1 month"), ("1 gb", "1000 mb"), ("3 d", "48 h")])
def test_other_amounts_are_not(one: str, other: str) -> None:
    assert smallest(one) != smallest(other)


@pytest.mark.parametrize("key", ["5", "30 percent", "4 usd"])
def test_what_has_no_such_unit_is_no_amount(key: str) -> None:
    assert smallest(key) == ""


def test_equal_amounts_do_not_differ() -> None:
    kinds = compare("The glaze dries for 36 hours", "The glaze dries for one day").kinds
    assert Difference.NUMBER in kinds
    for other in ("The glaze dries for 2 days", "The glaze dries for two days"):
        assert Difference.NUMBER not in compare("The glaze dries for 48 hours", other).kinds

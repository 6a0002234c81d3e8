"""A value put into a memory leaves no other one standing that the same statement gives otherwise."""

import pytest

from memtui.language.renewed import Effect, renewal
from memtui.language.up_to_date import brought_up_to_date

LINE = "The phone line is Norrtel with 500 Mbit/s."


@pytest.mark.parametrize(
    "statement",
    ["We switched from Norrtel to Sundnet, 1 Gbit/s.", "We switched from Norrtel to Sundnet, 250 Mbit/s."],
)
def test_a_statement_that_gives_another_value_beside_the_change_is_asked_about(statement: str) -> None:
    assert renewal(LINE, statement).effect is Effect.UNSURE
    said = brought_up_to_date(LINE, statement)
    assert said is None or "500" not in said


@pytest.mark.parametrize(
    "statement",
    [
        "We switched from Norrtel to Sundnet.",
        "We switched from Norrtel to Sundnet, still 500 Mbit/s.",
        "We switched from Norrtel to Sundnet, 40 EUR.",
    ],
)
def test_what_is_in_no_other_measure_stands(statement: str) -> None:
    assert "Sundnet with 500 Mbit/s" in renewal(LINE, statement).text

"""What a statement says to stay as it is confirms a memory, and everything else it says does not."""

import pytest

from memtui.language.confirmed import besides_what_stays, confirms

PORT = "The metrics port is 9102"


@pytest.mark.parametrize(
    ("memory", "statement"),
    [
        (PORT, "The metrics port stays at 9102."),
        (PORT, "The metrics port is unchanged: 9102."),
        (PORT, "As before, the metrics port is 9102."),
        (PORT, "The metrics port was not changed."),
        (PORT, "The admin port is 9101 now; the metrics port remains 9102."),
        ("The club meets in the hall at 18:30", "The club still meets in the hall."),
        ("Reviews are done in GitLab", "Reviews continue in GitLab as before."),
    ],
)
def test_what_stays_is_confirmed(memory: str, statement: str) -> None:
    assert confirms(statement, memory)


@pytest.mark.parametrize(
    ("memory", "statement"),
    [
        (PORT, "The metrics port stays at 9103."),
        (PORT, "The metrics port does not stay at 9102."),
        (PORT, "The metrics port is 9102."),
        (PORT, "The admin port stays at 9102."),
        ("The move is done", "The move is still not done."),
    ],
)
def test_another_value_another_thing_and_a_denial_are_not(memory: str, statement: str) -> None:
    assert not confirms(statement, memory)


def test_what_is_said_besides_is_left_to_compare() -> None:
    told = "The admin port is 9101 now; the metrics port remains 9102."
    assert besides_what_stays(told, PORT) == "The admin port is 9101 now"
    assert besides_what_stays("The metrics port stays at 9102.", PORT) == ""
    assert besides_what_stays("The metrics port is 9103.", PORT) == "The metrics port is 9103."

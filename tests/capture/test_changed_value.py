"""A statement that says of a value that it has changed finds the memory that gives the old one."""

import pytest

from memtui.capture.changed_value import Changed, changed_value

KNOWN = {
    1: "Drafts are kept for 12 days in the attic, below the lid `old:`.",
    2: "The public library allows 5 loans per reader and week.",
    3: "Carbon copies are kept for 2 years.",
}


@pytest.mark.parametrize(
    ("said", "changed"),
    [
        ("Drafts are now kept for 30 days.", Changed(1, sure=True)),
        ("Signed drafts are kept for 30 days now, the council wants that.", Changed(1, sure=False)),
        ("The limit was raised to 8 loans per reader and week.", Changed(2, sure=False)),
        ("Letters are now kept for 30 days.", None),
        ("Photo copies are now kept for 5 years.", None),
        ("Drafts are now kept in 3 boxes.", None),
        ("Drafts are now kept for 12 days.", None),
    ],
)
def test_the_old_value_of_the_same_thing_is_found(said: str, changed: Changed | None) -> None:
    assert changed_value(said, KNOWN) == changed


def test_one_of_two_that_are_as_near_is_not_taken() -> None:
    known = {1: "Drafts are kept for 12 days in the attic.", 2: "Drafts are kept for 9 days in the shed."}
    assert changed_value("Drafts are now kept for 30 days.", known) is None

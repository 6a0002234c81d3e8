"""Which of two statements tells of a change, and whether it names what the other still says."""

import pytest

from memtui.language.announced import Announced, announced


@pytest.mark.parametrize(
    ("held", "told", "names_it"),
    [
        ("The desk is in room 12.", "We moved the desk from room 12 to room 14.", True),
        ("The desk is in room 12.", "The desk is now in room 14.", False),
        ("Ravi waters the plants.", "Ravi no longer waters the plants.", True),
        ("The lamp uses halogen.", "The lamp was changed to LED.", False),
        ("Wir nutzen Kreide.", "Wir schreiben jetzt mit Stiften statt Kreide.", True),
    ],
)
def test_the_one_that_tells_of_the_change_is_named(held: str, told: str, names_it: bool) -> None:
    assert announced(held, told) == Announced("right", names_it)
    assert announced(told, held) == Announced("left", names_it)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The desk is in room 12.", "The desk is in room 14."),
        ("The lock is used to close the gate.", "The lock is used for the shed."),
        ("The tags can be changed to any other.", "The tags are fixed."),
        ("The desk is now in room 12.", "The desk is now in room 14."),
        ("Leave it for now.", "Take it along."),
    ],
)
def test_without_such_words_or_with_them_in_both_none_is(one: str, other: str) -> None:
    assert announced(one, other) is None

"""A command that one statement tells to run and another turns down by name sets the two at odds."""

import pytest

from memtui.language.turned_down import turned_down

TOLD = "Bake the rolls with `oven run bake`; the mill does the same."


@pytest.mark.parametrize(
    "denied",
    [
        "Rolls in the shop are always baked with `till rolls`, never with bake directly.",
        "Rolls go through the till; never run `oven run bake` yourself.",
        "For rolls use `till rolls` instead of `oven run bake`.",
    ],
)
def test_what_is_turned_down_and_told_is_at_odds(denied: str) -> None:
    assert turned_down(TOLD, denied) is not None
    found, again = turned_down(denied, TOLD), turned_down(TOLD, denied)
    assert found is not None
    assert again is not None
    assert (found.left, found.right) == (again.right, again.left)


@pytest.mark.parametrize(
    ("told", "denied"),
    [
        (TOLD, "Clean the shelves with a cloth, never with bake directly."),
        (TOLD, "Rolls in the shop are always baked with `till rolls`, never on Fridays."),
        (TOLD, "Rolls go through the till; never run `oven run clean` yourself."),
        ("Rolls: `--salt` is weighed by the mill.", "Rolls take the salt as an amount, not `--salt`."),
        ("If the rolls are late, run `oven run bake`.", "For rolls never run `oven run bake`."),
    ],
)
def test_another_command_matter_option_or_case_is_not(told: str, denied: str) -> None:
    assert turned_down(told, denied) is None

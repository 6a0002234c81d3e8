"""What is no repeat, however alike the words are, and what may still be one."""

import pytest

from memtui.language.no_repeat import no_repeat


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Run it:\n```\nmake all\n```", "Run it:\n```\nmake docs\n```"),
        ("Logger › level: See [the options](#options) for details", "Logger: the options of the level"),
        ('`open(path)` › `mode`: <a id="mode"></a>', "`open(path)`: the mode in which it is opened"),
        ("`store.open(path)`: it takes a path", "`store.close(path)`: it takes a path"),
        ("maxJobs: how many run at once", "maxTries: how many run at once"),
        ("Moving to 1.0.0: drop the old driver", "Moving to 2.0.0: drop the old driver"),
        ("Version 1.0.0\nNew: none\nFixed: the import", "Version 1.1.0\nNew: none\nFixed: the export"),
        ("To run the tests of the store:", "Tests: run those of the store with make"),
        ("Fields: **user** a string", "Fields: **group** a string"),
        ("Bake in the tin.", "Bake in the clay pot, not in the tin: the crust needs steam."),
        # What the one is about has another value in the other, which names that value aside.
        ("The shop runs on port 7100.", "Port 7100 belongs to the scales, that is why the shop is on 7200."),
        ("Loaves come from Lind.", "Never order at Lind again: they were late. Loaves come from Holt."),
    ],
)
def test_texts_that_share_only_their_frame_are_no_repeats(one: str, other: str) -> None:
    assert no_repeat(one, other)
    assert no_repeat(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Run `make all` first", "Before anything else, run:\n```\nmake all\n```"),
        ("Set-up: see [the guide](guide.md) before you change the schema", "Set-up: read the guide first"),
        ("`store.open(path)`: it takes a path", "Opening: it takes a path"),
        ("`store.open(path)` › Errors: raises OSError", "Files › `store.open(path)`: raises OSError"),
        ("Moving to 2.0.0: drop the old driver", "Upgrade notes: the old driver is dropped"),
        ("Set-up: **Tests** run with make", "Commands: **Run the tests** with make"),
        (
            "The shop runs on port 7100.",
            "`make shop` serves the shop on port 7100, see http://localhost:7100",
        ),
        ("Loaves come from Lind.", "Loaves come from Lind, milk comes from Holt."),
        (
            "Ovens hold 20 loaves. Doors open at 6.",
            "The doors open at 6, the ovens hold 20 loaves of rye and 30 of wheat.",
        ),
    ],
)
def test_what_may_say_the_same_is_left_to_the_score(one: str, other: str) -> None:
    assert not no_repeat(one, other)
    assert not no_repeat(other, one)

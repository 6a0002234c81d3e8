"""When an entry of a log was noted is no part of what it says."""

import pytest

from memtui.language.noted import done_again, said_from


@pytest.mark.parametrize(
    "noted",
    [
        "[2026-04-18] ",
        "[2026-04-18 10:31] ",
        "**[21:23]** ",
        "(21:23): ",
        "**2026-04-18:** ",
        "- **2026-04-18** ",
        "2026-04-18: ",
        "2026-04-18T10:31:00Z - ",
        "18.04.2026: ",
        "April 18, 2026 — ",
    ],
)
def test_what_an_entry_says_begins_behind_when_it_was_noted(noted: str) -> None:
    assert said_from(f"{noted}The queue drops old jobs.") == len(noted)
    assert said_from(f"Queues: {noted}The queue drops old jobs.", len("Queues: ")) == len(f"Queues: {noted}")


@pytest.mark.parametrize(
    "text",
    [
        "09:00: standup with Ada",
        "2026-04-18 is the day of the release.",
        "The release is on 2026-04-18: nobody is away.",
        "[v2.1] The queue drops old jobs.",
        "[2026-04-18]",
    ],
)
def test_what_only_looks_like_it_is_part_of_the_statement(text: str) -> None:
    assert said_from(text) == 0


def test_a_log_that_says_of_two_days_that_something_was_done_says_it_of_two_things() -> None:
    assert done_again("2026-04-02: Deployed the shop.", "2026-04-09: Deployed the shop.")
    assert not done_again("2026-04-02: Deployed the shop.", "2026-04-02: Deployed the shop.")
    assert not done_again("2026-04-02: The shop is slow.", "2026-04-09: The shop is slow.")
    assert not done_again("2026-04-02: Deployed the shop.", "2026-04-09: Deployed the shop again.")

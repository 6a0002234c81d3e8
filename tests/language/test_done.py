"""What is done or over by one statement is newer than what the other still tells of it."""

import pytest

from memtui.language.announced import Announced, announced
from memtui.language.done import done, says_what_came

OPEN = "The move of the till to the new desk is planned for spring."
DONE = "The move of the till to the new desk was finished on 12 May."


@pytest.mark.parametrize(
    ("still", "came"),
    [
        (OPEN, DONE),
        (
            "Seat booking is not implemented yet; ticket #88 is open.",
            "Ticket #88 with seat booking was merged.",
        ),
        ("The lamp swap in room 4 is still in progress.", "The lamp swap in room 4 is done."),
        ("Vouchers are not started.", "Vouchers shipped in spring."),
    ],
)
def test_what_was_open_and_is_done_sets_two_at_odds(still: str, came: str) -> None:
    assert done(still, came) is not None
    assert done(came, still) is None
    assert announced(still, came) == Announced("right", names_it=True)
    assert announced(came, still) == Announced("left", names_it=True)


@pytest.mark.parametrize(
    ("still", "came"),
    [
        (OPEN, "The painting of the new roof was finished on 12 May."),
        (OPEN, "Once the move of the till to the new desk was finished, Ada may paint."),
        (OPEN, "The move of the till to the new desk was not finished."),
        ("The till stands on the new desk.", DONE),
        ("Vouchers are not started.", "Paper vouchers shipped in spring."),
        ("Vouchers are not started.", "Ben shipped vouchers in spring."),
        ("Pull requests that are open for a week are pending.", "Pull requests are merged by squash."),
    ],
)
def test_another_deed_or_one_that_is_not_done_does_not(still: str, came: str) -> None:
    assert done(still, came) is None


def test_that_something_is_over_tells_which_is_the_newer() -> None:
    held, over = "Orders go through Nodebb.", "Orders moved on. The Nodebb server has been shut down."
    assert says_what_came(held, over)
    assert not says_what_came(over, held)
    assert not says_what_came(held, "The Nodebb server is shut down at night.")
    assert not says_what_came("The Nodebb server was removed.", over)

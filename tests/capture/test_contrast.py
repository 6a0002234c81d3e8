"""What is put against another value changes no memory that gives the first: it confirms it."""

import pytest

from memtui.capture.contrast import confirms_against_another, ends_another
from memtui.capture.facts import Outcome
from memtui.store.database import Store
from tests.capture.test_by_change import SCOPE, read
from tests.lifecycle.worlds import added

KNOWN = "Drafts are kept for 12 days in the attic."


@pytest.mark.parametrize(
    ("said", "confirms"),
    [
        ("We agreed to keep drafts for 12 days, not 9.", True),
        ("We agreed to keep drafts for 9 days, not 12.", False),
        ("Drafts are kept for 12 days in Ghent, not in Bruges.", False),
        ("We agreed to keep drafts for 12 days.", False),
    ],
)
def test_it_has_to_give_all_that_is_so_and_nothing_that_is_not(said: str, confirms: bool) -> None:
    assert confirms_against_another(said, KNOWN) is confirms


def test_the_end_of_another_release_is_no_news_of_the_one_in_use() -> None:
    said = "Heron 3 is no longer supported; the minimum is Heron 4."
    assert ends_another(said, "The kiosk runs on Heron 4.")
    assert not ends_another(said, "The kiosk runs on Heron 3.")


def test_what_is_known_is_no_conflict_when_it_is_said_against_another(store: Store) -> None:
    added(store, KNOWN, SCOPE)
    (fact,) = read(store, "Decision: we keep drafts for 12 days, not 10.")
    assert (fact.outcome, fact.target is not None) == (Outcome.DUPLICATE, True)

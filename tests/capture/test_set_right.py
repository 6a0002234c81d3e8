"""What an agent says and the person sets right in the next turn is not kept, and a request is no fact."""

import pytest

from memtui.capture.facts import Outcome
from memtui.store.database import Store
from tests.capture.test_by_change import read

SAID = "Assistant: I looked. settings/till.toml says till-2, Redis 6.\n\n"


def kept(store: Store, text: str) -> list[str]:
    return [fact.candidate.text for fact in read(store, text) if fact.outcome is Outcome.NEW]


def test_what_is_set_right_in_the_next_turn_is_left_out(store: Store) -> None:
    facts = read(
        store, f"User: Where does it listen?\n\n{SAID}User: no, the till is on till-5 now, Redis 7.\n"
    )
    assert [(fact.candidate.text, fact.outcome) for fact in facts] == [
        ("settings/till.toml says till-2, Redis 6.", Outcome.REPEATED),
        ("The till is on till-5 now, Redis 7.", Outcome.NEW),
    ]
    assert facts[0].why == "you set it right in the next turn"


@pytest.mark.parametrize(
    "answer", ["no problem, go on with the till.", "no, the lamp goes to the kitchen.", "ok"]
)
def test_what_is_not_is_kept(store: Store, answer: str) -> None:
    text = f"User: Where does it listen?\n\n{SAID}User: {answer}\n"
    assert "settings/till.toml says till-2, Redis 6." in kept(store, text)


@pytest.mark.parametrize(
    "request_",
    [
        "The till tests are flaky, can you have a look at tests/test_till.py.",
        "Could you bump the version in the settings file.",
    ],
)
def test_a_request_is_no_fact(store: Store, request_: str) -> None:
    assert kept(store, f"User: {request_}\n\nAssistant: Done.\n") == []


def test_one_for_what_is_to_hold_is(store: Store) -> None:
    said = "Can you always run the linter before a push, the build fails otherwise."
    assert kept(store, f"User: {said}\n\nAssistant: Done.\n") == [said]

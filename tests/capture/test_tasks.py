"""What may ask for something to be done now, and so limits what a person states beside it."""

from pathlib import Path

import pytest

from memtui.capture.place import WHOLE
from memtui.capture.tasks import may_set_a_task
from memtui.store import memories
from memtui.store.database import Store
from tests.capture.session import captured, offered
from tests.capture.talks import agent, user

_WISH = "I'd rather have the kiln logs in Celsius, never in Fahrenheit."


@pytest.mark.parametrize(
    "sentence",
    [
        "fix it",
        "great, now run the tests",
        "can you rename the kiln",
        "We need to cut the release",
        "Sort out kiln.py",
    ],
)
def test_it_may_set_a_task(sentence: str) -> None:
    assert may_set_a_task(sentence)


@pytest.mark.parametrize(
    "sentence", ["great.", "haha", "The kiln cracked on Monday.", "ok good", "hm, fine", "kiln?"]
)
def test_it_sets_none(sentence: str) -> None:
    assert not may_set_a_task(sentence)


@pytest.mark.parametrize("beside", ["great.", "haha.", "whatever.", "The last report was odd."])
def test_a_wish_is_stored_beside_what_asks_for_nothing(store: Store, tmp_path: Path, beside: str) -> None:
    report = captured(store, (agent("Done."), user(f"{beside} please stop adding emojis")), tmp_path)

    assert [one.text for one in memories.get_many(store, report.stored)] == ["Please stop adding emojis."]


def test_beside_a_task_it_waits_on_a_card(store: Store, tmp_path: Path) -> None:
    report = captured(
        store, (agent("Done."), user("Now fix the login. please stop adding emojis")), tmp_path, WHOLE
    )

    assert not report.stored
    assert offered(store) == ["Please stop adding emojis."]


@pytest.mark.parametrize(
    "asking", ["remember that", "please remember this", "keep that in mind", "note that down"]
)
def test_to_ask_to_remember_what_stands_beside_it_keeps_that(
    store: Store, tmp_path: Path, asking: str
) -> None:
    report = captured(store, (agent("Noted."), user(f"whatever. {_WISH} {asking}")), tmp_path)

    (kept,) = memories.get_many(store, report.stored)
    assert kept.text == "User would rather have the kiln logs in Celsius, never in Fahrenheit."

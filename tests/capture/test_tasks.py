"""What may ask for something to be done now, and so limits what a person states beside it."""

from pathlib import Path

import pytest

from memtui.capture.place import WHOLE
from memtui.capture.tasks import may_set_a_task
from memtui.domain.memory import MemoryType
from memtui.store import memories
from memtui.store.database import Store
from tests.capture.session import captured, offered, waiting
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
def test_an_order_a_plan_and_a_request_may_set_a_task(sentence: str) -> None:
    assert may_set_a_task(sentence)


@pytest.mark.parametrize(
    "sentence", ["great.", "haha", "The kiln cracked on Monday.", "ok good", "hm, fine", "kiln?"]
)
def test_an_answer_and_what_is_told_set_none(sentence: str) -> None:
    assert not may_set_a_task(sentence)


@pytest.mark.parametrize("beside", ["great.", "haha.", "whatever.", "The last report was odd."])
def test_a_wish_is_stored_beside_what_asks_for_nothing(store: Store, tmp_path: Path, beside: str) -> None:
    report = captured(store, (agent("Done."), user(f"{beside} please don't glaze cracked pots")), tmp_path)

    assert [one.text for one in memories.get_many(store, report.stored)] == [
        "Please don't glaze cracked pots."
    ]


def test_beside_a_task_it_waits_on_a_card(store: Store, tmp_path: Path) -> None:
    report = captured(
        store, (agent("Done."), user("Now fix the login. please don't glaze cracked pots")), tmp_path, WHOLE
    )

    assert not report.stored
    assert offered(store) == ["Please don't glaze cracked pots."]


@pytest.mark.parametrize(
    "asking", ["remember that", "please remember this", "keep that in mind", "note that down"]
)
def test_to_ask_to_remember_what_stands_beside_it_keeps_that(
    store: Store, tmp_path: Path, asking: str
) -> None:
    report = captured(store, (agent("Noted."), user(f"whatever. {_WISH} {asking}")), tmp_path)

    (kept,) = memories.get_many(store, report.stored)
    assert kept.text == "User would rather have the kiln logs in Celsius, never in Fahrenheit."


@pytest.mark.parametrize(
    ("said", "kept", "scope"),
    [
        ("please stop adding emojis", "Stop adding emojis.", "/user"),
        ("stop using emojis in commit messages", "Stop using emojis in commit messages.", "/project/atlas"),
        ("I work in CET and start at ten", "User works in CET and start at ten.", "/user"),
        (
            "I told you last week, never open the kiln",
            "Never open the kiln.",
            "/project/atlas",
        ),
    ],
)
def test_what_is_of_the_person_goes_to_them(
    store: Store, tmp_path: Path, said: str, kept: str, scope: str
) -> None:
    report = captured(store, (agent("Done."), user(said)), tmp_path, WHOLE)
    stored = [(each.text, each.scope) for each in memories.get_many(store, report.stored)]
    asked = [(card.change.new_text, card.scope) for card in waiting(store)]
    assert stored + asked == [(kept, scope)]


def test_a_rule_whose_words_look_like_an_event_is_none(store: Store, tmp_path: Path) -> None:
    said = "when you write python here, type hints everywhere, and no debug output left in please"
    report = captured(store, (agent("Done."), user(said)), tmp_path)
    assert [each.type for each in memories.get_many(store, report.stored)] == [MemoryType.SEMANTIC]


def test_what_takes_back_what_was_said_is_asked_about_without_that(store: Store, tmp_path: Path) -> None:
    captured(store, (agent("Done."), user("actually scratch that: the kiln is hot at noon")), tmp_path, WHOLE)
    assert offered(store) == ["The kiln is hot at noon."]

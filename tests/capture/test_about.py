"""Who or what a sentence is about decides where it is filed, never its verb."""

from pathlib import Path

import pytest

from memtui.capture.about import scope_of
from memtui.capture.cards import NEW_RULE
from memtui.capture.facts import Candidate
from memtui.capture.place import WHOLE
from memtui.store.database import Store
from tests.capture import talks
from tests.capture.learned import live
from tests.capture.session import captured, waiting

BEFORE = (talks.user("Have a look at the oven."), talks.agent("I have put the oven script into ./kiln."))


def filed(store: Store, folder: Path, said: str) -> set[str]:
    captured(store, [*BEFORE, talks.user(said)], folder, WHOLE)
    cards = (card.scope for card in waiting(store) if card.rule == NEW_RULE)
    return {*(memory.scope for memory in live(store)), *cards}


@pytest.mark.parametrize(
    "said",
    [
        "No, the glaze recipes live in ./glazes, not in ./recipes.",
        "No, the backup server lives in Porto, never in Lisbon.",
        "The moulds always live in data/moulds, remember that.",
        "I always want two spaces in the JSON files of this repo.",
    ],
)
def test_what_is_about_a_thing_stays_with_the_project(store: Store, tmp_path: Path, said: str) -> None:
    assert filed(store, tmp_path, said) == {"/project/atlas"}


@pytest.mark.parametrize(
    "said",
    [
        "I don't like jokes in your answers, ever.",
        "I always want Canadian spelling in the manuals.",
        "Always answer me in Dutch.",
        "Bitte antworte mir immer auf Deutsch.",
    ],
)
def test_what_is_about_the_person_is_theirs(store: Store, tmp_path: Path, said: str) -> None:
    assert filed(store, tmp_path, said) == {"/user"}


def test_a_text_tells_nothing_of_how_to_talk_to_the_person() -> None:
    assert scope_of(Candidate("Keep your answers short.", "Keep your answers short."), "/project/atlas") == (
        "/project/atlas"
    )

"""What a person sets right, or says of how to talk to them, is stored; what only looks like it is not."""

from pathlib import Path

import pytest

from memtui.capture.place import WHOLE
from memtui.store.database import Store
from tests.capture import talks
from tests.capture.learned import live, texts
from tests.capture.session import captured

AGENT = "The kiln cools for 3 hours before it opens, and I filed the recipes in ./recipes as plain text."


def kept(store: Store, folder: Path, *said: str) -> list[str]:
    answers = [record for each in said for record in (talks.agent(AGENT), talks.user(each))]
    captured(store, [talks.user("Have a look at the kiln."), *answers], folder, WHOLE)
    return texts(store)


@pytest.mark.parametrize(
    ("said", "then"),
    [
        (
            "That's wrong: the kiln cools for 9 hours, because the shelves crack otherwise.",
            "The kiln cools for 9 hours, because the shelves crack otherwise.",
        ),
        ("That isn't right. The kiln cools for 9 hours", "The kiln cools for 9 hours."),
        ("nope the kiln cools for 9 hours", "The kiln cools for 9 hours."),
        (
            "That's not right, the glaze order goes out at 05:30, not at 06:30.",
            "The glaze order goes out at 05:30, not at 06:30.",
        ),
        ("the recipes live in ./glazes, not in ./recipes", "The recipes live in ./glazes, not in ./recipes."),
        ("Nein, der Ofen kühlt 9 Stunden, nicht 3.", "Der Ofen kühlt 9 Stunden, nicht 3."),
        ("I told you already: label shelves in pencil, not in ink", "Label shelves in pencil, not in ink."),
        ("Wie gesagt: Regale immer mit Bleistift beschriften.", "Regale immer mit Bleistift beschriften."),
    ],
)
def test_what_a_person_sets_right_is_stored_without_the_no(
    store: Store, tmp_path: Path, said: str, then: str
) -> None:
    assert kept(store, tmp_path, said) == [then]


@pytest.mark.parametrize(
    "said",
    [
        "no, the kiln is still cold",
        "that's wrong, wrong recipe",
        "no the kiln script fails again on line 40",
        "no problem, open the kiln",
        "No, I meant the recipes in the other shelf, not these",
        "no, open the kiln later",
        "That isn't right. Only the potters may open it.",
        "wrong, isn't the kiln cooled for 9 hours?",
        "I told you already: not that shelf",
        "No, the kiln cools for 3 hours before it opens.",
    ],
)
def test_what_only_steers_the_work_is_not(store: Store, tmp_path: Path, said: str) -> None:
    assert kept(store, tmp_path, said) == []


def test_one_that_the_agent_had_not_spoken_of_is_read_without_the_no(store: Store, tmp_path: Path) -> None:
    said = "That's wrong: glazes are always weighed to the gram, because the scales at home do not show more."
    before = talks.user("Have a look."), talks.agent("I have changed the file as you asked.")
    captured(store, [*before, talks.user(said)], tmp_path, WHOLE)
    assert texts(store) == [
        "Glazes are always weighed to the gram, because the scales at home do not show more."
    ]


def test_what_nobody_said_before_is_not_set_right(store: Store, tmp_path: Path) -> None:
    captured(store, [talks.user("the glaze order goes out at 05:30, not at 06:30")], tmp_path, WHOLE)
    assert texts(store) == []


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("call me Nell btw", "User wants to be called Nell."),
        ("ok and can you use shorter answers please", "Use shorter answers."),
        ("ugh stop apologizing all the time pls", "Stop apologizing all the time."),
    ],
)
def test_how_a_person_wants_to_be_talked_to_is_theirs(
    store: Store, tmp_path: Path, said: str, then: str
) -> None:
    assert kept(store, tmp_path, said) == [then]
    assert [memory.scope for memory in live(store)] == ["/user"]


@pytest.mark.parametrize(
    "said",
    [
        "call me when the kiln is hot",
        "can you put your answers above into a table please",
        "your answers are short today",
        "why are your answers so long?",
    ],
)
def test_what_is_said_of_one_answer_is_not(store: Store, tmp_path: Path, said: str) -> None:
    assert kept(store, tmp_path, said) == []


@pytest.mark.parametrize(
    "said",
    [
        "the recipes sit in ./glazes by now, remember that",
        "Looks good. The recipes sit in ./glazes by now. Remember that.",
    ],
)
def test_what_is_asked_for_behind_is_stored(store: Store, tmp_path: Path, said: str) -> None:
    assert kept(store, tmp_path, said) == ["The recipes sit in ./glazes by now."]

"""What takes the place of a memory in the person's own words, and what overtakes nothing."""

from pathlib import Path

import pytest

from memtui.capture.overruled import overruled
from memtui.capture.place import WHOLE
from memtui.capture.said_instead import said_instead, takes_its_place
from memtui.capture.set_against import set_against
from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.recall.briefing import place_in
from memtui.recall.session_start import at_start
from memtui.review.verdicts import accept
from memtui.store.database import Store
from tests.capture import talks
from tests.capture.learned import texts
from tests.capture.session import captured, waiting

BAKERY = (
    "Bread is baked in the Falcon oven.",
    "Loaves are carried to the market with Odo's van.",
    "The till runs Tillware 4.",
    "Doughs rest for 40 minutes.",
    "Markets are held on Thursdays.",
    "Rolls are delivered to the Harbour café.",
    "The dough mixer is our own.",
)
SCOPE = "/project/atlas"
LATER = "2026-11-20T12:30:00.000Z"
"""After the memories were written: what was said before only asks."""


def after_a_yes(store: Store, turn: str, tmp_path: Path) -> tuple[list[str], list[str]]:
    """Return the memories that are gone after a yes to each card about one, and those that came."""
    for text in BAKERY:
        add(store, Draft(text, scope=SCOPE), by=PERSON)
    captured(store, [talks.agent("Hello."), talks.user(turn, LATER)], tmp_path, WHOLE)
    accept(store, Settings(), [card.id for card in waiting(store) if card.targets], by=PERSON)
    now = texts(store)
    return [text for text in BAKERY if text not in now], [text for text in now if text not in BAKERY]


@pytest.mark.parametrize(
    ("turn", "gone", "came"),
    [
        (
            "Nobody drives Odo's van any more, thank god. The co-op picks them up at six. Is it planned?",
            BAKERY[1],
            "Nobody drives Odo's van any more, thank god. The co-op picks them up at six.",
        ),
        (
            "haha no. Falcon is gone, the bread is baked in the Ada Bread Works. try again",
            BAKERY[0],
            "Bread is baked in the Ada Bread Works oven.",
        ),
        (
            "heads up, we bake in kestrel nowadays, falcon is just for show. fix the list",
            BAKERY[0],
            "We bake in kestrel nowadays.",
        ),
        (
            "after the fire, rolls go to the Mill café now. what does the list say?",
            BAKERY[5],
            "Rolls go to the Mill café now.",
        ),
        (
            "oh dear. the dough pause is 70 mins, 40 was never enough. sort it out",
            BAKERY[3],
            "The dough pause is 70 mins.",
        ),
        (
            "Hi. Actually is not Falcon what we bake in, since two weeks is Kestrel. You can fix the list?",
            BAKERY[0],
            "Bread is baked in the Kestrel oven.",
        ),
        (
            "the bread is not more baked in Falcon, is in Kestrel since the summer",
            BAKERY[0],
            "Bread is baked in the Kestrel oven.",
        ),
        (
            "morning! kestrel pls, not falcon, all recipes have been converted",
            BAKERY[0],
            "Bread is baked in the Kestrel oven.",
        ),
        (
            "Tillware ist Geschichte, wir sind komplett auf Kassandra umgezogen.",
            BAKERY[2],
            "The till runs Kassandra.",
        ),
    ],
)
def test_what_is_overtaken_gives_way_beside_tasks_greetings_and_chatter(
    turn: str, gone: str, came: str, store: Store, tmp_path: Path
) -> None:
    old, new = after_a_yes(store, turn, tmp_path)
    assert old == [gone]
    assert came in new


@pytest.mark.parametrize(
    "turn",
    [
        "I read that Falcon is dead and everybody bakes in Kestrel. ha. fix the list",
        "Thursday's market was moved to Friday because of the feast",
        "we dropped the falcon manual, it's a page in the wiki now",
        "nobody reads the falcon manual any more, shame. show me the errors",
        "the market stall is 900 kg now, was 300. find out why",
        "3 rolls for the dough mixer will do",
        "falcon isn't warm since this morning, can you look",
        "in the demo kitchen doughs rest for 5 minutes now",
        "at my old bakery rolls went to the Mill café",
        "the falcon isn't reachable from the yard since monday",
        "loaves leave too late at the harbour, there it's 50 minutes now",
        "i'm done with the falcon for today, let's look at the till",
    ],
)
def test_what_is_no_correction_is_no_card_about_a_memory(turn: str, store: Store, tmp_path: Path) -> None:
    assert after_a_yes(store, turn, tmp_path)[0] == []


@pytest.mark.parametrize(
    "turn",
    [
        "Nobody bakes in Falcon any more, thank god. Ask Ada",
        "Hi. Falcon is dead. Wonderful news",
        "we don't bake in Falcon any more. You carry it to main and Ada picks it up",
        "no Falcon any more! now bake 45",
        "not Falcon. also the trays are off, check that first",
    ],
)
def test_what_is_not_surely_a_value_is_put_nowhere(turn: str) -> None:
    found = [overruled(BAKERY[0], against) for against in set_against(turn)]
    assert [each.text for each in found if each is not None and each.text] == []


def test_of_several_memories_none_gives_way_to_words_that_may_mean_either() -> None:
    turn = "Falcon is history, everybody has a stove. Great"
    said = [each for each in said_instead(turn) if each.ends]
    assert takes_its_place("Bread is baked in the Falcon oven.", said[0]) is not None
    assert takes_its_place("Rye is baked in the Kestrel oven.", said[0]) is None


def test_it_is_told_while_it_waits_for_a_yes(store: Store, tmp_path: Path) -> None:
    for text in BAKERY:
        add(store, Draft(text, scope=SCOPE), by=PERSON)
    turn = "Nobody drives Odo's van any more, thank god. The co-op picks them up at six. Is it planned?"
    captured(store, [talks.agent("Hello."), talks.user(turn, LATER)], tmp_path, WHOLE)
    notes = {each.memory.text: each.note for each in at_start(store, place_in(SCOPE)).told}
    assert "The co-op picks them up at six." in notes.pop(BAKERY[1])
    assert not any(notes.values())

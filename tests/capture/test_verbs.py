"""A verb is told by where it stands; most nouns in -s are none."""

import asyncio
from datetime import date

import pytest

from memtui.capture.facts import Window
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.rules.verbs import has_verb


@pytest.mark.parametrize(
    "sentence",
    [
        "The gateway restarts nightly at 03:00.",
        "Backups run at 02:30",
        "The pump in the cellar leaks.",
        "The notes of the meeting go to Kim",
        "On Fridays Priya covers for him",
        "Schedules now run on the device itself",
        "We ship on Thursdays",
        "Replace the filter every May",
        "Please read them with care",
        "Release moved to Thursday",
        "Devrim macht die Vertretung im Herbst",
        "Les tests commenceront le 4 avril.",
    ],
)
def test_a_verb_is_told_by_its_place(sentence: str) -> None:
    assert has_verb(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Storage costs",
        "The build logs",
        "Weekly team notes",
        "Anna's notes",
        "Sales figures for May",
        "Max 50 requests per second.",
        "Parking spaces behind the hall",
        "Type hints for the public functions.",
        "The list of all build logs",
        "Your IT team",
        "Revised budget",
        "the shared drive",
        "Stand der neuen Kassen",
    ],
)
def test_most_nouns_are_no_verbs(sentence: str) -> None:
    assert not has_verb(sentence)


@pytest.mark.parametrize("determiner", ["The", "Our", "A"])
@pytest.mark.parametrize("noun", ["build", "storage", "release", "school", "harbour"])
@pytest.mark.parametrize(
    "plural", ["costs", "logs", "notes", "reports", "plans", "tests", "keys", "runs", "starts", "works"]
)
def test_two_nouns_by_themselves_have_no_verb(determiner: str, noun: str, plural: str) -> None:
    assert not has_verb(f"{determiner} {noun} {plural}")
    assert not has_verb(f"{noun.capitalize()} {plural}")
    assert has_verb(f"{determiner} {noun} {plural} daily at noon")


def test_an_item_with_a_verb_that_no_list_knows_is_taken_as_the_bare_sentence_is() -> None:
    said = "The depot key hangs behind the door of the office."
    for text in (said, f"- {said}"):
        found = asyncio.run(RuleExtractor(date(2032, 1, 1)).extract(Window(0, text, 0, len(text))))
        assert [candidate.text for candidate in found] == [said]

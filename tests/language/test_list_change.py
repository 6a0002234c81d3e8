"""A list that a memory has gains and loses its items by what a statement says of them."""

import pytest

from memtui.language.renewed import Effect, renewal

REGIONS = "Supported regions: eu-west, us-east."
MORE = "Supported regions: eu-west, us-east, ap-south."
CREW = "The crew members are Ada, Bo and Cleo."


@pytest.mark.parametrize(
    ("memory", "statement", "then"),
    [
        (REGIONS, "We added ap-south to the supported regions.", MORE),
        (REGIONS, "ap-south was added to our regions last week.", MORE),
        (REGIONS, "ap-south and af-west join the regions.", MORE[:-1] + ", af-west."),
        (REGIONS, "We removed us-east from the list of regions.", "Supported regions: eu-west."),
        (CREW, "Dee has joined the crew.", "The crew members are Ada, Bo, Cleo and Dee."),
        (CREW, "Ada left the crew.", "The crew members are Bo and Cleo."),
        (CREW, "The crew members now also include Dee.", "The crew members are Ada, Bo, Cleo and Dee."),
    ],
)
def test_a_list_has_what_came_and_lacks_what_went(memory: str, statement: str, then: str) -> None:
    found = renewal(memory, statement)
    assert (found.effect, found.text) == (Effect.RENEWED, then)


def test_what_went_without_a_word_of_the_list_is_asked_about() -> None:
    found = renewal(REGIONS, "us-east was shut down.")
    assert (found.effect, found.text) == (Effect.UNSURE, "Supported regions: eu-west.")


@pytest.mark.parametrize(
    "statement",
    [
        "ap-south will be added to the supported regions.",
        "We drop us-east from the regions, effective 1 May.",
    ],
)
def test_what_is_to_come_is_said_beside_the_list(statement: str) -> None:
    found = renewal(REGIONS, statement)
    assert (found.effect, found.text) == (Effect.UNSURE, f"{REGIONS} {statement}")


@pytest.mark.parametrize(
    "statement",
    [
        "We added a test to the parser.",
        "We might add ap-south to the supported regions.",
        "We added eu-west to the supported regions.",
        "us-west was shut down.",
        "We added ap-south to the regions of the shop.",
        "If they pay, we add ap-south to the supported regions.",
        "Should ap-south be added to the supported regions?",
    ],
)
def test_what_is_of_another_list_open_or_known_changes_nothing(statement: str) -> None:
    assert renewal(REGIONS, statement).text == ""


def test_a_sentence_that_only_names_things_is_no_list() -> None:
    assert renewal("Notes: the till, which is old, stays.", "The till was removed.").text == ""

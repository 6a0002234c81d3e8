"""A change is read in each of its frames, whatever the verb, and only where it has come about."""

import re

import pytest

from memtui.language.renewed import Effect, renewal
from memtui.language.verbs_of_change import PATTERNS, forms

MEMORY = "The archive is in Leipzig."
SAYS_IT = [
    "The archive relocates from Leipzig to Halle.",
    "The archive moves to Halle from Leipzig.",
    "The archive moves to Halle (was Leipzig).",
    "The archive is in Halle now, previously in Leipzig.",
    "The archive is in Halle rather than in Leipzig.",
    "The archive is no longer in Leipzig but in Halle.",
    "The archive won't be in Leipzig but in Halle.",
    "The archive: Halle, no longer Leipzig.",
    "The archive used to be in Leipzig, now it's in Halle.",
    "So far the archive was in Leipzig, from now on Halle.",
    "Leipzig makes way for Halle for the archive.",
    "We swap Leipzig for Halle for the archive.",
]
ASKS = [
    "The archive will move from Leipzig to Halle.",
    "The archive is going to move from Leipzig to Halle.",
    "Change of the archive from Leipzig to Halle.",
    "Leipzig will be replaced by Halle for the archive.",
]
NO_CHANGE = [
    "If the rent is right, the archive moves from Leipzig to Halle.",
    "Tomorrow only the archive moves from Leipzig to Halle.",
    "The archive might relocate from Leipzig to Halle.",
    "The archive will not move from Leipzig to Halle.",
]


@pytest.mark.parametrize("statement", SAYS_IT)
def test_what_is_so_now_is_put_in(statement: str) -> None:
    found = renewal(MEMORY, statement)
    assert found.effect is Effect.RENEWED
    assert "Halle" in found.text
    assert "Leipzig" not in found.text


@pytest.mark.parametrize("statement", ASKS)
def test_what_is_to_come_is_asked_about(statement: str) -> None:
    assert renewal(MEMORY, statement).effect is Effect.UNSURE


@pytest.mark.parametrize("statement", NO_CHANGE)
def test_what_is_conditional_denied_or_for_a_day_changes_nothing(statement: str) -> None:
    assert renewal(MEMORY, statement).effect is Effect.OPEN


@pytest.mark.parametrize(
    ("memory", "statement", "then"),
    [
        ("Ada leads the choir.", "Ada hands the choir to Bo.", "Bo leads the choir."),
        ("The fee is 10 euros.", "Fees rise from 10 to 12 euros.", "The fee is 12 euros."),
        ("The fee is 10 euros.", "The fee is raised from 10 to 12 euros.", "The fee is 12 euros."),
        (
            "We use Zim for notes.",
            "We left Zim behind and use Outline for notes.",
            "We use Outline for notes.",
        ),
        (
            "The fair is on Tuesday.",
            "The fair moves from Tuesday to Wednesday, effective 1 May.",
            "The fair is on Wednesday, effective 1 May.",
        ),
    ],
)
def test_the_memory_says_it_in_its_own_words(memory: str, statement: str, then: str) -> None:
    assert renewal(memory, statement).text == then


def test_what_a_change_is_about_is_not_what_was_so() -> None:
    assert renewal(MEMORY, "For the archive Leipzig makes way for Halle.").effect is Effect.NONE


def test_the_day_on_which_a_change_begins_is_not_what_was_so() -> None:
    assert (
        renewal("The choir sings on Monday.", "The choir moves to room 4 from Monday.").effect is Effect.NONE
    )


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ("slip", "slips slipped slipping"),
        ("move", "moves moved moving"),
        ("rise:rose:risen", "rises rose risen rising"),
        ("carry", "carries carried carrying"),
        ("push", "pushes pushed pushing"),
    ],
)
def test_a_verb_is_known_in_its_forms(entry: str, text: str) -> None:
    verb = forms(entry)
    any_form = re.compile("|".join((verb.third, verb.past, verb.ing)))
    assert all(any_form.fullmatch(word) for word in text.split())


def test_a_verb_may_have_a_word_that_goes_with_it() -> None:
    assert re.fullmatch(PATTERNS["GIVE_UP_ING"], "phasing out")

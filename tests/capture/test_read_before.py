"""A text that is read twice is the same text: the second time nothing is new, and nothing is changed."""

from dataclasses import replace
from random import Random

import pytest

from memtui.capture.facts import Fact, Outcome
from memtui.capture.pipeline import KEPT, Options
from memtui.capture.saving import save
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store.database import Store
from tests.capture.test_pipeline import ORIGINS, drive, live, offline

SCOPE = "/project/mill"
KNOWN = (
    "Ilse grinds the rye.",
    "The stones are dressed on Mondays and Thursdays.",
    "The mill sells flour in bags of 5 kg.",
    "Night shift of the mill: Ilse, Tom, Roos.",
    "The delivery 3.1 is planned for 15 December 2031.",
)
SENTENCES = (
    "- [ ] Tom: write the list of spare belts -> carried over",
    "- Tom: list of spare belts (carried over, due next week)",
    "- Decision: we drop the Thursday dressing, only Mondays from now on.",
    "- Roos takes over the rye from Ilse starting tomorrow.",
    "- Night shift stays as it is for May (Ilse, Tom, Roos), we look at it again in June.",
    "- Delivery 3.1: slips by a week, new date is 22 December 2031.",
    "- We finished the move to electric lifts on Saturday night, no surprises.",
    "- Bags of 10 kg are added to what the mill sells.",
    "- The sieve has to be cleaned every 40 hours.",
    "- Ilse prefers the old stones. She keeps them in the barn.",
    "- The barn was sold in April.",
)
GROWING = "## Tue 4 May\nThe lift is limited to 300 kg.\n"
GROWN = GROWING + "\n## Thu 6 May\nThe lift is limited to 400 kg now instead of 300 kg.\n"


def kept(facts: list[Fact]) -> list[str]:
    return [fact.candidate.text for fact in facts if fact.outcome in KEPT]


def stored(store: Store, text: str, *, chosen: bool = False) -> list[str]:
    """Read a text, store what a run may store, or what a person chose, and return what a yes would store."""
    facts = drive(offline(store, text, Options(scope=SCOPE, handed_over=True)))
    save(store, facts, scope=SCOPE, by=PERSON_AT_CLI, origins=ORIGINS, chosen=chosen)
    return kept(facts)


@pytest.mark.parametrize("number", range(6))
def test_a_text_read_twice_brings_nothing_new_and_changes_nothing(store: Store, number: int) -> None:
    import_drafts(store, [Draft(text, scope=SCOPE) for text in KNOWN], by=PERSON_AT_CLI)
    chance = Random(number)
    some = chance.sample(SENTENCES, chance.randint(5, len(SENTENCES)))
    text = "# Mill weekly, 3 May 2031\n\n" * chance.randint(0, 1) + "\n".join(some)
    first = stored(store, text)
    then = live(store)
    assert set(stored(store, text)) == set(first) - set(then)
    assert live(store) == then


def test_changes_that_a_person_chose_are_known_the_second_time(store: Store) -> None:
    import_drafts(store, [Draft(text, scope=SCOPE) for text in KNOWN], by=PERSON_AT_CLI)
    text = "\n".join(SENTENCES[2:7])
    assert stored(store, text, chosen=True)
    then = live(store)
    assert stored(store, text, chosen=True) == []
    assert live(store) == then


def test_a_sentence_is_known_whose_memory_says_otherwise_by_now(store: Store) -> None:
    text = "The sieve has to be cleaned every 40 hours."
    facts = drive(offline(store, text, Options(scope=SCOPE, handed_over=True)))
    worded = [replace(each, candidate=replace(each.candidate, text="Clean the sieve.")) for each in facts]
    save(store, worded, scope=SCOPE, by=PERSON_AT_CLI, origins=ORIGINS, chosen=True)
    (again,) = drive(offline(store, text, Options(scope=SCOPE, handed_over=True)))
    assert (again.outcome, again.why) == (Outcome.DUPLICATE, "the store has it already, from this text")


def test_a_later_entry_of_a_diary_changes_what_came_of_an_earlier_one(store: Store) -> None:
    stored(store, GROWING.replace("May", "Nov"))
    facts = drive(offline(store, GROWN.replace("May", "Nov"), Options(scope=SCOPE, handed_over=True)))
    assert [fact.outcome for fact in facts] == [Outcome.DUPLICATE, Outcome.UPDATES]

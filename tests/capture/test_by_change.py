"""A text that tells what became of something known changes that memory in its own words, and no other."""

import asyncio
from dataclasses import replace
from datetime import date

import pytest

from memtui.capture.facts import Fact, Outcome
from memtui.capture.pipeline import Options, Run
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.saving import Origins, place_taken, save
from memtui.domain.instant import DAY, Instant
from memtui.lifecycle.undo import undo
from memtui.store import memories
from memtui.store.database import Store
from tests.lifecycle.worlds import PERSON, added

SCOPE = "/project/atlas"
BACKUPS = "Backups run on Sunday and are kept for 30 days"
MOVED = "The backup moves from Sunday to Saturday."


def read(store: Store, text: str, said_at: Instant | None = None) -> list[Fact]:
    """Return the facts of a text as somebody pastes it."""
    options = Options(scope=SCOPE, handed_over=True, said_at=said_at)
    return facts_of(Run(store, text, RuleExtractor(date(2026, 11, 20)), options))


def facts_of(run: Run) -> list[Fact]:
    async def facts() -> list[Fact]:
        return [fact async for group in run for fact in group]

    return asyncio.run(facts())


def accept(store: Store, facts: list[Fact]) -> None:
    origins = Origins.of(RuleExtractor(date(2026, 11, 20)))
    save(store, facts, scope=SCOPE, by=PERSON, origins=origins, chosen=True)


def live(store: Store) -> list[str]:
    ids = [row[0] for row in store.query("SELECT id FROM memories WHERE state = 'live' ORDER BY id")]
    return [memory.text for memory in memories.get_many(store, ids)]


@pytest.mark.parametrize(
    ("known", "text", "then"),
    [
        ("Anna does the releases", "Anna no longer does the releases; Priya does.",
         "Priya does the releases"),
        (BACKUPS, MOVED, "Backups run on Saturday and are kept for 30 days"),
        # Nobody would keep this sentence for itself.
        ("The default branch is called trunk", "The default branch was renamed from trunk to main.",
         "The default branch is called main"),
    ],
)  # fmt: skip
def test_the_memory_says_in_its_own_words_what_is_so_now(
    store: Store, known: str, text: str, then: str
) -> None:
    memory = added(store, known, SCOPE)
    facts = read(store, text)
    assert [(fact.outcome, fact.target and fact.target.id) for fact in facts] == [(Outcome.UPDATES, memory)]
    assert place_taken(store, facts[0]).words() == f"that memory will say: {then}"
    accept(store, facts)
    assert live(store) == [then]
    undo(store, by=PERSON)
    assert live(store) == [known]


def test_what_stays_as_it_is_changes_nothing(store: Store) -> None:
    added(store, "The metrics port is 9102", SCOPE)
    facts = read(store, "The metrics port stays at 9102.")
    assert {fact.outcome for fact in facts} <= {Outcome.DUPLICATE}
    accept(store, facts)
    assert live(store) == ["The metrics port is 9102"]


def test_one_text_changes_one_value_and_keeps_the_other(store: Store) -> None:
    added(store, "The metrics port is 9102", SCOPE)
    added(store, "The admin port is 9100", SCOPE)
    accept(store, read(store, "The admin port moves from 9100 to 9101; the metrics port stays at 9102."))
    assert live(store) == ["The metrics port is 9102", "The admin port is 9101"]


@pytest.mark.parametrize(
    "text",
    [
        "The flea market moved from Sunday to Saturday.",
        "We may move the backup from Sunday to Saturday.",
        "We did not move the backup from Sunday to Saturday.",
    ],
)
def test_another_thing_a_plan_and_a_denial_change_nothing(store: Store, text: str) -> None:
    added(store, BACKUPS, SCOPE)
    facts = read(store, text)
    assert {fact.outcome for fact in facts} <= {Outcome.NEW, Outcome.UNIMPORTANT}
    accept(store, facts)
    assert BACKUPS in live(store)


@pytest.mark.parametrize(
    ("known", "text"),
    [
        ("Anna does the releases. She keeps the keys.", "Anna no longer does the releases; Priya does."),
        ("The wiki is in Zim because the client has it", "We migrated the wiki from Zim to Outline."),
    ],
)
def test_both_stay_for_a_person_where_more_hangs_on_what_was_so(store: Store, known: str, text: str) -> None:
    added(store, known, SCOPE)
    facts = read(store, text)
    assert [fact.outcome for fact in facts] == [Outcome.CONFLICTS]
    accept(store, facts)
    assert live(store) == [known]


def test_of_several_memories_that_it_may_mean_a_person_chooses(store: Store) -> None:
    for known in ("Backups of the shop run on Sunday", "Backups of the wiki run on Sunday"):
        added(store, known, SCOPE)
    assert [fact.outcome for fact in read(store, MOVED)] == [Outcome.CONFLICTS]


def test_a_change_told_before_the_memory_was_written_does_not_replace_it(store: Store) -> None:
    added(store, BACKUPS, SCOPE)
    facts = read(store, MOVED, said_at=store.now() - 9 * DAY)
    assert [fact.outcome for fact in facts] == [Outcome.CONFLICTS]
    assert facts[0].why == "it says that this has changed, but was itself said earlier than this"


def test_a_sentence_that_counts_only_as_a_change_is_counted_as_in_a_fact(store: Store) -> None:
    added(store, "The default branch is called trunk", SCOPE)
    text = "The default branch was renamed from trunk to main."
    run = Run(store, text, RuleExtractor(date(2026, 11, 20)), Options(scope=SCOPE, handed_over=True))
    facts_of(run)
    assert run.report.tally.as_json() == {
        "read": 1,
        "fact": 1,
        "asked": 0,
        "nothing": 0,
        "leaning": 0,
        "quoted": 0,
        "before": 0,
        "option": 0,
        "frame": 0,
        "entry": 0,
        "data": 0,
        "long": 0,
    }


def test_a_change_of_nothing_known_that_nobody_would_keep_is_no_fact(store: Store) -> None:
    added(store, BACKUPS, SCOPE)
    assert read(store, "The default branch was renamed from trunk to main.") == []


def test_agents_are_not_told_both_once_a_change_that_is_under_way_is_agreed_to(store: Store) -> None:
    known = "Atlas uses Fernpost for its parcels."
    added(store, known, SCOPE)
    facts = read(store, "We're dropping Fernpost for Rotdorn.")
    assert [fact.outcome for fact in facts] == [Outcome.CONFLICTS]
    accept(store, [replace(fact, outcome=Outcome.UPDATES) for fact in facts])
    assert live(store) == ["Atlas uses Rotdorn for its parcels."]


def test_a_rule_goes_by_no_plain_yes_when_it_is_said_to_be_off(store: Store) -> None:
    added(store, "Never paint at Atlas on a Friday.", SCOPE)
    for other in ("The fair is in June.", "Bo runs the library.", "The till is in shed 4."):
        added(store, other, SCOPE)
    facts = read(store, "Never mind the Friday rule, we can paint on Fridays again.")
    assert [fact.outcome for fact in facts] == [Outcome.CONFLICTS]


@pytest.mark.parametrize(
    "statement",
    ["Tomorrow only, the till is open from 9 to 17.", "If Bo agrees, the till moves from shed 4 to shed 5."],
)
def test_what_is_for_a_day_or_conditional_changes_nothing(store: Store, statement: str) -> None:
    added(store, "The till is open from 8 to 16.", SCOPE)
    added(store, "The till is in shed 4.", SCOPE)
    assert not [fact for fact in read(store, statement) if fact.target is not None]


def test_a_change_that_says_more_than_the_memory_is_an_update(store: Store) -> None:
    added(store, "The 6:40 bus goes to the site.", SCOPE)
    (fact,) = read(store, "The 6:40 bus to the site now goes at 6:55.")
    assert fact.outcome is Outcome.UPDATES


@pytest.mark.parametrize(
    ("statement", "outcome", "then"),
    [
        ("We added Porto to the harbours.", Outcome.UPDATES, "Harbours: Faro, Lagos, Porto."),
        ("Lagos was shut down.", Outcome.CONFLICTS, "Harbours: Faro."),
    ],
)
def test_a_yes_puts_what_came_on_the_list_and_takes_from_it_what_went(
    store: Store, statement: str, outcome: Outcome, then: str
) -> None:
    added(store, "Harbours: Faro, Lagos.", SCOPE)
    facts = read(store, statement)
    assert [fact.outcome for fact in facts] == [outcome]
    accept(store, [replace(fact, outcome=Outcome.UPDATES) for fact in facts])
    assert live(store) == [then]

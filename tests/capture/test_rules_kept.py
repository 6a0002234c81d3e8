"""A statement never takes away a rule by a plain yes, and one that says that it stays confirms it."""

from datetime import date

import pytest

from memtui.capture.facts import Outcome
from memtui.capture.pipeline import Options, Run
from memtui.capture.rules.extractor import RuleExtractor
from memtui.domain.memory import MemoryType
from memtui.store.database import Store
from tests.capture.test_by_change import BACKUPS, MOVED, SCOPE, facts_of, read
from tests.lifecycle.worlds import added

RULE = "Never park the van in the yard on a Tuesday after 18:00."


@pytest.mark.parametrize(
    "text",
    [
        "* Tuesday rule stays! no parking in the yard after 18:00, no matter what the drivers say",
        "The Tuesday rule stays, no parking in the yard after 18:00, whatever the drivers say.",
        "The Tuesday rule stays as it is: no parking in the yard after 18:00.",
    ],
)
def test_a_rule_that_stays_is_confirmed_whatever_half_sentence_follows(store: Store, text: str) -> None:
    rule = added(store, RULE, SCOPE, type=MemoryType.CONSTITUTIONAL)
    added(store, "The drivers meet at 7 in hall 3.", SCOPE)
    facts = read(store, text)
    assert [(fact.outcome, fact.target and fact.target.id) for fact in facts] == [(Outcome.DUPLICATE, rule)]


def test_both_sentences_of_it_count_as_in_a_fact(store: Store) -> None:
    added(store, "Never release on a Tuesday after 18:00.", SCOPE, type=MemoryType.CONSTITUTIONAL)
    text = "* Tuesday rule stays! no releases after 18:00, no matter what support says"
    run = Run(store, text, RuleExtractor(date(2026, 11, 20)), Options(scope=SCOPE, handed_over=True))
    assert [(fact.candidate.text, fact.outcome) for fact in facts_of(run)] == [
        ("Tuesday rule stays! No releases after 18:00, no matter what support says.", Outcome.DUPLICATE)
    ]
    assert run.report.tally.left_out == []


def test_what_stands_behind_a_whole_sentence_is_a_fact_of_its_own(store: Store) -> None:
    added(store, RULE, SCOPE, type=MemoryType.CONSTITUTIONAL)
    facts = read(store, "The Tuesday rule stays. The new van costs 31,000 euros and arrives in May.")
    assert "The new van costs 31,000 euros and arrives in May." in [
        fact.candidate.text for fact in facts if fact.outcome is Outcome.NEW
    ]


@pytest.mark.parametrize("kind", [MemoryType.CONSTITUTIONAL, MemoryType.PROCEDURAL])
def test_an_update_that_would_end_a_rule_is_a_question(store: Store, kind: MemoryType) -> None:
    added(store, RULE, SCOPE, type=kind)
    fact = read(store, "From now on never park the van in the yard on a Monday after 18:00.")[0]
    assert (fact.outcome, fact.rule_goes) == (Outcome.CONFLICTS, True)
    assert fact.why.endswith("that is a rule, and would go")


def test_so_is_one_of_what_is_pinned(store: Store) -> None:
    added(store, "The release day is Tuesday", SCOPE)
    added(store, "The retro day is Monday", SCOPE, pinned=True)
    facts = read(store, "From now on the release day is Thursday.\n\nFrom now on the retro day is Friday.")
    assert [(fact.outcome, fact.rule_goes) for fact in facts] == [
        (Outcome.UPDATES, False),
        (Outcome.CONFLICTS, True),
    ]


def test_a_rule_that_goes_on_with_another_value_is_updated(store: Store) -> None:
    added(store, BACKUPS, SCOPE, pinned=True)
    fact = read(store, MOVED)[0]
    assert (fact.outcome, fact.rule_goes) == (Outcome.UPDATES, False)

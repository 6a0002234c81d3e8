"""How it was before, and what was not taken, is no fact, and confirms none."""

from datetime import date

import pytest

from memtui.capture.dates import dating
from memtui.capture.facts import Outcome
from memtui.capture.pipeline import Options
from memtui.capture.rules.reading import read
from memtui.capture.rules.stating import statement_of
from memtui.capture.tally import Became
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.store.database import Store
from tests.capture.test_pipeline import drive, offline

DECISION = """# 12: How loaves are counted

Status: accepted (2026-11-12)

## Context
Today the bakery uses Tally 3 for its counts. The ovens are in the cellar anyway, so the cellar is warm.

## Options considered
1. **Stay on Tally, upgrade to 4.** Cheap, but the bakery must count twice.
2. **Abacus.** The bakery must pay 180 EUR a month for it.
3. **A scale at the door** (Grammo). It is limited to loaves of 20 kg.

## Decision
We replace Tally by Grammo at the door. Counts are kept for 90 days.
"""
SCOPE = Options(scope="/project/bakery", handed_over=True)


def test_what_a_decision_replaces_confirms_nothing_and_is_not_written_anew(store: Store) -> None:
    add(store, Draft("The bakery uses Tally 3 for its counts.", scope=SCOPE.scope), by=PERSON_AT_CLI)
    facts = drive(offline(store, DECISION, SCOPE))
    assert not any("Tally 3" in fact.candidate.text for fact in facts)
    assert not any(fact.outcome in {Outcome.MERGES, Outcome.DUPLICATE} for fact in facts)


def test_of_the_options_only_what_the_one_that_is_taken_says_is_kept(store: Store) -> None:
    run = offline(store, DECISION, SCOPE)
    said = " ".join(fact.candidate.text for fact in drive(run))
    assert "limited to loaves of 20 kg" in said
    assert "count twice" not in said
    assert "180 EUR" not in said
    assert run.report.tally.counts[Became.OPTION] >= 2


@pytest.mark.parametrize(
    ("before", "now", "is_over"),
    [
        ("Currently the shop ships with Postnord.", "We replace Postnord by Bring.", True),
        ("Currently the shop ships with Postnord.", "The shop bought a van.", False),
        ("The shop ships with Postnord.", "The shop has a van.", False),
    ],
)
def test_what_is_so_today_is_over_only_where_the_text_says_what_replaces_it(
    store: Store, before: str, now: str, is_over: bool
) -> None:
    run = offline(store, f"Notes on the shop.\n\n{before}\n\n{now}\n", SCOPE)
    drive(run)
    assert bool(run.report.tally.counts[Became.BEFORE]) is is_over


def test_a_list_of_options_without_a_decision_is_a_manual(store: Store) -> None:
    text = "# Oven\n\n## Options\n- `--hot`: the oven must be set to 250 degrees.\n"
    run = offline(store, text, SCOPE)
    drive(run)
    assert not run.report.tally.counts[Became.OPTION]


def test_a_text_is_of_the_day_of_its_status() -> None:
    assert dating(DECISION, date(2026, 11, 29)).day == date(2026, 11, 12)
    later = DECISION.replace("2026-11-12", "2027-01-08")
    assert dating(later, date(2026, 11, 29)).line == 0


@pytest.mark.parametrize(
    ("told", "states"),
    [
        ("If the oven ever takes over 500 loaves, we would need a second oven.", False),
        ("If I win the raffle I'll buy a bakery with redundant ovens and hire a baker.", False),
        ("If a loaf is over 2 kg, the oven must not run at night.", True),
        ('A supplier told us "our flour must be used by everyone within five days".', False),
        (
            'Read a blog post: "Everyone must keep their sourdough on the third shelf and never feed it."',
            False,
        ),
        ('Ilse told us "our flour must be used within five days".', True),
        ("We are at 4,000.", False),
        ("We are at most 4,000 people, and each must have a badge.", True),
    ],
)
def test_what_nobody_vouches_for_states_nothing(told: str, states: bool) -> None:
    (line,) = read(told, date(2026, 11, 29))
    assert (statement_of(line) is not None) is states

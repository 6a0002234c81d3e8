"""What a person reads of a rule is words, not its name."""

import pytest

from memtui.domain.card_kinds import Kind
from memtui.lifecycle import holding, purged_elsewhere, reconcile
from memtui.review.leftovers import leftover
from memtui.review.rule_words import LONGEST, heading_words, named, rule_words
from memtui.review.rules import budget_tiers, compact, conflict_card, duplicate, in_code, learned
from memtui.sources import approvals
from memtui.store import replicas, unsettled

NAMES = [
    *(conflict_card.VALUE, conflict_card.OVER, conflict_card.SUPERSEDED, conflict_card.DEMOTE),
    *(duplicate.EXACT, duplicate.DELICATE, duplicate.NEAR),
    *(budget_tiers.PROJECT, budget_tiers.FINISHED_PROJECT, budget_tiers.HISTORICAL, budget_tiers.CAP),
    *(compact.SUMMARY, compact.ARCHIVE, in_code.SAME, in_code.OTHERWISE, *learned.RULES),
    *(f"junk/{sort}" for sort in (leftover.BOOT, leftover.REASONING, leftover.RECALL, leftover.OUTPUT)),
    *(f"junk/{sort}" for sort in (leftover.TRANSIENT, leftover.CUT, leftover.TRIVIAL, leftover.PROFILE)),
    *(holding.HELD, holding.ASKED, purged_elsewhere.PURGED, reconcile.IMPORTED, approvals.PENDING),
    *(unsettled.CHANGED, unsettled.VANISHED, unsettled.REWORDED, replicas.ELSEWHERE),
    *map(str, (Kind.SECRET, Kind.POISON, Kind.DEAD, Kind.RETENTION)),
]


@pytest.mark.parametrize("rule", NAMES)
def test_a_rule_has_words_of_its_own(rule: str) -> None:
    assert rule_words(rule) not in {rule_words(other) for other in NAMES if other != rule}
    assert "/" not in rule_words(rule)
    assert ":" not in rule_words(rule)
    assert len(rule_words(rule)) <= LONGEST <= 28


def test_a_rule_that_is_not_known_is_told_by_its_kind() -> None:
    assert rule_words("learned/agent-wrong") == "learned: agent wrong"
    assert named("junk/cut") == "“half a sentence” (junk/cut)"


@pytest.mark.parametrize(
    ("rule", "heading"),
    [
        (in_code.SAME, "code"),
        (in_code.OTHERWISE, "code"),
        (str(Kind.DEAD), "dead"),
        (compact.SUMMARY, "compact"),
    ],
)
def test_a_card_is_headed_by_its_kind_or_by_what_says_more(rule: str, heading: str) -> None:
    assert heading_words(rule) == heading

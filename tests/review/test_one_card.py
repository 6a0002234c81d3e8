"""A memory gets one card for one matter: the conflict that decides it, or what the code says otherwise."""

from pathlib import Path

import pytest

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.memory import Memory
from memtui.domain.proposal import Finding, Proposal
from memtui.review import passes
from memtui.review.passes import run_pass
from memtui.review.rule import Context, MemoryRule
from memtui.review.rules import in_code
from memtui.review.rules.in_code import OTHERWISE
from memtui.store import memories, proposals
from memtui.store.database import Store
from tests.review.planting import dropping, plant
from tests.review.test_in_code import shop

__all__ = ["shop"]

PNPM = "Use pnpm to install packages."
YARN = "The package manager is yarn."
NPM = "Always use npm to install packages."


def waiting(store: Store) -> list[Proposal]:
    return proposals.get_many(store, proposals.ids(store))


def about(store: Store, card: Proposal) -> set[str]:
    return {memory.text for memory in memories.get_many(store, [target.id for target in card.targets])}


def told(store: Store, root: Path, *texts: str) -> None:
    for text in texts:
        plant(store, text, days_ago=90, provenance={"cwd": str(root)})


def test_what_another_memory_says_right_is_one_conflict_and_no_card_besides(store: Store, shop: Path) -> None:
    told(store, shop, PNPM, YARN)
    report = run_pass(store, Settings(), full=True)
    (card,) = waiting(store)
    assert card.kind is Kind.CONFLICT
    assert [memory.text for memory in memories.get_many(store, card.change.gone)] == [YARN]
    assert (report.new, report.withdrawn) == ([card.id], 0)
    found = run_pass(store, Settings(), full=True, dry_run=True).findings
    assert [each.kind for each in found] == [Kind.CONFLICT]


def test_the_next_pass_brings_no_second_card(store: Store, shop: Path) -> None:
    told(store, shop, PNPM, YARN)
    run_pass(store, Settings(), full=True)
    before = [card.id for card in waiting(store)]
    run_pass(store, Settings(), full=True)
    assert [card.id for card in waiting(store)] == before


def test_between_two_that_the_code_bears_out_neither_of_is_nothing_to_choose(
    store: Store, shop: Path
) -> None:
    told(store, shop, YARN, NPM)
    run_pass(store, Settings(), full=True)
    cards = waiting(store)
    assert [card.rule for card in cards] == [OTHERWISE, OTHERWISE]
    assert [about(store, card) for card in cards] == [{YARN}, {NPM}]


def test_what_is_right_twice_puts_the_wrong_one_on_one_card(store: Store, shop: Path) -> None:
    told(store, shop, PNPM, "pnpm is the package manager of the shop.", YARN)
    run_pass(store, Settings(), full=True)
    assert [YARN in about(store, card) for card in waiting(store)].count(True) == 1


def test_the_conflict_gone_the_memory_is_asked_about_by_itself(store: Store, shop: Path) -> None:
    told(store, shop, PNPM, YARN)
    run_pass(store, Settings(), full=True)
    with store.write() as tx:
        proposals.withdraw(tx, [card.id for card in waiting(store)])
    run_pass(store, Settings(), full=True, kinds=frozenset({Kind.DEAD}))
    assert OTHERWISE in {card.rule for card in waiting(store)}


class Drops(MemoryRule):
    """Would have a person drop everything."""

    kind = Kind.JUNK

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Return the proposal to drop it."""
        return dropping(memory)


def test_what_the_code_says_otherwise_is_not_asked_about_as_junk_too(
    store: Store, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passes, "RULES", (in_code.RULE, Drops()))
    told(store, shop, YARN)
    found = run_pass(store, Settings(), full=True, dry_run=True).findings
    assert [each.rule for each in found] == [OTHERWISE]

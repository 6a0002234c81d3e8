"""Archived memories that were recalled, and what the person makes of it."""

from memtui.config import Settings
from memtui.domain.memory import State
from memtui.domain.proposal import Proposal
from memtui.lifecycle.states import archive
from memtui.lifecycle.undo import undo
from memtui.recall.offering import offer_back
from memtui.recall.search import recall, use
from memtui.review import verdicts
from memtui.store import memories, proposals
from memtui.store.database import Store
from tests.lifecycle.worlds import AGENT, PERSON, added

ASKED = "where does zephyr deploy?"


def asks(store: Store) -> int:
    """Recall as an agent does, the archive too; return how many memories were offered back."""
    found = recall(store, ASKED, archived=True)
    use(store, found, by=AGENT)
    shown = [hit.memory for hit in found.hits]
    return offer_back(store, shown, question=ASKED, client=AGENT.client)


def waiting(store: Store) -> list[Proposal]:
    return proposals.get_many(store, proposals.ids(store))


def state(store: Store, memory_id: int) -> State:
    return memories.get_many(store, [memory_id])[0].state


def test_a_yes_brings_a_recalled_memory_back_and_undo_archives_it_again(store: Store) -> None:
    cold = added(store, "Zephyr deploys to Frankfurt")
    archive(store, [cold], by=PERSON)
    assert asks(store) == 1
    (card,) = waiting(store)
    assert dict(card.evidence.facts) == {"recalled by": AGENT.client, "asked": ASKED}
    verdicts.accept(store, Settings(), [card.id], by=PERSON)
    assert state(store, cold) is State.LIVE
    undo(store, by=PERSON)
    assert state(store, cold) is State.ARCHIVED
    assert [again.id for again in waiting(store)] == [card.id]


def test_it_is_offered_once_and_not_again_after_a_no(store: Store) -> None:
    archive(store, [added(store, "Zephyr deploys to Frankfurt")], by=PERSON)
    assert (asks(store), asks(store)) == (1, 1)
    (card,) = waiting(store)
    verdicts.reject(store, [card.id], by=PERSON)
    assert asks(store) == 0
    assert waiting(store) == []


def test_live_memories_are_not_offered(store: Store) -> None:
    added(store, "Zephyr deploys to Frankfurt")
    assert asks(store) == 0

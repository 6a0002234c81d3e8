"""A card on two memories that are at odds in words of their own outlives what was taken back."""

import pytest

from memtui.capture.embedding import fill
from memtui.config.settings import Embeddings, Llm, Settings
from memtui.domain.proposal import Proposal
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop, restore
from memtui.lifecycle.undo import undo
from memtui.llm.embeddings import embedder, wordllama
from memtui.review.passes import run_pass
from memtui.review.renewing import renewed
from memtui.review.verdicts import Choice
from memtui.store import memories, proposals
from memtui.store.database import Store
from tests.review.deciding import BY, yes
from tests.review.planting import plant

pytestmark = pytest.mark.skipif(wordllama() is None, reason="without word vectors there is nothing to go by")

OLDER = "Starter is fed before the dough is kneaded."
NEWER = "Knead the dough first and feed the starter afterwards."


def passed(store: Store) -> list[Proposal]:
    """Run a pass as the screen does, and return the cards that wait."""
    known = embedder(Embeddings(), Llm())
    assert known is not None
    fill(store, known)
    run_pass(store, Settings(), embedder=known)
    return proposals.get_many(store, proposals.ids(store))


@pytest.fixture
def card(store: Store) -> Proposal:
    for number in range(12):
        plant(store, f"Bed {number} is weeded by hand once a season", days_ago=50.0)
    plant(store, OLDER, days_ago=31.0)
    plant(store, NEWER, days_ago=1.0)
    (only,) = passed(store)
    return only


def same(one: Proposal, other: Proposal) -> bool:
    return (one.reason, one.confidence, one.change) == (other.reason, other.confidence, other.change)


def test_taking_back_that_both_were_kept_leaves_the_card_as_it_was(store: Store, card: Proposal) -> None:
    yes(store, [card.id], Choice(both=True))
    undo(store, by=BY)
    (now,) = passed(store)
    assert (now.id, now.stale) == (card.id, False)
    assert same(now, card)


@pytest.mark.parametrize("seen_between", [False, True])
def test_a_memory_that_says_again_what_it_said_is_asked_about_again(
    store: Store, card: Proposal, seen_between: bool
) -> None:
    (memory,) = memories.same_text(store, OLDER)
    edit(store, [memory.id], Edit(text="The oven is lit at four."), by=BY)
    if seen_between:
        assert passed(store) == []
    edit(store, [memory.id], Edit(text=OLDER), by=BY)
    (now,) = passed(store)
    assert now.reason == card.reason


@pytest.mark.parametrize("change", [Edit(importance=0.9), Edit(categories=("baking",))])
def test_a_card_stays_on_the_screen_where_neither_text_nor_place_of_its_memories_changed(
    store: Store, card: Proposal, change: Edit
) -> None:
    (memory,) = memories.same_text(store, OLDER)
    edit(store, [memory.id], change, by=BY)
    stale = proposals.get(store, card.id)
    assert stale is not None
    assert stale.stale
    now = renewed(store, Settings(), card.id)
    assert now is not None
    assert not now.stale
    assert same(now, card)


def test_a_card_whose_memory_moved_is_withdrawn_and_found_by_the_next_pass(
    store: Store, card: Proposal
) -> None:
    (memory,) = memories.same_text(store, OLDER)
    edit(store, [memory.id], Edit(scope="/project/atlas/kitchen"), by=BY)
    assert renewed(store, Settings(), card.id) is None
    assert [again.reason for again in passed(store)] == [card.reason]


def test_a_memory_that_is_dropped_and_restored_is_asked_about_again(store: Store, card: Proposal) -> None:
    (memory,) = memories.same_text(store, OLDER)
    drop(store, [memory.id], by=BY)
    assert passed(store) == []
    restore(store, [memory.id], by=BY)
    (now,) = passed(store)
    assert same(now, card)

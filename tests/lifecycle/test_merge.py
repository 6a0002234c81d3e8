"""Selected memories become one, which keeps what they were filed under, and undo takes that back."""

import pytest

from memtui.domain.memory import Draft, State
from memtui.lifecycle.add import add
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.merge import merge
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.journal import ops
from tests.lifecycle.worlds import PERSON


def _two(store: Store) -> list[int]:
    drafts = [
        Draft(text="Rosa bakes on Mondays", scope="/team", categories=("habit",), importance=0.4),
        Draft(text="Mondays are for baking, says Rosa", scope="/team", categories=("rosa",), importance=0.9),
    ]
    return [add(store, draft, by=PERSON).memory.id for draft in drafts]


def test_one_stays_with_the_categories_and_the_importance_of_all(store: Store) -> None:
    keep, other = _two(store)
    done = merge(store, keep, [other], "Rosa bakes on Mondays and Fridays", by=PERSON)
    kept, gone = memories.get_many(store, [keep, other])
    assert (kept.text, set(kept.categories), kept.importance) == (
        "Rosa bakes on Mondays and Fridays",
        {"habit", "rosa"},
        0.9,
    )
    assert gone.state is State.DROPPED
    assert done.message == "Merged 2 memories into one"
    assert ops(store, limit=1)[0].label == "merge of 2 memories"


def test_undo_brings_back_both_as_they_were(store: Store) -> None:
    ids = _two(store)
    before = [(m.text, m.state, m.importance, m.categories) for m in memories.get_many(store, ids)]
    merge(store, ids[0], ids[1:], "Rosa bakes", by=PERSON)
    undo(store, by=PERSON)
    assert [(m.text, m.state, m.importance, m.categories) for m in memories.get_many(store, ids)] == before


def test_a_memory_that_was_dropped_meanwhile_refuses_the_merge_and_nothing_changes(store: Store) -> None:
    keep, other = _two(store)
    drop(store, [other], by=PERSON)
    newest = ops(store, limit=1)[0].id
    with pytest.raises(Refused, match="not live"):
        merge(store, keep, [other], by=PERSON)
    assert ops(store, limit=1)[0].id == newest


def test_a_memory_that_was_erased_meanwhile_refuses_the_merge_as_well(store: Store) -> None:
    keep, other = _two(store)
    purge(store, [other], by=PERSON)
    with pytest.raises(Refused, match="not live"):
        merge(store, keep, [other], by=PERSON)


def test_one_memory_alone_is_nothing_to_merge(store: Store) -> None:
    keep, _ = _two(store)
    with pytest.raises(Refused, match="two memories"):
        merge(store, keep, [keep], by=PERSON)

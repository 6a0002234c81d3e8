"""An edit says what the person saw, and takes the place of nothing else."""

import pytest

from memtui.domain.memory import Draft, Memory
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.meanwhile import ChangedMeanwhile
from memtui.lifecycle.purge import purge
from memtui.store import memories
from memtui.store.database import Store
from tests.lifecycle.worlds import AGENT, PERSON


def till(store: Store) -> Memory:
    draft = Draft("The till listens on 8080")
    return add(store, draft, by=PERSON).memory


def test_a_text_that_nobody_saw_is_not_written_over_and_is_told(store: Store) -> None:
    seen = till(store)
    edit(store, [seen.id], Edit(text="The till listens on 9090"), by=AGENT)
    with pytest.raises(ChangedMeanwhile, match="it says now: “The till listens on 9090”") as refusal:
        edit(store, [seen.id], Edit(text="The till listens on 8080, behind nginx"), by=PERSON, seen=seen)
    now = memories.get(store, seen.id)
    assert now == refusal.value.now
    done = edit(store, [seen.id], Edit(text="The till listens on 8081"), by=PERSON, seen=now)
    assert done.changed == 1


def test_what_nobody_is_to_write_over_may_have_changed(store: Store) -> None:
    seen = till(store)
    edit(store, [seen.id], Edit(importance=0.2, pinned=True), by=AGENT)
    wanted = Edit(text="The till listens on 8081")
    assert edit(store, [seen.id], wanted, by=PERSON, seen=seen).changed == 1


def test_two_who_write_the_same_are_at_no_odds(store: Store) -> None:
    seen = till(store)
    wanted = Edit(text="The till listens on 8081")
    edit(store, [seen.id], wanted, by=AGENT)
    assert edit(store, [seen.id], wanted, by=PERSON, seen=seen).changed == 0


def test_a_memory_that_was_erased_meanwhile_is_said_to_be_gone(store: Store) -> None:
    seen = till(store)
    purge(store, [seen.id], by=PERSON)
    with pytest.raises(Refused, match="gone meanwhile"):
        edit(store, [seen.id], Edit(text="The till listens on 8081"), by=PERSON, seen=seen)

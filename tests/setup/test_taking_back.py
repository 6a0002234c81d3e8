"""Taking back what `init` linked undoes each of its operations, the last first, and passes over others."""

from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.undo import undo
from memtui.setup.record import Linked, Record
from memtui.setup.taking_back import take_back
from memtui.store import journal, memories
from memtui.store.database import Store
from tests.lifecycle.worlds import PERSON


def last_op(store: Store) -> int:
    return journal.ops(store)[0].id


def taken_back(store: Store, *ops: int) -> tuple[list[str], list[str]]:
    return take_back(store, Record(linked=[Linked("/nowhere/AGENTS.md", list(ops))]), by=PERSON)


def test_what_came_and_was_changed_by_it_is_taken_out_whole(store: Store) -> None:
    memory = add(store, Draft("The till opens at nine"), by=PERSON).memory
    came = last_op(store)
    edit(store, [memory.id], Edit(text="The till opens at ten"), by=PERSON)
    done, left = taken_back(store, came, last_op(store))
    assert (len(done), left) == (1, [])
    assert memories.get_many(store, [memory.id]) == []


def test_what_was_undone_since_and_what_is_not_known_are_no_problem(store: Store) -> None:
    add(store, Draft("The till opens at nine"), by=PERSON)
    first = last_op(store)
    undo(store, by=PERSON)
    add(store, Draft("The till closes at six"), by=PERSON)
    done, left = taken_back(store, first, 999, last_op(store))
    assert (done, left) == (["/nowhere/AGENTS.md is left alone again; 1 memory taken out."], [])

"""What was written to linked files comes back to the byte, whatever the order in which it is undone."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import State
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.states import drop, restore
from memtui.lifecycle.undo import redo, undo
from memtui.sources import syncing
from memtui.store import journal, memories, sources
from memtui.store.database import Store
from memtui.store.sources import Source
from tests.sources.linked import again, sync
from tests.sources.shelves import SHELVES, bytes_below

ACTS = ("drop", "edit", "pin", "restore", "undo", "redo", "sync", "sync")


def shelf(store: Store, folder: Path, name: str) -> Source:
    """Write a source, link it and allow writing to it."""
    format_name, make = SHELVES[name]
    source, told = syncing.link(store, make(folder), format_name, by=PERSON)
    assert told.added > 2
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    return again(store, source)


def act(store: Store, kind: str, memory_id: int, number: int) -> None:
    """Do one thing to a memory, if it can be done now."""
    found = memories.get(store, memory_id)
    assert found is not None
    try:
        match kind:
            case "drop":
                drop(store, [memory_id], by=PERSON)
            case "edit" if found.state is State.LIVE:
                edit(store, [memory_id], Edit(text=f"{found.text} and {number}"), by=PERSON)
            case "pin" if found.state is State.LIVE:
                edit(store, [memory_id], Edit(pinned=not found.pinned), by=PERSON)
            case "restore":
                restore(store, [memory_id], by=PERSON)
            case "undo" if journal.undoable(store, limit=2)[1:]:
                undo(store, by=PERSON)
            case "redo":
                redo(store, by=PERSON)
    except Refused:
        pass


def undo_all(store: Store, source: Source, first: int, order: list[int]) -> None:
    """Take back every act since op `first`, in an order of its own, with syncs between."""
    while left := [op for op in journal.undoable(store, limit=100) if op.id > first]:
        later: set[int] = set()
        free = []
        for op in left:  # the newest first; of one memory only the newest can be taken back
            touched = {change.memory_id for change in journal.changes(store, op.id)}
            free += [op] if later.isdisjoint(touched) else []
            later |= touched
        undo(store, by=PERSON, op_id=free[(order.pop() if order else 0) % len(free)].id)
        sync(store, source)


@pytest.mark.parametrize("name", SHELVES)
@given(data=st.data())
@settings(max_examples=20)
def test_any_changes_taken_back_in_any_order_give_the_first_bytes(name: str, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "tea-house")
        with Store.open(Path(place, "memories.db")) as store:
            source = shelf(store, folder, name)
            before = bytes_below(folder)
            first = journal.ops(store, limit=1)[0].id
            ids = sorted({record.memory_id for record in sources.records(store, source.id)})
            steps = data.draw(
                st.lists(st.tuples(st.sampled_from(ACTS), st.sampled_from(ids)), min_size=2, max_size=10)
            )
            for number, (kind, memory_id) in enumerate(steps):
                if kind == "sync":
                    assert sync(store, source).problem == ""
                act(store, kind, memory_id, number)
            sync(store, source)
            undo_all(store, source, first, data.draw(st.lists(st.integers(0, 20), max_size=12)))
            sync(store, source)
            assert bytes_below(folder) == before

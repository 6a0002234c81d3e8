"""What the journal tells of one op and of one memory, however the op was written down."""

import pytest

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Draft, State
from memtui.domain.text import fingerprint
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import redo, undo
from memtui.store import journal, recording
from memtui.store.database import Store
from tests.conftest import FrozenClock
from tests.lifecycle.worlds import PERSON, added, filled

AGENT = Actor(ActorKind.AGENT, "claude-code")


def test_pages_of_an_op_that_changed_some_alone_and_many_alike_are_all_of_it(store: Store) -> None:
    ids = filled(store, 43)
    with store.write() as tx:
        op = recording.begin(tx, "import", PERSON)
        recording.apply(tx, op, ids[:3], {"text": "Cups have lids"})
        recording.apply(tx, op, ids[3:23], {"state": State.ARCHIVED.value})
        recording.apply(tx, op, ids[23:], {"state": State.DROPPED.value})
        recording.finish(tx, op, 43)
    for size in (1, 2, 4, 30, 50):
        pages = [journal.changes(store, op, limit=size, offset=offset) for offset in range(0, 44, size)]
        assert [change.memory_id for page in pages for change in page] == ids
    assert journal.changes(store, op + 1) == []


def test_the_bytes_of_two_ids_are_not_taken_for_a_third(store: Store) -> None:
    import_drafts(store, [Draft(f"fact number {number}", "/project") for number in range(800)], by=PERSON)
    # Written one behind the other, 512 and 768 hold the bytes of 2.
    drop(store, [1, 512, 768, *range(781, 801)], by=PERSON)
    assert [change.op.kind for change in journal.history_of(store, 2)] == ["import"]
    assert [change.op.kind for change in journal.history_of(store, 512)] == ["drop", "import"]


def test_only_what_a_memory_said_is_an_earlier_text(store: Store) -> None:
    memory = added(store, "The till listens on 8080", abstract="the till")
    edit(store, [memory], Edit(abstract="the port of the till"), by=PERSON)
    edit(store, [memory], Edit(importance=0.9), by=PERSON)
    assert journal.earlier_texts(store, memory) == []
    edit(store, [memory], Edit(text="The till listens on 9090"), by=PERSON)
    assert journal.earlier_texts(store, memory) == [fingerprint("The till listens on 8080")]


def test_what_changed_no_memory_is_neither_undone_nor_done_again(store: Store) -> None:
    added(store, "The till listens on 8080")
    adding = journal.ops(store)[0].id
    with store.write() as tx:
        kept = recording.begin(tx, "expect", PERSON, detail="the port of the till")
        recording.finish(tx, kept, 0, keep=True)
    assert [op.id for op in journal.undoable(store, limit=5)] == [adding]
    with store.write() as tx:
        undoing = recording.begin(tx, "undo", PERSON, undoes=kept)
        recording.finish(tx, undoing, 0, keep=True)
    assert journal.next_redo(store) is None


def test_an_op_that_ends_while_it_is_asked_whether_it_still_runs_is_done(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with store.write() as tx:
        op = recording.begin(tx, "import", PERSON)

    def ends(process: str) -> bool:
        with store.write() as tx:
            recording.finish(tx, op, 1)
        return False

    monkeypatch.setattr(journal, "process_lives", ends)
    assert journal.left_running(store) == []
    found = journal.op(store, op)
    assert found is not None
    assert found.status == "done"


def test_an_undo_soon_after_by_the_same_kind_of_actor_is_told_by_what_it_took_back(store: Store) -> None:
    dropped = added(store, "Cups have lids")
    drop(store, [dropped], by=PERSON)
    undo(store, by=PERSON)
    redo(store, by=PERSON)
    assert [op.kind for op in journal.ops(store)] == ["redo", "undo", "drop", "add"]
    assert [(op.kind, op.undone_by) for op in journal.ops(store, folded=True)] == [
        ("drop", None),
        ("add", None),
    ]


@pytest.mark.parametrize(("by", "days"), [(AGENT, 0), (PERSON, 1)])
def test_an_undo_by_another_or_later_is_listed(
    store: Store, clock: FrozenClock, by: Actor, days: int
) -> None:
    drop(store, [added(store, "Cups have lids")], by=PERSON)
    clock.forward(days=days)
    undo(store, by=by, op_id=journal.ops(store)[0].id)
    assert [op.kind for op in journal.ops(store, folded=True)] == ["undo", "drop", "add"]

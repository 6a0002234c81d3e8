"""What the journal tells of one op and of one memory, however the op was written down."""

from memtui.domain.memory import Draft, State
from memtui.domain.text import fingerprint
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.store import journal, recording
from memtui.store.database import Store
from tests.lifecycle.worlds import PERSON, added, filled


def test_pages_of_an_op_that_changed_some_alone_and_many_alike_are_all_of_it(store: Store) -> None:
    ids = filled(store, 23)
    with store.write() as tx:
        op = recording.begin(tx, "import", PERSON)
        recording.apply(tx, op, ids[:3], {"text": "Cups have lids"})
        recording.apply(tx, op, ids[3:], {"state": State.ARCHIVED.value})
        recording.finish(tx, op, 23)
    for size in (1, 2, 4, 50):
        pages = [journal.changes(store, op, limit=size, offset=offset) for offset in range(0, 24, size)]
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

"""Several processes write at once: nobody meets "database is locked", and no write is lost."""

import sqlite3
from pathlib import Path

import pytest

from memtui.domain.filter import parse
from memtui.domain.memory import Draft, State
from memtui.lifecycle import bulk_add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.states import drop, forget
from memtui.store import errors, journal, memories, scopes
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests.lifecycle.worlds import AGENT, PERSON, added, filled
from tests.processes import PREAMBLE, Child

WRITERS = 4


def test_four_processes_write_at_once_and_nothing_is_lost(store: Store) -> None:
    shared = added(store, "shared")
    children = [
        Child(
            store.path,
            """
            for n in range(40):
                mine = add(store, Draft(f"{sys.argv[2]} says {n}", "/project"), by=AGENT).memory.id
                edit(store, [mine], Edit(importance=0.9), by=AGENT)
                add(store, Draft("shared", "/project"), by=PERSON)
            """,
            number,
        )
        for number in range(WRITERS)
    ]
    for child in children:
        child.done()
    assert scopes.count(store, "/project") == 1 + 40 * WRITERS
    assert len(journal.ops(store, limit=1000)) == 1 + 80 * WRITERS
    memory = memories.get(store, shared)
    assert memory is not None
    assert memory.access_count == 40 * WRITERS
    assert scopes.miscounted(store) == []


def test_several_processes_may_make_the_store_at_once(tmp_path: Path) -> None:
    file = tmp_path / "new" / "memories.db"
    opening = PREAMBLE.replace("store = open_store(path)", "")
    children = [
        Child(
            file,
            """
            say("ready")
            sys.stdin.readline()
            add(open_store(path), Draft(f"from {sys.argv[2]}"), by=AGENT)
            """,
            number,
            preamble=opening,
        )
        for number in range(WRITERS)
    ]
    for child in children:
        child.hear("ready")
    for child in children:
        child.tell()
    for child in children:
        child.done()
    with open_store(file) as store:
        assert scopes.count(store, "/") == WRITERS


def test_the_same_text_from_several_processes_is_kept_once(store: Store) -> None:
    children = [
        Child(
            store.path,
            """
            say("ready")
            sys.stdin.readline()
            for n in range(30):
                add(store, Draft(f"fact {n}", "/project"), by=AGENT)
            """,
        )
        for _ in range(WRITERS)
    ]
    for child in children:
        child.hear("ready")
    for child in children:
        child.tell()
    for child in children:
        child.done()
    assert scopes.count(store, "/project") == 30


def test_the_same_import_by_several_processes_is_kept_once(store: Store) -> None:
    added(store, "here before", "/user")
    children = [
        Child(
            store.path,
            """
            from memtui.lifecycle import bulk_add
            bulk_add._CHUNK = 20
            say("ready")
            sys.stdin.readline()
            import_drafts(store, [Draft(f"fact {n}", "/project") for n in range(400)], by=PERSON)
            """,
        )
        for _ in range(WRITERS)
    ]
    for child in children:
        child.hear("ready")
    for child in children:
        child.tell()
    for child in children:
        child.done()
    assert scopes.count(store, "/project") == 400


def test_a_bulk_forget_lets_others_in(store: Store) -> None:
    import_drafts(store, [Draft(f"fact {n}", "/project") for n in range(4000)], by=PERSON)
    child = Child(
        store.path,
        """
        from memtui.lifecycle import chunks
        chunks._FIRST = chunks._LARGEST = 100
        def progress(done, total):
            if done == 500:
                say("begun")
                sys.stdin.readline()
        forget(store, parse("in:/project"), by=PERSON, watch=Watch(progress))
        """,
    )
    child.hear("begun")
    with store.patience(0.5):
        added(store, "in between", "/user")
        drop(store, [4000], by=AGENT)
    child.tell()
    child.done()
    assert scopes.count(store, "/", State.DROPPED) == 4000
    assert scopes.count(store, "/") == 1
    assert scopes.miscounted(store) == []


def test_a_reader_sees_whole_writes_only(store: Store) -> None:
    import_drafts(store, [Draft(f"fact {n}", "/project") for n in range(50)], by=PERSON)
    with store.sibling() as reader, store.write() as tx:
        tx.execute("UPDATE memories SET importance = 0.9")
        assert {row[0] for row in reader.query("SELECT importance FROM memories")} == {0.5}


def test_the_change_mark_moves_for_another_connections_write_and_not_for_its_own(store: Store) -> None:
    with store.sibling() as other:
        mark = store.change_mark()
        added(store, "mine")
        assert store.change_mark() == mark
        added(other, "theirs")
        assert store.change_mark() != mark


def test_a_lock_that_is_not_let_go_is_said_in_words(store: Store) -> None:
    (one,) = filled(store, 1)
    child = Child(
        store.path,
        """
        with store.write():
            say("locked")
            sys.stdin.readline()
        """,
    )
    child.hear("locked")
    with store.patience(0.05), pytest.raises(errors.StoreBusy, match=r"Another program .* try again"):
        drop(store, [one], by=PERSON)
    assert memories.get(store, one) is not None
    child.tell()
    child.done()
    assert drop(store, [one], by=PERSON).changed == 1


def test_a_write_that_fails_is_rolled_back_whole(store: Store) -> None:
    filled(store, 3)

    def write() -> None:
        with store.write() as tx:
            tx.execute("UPDATE memories SET state = 'dropped'")
            tx.execute("INSERT INTO nowhere VALUES (1)")

    with pytest.raises(errors.StoreError):
        write()
    assert scopes.miscounted(store) == []
    assert forget(store, parse("in:/project"), by=PERSON).changed == 3


def test_a_full_disk_is_said_in_words_and_changes_nothing(store: Store) -> None:
    filled(store, 3)
    pages = store.query("PRAGMA page_count")[0][0]
    store.query(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(errors.StoreFull, match=r"no room left .* free some space"):
        added(store, "x" * 100_000)
    assert scopes.count(store, "/") == 3
    assert len(journal.ops(store)) == 3
    store.query("PRAGMA max_page_count = 1000000")
    added(store, "x" * 100_000)
    assert scopes.miscounted(store) == []


def test_a_disk_that_fills_up_during_an_import_keeps_whole_chunks(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_add, "_CHUNK", 200)
    added(store, "here before")
    pages = store.query("PRAGMA page_count")[0][0]
    store.query(f"PRAGMA max_page_count = {pages + 120}")
    with pytest.raises(errors.StoreFull):
        import_drafts(store, (Draft(f"fact {n} " + "x" * 300, "/project") for n in range(2000)), by=PERSON)
    store.query("PRAGMA max_page_count = 1000000")
    (op, _) = journal.ops(store)
    assert op.changed == scopes.count(store, "/project") - 1 > 0
    assert op.changed % 200 == 0
    assert scopes.miscounted(store) == []


def test_no_sqlite_error_leaves_the_store(store: Store) -> None:
    store.close()
    with pytest.raises(errors.StoreError) as error:
        store.query("SELECT 1")
    assert not isinstance(error.value, sqlite3.Error)

"""A purge leaves nothing of a text in any file, and proves it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.domain.filter import parse
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import drop, forget
from memtui.lifecycle.undo import undo
from memtui.store import erasing, journal, marks, memories, scopes, selection, tombstones
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.tombstones import Tombstone
from tests.lifecycle.worlds import AGENT, PERSON, added, filled
from tests.processes import Child

SECRET = "the zyxgrault passphrase is quuxplugh"
WORDS = ("zyxgrault", "quuxplugh", "plughfred")


@pytest.fixture(autouse=True)
def as_elsewhere(store: Store) -> None:
    """Debian builds SQLite to overwrite what is deleted; most others, macOS too, do not."""
    store.query("PRAGMA secure_delete = OFF")


def in_files(store: Store, *words: str) -> list[str]:
    """Return which words stand anywhere in the files of the store."""
    data = b"".join(path.read_bytes() for path in store.path.parent.glob(store.path.name + "*"))
    return [word for word in words if word.encode() in data]


def test_a_text_is_in_no_file_afterwards(store: Store) -> None:
    filled(store, 20)
    secret = added(store, SECRET)
    drop(store, [secret], by=PERSON)
    assert in_files(store, *WORDS) == ["zyxgrault", "quuxplugh"]
    report = purge(store, [secret], by=PERSON)
    assert in_files(store, *WORDS) == []
    assert (report.purged, report.verified, report.found_in, report.pending) == (1, True, [], False)
    assert "found no trace" in report.message
    assert memories.get(store, secret) is None
    assert selection.ids(store, parse("zyxgrault is:dropped is:live")) == []
    assert scopes.miscounted(store) == []


def test_its_name_goes_too(store: Store) -> None:
    filled(store, 20)
    secret = added(store, "Harmless", provenance={"name": "zyxgrault-quuxplugh"})
    purge(store, [secret], by=PERSON)
    assert in_files(store, *WORDS) == []


def test_the_history_goes_too_with_every_wording_it_had(store: Store) -> None:
    filled(store, 20)
    secret = added(store, SECRET, provenance={"quote": "said plughfred"})
    edit(store, [secret], Edit(text="harmless", abstract="about zyxgrault"), by=PERSON)
    edit(store, [secret], Edit(text="harmless too", abstract=""), by=AGENT)
    purge(store, [secret], by=PERSON)
    assert in_files(store, *WORDS) == []
    assert {change.field for change in journal.history_of(store, secret)} == {"state"}


@pytest.mark.few(1)
@pytest.mark.parametrize("count", [3, 300])
def test_a_text_is_gone_from_pages_that_were_split_and_rewritten(store: Store, count: int) -> None:
    import_drafts(store, [Draft(f"fact {n} " + "x" * (n % 700), "/project") for n in range(count)], by=PERSON)
    secrets = [added(store, f"{SECRET} number {n}" + "y" * (n * 37 % 900)) for n in range(30)]
    for n, secret in enumerate(secrets):
        edit(store, [secret], Edit(text=f"{SECRET} edited {n}" + "z" * (n * 53 % 900)), by=PERSON)
        edit(store, [n % count + 1], Edit(text=f"other {n}" + "w" * (n * 71 % 900)), by=PERSON)
    report = purge(store, secrets, by=PERSON)
    assert in_files(store, *WORDS) == []
    assert report.verified


def test_a_wording_that_was_edited_away_is_searched_for_as_well(store: Store) -> None:
    secret = added(store, SECRET)
    edit(store, [secret], Edit(text="harmless words"), by=PERSON)
    report = purge(store, [secret], by=PERSON)
    assert report.verified
    assert in_files(store, *WORDS) == []


def test_words_that_another_memory_still_holds_stay_and_do_not_alarm(store: Store) -> None:
    one, two = added(store, SECRET, "/project"), added(store, SECRET, "/user")
    report = purge(store, [one], by=PERSON)
    assert report.verified
    assert memories.get(store, two) is not None
    assert selection.ids(store, parse("zyxgrault")) == [two]


def test_a_memory_that_said_it_once_is_named_and_goes_when_it_is_purged_too(store: Store) -> None:
    one, other = added(store, SECRET), add(store, Draft("Ada likes tea"), by=PERSON).memory
    edit(store, [other.id], Edit(text=f"Ada says: {SECRET}"), by=PERSON)
    edit(store, [other.id], Edit(text="Ada likes green tea"), by=PERSON)
    report = purge(store, [one], by=PERSON)
    assert f"in their history, and were left: {other.uid}" in report.message
    assert in_files(store, *WORDS) != []
    assert "were left" not in purge(store, [other.id], by=PERSON).message
    assert in_files(store, *WORDS) == []


def test_a_memory_that_began_by_saying_it_is_named(store: Store) -> None:
    one, other = added(store, SECRET), add(store, Draft(f"Ada says: {SECRET}"), by=PERSON).memory
    edit(store, [other.id], Edit(text="Ada likes tea"), by=PERSON)
    assert f"in their history, and were left: {other.uid}" in purge(store, [one], by=PERSON).message


def test_what_a_forget_searched_for_goes_too(store: Store) -> None:
    secret = added(store, SECRET)
    forget(store, parse("zyxgrault"), by=PERSON)
    purge(store, [secret], by=PERSON)
    assert in_files(store, *WORDS) == []


def test_the_words_of_other_forgets_stay(store: Store) -> None:
    import_drafts(store, [Draft(f"fact {n} {'odd' if n % 2 else 'even'}") for n in range(80)], by=PERSON)
    forget(store, parse("odd"), by=PERSON)
    forget(store, parse("even"), by=PERSON)
    purge(store, [2, 4], by=PERSON)
    assert [op.label for op in journal.ops(store)[1:3]] == [
        "forget of 40 memories (even)",
        "forget of 40 memories",
    ]


def test_an_op_on_scattered_memories_can_be_undone_while_one_is_left(store: Store) -> None:
    import_drafts(store, [Draft(f"fact {n}") for n in range(100)], by=PERSON)
    odd = range(1, 101, 2)
    drop(store, odd, by=PERSON)
    purge(store, odd[1:], by=PERSON)
    assert [op.undoable for op in journal.ops(store)] == [False, True, True]
    purge(store, odd[:1], by=PERSON)
    assert [op.undoable for op in journal.ops(store)] == [False, False, False, True]


@pytest.mark.parametrize("count", [1, 40])
def test_ops_that_only_touched_purged_memories_cannot_be_undone(store: Store, count: int) -> None:
    kept = added(store, "kept")
    gone = filled(store, count, "/gone")
    both = drop(store, [kept, *gone], by=PERSON).op
    purge(store, gone, by=PERSON)
    assert both is not None
    assert [op.id for op in journal.ops(store) if op.undoable and op.kind != "purge"] == [both.id, 1]
    undo(store, by=PERSON)
    undo(store, by=PERSON)
    assert undo(store, by=PERSON) is None
    assert scopes.miscounted(store) == []


def test_an_op_that_was_purged_says_why_it_stays(store: Store) -> None:
    gone = added(store, SECRET)
    purge(store, [gone], by=PERSON)
    with pytest.raises(Refused, match="was erased"):
        undo(store, by=PERSON, op_id=1)
    with pytest.raises(Refused, match="cannot be undone"):
        undo(store, by=PERSON, op_id=journal.ops(store)[0].id)


def test_a_purge_clears_no_other_memory_from_an_op(store: Store) -> None:
    import_drafts(store, [Draft(f"fact {n}", "/project") for n in range(60)], by=PERSON)
    drop(store, range(1, 61), by=PERSON)
    purge(store, range(20, 30), by=PERSON)
    outcome = undo(store, by=PERSON)
    assert outcome is not None
    assert scopes.count(store, "/project") == 50
    assert scopes.miscounted(store) == []


def test_an_erased_text_is_not_taken_in_again(store: Store) -> None:
    purge(store, [added(store, SECRET, "/project")], by=PERSON)
    with pytest.raises(Refused, match="erased from the store on purpose"):
        add(store, Draft(SECRET.upper() + ".", "/project/atlas"), by=AGENT)
    outcome = import_drafts(store, [Draft(SECRET, "/project"), Draft("new", "/project")], by=PERSON)
    assert (outcome.suppressed, outcome.added) == (1, 1)
    assert in_files(store, *WORDS) == []


def test_nor_is_it_elsewhere_but_when_a_person_insists(store: Store) -> None:
    purge(store, [added(store, SECRET, "/project/atlas")], by=PERSON)
    with pytest.raises(Refused, match="erased"):
        add(store, Draft(SECRET, "/project/hermes"), by=AGENT)
    assert not add(store, Draft(SECRET, "/project"), by=PERSON).duplicate
    wanted = [Draft(SECRET, "/project/atlas")]
    assert import_drafts(store, wanted, by=PERSON, allow_dropped=True).added == 1


def test_an_id_is_never_used_again(store: Store) -> None:
    last = filled(store, 3)[-1]
    purge(store, [last], by=PERSON)
    store.close()
    with open_store(store.path, clock=store.clock) as reopened:
        assert added(reopened, "next") == last + 1


def test_there_has_to_be_something_to_erase(store: Store) -> None:
    with pytest.raises(Refused, match="nothing was chosen"):
        purge(store, [], by=PERSON)
    with pytest.raises(Refused, match="none of these"):
        purge(store, [99], by=PERSON)


def test_a_memory_whose_adding_was_undone_is_erased_with_its_twin(store: Store) -> None:
    added(store, SECRET)
    undo(store, by=PERSON)
    purge(store, [added(store, SECRET)], by=PERSON)
    assert in_files(store, *WORDS) == []


@pytest.fixture
def reader(store: Store) -> Iterator[Child]:
    """Another process in the middle of a read."""
    added(store, SECRET)
    child = Child(
        store.path,
        """
        store._connection.execute("BEGIN")
        store.query("SELECT count(*) FROM memories")
        say("reading")
        sys.stdin.readline()
        store._connection.execute("COMMIT")
        say("read")
        sys.stdin.readline()
        """,
    )
    child.hear("reading")
    yield child
    child.kill()


def test_while_another_process_reads_the_log_is_left_for_later(store: Store, reader: Child) -> None:
    report = purge(store, [1], by=PERSON)
    assert (report.purged, report.verified, report.pending) == (1, False, True)
    assert "when the other programs" in report.message
    reader.tell()
    reader.hear("read")
    with open_store(store.path, clock=store.clock):
        assert in_files(store, *WORDS) == []


@pytest.mark.few(1)
@pytest.mark.parametrize("step", ["_sweep", "_rewrite", "truncate_log"])
def test_a_purge_that_was_killed_is_finished_at_the_next_start(store: Store, step: str) -> None:
    filled(store, 20)
    secrets = [added(store, f"{SECRET} {n}") for n in range(60)]
    child = Child(
        store.path,
        """
        from memtui.lifecycle.purge import purge
        from memtui.store import erasing
        def stop(*_):
            say("deleted")
            sys.stdin.readline()
        setattr(erasing, sys.argv[2], stop)
        store.query("PRAGMA secure_delete = OFF")
        purge(store, range(21, 81), by=PERSON)
        """,
        step,
    )
    child.hear("deleted")
    child.kill()
    store.close()
    with open_store(store.path, clock=store.clock) as reopened:
        assert memories.get_many(reopened, secrets) == []
        assert in_files(reopened, *WORDS) == []
        assert {op.undoable for op in journal.ops(reopened)[:60]} == {False}


def test_what_cannot_be_rewritten_now_is_left_to_the_next_start(store: Store) -> None:
    filled(store, 3)
    with store.write() as tx:
        marks.put(tx, marks.ERASING, "files")
    rows = store.stream("SELECT id FROM memories", size=1)
    next(rows)  # in the middle of a read the file cannot be rewritten
    erasing.finish(store)
    assert marks.value(store, marks.ERASING) == "files"
    list(rows)
    erasing.finish(store)
    assert not marks.is_set(store, marks.ERASING)


def test_a_text_that_stands_elsewhere_in_the_file_is_reported(store: Store) -> None:
    with store.write() as tx:
        tx.execute("INSERT INTO meta (key, value) VALUES ('note', ?)", (SECRET,))
    report = purge(store, [added(store, SECRET)], by=PERSON)
    assert not report.verified
    assert "memories.db" in report.found_in
    assert "still found in memories.db" in report.message


def test_the_file_that_is_searched_is_the_one_that_is_there_now(store: Store, tmp_path: Path) -> None:
    purge(store, [added(store, SECRET)], by=PERSON)
    store.close()
    (tmp_path / "copy.db").write_bytes(store.path.read_bytes())
    (tmp_path / "copy.db").replace(store.path)
    with open_store(store.path, clock=store.clock) as restored:
        with restored.write() as tx:
            tx.execute("INSERT INTO meta (key, value) VALUES ('note', ?)", (SECRET,))
        assert not purge(restored, [added(restored, SECRET)], by=PERSON).verified


def test_many_texts_leave_the_log_with_the_last_reader(store: Store) -> None:
    secrets = [added(store, f"{SECRET} {n}") for n in range(60)]
    with store.sibling() as other:
        other.query("BEGIN")
        other.query("SELECT count(*) FROM memories")
        report = purge(store, secrets, by=PERSON)
        assert (report.verified, report.pending) == (False, True)
        other.query("COMMIT")
    with open_store(store.path, clock=store.clock):
        assert in_files(store, *WORDS) == []


def test_what_more_stores_purged_than_are_told_apart_is_left(store: Store) -> None:
    stones = [Tombstone(bytes([n]) * 32, bytes([n]) * 32, "/") for n in range(1, 67)]
    with store.write() as tx:
        kept = tombstones.keep(tx, stones)
    assert kept == stones[:64]
    with store.write() as tx:
        assert tombstones.keep(tx, stones) == []


def test_what_was_purged_here_and_comes_back_takes_no_place_of_another_store(store: Store) -> None:
    purge(store, [added(store, SECRET)], by=PERSON)
    stones = list(tombstones.every(store))
    with store.write() as tx:
        assert tombstones.keep(tx, stones) == []
    assert store.query("SELECT count(*) FROM tombstone_keys") == [(0,)]

"""An import can be run again, stopped and killed: nothing is doubled and nothing is lost."""

import math
from collections.abc import Iterator

import pytest

from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, State
from memtui.domain.watch import Watch
from memtui.lifecycle import bulk_add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import redo, undo
from memtui.store import inserting, journal, marks, memories, repair, scopes
from memtui.store.database import Store
from memtui.store.indexes import INDEXES
from memtui.store.loading import Loading
from memtui.store.opening import open_store
from memtui.store.ranking import Ranking
from tests.conftest import NOON
from tests.lifecycle.worlds import PERSON, added, picture
from tests.processes import Child


def facts(count: int) -> list[Draft]:
    return [Draft(f"fact {n}", "/project") for n in range(count)]


def indexes(store: Store) -> set[str]:
    return {row[0] for row in store.query("SELECT name FROM sqlite_master WHERE type = 'index'")}


@pytest.mark.parametrize("filled", [False, True])
@pytest.mark.parametrize("count", [0, 1, 9, 10, 11, 25])
def test_the_same_import_again_adds_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch, filled: bool, count: int
) -> None:
    monkeypatch.setattr(bulk_add, "_CHUNK", 10)
    if filled:
        added(store, "here before")
    first = import_drafts(store, facts(count), by=PERSON)
    again = import_drafts(store, facts(count), by=PERSON)
    assert (first.added, first.duplicates) == (count, 0)
    assert (again.added, again.duplicates, again.op) == (0, count, None)
    assert scopes.count(store, "/project") == count + filled
    assert INDEXES.keys() <= indexes(store)
    assert scopes.miscounted(store) == []


@pytest.mark.parametrize("filled", [False, True])
def test_repeats_within_one_import_are_counted_across_chunks(
    store: Store, monkeypatch: pytest.MonkeyPatch, filled: bool
) -> None:
    monkeypatch.setattr(bulk_add, "_CHUNK", 4)
    if filled:
        added(store, "here before")
    drafts = [*facts(10), Draft("FACT 3.", "/project"), Draft("fact 3", "/user"), *facts(10)]
    outcome = import_drafts(store, drafts, by=PERSON)
    assert (outcome.added, outcome.duplicates) == (11, 11)


def test_one_undo_takes_an_import_back_and_redo_brings_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_add, "_CHUNK", 10)
    mixed = [*facts(25), Draft("cold", state=State.ARCHIVED), Draft("gone", state=State.DROPPED)]
    import_drafts(store, mixed, by=PERSON, detail="notes.jsonl")
    whole = picture(store)
    outcome = undo(store, by=PERSON)
    assert outcome is not None
    assert outcome.message == "Undid: import of 27 memories (notes.jsonl)"
    assert picture(store) == {}
    redo(store, by=PERSON)
    assert picture(store) == whole


def test_bad_drafts_are_counted_and_do_not_stop_the_good(store: Store) -> None:
    drafts = [
        Draft(""),
        Draft("good"),
        Draft("x", "/../y"),
        Draft("y", importance=7),
        Draft("z", categories=("a b",)),
    ]
    outcome = import_drafts(store, drafts, by=PERSON)
    assert (outcome.added, outcome.refused_count, len(outcome.refused)) == (1, 4, 4)


def test_a_dry_run_counts_and_writes_nothing(store: Store) -> None:
    import_drafts(store, facts(3), by=PERSON)
    outcome = import_drafts(store, facts(5), by=PERSON, dry_run=True)
    assert outcome.duplicates == 3
    assert len(journal.ops(store)) == 1
    assert scopes.count(store, "/") == 3


def test_a_cancelled_import_keeps_what_it_added(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_add, "_CHUNK", 10)
    outcome = import_drafts(store, facts(50), by=PERSON, watch=Watch(cancelled=lambda: True))
    assert (outcome.added, outcome.interrupted) == (10, True)
    assert outcome.op is not None
    assert outcome.op.status == "interrupted"
    assert import_drafts(store, facts(50), by=PERSON).duplicates == 10
    assert scopes.count(store, "/") == 50


def test_a_source_that_breaks_off_keeps_what_it_gave(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_add, "_CHUNK", 10)

    def broken() -> Iterator[Draft]:
        yield from facts(25)
        raise OSError("the disk was pulled out")

    with pytest.raises(OSError, match="pulled out"):
        import_drafts(store, broken(), by=PERSON)
    (op,) = journal.ops(store)
    assert (op.status, op.changed, scopes.count(store, "/")) == ("interrupted", 20, 20)
    assert INDEXES.keys() <= indexes(store)


def test_a_load_that_was_killed_is_repaired_and_resumed_without_doubles(store: Store) -> None:
    store.close()
    child = Child(
        store.path,
        """
        from memtui.lifecycle import bulk_add
        bulk_add._CHUNK = 10
        def progress(done, _):
            if done == 30:
                say("thirty")
                sys.stdin.readline()
        drafts = (Draft(f"fact {n}", "/project") for n in range(100))
        import_drafts(store, drafts, by=PERSON, watch=Watch(progress))
        """,
    )
    child.hear("thirty")
    child.kill()
    with open_store(store.path, clock=store.clock) as reopened:
        assert INDEXES.keys() <= indexes(reopened)
        assert not marks.is_set(reopened, marks.LOADING)
        (op,) = journal.left_running(reopened)
        assert (op.kind, op.status, op.changed) == ("import", "interrupted", 30)
        outcome = import_drafts(reopened, facts(100), by=PERSON)
        assert (outcome.added, outcome.duplicates) == (70, 30)
        assert len(memories.get_many(reopened, range(1, 200))) == 100
        assert scopes.miscounted(reopened) == []


def test_others_can_read_and_write_while_a_load_goes_on(store: Store) -> None:
    with store.sibling() as other, Loading(store) as load:
        assert load.active
        with store.write() as tx:
            inserting.insert(tx, facts(10))
        assert len(Ranking(other, now=NOON).page(None, 100)) == 10
        assert len(Ranking(other, scope="/project", now=NOON).page(None, 100)) == 10
        added(other, "in between")
        drop(other, [1], by=PERSON)
    assert INDEXES.keys() <= indexes(store)
    assert scopes.miscounted(store) == []


def test_a_uid_is_kept_unless_it_is_taken(store: Store) -> None:
    uid = "01ARYZ6S410000000000000000"
    import_drafts(store, [Draft("one", uid=uid), Draft("two", uid=uid)], by=PERSON)
    import_drafts(store, [Draft("three", uid=uid)], by=PERSON)
    one, two, three = memories.get_many(store, [1, 2, 3])
    assert one.uid == uid
    assert len({one.uid, two.uid, three.uid}) == 3


def test_times_ahead_of_now_are_set_to_now(store: Store) -> None:
    late = NOON + 5 * DAY
    import_drafts(store, [Draft("x", created_at=late, updated_at=late, last_accessed_at=late)], by=PERSON)
    (memory,) = memories.get_many(store, [1])
    assert (memory.created_at, memory.updated_at, memory.last_accessed_at) == (NOON, NOON, NOON)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -1e18])
def test_a_time_that_is_none_does_not_break_the_import(store: Store, value: float) -> None:
    drafts = [Draft("odd", created_at=value, last_accessed_at=value, expires_at=value), Draft("good")]
    outcome = import_drafts(store, drafts, by=PERSON)
    assert outcome.added + outcome.refused_count == 2
    assert outcome.added >= 1
    assert math.isfinite(memories.get_many(store, [outcome.ids[0]])[0].created_at)


@pytest.mark.parametrize(
    ("field", "value"), [("access_count", -1), ("access_count", 2**70), ("session_count", -5)]
)
def test_a_count_that_is_none_does_not_break_the_import(store: Store, field: str, value: int) -> None:
    outcome = import_drafts(store, [Draft("odd", **{field: value}), Draft("good")], by=PERSON)  # type: ignore[arg-type]
    assert outcome.added + outcome.refused_count == 2
    assert outcome.added >= 1


def test_a_store_of_any_size_is_ranked_anew_in_chunks(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repair, "_CHUNK", 7)
    import_drafts(store, facts(50), by=PERSON)
    steps: list[tuple[int, int]] = []
    repair.rank_anew(store, watch=Watch(lambda done, total: steps.append((done, total))))
    assert steps[-1] == (50, 50)
    assert not repair.ranks_are_old(store)

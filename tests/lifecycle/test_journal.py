"""Undoing all gives back the exact store, redoing all the exact end, and nothing another wrote is lost."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.filter import parse
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, MemoryType, State
from memtui.lifecycle.add import add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.states import archive, drop, forget, restore
from memtui.lifecycle.undo import redo, undo
from memtui.store import journal, memories, scopes
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests.conftest import NOON
from tests.lifecycle.worlds import AGENT, PERSON, SCOPES, added, drafts, filled, out_of_step, picture

Act = Callable[[Store], object]

ids = st.lists(st.integers(1, 60), min_size=1, max_size=50, unique=True)
edits = st.one_of(
    st.builds(Edit, scope=st.sampled_from(SCOPES)),
    st.builds(Edit, pinned=st.booleans()),
    st.builds(Edit, importance=st.sampled_from([0.0, 0.5, 1.0])),
    st.builds(Edit, categories=st.lists(st.sampled_from(["decision", "infra"]), max_size=2).map(tuple)),
    st.builds(
        Edit,
        type=st.sampled_from(MemoryType),
        abstract=st.sampled_from(["", "short"]),
        categories=st.sampled_from([(), ("gotcha",)]),
        expires_at=st.sampled_from([None, NOON + DAY]),
    ),
)


def acts(by: Actor) -> st.SearchStrategy[Act]:
    """Anything that changes memories, by one actor."""
    return st.one_of(
        drafts.map(lambda draft: lambda store: add(store, draft, by=by, allow_dropped=True)),
        st.lists(drafts, max_size=40).map(lambda many: lambda store: import_drafts(store, many, by=by)),
        st.tuples(ids, edits).map(lambda a: lambda store: edit(store, a[0], a[1], by=by)),
        st.tuples(st.integers(1, 60), st.sampled_from(["a", "b"])).map(
            lambda a: lambda store: edit(store, [a[0]], Edit(text=a[1]), by=by)
        ),
        ids.map(lambda some: lambda store: drop(store, some, by=by)),
        ids.map(lambda some: lambda store: restore(store, some, by=by)),
        ids.map(lambda some: lambda store: archive(store, some, by=by)),
        st.sampled_from(
            ["in:/project", "type:semantic", "is:pinned is:live is:archived", "below:0.4", "fact"]
        ).map(lambda text: lambda store: forget(store, parse(text), by=by)),
    )


class World:
    """A store in a folder that goes with it, for tests that make one for every example."""

    def __enter__(self) -> Store:
        self._folder = tempfile.TemporaryDirectory()
        self._store = open_store(Path(self._folder.name) / "memories.db", clock=lambda: NOON)
        return self._store

    def __exit__(self, *_: object) -> None:
        self._store.close()
        self._folder.cleanup()


@given(st.lists(acts(PERSON), max_size=8))
def test_undoing_all_gives_back_each_step_and_redoing_all_the_end(steps: list[Act]) -> None:
    with World() as store:
        pictures = [picture(store)]
        for step in steps:
            step(store)
            if picture(store) != pictures[-1]:
                pictures.append(picture(store))
            assert out_of_step(store) == []
        for _ in range(2):
            for earlier in reversed(pictures[:-1]):
                outcome = undo(store, by=PERSON)
                assert outcome is not None
                assert outcome.skipped_count == 0
                assert picture(store) == earlier
            assert undo(store, by=PERSON) is None
            assert out_of_step(store) == []
            for later in pictures[1:]:
                assert redo(store, by=PERSON) is not None
                assert picture(store) == later
            assert redo(store, by=PERSON) is None
            assert out_of_step(store) == []


@given(st.lists(st.tuples(acts(PERSON), st.none() | acts(AGENT)), min_size=1, max_size=5))
def test_undo_leaves_alone_and_names_what_an_agent_changed_since(steps: list[tuple[Act, Act | None]]) -> None:
    with World() as store, store.sibling() as other:
        for mine, theirs in steps:
            mine(store)
            if theirs is not None:
                theirs(other)
        while (op := journal.next_undo(store)) is not None:
            theirs_now = written_since(store, op.id)
            worked_on = changed_after(store, op.id)
            before = picture(store)
            outcome = undo(store, by=PERSON)
            assert outcome is not None
            after = picture(store)
            assert all(columns(after.get(i), f) == columns(before.get(i), f) for i, f in theirs_now)
            made = {c.memory_id for c in journal.changes(store, op.id, limit=10_000) if c.before == "absent"}
            kept = {(i, f) for i, f in theirs_now if i not in made and journalled(store, op.id, i, f)}
            kept |= {(i, "state") for i in made & worked_on}
            assert outcome.skipped_count == len(kept)
            assert out_of_step(store) == []


@given(st.lists(acts(PERSON), min_size=1, max_size=4), st.lists(acts(AGENT), max_size=4))
def test_an_undo_of_an_undo_and_so_on_goes_back_and_forth(mine: list[Act], theirs: list[Act]) -> None:
    with World() as store:
        for step in mine:
            step(store)
        op, end = journal.next_undo(store), picture(store)
        if op is None:
            return
        first = undo(store, by=PERSON, op_id=op.id)
        assert first is not None
        begin, last = picture(store), first.op
        for turn in range(4):
            assert last is not None
            outcome = undo(store, by=AGENT, op_id=last.id)
            assert outcome is not None
            last = outcome.op
            assert picture(store) == (begin if turn % 2 else end)
            now = journal.op(store, op.id)
            assert now is not None
            assert (now.undone_by is not None) == bool(turn % 2)


FIELDS = ("text", "abstract", "scope", "type", "state", "importance", "pinned", "expires_at", "categories")


def columns(row: tuple[object, ...] | None, field: str) -> object:
    return None if row is None else row[FIELDS.index(field)]


def written_since(store: Store, op_id: int) -> set[tuple[int, str]]:
    """Return which fields of which memories are no longer as `op_id` left them."""
    found = set()
    for change in journal.changes(store, op_id, limit=10_000):
        value = picture_of_any(store, change.memory_id, change.field)
        if value not in (change.after, change.before):
            found.add((change.memory_id, change.field))
    return found


def changed_after(store: Store, op_id: int) -> set[int]:
    """Return the memories that a later op which still stands has changed."""
    later = [o for o in journal.ops(store, limit=10_000) if o.id > op_id and o.undone_by is None]
    standing = [o for o in later if o.kind not in {"undo", "redo"}]
    return {c.memory_id for o in standing for c in journal.changes(store, o.id, limit=10_000)}


def picture_of_any(store: Store, memory_id: int, field: str) -> object:
    if field == "categories":
        names = store.query("SELECT category FROM categories WHERE memory_id = ? ORDER BY 1", (memory_id,))
        return "[" + ",".join(f'"{row[0]}"' for row in names) + "]"
    return store.query(f"SELECT {field} FROM memories WHERE id = ?", (memory_id,))[0][0]


def journalled(store: Store, op_id: int, memory_id: int, field: str) -> bool:
    return any(
        (c.memory_id, c.field) == (memory_id, field) for c in journal.changes(store, op_id, limit=10_000)
    )


@pytest.fixture
def other(store: Store) -> Iterator[Store]:
    with store.sibling() as opened:
        yield opened


def test_undo_takes_back_only_what_a_person_did(store: Store, other: Store) -> None:
    mine = added(store, "mine")
    theirs = added(other, "theirs", by=AGENT)
    outcome = undo(store, by=PERSON)
    assert outcome is not None
    assert outcome.ids == [mine]
    assert outcome.message == "Undid: adding of “mine”; mcp wrote 1 since"
    assert picture(store).keys() == {theirs}
    assert undo(store, by=PERSON) is None


def test_a_row_that_changed_since_is_skipped_and_named(store: Store, other: Store) -> None:
    one, two = filled(store, 2)
    edit(store, [one, two], Edit(importance=0.9), by=PERSON)
    edit(other, [one], Edit(importance=0.1), by=AGENT)
    outcome = undo(store, by=PERSON)
    assert outcome is not None
    assert [(s.memory_id, s.headline, s.reason) for s in outcome.skipped] == [
        (one, "fact number 0", "its importance was changed since by mcp")
    ]
    assert "Left alone 1 memory: “fact number 0”" in outcome.message
    assert [m.importance for m in memories.get_many(store, [one, two])] == [0.1, 0.5]


def test_where_all_of_it_changed_since_it_is_not_said_to_be_undone(store: Store) -> None:
    mine = added(store, "mine")
    edit(store, [mine], Edit(importance=0.1), by=AGENT)
    outcome = undo(store, by=PERSON)
    assert outcome is not None
    assert outcome.message == (
        "Nothing was undone of the adding of “mine”; mcp wrote 1 since. Left alone 1 memory: “mine”, "
        "its importance was changed since by mcp"
    )


def test_who_changed_it_since_is_said_in_words(store: Store) -> None:
    (one,) = filled(store, 1)
    edit(store, [one], Edit(categories=("gotcha",)), by=PERSON)
    outcome = undo(store, by=PERSON, op_id=1)
    assert outcome is not None
    assert [each.reason for each in outcome.skipped] == ["its categories were changed since by you"]


def test_a_new_act_clears_redo_and_an_agents_does_not(store: Store, other: Store) -> None:
    one, two = filled(store, 2)
    drop(store, [one], by=PERSON)
    undo(store, by=PERSON)
    edit(other, [two], Edit(pinned=True), by=AGENT)
    assert journal.next_redo(store) is not None
    drop(store, [two], by=Actor(ActorKind.PERSON, "screen"))
    assert redo(store, by=PERSON) is None


@pytest.mark.parametrize(
    "wanted",
    [
        Edit(importance=0.1),
        Edit(pinned=True),
        Edit(scope="/user"),
        Edit(type=MemoryType.EPISODIC),
        Edit(text="another"),
    ],
)
def test_what_is_derived_follows_every_change_and_its_undo(store: Store, wanted: Edit) -> None:
    one = added(store, "one")
    op = edit(store, [one], wanted, by=AGENT).op
    assert op is not None
    assert out_of_step(store) == []
    undo(store, by=AGENT, op_id=op.id)
    assert out_of_step(store) == []


def test_an_agents_op_is_undone_by_its_number_and_only_once(store: Store, other: Store) -> None:
    one = added(store, "one")
    theirs = drop(other, [one], by=AGENT).op
    assert theirs is not None
    assert undo(store, by=PERSON, op_id=theirs.id) is not None
    assert picture(store)[one][4] == "live"
    with pytest.raises(Refused, match="undone already"):
        undo(store, by=PERSON, op_id=theirs.id)
    with pytest.raises(Refused, match="no change 999"):
        undo(store, by=PERSON, op_id=999)


def test_undo_and_redo_survive_a_restart_and_work_from_another_connection(store: Store, other: Store) -> None:
    one = added(store, "one")
    drop(store, [one], by=PERSON)
    undo(other, by=Actor(ActorKind.PERSON, "screen"))
    assert picture(store)[one][4] == "live"
    with open_store(store.path, clock=store.clock) as reopened:
        outcome = redo(reopened, by=PERSON)
        assert outcome is not None
        assert outcome.message == "Redid: drop of “one”"
    assert picture(store)[one][4] == "dropped"


def test_the_history_of_a_memory_names_every_writer(store: Store, other: Store) -> None:
    one = added(store, "one")
    edit(other, [one], Edit(text="two", categories=("infra",)), by=AGENT)
    drop(store, [one], by=PERSON)
    told = [(c.field, c.before, c.after, c.op.actor.client) for c in journal.history_of(store, one)]
    assert told[0] == ("state", "live", "dropped", "cli")
    assert set(told[1:3]) == {("text", "one", "two", "mcp"), ("categories", "[]", '["infra"]', "mcp")}
    assert told[3] == ("state", "absent", "live", "cli")


def test_an_edit_is_called_by_what_it_changed(store: Store) -> None:
    one = add(store, Draft("Ada likes tea"), by=PERSON).memory.id
    says = {
        "importance": Edit(importance=0.9),
        "pin": Edit(pinned=True),
        "unpin": Edit(pinned=False),
        "move": Edit(scope="/user"),
        "edit": Edit(text="Ada likes green tea"),
    }
    ops = [edit(store, [one], wanted, by=PERSON).op for wanted in says.values()]
    assert [op.kind for op in ops if op is not None] == list(says)
    for field in ({"pinned": True}, {"importance": 0.3}, {"scope": "/elsewhere"}):
        both = edit(store, [one], Edit(text=f"Ada likes {field}", **field), by=PERSON).op
        assert both is not None
        assert both.kind == "edit"


def test_an_op_records_who_with_what_and_which_version(store: Store) -> None:
    import memtui

    added(store, "one", by=AGENT)
    (op,) = journal.ops(store)
    assert (op.kind, op.actor, op.version, op.status) == ("add", AGENT, memtui.__version__, "done")
    assert journal.ops(store, actor=ActorKind.PERSON) == []


def test_what_changes_nothing_leaves_no_op(store: Store) -> None:
    one = added(store, "one")
    drop(store, [one], by=PERSON)
    count = len(journal.ops(store))
    assert drop(store, [one, 99], by=PERSON).op is None
    assert edit(store, [99], Edit(pinned=True), by=PERSON).message.startswith("Nothing to change")
    assert forget(store, parse("in:/nowhere"), by=PERSON).message == "Nothing matches the filter"
    assert len(journal.ops(store)) == count


def test_a_large_uniform_op_is_journalled_in_few_rows_and_undone_exactly(store: Store) -> None:
    many = [Draft(f"fact {n}", "/project") for n in range(5000)]
    import_drafts(store, many, by=PERSON)
    edit(store, [7], Edit(importance=0.9), by=PERSON)
    before = picture(store)
    outcome = forget(store, parse("in:/project"), by=PERSON)
    assert outcome.changed == 5000
    assert store.query("SELECT count(*) FROM op_changes WHERE field = 'state'")[0][0] < 100
    undo(store, by=PERSON)
    assert picture(store) == before
    assert scopes.miscounted(store) == []


def test_the_ops_about_a_memory_are_those_that_changed_it(store: Store) -> None:
    one = add(store, Draft("Ada likes tea", "/user"), by=PERSON)
    many = import_drafts(store, [Draft(f"fact {n}", "/project") for n in range(3000)], by=PERSON)
    gone = forget(store, parse("in:/project"), by=PERSON)
    assert one.op is not None
    assert many.op is not None
    assert gone.op is not None
    assert journal.ops_about(store, [one.memory.id], 0) == [one.op.id]
    assert journal.ops_about(store, [many.ids[7]], 0) == [many.op.id, gone.op.id]


def test_pages_of_changes_partition_an_op(store: Store) -> None:
    import_drafts(store, [Draft(f"fact {n}") for n in range(50)], by=PERSON)
    op = drop(store, [*range(1, 31), 40, 42], by=PERSON).op
    assert op is not None
    pages = [journal.changes(store, op.id, limit=7, offset=offset) for offset in range(0, 42, 7)]
    found = [change.memory_id for page in pages for change in page]
    assert sorted(found) == [*range(1, 31), 40, 42]


def test_an_absent_memory_is_nowhere(store: Store) -> None:
    one = added(store, "one")
    undo(store, by=PERSON)
    assert memories.get(store, one) is None
    assert restore(store, [one], by=PERSON).changed == 0
    assert edit(store, [one], Edit(pinned=True), by=PERSON).changed == 0
    assert scopes.count(store, "/") == 0
    assert added(store, "one") != one


def test_an_undone_uid_can_be_imported_again(store: Store) -> None:
    draft = Draft("one", uid="01ARYZ6S410000000000000000")
    import_drafts(store, [draft], by=PERSON)
    undo(store, by=PERSON)
    import_drafts(store, [replace(draft, text="another")], by=PERSON)
    assert memories.find_uid(store, "01aryz6s41").text == "another"


@pytest.mark.parametrize("verb", [drop, archive])
def test_restore_is_the_inverse(store: Store, verb: Callable[..., object]) -> None:
    many = filled(store, 3)
    before = picture(store)
    verb(store, many, by=PERSON)
    assert {row[4] for row in picture(store).values()} & {State.LIVE} == set()
    assert restore(store, many, by=PERSON).changed == 3
    assert picture(store) == before


def test_undoing_an_import_leaves_alone_what_somebody_worked_on_since(store: Store) -> None:
    outcome = import_drafts(store, [Draft("one"), Draft("two"), Draft("three")], by=PERSON)
    edit(store, outcome.ids[1:2], Edit(text="two, looked into by the agent"), by=AGENT)
    undone = undo(store, by=PERSON)
    assert undone is not None
    assert [m.text for m in memories.get_many(store, outcome.ids)] == ["two, looked into by the agent"]
    assert [skipped.memory_id for skipped in undone.skipped] == outcome.ids[1:2]
    assert "text was changed since" in undone.message


def test_undoing_an_import_after_its_edits_were_undone_takes_all_back(store: Store) -> None:
    outcome = import_drafts(store, [Draft("one"), Draft("two")], by=PERSON)
    edit(store, outcome.ids, Edit(importance=0.9), by=PERSON)
    undo(store, by=PERSON)
    undo(store, by=PERSON)
    assert memories.get_many(store, outcome.ids) == []


def test_undo_after_an_op_was_picked_and_taken_back_takes_back_just_that(store: Store) -> None:
    first = added(store, "first")
    second = added(store, "second")
    edit(store, [first], Edit(pinned=True), by=PERSON)
    drop(store, [second], by=PERSON)
    picked = journal.ops(store)[1]
    told = [undo(store, by=PERSON, op_id=picked.id, chosen=True)]
    assert [memory.pinned for memory in memories.get_many(store, [first])] == [False]
    told.append(undo(store, by=PERSON))
    told.append(redo(store, by=PERSON))
    told.append(undo(store, by=PERSON))
    told.append(undo(store, by=PERSON))
    assert [outcome and outcome.message for outcome in told] == [
        "Took back: pinning of “first”",
        "Undid: taking back of pinning of “first”",
        "Redid: taking back of pinning of “first”",
        "Undid: taking back of pinning of “first”",
        "Undid: drop of “second”",
    ]
    left = memories.get_many(store, [first, second])
    assert [(memory.pinned, memory.state) for memory in left] == [(True, State.LIVE), (False, State.LIVE)]
    assert [op.label for op in journal.ops(store, limit=5)] == [
        "undo of drop of “second”",
        "undo of taking back of pinning of “first”",
        "redo of taking back of pinning of “first”",
        "undo of taking back of pinning of “first”",
        "taking back of pinning of “first”",
    ]

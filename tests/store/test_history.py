"""History's filter: by words of what was done and of the texts it changed, by who, what, where and when."""

import pytest

from memtui.config.settings import Settings
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.filter import FilterError
from memtui.domain.memory import Draft
from memtui.domain.proposal import Finding, Target
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.review import verdicts
from memtui.store import history, journal, memories, queueing
from memtui.store.database import Store
from memtui.store.op_filter import OpFilter, parse
from memtui.store.op_labels import KINDS
from tests.conftest import FrozenClock
from tests.lifecycle.worlds import PERSON, added

CLAUDE = Actor(ActorKind.AGENT, "claude-code", "session-1")


def found(store: Store, line: str, *, prefix: bool = False) -> list[str]:
    """Return the labels of what a line finds, newest first."""
    wanted = parse(line, prefix=prefix)
    ids = [op_id for portion in history.search(store, wanted) for op_id in portion]
    return [op.label for op in journal.ops_of(store, ids)]


@pytest.fixture
def told(store: Store, clock: FrozenClock) -> Store:
    """Return a store in which two memories were added, one edited and dropped, and one moved a day later."""
    till = added(store, "The till listens on 8080", "/project/shop")
    cups = added(store, "Cups have lids", "/project/atlas", by=CLAUDE)
    edit(store, [till], Edit(text="The till listens on 9090"), by=PERSON)
    drop(store, [till], by=CLAUDE)
    clock.forward(days=1)
    edit(store, [cups], Edit(scope="/team"), by=PERSON)
    return store


TILL, CUPS = "“The till listens on 9090”", "“Cups have lids”"


@pytest.mark.parametrize(
    ("line", "labels"),
    [
        ("8080", [f"edit of {TILL}"]),
        ("tills", [f"drop of {TILL}", f"edit of {TILL}", f"adding of {TILL}"]),
        ("dropped till", []),
        ("drop till", [f"drop of {TILL}"]),
        ("by:claude did:add", [f"adding of {CUPS}"]),
        ("by:you did:adding", [f"adding of {TILL}"]),
        ("by:agent by:nobody", [f"drop of {TILL}", f"adding of {CUPS}"]),
        ("in:/project/shop did:drop,edit", None),
        ("in:/project/shop did:drop did:edit", [f"drop of {TILL}", f"edit of {TILL}"]),
        ("cups in:/project/atlas", ["CUPS MOVED"]),
        ("cups made:2026-11-21", ["CUPS MOVED"]),
        ("100%", []),
        ('"did:drop"', []),
    ],
)
def test_a_line_finds_ops(told: Store, line: str, labels: list[str] | None) -> None:
    if labels is None:
        with pytest.raises(FilterError):
            parse(line)
        return
    moved = journal.ops(told)[0].label
    assert found(told, line) == [moved if label == "CUPS MOVED" else label for label in labels]


def test_what_a_yes_in_review_did_is_found_by_its_name(told: Store) -> None:
    (cups,) = [memory for memory in memories.get_many(told, [1, 2]) if "Cups" in memory.text]
    change = Change(Deed.DROP, gone=(cups.id,))
    card = Finding(Kind.JUNK, "junk/cut", (Target.of(cups),), "half a sentence", change, cups.scope)
    with told.write() as tx:
        added_ids = queueing.record(tx, [card]).added
    verdicts.accept(told, Settings(), added_ids, by=PERSON)
    verdict = f"drop of {CUPS}, in review"
    assert found(told, "did:drop") == [verdict, f"drop of {TILL}"]
    assert found(told, "did:accept") == [verdict]
    assert found(told, "did:merge") == []


def test_the_last_word_is_taken_as_a_beginning_while_it_is_typed(told: Store) -> None:
    assert found(told, "did:drop liste") == []
    assert found(told, "did:drop liste", prefix=True) == [f"drop of {TILL}"]


def test_an_undo_is_found_by_what_it_took_back(told: Store) -> None:
    undo(told, by=CLAUDE, op_id=next(op.id for op in journal.ops(told) if op.kind == "drop"))
    assert found(told, "undo drop") == [f"undo of drop of {TILL}"]


def test_an_op_on_many_memories_is_found_by_any_of_them(store: Store) -> None:
    texts = [f"fact number {number}" for number in range(60)]
    import_drafts(store, [Draft(text, "/project") for text in texts], by=PERSON)
    drop(store, range(1, 60, 2), by=PERSON)
    # Packed by their ids, the 30 that were dropped are looked into one by one.
    assert len(found(store, "did:drop fact 40")) == 1
    assert len(found(store, "did:drop fact 39")) == 0
    assert len(found(store, "did:import fact 39")) == 1


def test_portions_join_to_all_there_is_and_begin_before_an_op(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "_FIRST", 1)
    monkeypatch.setattr(history, "_GROWTH", 2)
    for number in range(9):
        added(store, f"fact number {number}")
    every = [op.id for op in journal.ops(store)]
    portions = list(history.search(store, parse("fact")))
    assert len(portions) > 1
    assert [op_id for portion in portions for op_id in portion] == every
    later = [op_id for portion in history.search(store, OpFilter(), before=every[3]) for op_id in portion]
    assert later == every[4:]
    assert history.count(store) == 9


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("did:fly", "did:fly is not understood; there are accept, add"),
        ("type:fact", "type: asks about memories; of changes you can ask by:, did:, in:, made:"),
        ("made:soon", "names no days"),
        ("by:", "by: needs a value; who did it"),
    ],
)
def test_a_wrong_token_says_so(line: str, said: str) -> None:
    with pytest.raises(FilterError, match=said):
        parse(line)


def test_every_kind_that_was_recorded_can_be_asked_for(told: Store) -> None:
    assert {op.kind for op in journal.ops(told)} <= KINDS.keys()


def test_a_search_costs_what_the_ops_cost_not_what_the_memories_with_the_word_do(store: Store) -> None:
    import_drafts(store, (Draft(f"The forge in hall {n} is hot", "/forge") for n in range(20)), by=PERSON)
    import_drafts(store, (Draft(f"The kiln in hall {n} is hot", "/kiln") for n in range(400)), by=PERSON)
    for number in range(150):
        edit(store, [number % 20 + 1], Edit(importance=0.1 + number / 1000), by=PERSON)
        edit(store, [number % 400 + 21], Edit(importance=0.1 + number / 1000), by=PERSON)

    def steps(word: str) -> int:
        """Return how many hundreds of SQLite's own steps a search takes."""
        taken = [0]

        def count() -> int:
            taken[0] += 1
            return 0

        store._connection.set_progress_handler(count, 100)
        found = [op_id for portion in history.search(store, parse(word)) for op_id in portion]
        store._connection.set_progress_handler(None, 100)
        assert len(found) == 151
        return taken[0]

    assert steps("kiln") < 3 * steps("forge")

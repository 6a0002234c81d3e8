"""What undo and redo make of the cards that an act brought or took, itself or by the pass after it."""

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.capture.cards import queue_left
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.capture.saving import Origins, Saved, save
from memtui.config.settings import Settings
from memtui.domain.filter import Filter
from memtui.domain.memory import Draft, Memory, MemoryType, State
from memtui.domain.proposal_status import WAITING, Status
from memtui.lifecycle.add import add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.merge import merge
from memtui.lifecycle.states import archive, drop, forget, restore
from memtui.lifecycle.undo import redo, undo
from memtui.review.passes import run_pass
from memtui.review.verdicts import Choice, accept, later, reject
from memtui.store import journal, memories, proposals, queueing, runs
from memtui.store.database import Store, Transaction
from memtui.store.opening import open_store
from tests.conftest import FrozenClock
from tests.depth import UNTIMED, examples
from tests.review.deciding import BY, status
from tests.review.planting import choosing, dropping, plant, queued

ATLAS = "/project/atlas"
Cards = Counter[tuple[object, ...]]

TEXTS = (
    "The api of atlas listens on port 8080",
    "The api of atlas listens on port 9090",
    "The api of atlas listens on port 8080.",
    "Atlas keeps its sessions in Redis 6",
    "Atlas keeps its sessions in Redis 7",
    "Nightly backups of atlas go to the bucket tidewater",
    "Drew the poster for the fair",
    "Done, all tests are green now and I will commit this",
    "Always run make check before a push",
)


def cards(store: Store) -> Cards:
    """Return the undecided cards: their kind, the memories that they are about, and where they stand."""
    waiting = [i for status in WAITING for i in proposals.ids(store, proposals.Wanted(status=status))]
    return Counter(
        (card.kind, card.status, tuple(sorted(target.id for target in card.targets)))
        for card in proposals.get_many(store, waiting)
    )


def look(store: Store) -> None:
    run_pass(store, Settings())


def learned(store: Store, text: str, outcome: Outcome, target: Memory | None) -> None:
    """Accept a fact that a text says, as the Extract view does."""
    fact = Fact(Candidate(text, text), outcome, target=target)
    save(store, [fact], scope=ATLAS, by=BY, origins=Origins("offline", "1"), chosen=True)


Act = Callable[[Store, list[Memory], st.DataObject], object]


def _one(there: list[Memory], data: st.DataObject) -> Memory:
    return data.draw(st.sampled_from(there))


def _text(data: st.DataObject) -> str:
    return data.draw(st.sampled_from(TEXTS))


def _card(store: Store, data: st.DataObject) -> list[int]:
    waiting = [i for status in WAITING for i in proposals.ids(store, proposals.Wanted(status=status))]
    return [data.draw(st.sampled_from(waiting))] if waiting else []


def _accept(store: Store, there: list[Memory], data: st.DataObject) -> None:
    for card in proposals.get_many(store, _card(store, data)):
        if not card.change.final:
            keep = card.targets[0].id if card.change.open_question else None
            accept(store, Settings(), [card.id], by=BY, choice=Choice(keep=keep))


ACTS: dict[str, Act] = {
    "add": lambda store, there, data: add(store, Draft(_text(data), ATLAS), by=BY),
    "import": lambda store, there, data: import_drafts(
        store, [Draft(text, "/project/other") for text in TEXTS[:5]], by=BY
    ),
    "edit": lambda store, there, data: edit(
        store, [_one(there, data).id], Edit(text=f"{_text(data)} {data.draw(st.integers(0, 2))}"), by=BY
    ),
    "move": lambda store, there, data: edit(store, [_one(there, data).id], Edit(scope="/user"), by=BY),
    "type": lambda store, there, data: edit(
        store, [_one(there, data).id], Edit(type=MemoryType.CONSTITUTIONAL), by=BY
    ),
    "pin": lambda store, there, data: edit(store, [_one(there, data).id], Edit(pinned=True), by=BY),
    "drop": lambda store, there, data: drop(store, [_one(there, data).id], by=BY),
    "archive": lambda store, there, data: archive(store, [_one(there, data).id], by=BY),
    "restore": lambda store, there, data: restore(store, [_one(there, data).id], by=BY),
    "forget": lambda store, there, data: forget(store, Filter(words=("port",)), by=BY),
    "merge": lambda store, there, data: merge(store, there[0].id, [there[-1].id], by=BY),
    "learn": lambda store, there, data: learned(store, f"{_text(data)} since May", Outcome.NEW, None),
    "update": lambda store, there, data: learned(store, _text(data), Outcome.UPDATES, _one(there, data)),
    "yes": _accept,
    "no": lambda store, there, data: reject(store, _card(store, data), by=BY),
    "later": lambda store, there, data: later(store, _card(store, data), by=BY),
}


def done(store: Store, act: str, data: st.DataObject) -> bool:
    """Do an act, and say whether it left anything to undo."""
    there = memories.get_many(store, range(1, 60))
    live = [memory for memory in there if memory.state == "live"]
    if not there or (act == "merge" and len(live) < 2):
        return False
    before = store.query("SELECT max(id) FROM ops")
    with contextlib.suppress(Refused):
        ACTS[act](store, live if act in {"merge", "update"} and live else there, data)
    return bool(store.query("SELECT max(id) FROM ops") != before)


@settings(max_examples=examples(60), suppress_health_check=UNTIMED, deadline=None)
@given(acts=st.lists(st.sampled_from(sorted(ACTS)), min_size=1, max_size=4), data=st.data())
def test_undo_and_redo_of_any_acts_bring_back_the_cards_there_were(
    tmp_path_factory: pytest.TempPathFactory, acts: list[str], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("acts") / "m.db"
    with open_store(path, clock=FrozenClock()) as store:
        for text in data.draw(st.lists(st.sampled_from(TEXTS), min_size=2, unique=True)):
            plant(store, text, days_ago=3)
        look(store)
        seen = [cards(store)]
        for act in acts:
            if not done(store, act, data):
                continue
            if data.draw(st.booleans(), label="a pass follows"):
                look(store)
            seen.append(cards(store))
    with open_store(path, clock=FrozenClock()) as store:
        for before in reversed(seen[:-1]):
            undo(store, by=BY)
            assert cards(store) == before
        for after in seen[1:]:
            redo(store, by=BY)
            assert cards(store) == after
        for before in reversed(seen[:-1]):
            undo(store, by=BY)
            assert cards(store) == before


def asked(store: Store, *facts: Fact) -> None:
    """Store facts, and ask about what may not be stored unasked, as `memtui extract --yes` does."""
    origins = Origins("offline", "1")

    def ask(saved: Saved, tx: Transaction, op_id: int) -> None:
        queue_left(store, saved.held, saved.beside, scope=ATLAS, origins=origins, tx=tx, op_id=op_id)

    save(store, facts, scope=ATLAS, by=BY, origins=origins, ask=ask)


def fact(text: str, outcome: Outcome, about: Memory | None = None) -> Fact:
    return Fact(Candidate(text, text), outcome, target=about)


def test_the_questions_of_a_text_go_with_its_facts_and_come_back_with_them(store: Store) -> None:
    old = plant(store, TEXTS[0])
    asked(store, fact(TEXTS[5], Outcome.NEW), fact(TEXTS[1], Outcome.CONFLICTS, old))
    after = cards(store)
    assert after.total() == 1
    undo(store, by=BY)
    assert cards(store).total() == 0
    redo(store, by=BY)
    assert cards(store) == after


def test_a_text_that_only_left_questions_is_what_undo_takes_back(store: Store) -> None:
    add(store, Draft(TEXTS[5], ATLAS), by=BY)
    asked(store, fact(TEXTS[1], Outcome.CONFLICTS, plant(store, TEXTS[0])))
    undone = undo(store, by=BY)
    assert undone is not None
    assert undone.message == "Undid: extraction of 1 card for Review (offline)"
    assert cards(store).total() == 0
    assert [m.state for m in memories.same_text(store, TEXTS[5])] == [State.LIVE]


def test_a_card_that_goes_with_a_replaced_memory_comes_back_at_once(store: Store) -> None:
    old, _ = plant(store, TEXTS[3], days_ago=3), plant(store, TEXTS[4])
    look(store)
    before = cards(store)
    assert before.total() == 1
    save(
        store,
        [fact("Atlas keeps its sessions in Valkey", Outcome.UPDATES, old)],
        scope=ATLAS,
        by=BY,
        origins=Origins("offline", "1"),
        chosen=True,
    )
    look(store)
    assert cards(store) != before
    undo(store, by=BY)
    assert cards(store) == before


def test_a_card_about_a_text_goes_when_the_text_is_what_it_was(store: Store) -> None:
    plant(store, TEXTS[3], days_ago=3)
    other = plant(store, TEXTS[5])
    edit(store, [other.id], Edit(text=TEXTS[4]), by=BY)
    look(store)
    assert cards(store).total() == 1
    undo(store, by=BY)
    assert cards(store).total() == 0


@pytest.mark.parametrize("decide", [reject, later])
def test_a_card_that_was_decided_since_stays_so(store: Store, decide: Callable[..., object]) -> None:
    asked(store, fact(TEXTS[1], Outcome.CONFLICTS, plant(store, TEXTS[0])))
    (card,) = proposals.ids(store)
    (op,) = journal.undoable(store, limit=1)
    decide(store, [card], by=BY)
    was = status(store, card)
    undo(store, by=BY, op_id=op.id)
    assert status(store, card) is was
    undo(store, by=BY, op_id=journal.ops(store, limit=1)[0].id)
    assert status(store, card) is was


def test_a_card_that_another_one_repeats_by_now_stays_away(store: Store) -> None:
    old, _ = plant(store, TEXTS[3], days_ago=3), plant(store, TEXTS[4])
    look(store)
    edit(store, [old.id], Edit(text=TEXTS[5]), by=BY)
    look(store)
    (op,) = journal.undoable(store, limit=1)
    edit(store, [old.id], Edit(text=TEXTS[3]), by=BY)
    look(store)
    assert cards(store).total() == 1
    undo(store, by=BY, op_id=op.id)
    assert cards(store).total() == 1


def test_what_is_undone_while_a_pass_looks_at_it_makes_no_card(store: Store) -> None:
    memory = add(store, Draft(TEXTS[6], ATLAS), by=BY).memory
    undo(store, by=BY)
    run = runs.begin(store, "review")
    with store.write() as tx:
        assert queueing.record(tx, [dropping(memory)], run).added == []


def test_a_store_of_before_takes_back_verdicts_and_what_was_put_away_with_a_memory(store: Store) -> None:
    one, other, third = (plant(store, text) for text in TEXTS[3:6])
    kept, dropped, away = queued(store, choosing(one, other), dropping(one), dropping(third))
    reject(store, [kept.id], by=BY)
    drop(store, [third.id], by=BY)
    accept(store, Settings(), [dropped.id], by=BY)
    undo(store, by=BY)
    with store.write() as tx:
        tx.execute("DROP TABLE op_cards")
        tx.execute("DROP INDEX op_sets_by_first")
        tx.execute("DROP INDEX op_sets_of_many")
        (drop_id,) = (op.id for op in journal.ops(store) if op.kind == "drop")
        tx.execute("UPDATE proposals SET op_id = ? WHERE id = ?", (drop_id, away.id))
    step = (files("memtui.store") / "migrations" / "m029_op_cards.sql").read_text("utf-8")
    with closing(sqlite3.connect(store.path)) as connection:
        connection.executescript(step)
    cards_of = [kept.id, dropped.id, away.id]
    redo(store, by=BY)
    assert status(store, dropped.id) is Status.ACCEPTED
    for _ in range(3):
        undo(store, by=BY)
    assert [status(store, card) for card in cards_of] == [Status.OPEN] * 3

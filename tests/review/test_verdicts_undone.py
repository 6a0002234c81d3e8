"""What undo and redo make of a verdict."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.filter import Filter
from memtui.domain.memory import Draft, MemoryType, State
from memtui.domain.proposal_status import Status
from memtui.lifecycle.access import touch
from memtui.lifecycle.add import add
from memtui.lifecycle.states import archive, drop, forget, restore
from memtui.lifecycle.undo import redo, undo
from memtui.review.verdicts import later, reject
from memtui.store import journal, proposals
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests.conftest import FrozenClock
from tests.depth import examples
from tests.review.deciding import BY, now, status, yes
from tests.review.planting import choosing, dropping, found, merging, plant, queued


def test_redo_decides_it_again(store: Store) -> None:
    (proposal,) = queued(store, dropping(plant(store, "Drew the poster for the fair")))
    yes(store, [proposal.id])
    undo(store, by=BY)
    redo(store, by=BY)
    assert status(store, proposal.id) is Status.ACCEPTED
    undo(store, by=BY)
    assert status(store, proposal.id) is Status.OPEN


def test_a_verdict_undone_together_with_its_memory_comes_back_by_redo_and_keeps_its_name(
    store: Store,
) -> None:
    memory = add(store, Draft("Drew the poster for the fair"), by=BY).memory
    (proposal,) = queued(store, dropping(memory))
    reject(store, [proposal.id], by=BY)
    name = journal.ops(store)[0].label
    assert "Drew the poster" in name
    undo(store, by=BY)
    undo(store, by=BY)
    assert status(store, proposal.id) is Status.WITHDRAWN
    assert name in [op.label for op in journal.ops(store)]
    redo(store, by=BY)
    assert status(store, proposal.id) is Status.OPEN
    redo(store, by=BY)
    assert status(store, proposal.id) is Status.REJECTED
    assert name in [op.label for op in journal.ops(store)]


def test_undoing_a_merge_takes_the_uses_off_again_but_not_those_since(store: Store) -> None:
    kept = plant(store, "Atlas runs on Postgres", accesses=2, sessions=1)
    other = plant(store, "Atlas runs on Postgres!", accesses=3, sessions=2)
    (proposal,) = queued(store, merging(kept, other))
    yes(store, [proposal.id])
    touch(store, [kept.id], by=Actor(ActorKind.AGENT, "mcp", "s2"))
    op = next(op for op in journal.ops(store) if op.kind == "accept")
    undone = undo(store, by=BY, op_id=op.id)
    assert undone is not None
    assert undone.skipped == []
    assert now(store, kept).access_count == 3  # an agent was told it since
    assert now(store, other).state is State.LIVE


def test_a_card_leaves_with_its_memories_and_comes_back_with_them(store: Store) -> None:
    older, newer, third = (plant(store, text) for text in ("Port 80", "Port 81", "Port 82"))
    choice, drop_it = queued(store, choosing(newer, older), dropping(third))
    drop(store, [third.id], by=BY)
    assert (status(store, choice.id), status(store, drop_it.id)) == (Status.OPEN, Status.WITHDRAWN)
    forget(store, Filter(words=("port",)), by=BY)
    assert proposals.count_open(store) == 0
    undo(store, by=BY)
    assert (status(store, choice.id), status(store, drop_it.id)) == (Status.OPEN, Status.WITHDRAWN)
    undo(store, by=BY)
    assert status(store, drop_it.id) is Status.OPEN
    redo(store, by=BY)
    assert status(store, drop_it.id) is Status.WITHDRAWN


@pytest.mark.parametrize("put_away", [drop, archive])
def test_a_card_on_two_leaves_with_either_of_them_and_undo_brings_it_back_usable(
    store: Store, put_away: Callable[..., object]
) -> None:
    older, newer, copy = (plant(store, text) for text in ("Port 80", "Port 81", "Port 81!"))
    cards = queued(store, choosing(newer, older), merging(newer, copy))
    put_away(store, [newer.id], by=BY)
    assert proposals.count_open(store) == 0
    undo(store, by=BY)
    assert [card.stale for card in proposals.get_many(store, proposals.ids(store))] == [False, False]
    assert yes(store, [cards[0].id]).decided == [cards[0].id]


def test_redoing_a_verdict_accepts_no_other_card_about_its_memory(store: Store) -> None:
    memory = plant(store, "Drew the poster for the fair")
    one, other = queued(
        store, dropping(memory), found(Kind.DEAD, [memory], Change(Deed.ARCHIVE, gone=(memory.id,)))
    )
    yes(store, [one.id])
    assert status(store, other.id) is Status.WITHDRAWN
    undo(store, by=BY)
    assert [status(store, each.id) for each in (one, other)] == [Status.OPEN] * 2
    redo(store, by=BY)
    assert [status(store, each.id) for each in (one, other)] == [Status.ACCEPTED, Status.WITHDRAWN]


def test_a_new_type_can_be_taken_back(store: Store) -> None:
    memory = plant(store, "Run make check before a push", type=MemoryType.EPISODIC)
    change = Change(Deed.RETYPE, memory.id, type=MemoryType.PROCEDURAL)
    (proposal,) = queued(store, found(Kind.PROMOTE, [memory], change))
    yes(store, [proposal.id])
    assert now(store, memory).type is MemoryType.PROCEDURAL
    undo(store, by=BY)
    assert now(store, memory).half_life == memory.half_life


def test_undoing_a_choice_takes_its_use_off_again(store: Store) -> None:
    older, newer = plant(store, "Port 80"), plant(store, "Port 81", accesses=2, sessions=1, used_days_ago=40)
    (proposal,) = queued(store, choosing(newer, older))
    yes(store, [proposal.id])
    assert now(store, newer).access_count == 3
    undo(store, by=BY)
    again = now(store, newer)
    assert (again.access_count, again.session_count) == (2, 1)
    assert again.last_accessed_at == newer.last_accessed_at


def test_undoing_a_choice_names_the_memory_that_stayed(store: Store) -> None:
    older, newer = plant(store, "Port 80"), plant(store, "Port 81")
    (proposal,) = queued(store, choosing(newer, older))
    assert yes(store, [proposal.id]).outcome.message == "Kept “Port 81”, and dropped the other"
    undone = undo(store, by=BY)
    assert undone is not None
    assert undone.message == "Undid: choice of “Port 81”, in review"


def test_a_memory_that_only_says_something_else_was_reworded(store: Store) -> None:
    memory = plant(store, "The checklist is in docs/releasing.md")
    change = Change(Deed.KEEP, memory.id, text="The checklist is in docs/release.md")
    (proposal,) = queued(store, found(Kind.DEAD, [memory], change))
    assert yes(store, [proposal.id]).outcome.message == "Reworded “The checklist is in docs/release.md”"
    undone = undo(store, by=BY)
    assert undone is not None
    assert undone.message == "Undid: new wording of “The checklist is in docs/release.md”, in review"


def test_the_history_says_of_which_kind_several_cards_were_and_where(store: Store) -> None:
    scopes = ("/a/tide", "/a/kiosk", "/b")
    tide, kiosk, tea = (plant(store, f"Note of {scope}", scope=scope) for scope in scopes)
    cards = queued(store, *map(dropping, (tide, kiosk, tea)))
    kind = cards[0].kind
    yes(store, [card.id for card in cards[:2]])
    assert journal.ops(store)[0].label == f"drop of 2 memories, {kind} in /a, in review"
    undo(store, by=BY)
    yes(store, [card.id for card in cards])
    assert journal.ops(store)[0].label == f"drop of 3 memories, {kind}, in review"


def test_undoing_one_verdict_makes_no_other_card_stale(store: Store) -> None:
    memory, other = plant(store, "Atlas uses Postgres"), plant(store, "Atlas uses Postgres!")
    drop_it, merge_it = queued(store, dropping(memory), merging(memory, other))
    yes(store, [drop_it.id])
    undo(store, by=BY)
    again = proposals.get(store, merge_it.id)
    assert again is not None
    assert not again.stale


def test_u_takes_a_no_back(store: Store) -> None:
    (proposal,) = queued(store, dropping(plant(store, "The header was drawn anew")))
    reject(store, [proposal.id], by=BY)
    undone = undo(store, by=BY)
    assert undone is not None
    assert "no" in undone.message
    assert status(store, proposal.id) is Status.OPEN
    redo(store, by=BY)
    assert status(store, proposal.id) is Status.REJECTED


@settings(max_examples=examples(25))
@given(
    verdicts=st.lists(st.sampled_from(["yes", "no", "later", "undo", "redo"]), max_size=12), data=st.data()
)
def test_undoing_everything_opens_everything(
    tmp_path_factory: pytest.TempPathFactory, verdicts: list[str], data: st.DataObject
) -> None:
    with open_store(tmp_path_factory.mktemp("undo") / "m.db", clock=FrozenClock()) as store:
        planted = [plant(store, f"A piece of junk called {n}") for n in range(6)]
        pairs = zip(planted[::2], planted[1::2], strict=True)
        made = queued(store, *(merging(a, b) for a, b in pairs), *(dropping(m) for m in planted))
        for verdict in verdicts:
            if verdict in {"undo", "redo"}:
                (undo if verdict == "undo" else redo)(store, by=BY)
                continue
            proposal = data.draw(st.sampled_from(made))
            if verdict == "yes":
                yes(store, [proposal.id])
            else:
                (reject if verdict == "no" else later)(store, [proposal.id], by=BY)
        while journal.next_undo(store) is not None:
            undo(store, by=BY)
        assert [now(store, m).state for m in planted] == [State.LIVE] * 6
        waiting = {p.status for p in proposals.get_many(store, [p.id for p in made])}
        assert waiting <= {Status.OPEN, Status.WITHDRAWN}


def test_what_was_accepted_is_proposed_again_about_another_memory_only(store: Store) -> None:
    one = plant(store, "Drew the poster for the fair")
    (card,) = queued(store, dropping(one))
    yes(store, [card.id])
    restore(store, [one.id], by=BY)
    assert queued(store, dropping(one)) == []
    other = plant(store, "Drew the poster for the fair", scope="/project/other")
    (again,) = queued(store, dropping(other))
    assert [target.id for target in again.targets] == [other.id]


def test_what_was_rejected_is_not_proposed_about_another_memory_that_says_the_same(store: Store) -> None:
    one = plant(store, "Drew the poster for the fair")
    (card,) = queued(store, dropping(one))
    reject(store, [card.id], by=BY)
    other = plant(store, "Drew the poster for the fair", scope="/project/other")
    assert queued(store, dropping(other)) == []

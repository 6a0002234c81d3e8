"""A card whose memories have changed is found anew, or withdrawn; what waits keeps its place."""

from dataclasses import replace

import pytest

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.proposal_status import Status
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.review import recorder
from memtui.review.pass_report import PassReport
from memtui.review.recorder import Recorder
from memtui.review.renewing import renewed
from memtui.review.rule import Context
from memtui.store import proposals
from memtui.store.database import Store
from tests.review.deciding import BY, status, yes
from tests.review.planting import choosing, dropping, found, merging, plant, queued


def test_what_an_agent_wants_gone_is_withdrawn_once_it_is_gone(store: Store) -> None:
    memory = plant(store, "Drew the poster for the fair")
    (card,) = queued(store, dropping(memory, origin="an agent"))
    drop(store, [memory.id], by=BY)
    assert renewed(store, Settings(), card.id) is None
    assert status(store, card.id) is Status.WITHDRAWN


def test_of_several_that_an_agent_wants_gone_those_that_are_there_are_still_asked_about(store: Store) -> None:
    gone, there = plant(store, "Drew the poster for the fair"), plant(store, "Printed the poster")
    change = Change(Deed.DROP, gone=(gone.id, there.id))
    (card,) = queued(store, found(Kind.JUNK, [gone, there], change, origin="an agent"))
    drop(store, [gone.id], by=BY)
    again = renewed(store, Settings(), card.id)
    assert again is not None
    assert again.change.gone == (there.id,)


def test_what_an_agent_wants_added_in_the_place_of_what_is_gone_stays_to_be_decided(store: Store) -> None:
    memory = plant(store, "The fair is in May")
    draft = {"text": "The fair is in June", "scope": "/project/atlas"}
    change = Change(Deed.LEARN, gone=(memory.id,), draft=draft)
    (card,) = queued(store, found(Kind.LEARNED, [memory], change, origin="an agent"))
    drop(store, [memory.id], by=BY)
    again = renewed(store, Settings(), card.id)
    assert again is not None
    assert (again.change.gone, again.change.draft) == ((), draft)


def recording(store: Store) -> Recorder:
    return Recorder(Context(store, Settings(), store.now()), PassReport(), run_id=1)


def test_a_conflict_that_waits_takes_no_place_from_itself(store: Store) -> None:
    one, other, third = (plant(store, f"The port is 808{n}") for n in range(3))
    two = [choosing(one, other), choosing(one, third)]
    queued(store, *two)
    more = replace(choosing(one, plant(store, "The port is 9000")), confidence=0.7)
    assert recording(store).without_topics([*two, more]) == two


def test_reports_of_the_moment_are_not_asked_about_against_others(store: Store) -> None:
    first, second, one, other = (plant(store, f"The till said {n} just now") for n in range(4))
    asking = found(Kind.CONFLICT, [first, one], Change(Deed.KEEP))
    conflicts = [choosing(first, second), asking, choosing(second, other), choosing(one, other)]
    assert recording(store).without_reports(conflicts) == conflicts
    going = [dropping(memory, rule="junk/status") for memory in (first, second)]
    queued(store, *going)
    assert recording(store).without_reports([*conflicts, *going]) == [*conflicts[2:], *going]


def test_in_a_pass_that_only_looks_they_are_not_asked_about_either(store: Store) -> None:
    two = [plant(store, f"The till said {n} just now") for n in range(2)]
    looking = Recorder(Context(store, Settings(), store.now(), dry_run=True), PassReport(), None)
    looking.record([dropping(memory, rule="junk/passing") for memory in two])
    assert looking.without_reports([choosing(*two)]) == []


def test_a_full_queue_is_told_of_once_and_a_queue_with_room_is_not(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "MOST_OPEN", 2)
    findings = [dropping(plant(store, f"Junk number {n}")) for n in range(4)]
    writing = recording(store)
    writing.record(findings[:2])
    assert writing.now.notes == []
    writing.record(findings[2:3])
    writing.record(findings[3:])
    assert len(writing.now.notes) == 1


def test_a_yes_takes_back_the_other_cards_that_no_longer_hold_and_its_undo_brings_them_back(
    store: Store,
) -> None:
    kept = plant(store, "Run it here: the till listens on port 7000")
    other = plant(store, "The till listens on port 7000")
    corrected = Change(Deed.KEEP, other.id, text="The till isn't on 7000 any more. It's 7071")
    drop_it = found(Kind.JUNK, [other], Change(Deed.DROP, gone=(other.id,)), origin="an agent")
    fix = found(Kind.LEARNED, [other], corrected)
    repeat, asked, correction = queued(store, merging(kept, other), drop_it, fix)
    yes(store, [correction.id])
    assert status(store, repeat.id) is Status.WITHDRAWN
    again = proposals.get(store, asked.id)
    assert again is not None
    assert (again.status, again.stale) == (Status.OPEN, False)
    undo(store, by=BY)
    waiting = proposals.get_many(store, proposals.waiting_about(store, [other.id])[other.id])
    assert sorted(each.kind for each in waiting) == [Kind.DUPLICATE, Kind.JUNK, Kind.LEARNED]
    assert not any(each.stale for each in waiting)

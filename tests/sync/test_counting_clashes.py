"""The header counts what Review asks: about how many memories two machines disagree."""

import pytest

from memtui.config.settings import Settings
from memtui.domain.memory import MemoryType, State
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import archive, drop, restore
from memtui.lifecycle.undo import redo, undo
from memtui.review.verdicts import accept
from memtui.store import proposals
from memtui.store.replicas import ELSEWHERE
from memtui.sync.folder import Folder
from memtui.sync.running import leave
from memtui.sync.status import all_standings, in_a_word
from tests.sync.stores import PERSON, Machine, reject
from tests.sync.team import PORT, TEAM, meet, of_team, says

SECURE, OTHER = "The gateway listens on port 443", "The gateway listens on port 8443"


@pytest.fixture
def clash(ada: Machine, bob: Machine) -> None:
    """Have two members reword a memory without knowing of each other."""
    says(ada)
    meet(ada, bob)
    changes(ada, Edit(text=SECURE))
    bob.clock.forward(seconds=5)
    changes(bob, Edit(text=OTHER))
    meet(ada, bob)


def changes(one: Machine, change: Edit) -> None:
    edit(one.store, [of_team(one)[0].id], change, by=PERSON)


def cards(one: Machine) -> list[int]:
    rows = one.store.query("SELECT id FROM proposals WHERE rule = ? AND status = 'open'", (ELSEWHERE,))
    return [row[0] for row in rows]


def counted(one: Machine) -> int:
    return sum(each.clashes for each in all_standings(one.store))


@pytest.mark.usefixtures("clash")
def test_a_clash_is_counted_until_one_of_the_two_decides(ada: Machine, bob: Machine) -> None:
    assert in_a_word(ada.store) == in_a_word(bob.store) == f"{TEAM}: 1 clash"
    reject(bob, cards(bob))
    meet(bob, ada)
    assert [(counted(one), cards(one)) for one in (ada, bob)] == [(0, [])] * 2


@pytest.mark.usefixtures("clash")
def test_a_clash_over_what_is_purged_is_none_any_more(ada: Machine, bob: Machine) -> None:
    purge(ada.store, [of_team(ada)[0].id], by=PERSON)
    meet(ada, bob)
    assert [(counted(one), cards(one)) for one in (ada, bob)] == [(0, [])] * 2


@pytest.mark.usefixtures("clash")
def test_a_clash_in_a_scope_that_was_left_is_a_question_and_no_clash_of_machines(
    ada: Machine, bob: Machine
) -> None:
    leave(bob.store, Folder(bob.meeting.parent / "team"), TEAM)
    bob.exchange()
    assert len(cards(bob)) == 1  # the other wording is worth a look all the same
    assert in_a_word(bob.store) == "1 clash"
    assert in_a_word(ada.store) == f"{TEAM}: 1 clash"
    reject(bob, cards(bob))
    assert counted(bob) == 0


def test_a_drop_against_an_edit_is_counted_as_the_card_that_asks_about_it(ada: Machine, bob: Machine) -> None:
    says(ada)
    meet(ada, bob)
    changes(ada, Edit(text=SECURE))
    drop(bob.store, [of_team(bob)[0].id], by=PERSON)
    meet(ada, bob)
    assert [(counted(one), len(cards(one))) for one in (ada, bob)] == [(1, 1)] * 2
    reject(bob, cards(bob))
    meet(bob, ada)
    assert counted(bob) == 0
    assert [(counted(one), cards(one)) for one in (ada, bob)] == [(0, [])] * 2


def test_who_sets_the_field_by_hand_has_decided(ada: Machine, bob: Machine) -> None:
    says(ada)
    meet(ada, bob)
    changes(ada, Edit(text=SECURE))
    drop(bob.store, [of_team(bob)[0].id], by=PERSON)
    meet(ada, bob)
    restore(ada.store, [of_team(ada)[0].id], by=PERSON)
    meet(ada, bob)
    assert [(counted(one), cards(one)) for one in (ada, bob)] == [(0, [])] * 2


@pytest.mark.usefixtures("clash")
def test_who_takes_a_decision_back_is_asked_again(ada: Machine, bob: Machine) -> None:
    accept(ada.store, Settings(), cards(ada), by=PERSON)
    meet(ada, bob)
    undo(ada.store, by=PERSON)
    meet(ada, bob)
    assert [each.text for each in of_team(bob)] == [OTHER]
    assert (counted(ada), len(cards(ada))) == (1, 1)
    accept(ada.store, Settings(), cards(ada), by=PERSON)
    meet(ada, bob)
    assert [each.text for each in of_team(bob)] == [SECURE]


@pytest.mark.usefixtures("clash")
def test_who_takes_back_their_side_of_a_clash_takes_nothing_back_of_the_other(
    ada: Machine, bob: Machine
) -> None:
    for takes_back_or_does_again, stands in ((undo, PORT), (redo, OTHER)):
        takes_back_or_does_again(bob.store, by=PERSON)
        meet(bob, ada)
        for one in (ada, bob):
            (card,) = proposals.get_many(one.store, cards(one))
            assert (of_team(one)[0].text, card.change.text) == (stands, SECURE)
    accept(ada.store, Settings(), cards(ada), by=PERSON)
    meet(ada, bob)
    assert [(counted(one), cards(one)) for one in (ada, bob)] == [(0, [])] * 2
    assert [of_team(one)[0].text for one in (ada, bob)] == [SECURE] * 2


def test_a_clash_over_the_type_offers_the_others_type(ada: Machine, bob: Machine) -> None:
    says(ada)
    meet(ada, bob)
    changes(ada, Edit(type=MemoryType.EPISODIC))
    bob.clock.forward(seconds=5)
    changes(bob, Edit(type=MemoryType.PROCEDURAL))
    meet(ada, bob)
    other = {MemoryType.EPISODIC, MemoryType.PROCEDURAL} - {of_team(ada)[0].type}
    accept(ada.store, Settings(), cards(ada), by=PERSON)
    assert {of_team(ada)[0].type} == other


def test_a_clash_over_the_state_offers_the_others_state(ada: Machine, bob: Machine) -> None:
    says(ada)
    meet(ada, bob)
    drop(ada.store, [of_team(ada)[0].id], by=PERSON)
    bob.clock.forward(seconds=5)
    archive(bob.store, [of_team(bob)[0].id], by=PERSON)
    meet(ada, bob)
    other = {State.DROPPED, State.ARCHIVED} - {of_team(ada)[0].state}
    accept(ada.store, Settings(), cards(ada), by=PERSON)
    assert {of_team(ada)[0].state} == other

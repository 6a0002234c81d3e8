"""A member of a team who may only read: what they wrote themselves never hides what the team says."""

from collections.abc import Collection

import pytest

from memtui.config.settings import Sync
from memtui.domain.memory import State
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import drop
from memtui.sync.carrier import Blobs
from memtui.sync.errors import MayNotWrite
from memtui.sync.folder import Folder
from memtui.sync.running import exchange
from tests.sync.stores import PERSON, Machine
from tests.sync.team import PORT, TEAM, at_team, meet, of_team, says

SECURE = "The gateway listens on port 443"


class ReadOnly(Folder):
    """A folder of the team in which this member may not write."""

    def put(self, device: str, blobs: Blobs, head: bytes, keep: Collection[str]) -> None:
        raise MayNotWrite(self.place)


def reads(one: Machine) -> None:
    exchange(one.store, ReadOnly(one.meeting.parent / "team"), Sync(), TEAM)


def live(one: Machine) -> list[str]:
    return [each.text for each in of_team(one) if each.state is State.LIVE]


@pytest.mark.parametrize("first", ["the reader", "the writer"])
def test_what_a_reader_wrote_too_never_hides_what_becomes_of_the_teams(
    ada: Machine, bob: Machine, first: str
) -> None:
    for one in (bob, ada) if first == "the reader" else (ada, bob):
        one.clock.now = max(ada.clock.now, bob.clock.now)
        says(one)
    at_team(ada)
    reads(bob)
    ada.clock.forward(seconds=5)
    edit(ada.store, [of_team(ada)[0].id], Edit(text=SECURE), by=PERSON)
    at_team(ada)
    reads(bob)
    assert live(bob) == [SECURE, PORT]
    drop(ada.store, [of_team(ada)[0].id], by=PERSON)
    at_team(ada)
    reads(bob)
    assert live(bob) == [PORT]


def test_once_a_reader_may_write_the_same_memory_of_two_members_is_one(ada: Machine, bob: Machine) -> None:
    for one in (bob, ada):
        says(one)
    at_team(ada)
    reads(bob)
    assert live(bob) == [PORT, PORT]
    meet(bob, ada)
    assert live(bob) == live(ada) == [PORT]


def test_a_reader_hears_of_a_purge_and_keeps_their_own_word(ada: Machine, bob: Machine) -> None:
    says(ada, SECURE)
    at_team(ada)
    says(bob)
    reads(bob)
    purge(ada.store, [of_team(ada)[0].id], by=PERSON)
    at_team(ada)
    reads(bob)
    assert live(bob) == [PORT]

"""Snapshots: where a new machine begins, or one long away, so that what was told before can go."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.sync import KILLED, contents
from memtui.config.settings import Sync
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Draft, Memory, State
from memtui.domain.stamp import new_device
from memtui.lifecycle import access
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import drop
from memtui.store import carried, memories, proposals, replicas
from memtui.store.database import Store
from memtui.sync.drawing import Upkeep, draw
from memtui.sync.folder import Folder
from memtui.sync.git import Git
from memtui.sync.packing import name_of_part
from memtui.sync.running import exchange, leave
from memtui.sync.segments import Head
from memtui.sync.snapshots import Part, Reach
from memtui.sync.status import status
from tests.sync.stores import ALWAYS, PERSON, Machine, machine
from tests.sync.stores import carried as lying_there

AGENT = Actor(ActorKind.AGENT, "codex", "s1")
PATIENT = Upkeep(pays_from=0.0)
"""Draws a snapshot whenever something was told, and waits for machines as long as usual."""
PORT = "The gateway listens on port 80"


@pytest.fixture
def third(new_store: Path, tmp_path: Path, desk: Machine) -> Iterator[Machine]:
    """Return a machine that comes late, by the desk's clock."""
    one = machine(new_store, tmp_path, "third", tmp_path / "meeting")
    one.clock.now = desk.clock.now
    yield one
    one.store.close()


def says(one: Machine, text: str = PORT) -> None:
    one.clock.forward(seconds=1)
    add(one.store, Draft(text, scope="/project/a"), by=PERSON)


def meet(*machines: Machine) -> None:
    for _ in range(2):
        for one in machines:
            one.exchange()


def the_one(one: Machine) -> Memory:
    (row,) = one.store.query("SELECT id FROM memories WHERE state != 'absent'")
    (memory,) = memories.get_many(one.store, [row[0]])
    return memory


def own(one: Machine) -> str:
    known = replicas.replica(one.store)
    assert known is not None
    return known.device


def told_in_segments(one: Machine) -> int:
    return len(carried.segments(one.store))


def test_a_new_machine_begins_with_the_newest_snapshot_and_goes_on_with_what_came_after(
    desk: Machine, third: Machine
) -> None:
    for number in range(5):
        says(desk, f"The cache listens on port 900{number}")
        desk.exchange(ALWAYS)
    assert told_in_segments(desk) == 0
    says(desk)
    desk.exchange()
    done = third.exchange()
    assert done.taken == 2
    assert contents(third.store) == contents(desk.store)
    assert len(contents(third.store)) == 6


def test_segments_stay_until_every_machine_has_taken_them(desk: Machine, lap: Machine) -> None:
    says(desk)
    meet(desk, lap)
    says(desk, "Releases leave on Tuesday")
    desk.exchange(PATIENT)
    assert told_in_segments(desk) == 1
    lap.exchange()
    desk.exchange(PATIENT)
    assert told_in_segments(desk) == 0


def test_a_machine_silent_for_a_month_is_not_waited_for_and_starts_from_a_snapshot_when_it_is_back(
    desk: Machine, lap: Machine
) -> None:
    says(desk)
    meet(desk, lap)
    edit(lap.store, [the_one(lap).id], Edit(importance=0.9), by=PERSON)
    for _ in range(3):
        desk.clock.forward(days=11)
        edit(desk.store, [the_one(desk).id], Edit(text=f"{PORT} since {desk.clock.now:.0f}"), by=PERSON)
        desk.exchange(PATIENT)
    assert told_in_segments(desk) == 0
    lap.clock.now = desk.clock.now + 60
    meet(lap, desk)
    assert contents(lap.store) == contents(desk.store)
    assert the_one(desk).importance == 0.9


def test_what_was_overwritten_does_not_come_back_from_who_was_away(desk: Machine, lap: Machine) -> None:
    says(desk)
    meet(desk, lap)
    for text in ("The gateway listens on port 443", "The gateway listens on port 8443"):
        desk.clock.forward(seconds=5)
        edit(desk.store, [the_one(desk).id], Edit(text=text), by=PERSON)
        desk.exchange(ALWAYS)
    meet(lap, desk)
    assert the_one(lap).text == the_one(desk).text == "The gateway listens on port 8443"
    assert proposals.count_open(lap.store) == proposals.count_open(desk.store) == 0


def test_what_two_machines_changed_is_a_card_also_where_one_of_them_takes_a_snapshot(
    desk: Machine, lap: Machine
) -> None:
    says(desk)
    meet(desk, lap)
    edit(lap.store, [the_one(lap).id], Edit(text="The gateway listens on port 443"), by=PERSON)
    desk.clock.forward(seconds=5)
    edit(desk.store, [the_one(desk).id], Edit(text="The gateway listens on port 8443"), by=PERSON)
    desk.exchange(ALWAYS)
    meet(lap, desk)
    for one in (desk, lap):
        assert the_one(one).text == "The gateway listens on port 8443"
        (card,) = proposals.get_many(one.store, proposals.ids(one.store))
        assert card.change.text == "The gateway listens on port 443"


def test_a_drop_told_by_a_snapshot_against_an_edit_here_is_a_card(desk: Machine, lap: Machine) -> None:
    says(desk)
    meet(desk, lap)
    edit(lap.store, [the_one(lap).id], Edit(text="The gateway listens on port 443"), by=PERSON)
    drop(desk.store, [the_one(desk).id], by=PERSON)
    desk.exchange(ALWAYS)
    meet(lap, desk)
    for one in (desk, lap):
        assert (the_one(one).text, the_one(one).state) == ("The gateway listens on port 443", State.DROPPED)
        assert proposals.count_open(one.store) == 1


def test_uses_that_a_snapshot_tells_are_counted_once(desk: Machine, lap: Machine, third: Machine) -> None:
    says(desk)
    meet(desk, lap)
    for one in (desk, lap):
        one.clock.forward(seconds=60)
        access.touch(one.store, [the_one(one).id], by=AGENT)
        one.exchange(ALWAYS)
    meet(desk, lap, third)
    assert [the_one(one).access_count for one in (desk, lap, third)] == [2, 2, 2]


def test_a_purge_is_taken_out_of_the_snapshot_too(desk: Machine, lap: Machine, third: Machine) -> None:
    says(desk, "The old vault stands in Bergen, row seven")
    meet(desk, lap)
    desk.exchange(ALWAYS)
    assert [text for text in lying_there(desk) if "vault" in text]
    purge(lap.store, [the_one(lap).id], by=PERSON)
    meet(lap, desk)
    assert not [text for text in lying_there(desk) if "vault" in text]
    meet(third)
    assert contents(third.store) == contents(desk.store) == []


def test_what_a_machine_did_that_has_left_is_still_told_to_new_ones(
    desk: Machine, lap: Machine, third: Machine
) -> None:
    says(desk)
    meet(desk, lap)
    edit(lap.store, [the_one(lap).id], Edit(importance=0.9), by=PERSON)
    lap.exchange()
    leave(desk.store, Folder(desk.meeting))
    lap.exchange()
    third.exchange()
    assert contents(third.store) == contents(lap.store) != []
    told = status(lap.store)
    assert told is not None
    assert told.machines == 1


def test_of_two_snapshots_the_one_that_tells_less_goes(desk: Machine, lap: Machine) -> None:
    says(desk)
    desk.exchange(ALWAYS)
    says(lap, "Releases leave on Tuesday")
    lap.exchange(ALWAYS)
    meet(desk, lap)
    assert (len(carried.parts(desk.store)), len(carried.parts(lap.store))) in {(0, 2), (2, 0)}


def test_a_memory_that_looks_like_a_secret_by_now_is_told_as_it_was_told_before(
    desk: Machine, third: Machine
) -> None:
    says(desk)
    desk.exchange()
    secret = "The token is ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    edit(desk.store, [the_one(desk).id], Edit(text=secret), by=PERSON, not_secret=True)
    desk.exchange(ALWAYS)
    assert told_in_segments(desk) == 0
    third.exchange()
    assert the_one(third).text == PORT


def strange_snapshot(one: Machine, part: Part, **head: object) -> None:
    """Lay a snapshot at the meeting place as a stranger would."""
    blob = part.packed()
    name = name_of_part(part.number, blob)
    told = Head(part.device, "stranger", one.clock(), (), {}, (), 0, (name,), part.covers, 3)
    told = replace(told, **head)  # type: ignore[arg-type]
    Folder(one.meeting).put(part.device, [(name, blob)], told.packed(), {name})


@pytest.mark.parametrize(
    ("clock", "covers", "words"),
    [
        ("ffffffffffff0000", {}, "days ahead"),
        ("018000000000" + "0000", {"desk": 7}, "not there yet"),
        ("018000000000" + "0000", {"other": 2}, "not what its head says"),
    ],
    ids=["a clock ahead", "tells of what was never told", "another than its head says"],
)
def test_a_snapshot_that_cannot_be_is_set_aside_said_and_changes_nothing(
    desk: Machine, clock: str, covers: dict[str, int], words: str
) -> None:
    says(desk)
    desk.exchange()
    before, device = contents(desk.store), new_device()
    reaches = {device: Reach(3, clock, "stranger")}
    if "desk" in covers:
        reaches[own(desk)] = Reach(7, clock, "desk")
    head = {"covers": {device: 2}} if "other" in covers else {}
    strange_snapshot(desk, Part(device, 1, reaches), **head)
    assert words in desk.exchange().troubles["stranger"]
    assert contents(desk.store) == before
    assert own(desk)
    known = replicas.replica(desk.store)
    assert known is not None
    assert known.half_taken == {}


def test_a_snapshot_that_has_arrived_in_part_is_waited_for(desk: Machine, third: Machine) -> None:
    says(desk)
    desk.exchange(ALWAYS)
    part = max(desk.meeting.rglob("s*-*"))
    whole = part.read_bytes()
    part.write_bytes(whole[:-5])
    assert "not arrived whole" in third.exchange().troubles["desk"]
    assert contents(third.store) == []
    part.write_bytes(whole)
    third.exchange()
    assert contents(third.store) == contents(desk.store)


@pytest.mark.long
def test_a_git_branch_has_no_past_once_a_snapshot_tells_it(
    desk: Machine, third: Machine, tmp_path: Path
) -> None:
    remote = tmp_path / "meeting.git"
    subprocess.run(["git", "init", "--quiet", "--bare", str(remote)], check=True)
    places = {one.name: Git(str(remote), tmp_path / f"{one.name}.git") for one in (desk, third)}
    for number in range(4):
        says(desk, f"The cache listens on port 900{number}")
        exchange(desk.store, places["desk"], Sync(), upkeep=ALWAYS)
    branch = f"refs/heads/memtui/{own(desk)}"
    past = subprocess.run(
        ["git", "-C", str(remote), "rev-list", "--count", branch], check=True, capture_output=True
    )
    assert int(past.stdout) == 1
    exchange(third.store, places["third"], Sync())
    assert contents(third.store) == contents(desk.store) != []


@pytest.mark.few(1)
@pytest.mark.parametrize("lines", [300, 1200, 2000, 2600, 3200, 4500, 6000])
def test_a_machine_that_dies_while_snapshots_are_drawn_and_taken_loses_and_doubles_nothing(
    desk: Machine, lap: Machine, lines: int
) -> None:
    says(desk)
    desk.exchange(ALWAYS)
    says(lap, "Releases leave on Tuesday")
    subprocess.run(
        [sys.executable, "-c", KILLED, str(lap.store.path), str(lap.meeting), str(lines), str(lap.clock())],
        check=False,
        timeout=300,
    )
    for _ in range(2):
        meet(lap, desk)
    assert contents(desk.store) == contents(lap.store)
    assert len(contents(desk.store)) == 2


def test_a_machine_whose_clock_is_behind_takes_times_as_they_are_told(
    desk: Machine, new_store: Path, tmp_path: Path
) -> None:
    late = machine(new_store, tmp_path, "late", desk.meeting, skew=-7200.0)
    says(desk)
    desk.exchange()
    desk.clock.forward(seconds=60)
    edit(desk.store, [the_one(desk).id], Edit(importance=0.9), by=PERSON)
    desk.exchange(ALWAYS)
    late.exchange()
    assert contents(late.store) == contents(desk.store)
    late.store.close()


def test_no_snapshot_is_drawn_without_a_meeting_or_while_something_is_left_to_tell(
    desk: Machine, store: Store
) -> None:
    assert not draw(store)
    says(desk)
    assert not draw(desk.store)
    desk.exchange()
    assert draw(desk.store)

"""What goes wrong between machines: late files, damage, hostile acts, clocks, copies, lost places, kills."""

import hmac
import os
import shutil
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import pytest

from benchmarks.sync import KILLED, contents
from memtui.addresses import without_password
from memtui.config.settings import Sync
from memtui.domain.memory import Draft
from memtui.domain.stamp import new_device, next_stamp
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.purge import purge
from memtui.store import memories, replicas, tombstones
from memtui.store.opening import open_store
from memtui.store.tombstones import Tombstone
from memtui.sync.acts import Act
from memtui.sync.errors import BrokenSegment, CarrierAway, MayNotWrite, SyncError
from memtui.sync.folder import Folder
from memtui.sync.git import Git
from memtui.sync.packing import name_of
from memtui.sync.places import carrier_at, resolved
from memtui.sync.running import exchange, join, leave
from memtui.sync.segments import Head, Segment
from memtui.sync.status import status
from tests.conftest import FrozenClock
from tests.sync.stores import PERSON, Machine


def says(one: Machine, text: str) -> None:
    one.clock.forward(seconds=1)
    add(one.store, Draft(text, scope="/project/a"), by=PERSON)


def blobs(one: Machine) -> list[Path]:
    """Return the segments at the meeting place, in their order."""
    return sorted(path for path in one.meeting.rglob("0*") if path.is_file())


def meet(*machines: Machine) -> None:
    for _ in range(2):
        for one in machines:
            one.exchange()


def test_a_segment_that_has_arrived_in_part_is_waited_for(desk: Machine, lap: Machine) -> None:
    says(desk, "The gateway listens on port 80")
    desk.exchange()
    (blob,) = blobs(desk)
    whole = blob.read_bytes()
    blob.write_bytes(whole[:-5])
    assert lap.exchange().troubles == {"desk": "a segment has not arrived whole yet"}
    assert contents(lap.store) == []
    blob.write_bytes(whole)
    lap.exchange()
    assert contents(lap.store) == contents(desk.store)


def test_what_was_done_in_the_knowledge_of_something_waits_until_that_has_come(
    desk: Machine, lap: Machine, new_store: Path, tmp_path: Path
) -> None:
    says(desk, "The gateway listens on port 80")
    meet(desk, lap)
    (memory,) = memories.get_many(lap.store, [1])
    edit(lap.store, [memory.id], Edit(text="The gateway listens on port 443"), by=PERSON)
    lap.exchange()
    # A third machine hears of the edit before it hears of what was edited.
    hidden = next(path for path in lap.meeting.iterdir() if path.name == desk_folder(desk))
    away = tmp_path / "away"
    hidden.rename(away)
    third = open_store(shutil.copy(new_store, tmp_path / "third.db"), clock=FrozenClock())
    join(third, str(desk.meeting), "third")
    exchange(third, Folder(desk.meeting), Sync())
    assert contents(third) == []
    away.rename(hidden)
    exchange(third, Folder(desk.meeting), Sync())
    lap.exchange()
    assert contents(third) == contents(lap.store) != []
    third.close()


def desk_folder(one: Machine) -> str:
    own = replicas.replica(one.store)
    assert own is not None
    return own.device


HOSTILE = [
    b"not packed at all",
    Segment("0123456789", 1, {}, ()).packed()[:-3],
    b"",
]


@pytest.mark.parametrize("blob", HOSTILE, ids=["no zlib", "cut off", "empty"])
def test_a_damaged_segment_is_set_aside_said_and_changes_nothing(desk: Machine, blob: bytes) -> None:
    says(desk, "The gateway listens on port 80")
    before = contents(desk.store)
    told_by(desk, "stranger", blob)
    done = desk.exchange()
    assert "stranger" in done.troubles
    assert contents(desk.store) == before


@pytest.mark.parametrize(
    "act",
    [
        {"at": "yesterday"},
        {"added": [{"text": "x"}]},
        {"added": [{"uid": "01M7W6C478MKXTV5EEW7464GKK", "text": ""}]},
        {"added": [{"uid": "01M7W6C478MKXTV5EEW7464GKK", "text": "x", "importance": 7}]},
        {"added": [{"uid": "01M7W6C478MKXTV5EEW7464GKK", "text": "x"}] * 2},
        {"set": [["01M7W6C478MKXTV5EEW7464GKK", "id", 5, [], []]]},
        {"set": [["01M7W6C478MKXTV5EEW7464GKK", "state", "gone", [], []]]},
        {"set": [["01M7W6C478MKXTV5EEW7464GKK", "text", "x", ["now"], []]]},
        {"uses": [["01M7W6C478MKXTV5EEW7464GKK", "many", 0, None]]},
        {"erased": [7]},
        {"tombstones": [["!", "!", "/"]]},
        {"tombstones": [["AA==", "AA==", "/"], ["AQ==", "AA==", "/"]]},
        {"marks": [["01M7W6C478MKXTV5EEW7464GKK", 2**70, 0]]},
        {"marks": [["01M7W6C478MKXTV5EEW7464GKK", 2**53 + 1, 0]]},
        "nothing",
        [],
    ],
)
def test_an_act_that_cannot_be_is_refused_as_a_whole(act: object) -> None:
    stamp = next_stamp("", 0.0, new_device())
    told = {"at": stamp, **act} if isinstance(act, dict) else act
    with pytest.raises(BrokenSegment):
        Act.from_json(told)


def test_what_a_hostile_machine_tells_is_sanitised_and_its_secrets_are_blotted_out(desk: Machine) -> None:
    device = new_device()
    stamp = next_stamp("", desk.clock(), device)
    uid = "01M7W6C478MKXTV5EEW7464GKK"
    text = "<think>hm</think>Deploy with ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    segment = Segment(device, 1, {}, (Act(stamp, added=(Draft(text, uid=uid, scope="/project/a"),)),))
    told_by(desk, "stranger", segment.packed(), device)
    desk.exchange()
    (memory,) = memories.get_many(desk.store, [1])
    assert "ghp_16C7" not in memory.text
    assert memory.uid == uid


@pytest.mark.long
def test_a_purge_on_any_of_a_hundred_machines_is_kept(desk: Machine, new_store: Path, tmp_path: Path) -> None:
    for number in range(100):
        device, key = new_device(), number.to_bytes(32)
        stone = Tombstone(key, hmac.digest(key, f"said on {number}".encode(), "sha256"), "/project/a")
        act = Act(next_stamp("", desk.clock(), device), tombstones=(stone,))
        told_by(desk, f"machine {number}", Segment(device, 1, {}, (act,)).packed(), device)
    assert desk.exchange().troubles == {}
    assert (
        len(tombstones.buried(desk.store, [Draft(f"said on {n}", scope="/project/a") for n in range(100)]))
        == 100
    )


def told_by(one: Machine, name: str, blob: bytes, device: str = "") -> None:
    """Lay a segment at the meeting place as a stranger would."""
    device = device or new_device()
    named = name_of(1, blob)
    head = Head(device, name, one.clock(), (named,), {})
    Folder(one.meeting).put(device, [(named, blob)], head.packed(), {named})


def test_a_clock_that_is_days_ahead_is_said_and_its_acts_wait(desk: Machine, lap: Machine) -> None:
    lap.clock.forward(days=3)
    says(lap, "The gateway listens on port 80")
    lap.exchange()
    assert "3 days ahead" in desk.exchange().troubles["lap"]
    assert contents(desk.store) == []
    desk.clock.forward(days=3)
    desk.exchange()
    assert contents(desk.store) == contents(lap.store)


def test_a_copy_of_a_store_gets_a_name_of_its_own_and_both_stay_equal(
    desk: Machine, lap: Machine, tmp_path: Path
) -> None:
    says(desk, "The gateway listens on port 80")
    meet(desk, lap)
    desk.store.query("PRAGMA wal_checkpoint(TRUNCATE)")
    twin = Machine(
        "twin",
        open_store(shutil.copy(desk.store.path, tmp_path / "twin.db"), clock=desk.clock),
        desk.meeting,
        desk.clock,
    )
    says(desk, "Releases leave on Tuesday")
    desk.exchange()
    says(twin, "The cache listens on port 9000")
    assert "copy" in str(twin.exchange().troubles)
    for _ in range(3):
        meet(desk, lap, twin)
    assert contents(desk.store) == contents(lap.store) == contents(twin.store)
    assert len(contents(desk.store)) == 3
    assert desk_folder(desk) != desk_folder(twin)
    twin.store.close()


def test_a_place_that_was_emptied_is_filled_again(desk: Machine, lap: Machine) -> None:
    says(desk, "The gateway listens on port 80")
    meet(desk, lap)
    for folder in desk.meeting.iterdir():
        shutil.rmtree(folder)
    says(lap, "Releases leave on Tuesday")
    for _ in range(3):
        meet(desk, lap)
    assert contents(desk.store) == contents(lap.store)
    assert len(contents(desk.store)) == 2


def test_a_place_that_is_away_is_said_and_nothing_is_lost(desk: Machine, lap: Machine) -> None:
    says(desk, "The gateway listens on port 80")
    desk.meeting.rename(desk.meeting.with_name("unplugged"))
    with pytest.raises(CarrierAway, match="there is no folder"):
        desk.exchange()
    desk.meeting.with_name("unplugged").rename(desk.meeting)
    meet(desk, lap)
    assert contents(lap.store) == contents(desk.store)


def test_who_leaves_takes_its_part_along_and_keeps_every_memory(desk: Machine, lap: Machine) -> None:
    says(desk, "The gateway listens on port 80")
    meet(desk, lap)
    before = contents(lap.store)
    leave(lap.store, Folder(lap.meeting))
    assert contents(lap.store) == before
    assert len(list(lap.meeting.iterdir())) == 1
    with pytest.raises(SyncError, match="meets no others"):
        exchange(lap.store, Folder(lap.meeting), Sync())


def test_two_stores_that_imported_the_same_are_one_in_common(desk: Machine, lap: Machine) -> None:
    for one in (desk, lap):
        add(one.store, Draft("The gateway listens on port 80", uid="01M7W6C478MKXTV5EEW7464GKK"), by=PERSON)
    meet(desk, lap)
    (line,) = contents(desk.store)
    assert contents(lap.store) == [line]


@pytest.fixture
def remote(tmp_path: Path) -> str:
    where = tmp_path / "meeting.git"
    subprocess.run(["git", "init", "--quiet", "--bare", str(where)], check=True)
    return str(where)


def test_two_machines_meet_at_a_git_remote(desk: Machine, lap: Machine, remote: str, tmp_path: Path) -> None:
    places = {one.name: Git(remote, tmp_path / f"{one.name}.git") for one in (desk, lap)}
    says(desk, "The gateway listens on port 80")
    for _ in range(2):
        for one in (desk, lap):
            exchange(one.store, places[one.name], Sync())
    assert contents(desk.store) == contents(lap.store) != []
    leave(lap.store, places["lap"])
    assert len(places["desk"].heads()) == 1


@pytest.mark.long
def test_what_git_fetched_is_collected_when_a_branch_begins_anew_so_that_a_purge_reaches_it_too(
    desk: Machine, lap: Machine, remote: str, tmp_path: Path
) -> None:
    places = {one.name: Git(remote, tmp_path / f"{one.name}.git") for one in (desk, lap)}

    def meet_there() -> None:
        for one in (desk, lap, desk, lap):
            exchange(one.store, places[one.name], Sync())

    says(desk, "The old vault stands in Bergen, row seven")
    meet_there()
    assert all("vault" in everything_in(tmp_path / f"{one.name}.git") for one in (desk, lap))
    purge(desk.store, [1], by=PERSON)
    meet_there()
    for one in (desk, lap):
        assert contents(one.store) == []
        assert "vault" not in everything_in(tmp_path / f"{one.name}.git")


def everything_in(repository: Path) -> str:
    """Return what all objects of a repository say, whether a branch needs them or not."""
    command = ["git", "-C", str(repository), "cat-file", "--batch", "--batch-all-objects"]
    objects = subprocess.run(command, check=True, capture_output=True).stdout
    begins = [at for at in range(len(objects)) if objects[at : at + 1] == b"\x78"]
    return "\n".join(filter(None, (_inflated(objects[at:]) for at in begins)))


def _inflated(data: bytes) -> str:
    try:
        return zlib.decompressobj().decompress(data).decode("utf-8", "replace")
    except zlib.error:
        return ""


@pytest.mark.long
def test_a_remote_that_refuses_a_push_makes_a_member_that_only_reads(
    desk: Machine, lap: Machine, remote: str, tmp_path: Path
) -> None:
    places = {one.name: Git(remote, tmp_path / f"{one.name}.git") for one in (desk, lap)}
    says(desk, "The gateway listens on port 80")
    exchange(desk.store, places["desk"], Sync())
    hook = Path(remote) / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    says(lap, "Releases leave on Tuesday")
    exchange(lap.store, places["lap"], Sync())
    assert len(contents(lap.store)) == 2
    told = status(lap.store)
    assert told is not None
    assert (told.reads_only, told.trouble) == (True, "")
    hook.unlink()
    exchange(lap.store, places["lap"], Sync())
    exchange(desk.store, places["desk"], Sync())
    assert contents(desk.store) == contents(lap.store)


@pytest.mark.skipif(
    not hasattr(os, "seteuid") or os.getuid() != 0, reason="only root can act as another user"
)
def test_a_folder_that_may_only_be_read_says_so() -> None:
    with tempfile.TemporaryDirectory() as home:
        Path(home).chmod(0o755)
        os.seteuid(65534)
        try:
            assert Folder(Path(home)).heads() == {}
            with pytest.raises(MayNotWrite, match="you may read there"):
                Folder(Path(home)).put(new_device(), [], b"head", set())
        finally:
            os.seteuid(0)


def test_a_remote_that_is_not_there_is_said_in_gits_words_without_a_password(tmp_path: Path) -> None:
    carrier = Git("https://ada:hunter2@127.0.0.1:9/x.git", tmp_path / "cache.git")
    with pytest.raises(CarrierAway) as told:
        carrier.heads()
    assert "hunter2" not in str(told.value)
    assert (
        carrier.place
        == without_password("https://ada:hunter2@127.0.0.1:9/x.git")
        == "https://127.0.0.1:9/x.git"
    )


@pytest.mark.parametrize(
    ("where", "kind"),
    [("git@host:me/memories.git", Git), ("ssh://host/memories", Git), ("~/Sync/memories", Folder)],
)
def test_a_place_tells_what_carries(where: str, kind: type, tmp_path: Path) -> None:
    assert isinstance(carrier_at(resolved(where), tmp_path / "memories.db"), kind)


@pytest.mark.parametrize("where", ["", "--upload-pack=x"])
def test_what_is_no_place_is_refused(where: str) -> None:
    with pytest.raises(SyncError):
        resolved(where)


@pytest.mark.few(1)
@pytest.mark.parametrize("lines", [40, 400, 900, 1500, 2500, 4000, 7000])
def test_a_machine_that_dies_anywhere_loses_and_doubles_nothing(
    desk: Machine, lap: Machine, lines: int
) -> None:
    says(desk, "The gateway listens on port 80")
    says(lap, "Releases leave on Tuesday")
    desk.exchange()
    subprocess.run(
        [sys.executable, "-c", KILLED, str(lap.store.path), str(lap.meeting), str(lines), str(lap.clock())],
        check=False,
        timeout=300,
    )
    for _ in range(2):
        meet(lap, desk)
    assert contents(desk.store) == contents(lap.store)
    assert len(contents(desk.store)) == 2

"""What a machine does when its clock, its store, or the place where machines meet is not what it was."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.sync import contents
from memtui.config.settings import Sync
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.store import memories, proposals, replicas
from memtui.store.opening import open_store
from memtui.sync.errors import CarrierAway
from memtui.sync.folder import Folder
from memtui.sync.git import Git
from memtui.sync.running import exchange
from tests.sync.stores import PERSON, Machine, machine

PORT = "The gateway listens on port 80"
TUESDAY = "Releases leave on Tuesday"
CACHE = "The cache listens on port 9000"


@dataclass
class Place:
    """Where two machines meet, by way of a folder or of a git remote."""

    root: Path
    is_git: bool

    def exchange(self, *machines: Machine) -> dict[str, str]:
        """Have machines exchange, one after the other; returns what hindered it."""
        troubles: dict[str, str] = {}
        for one in machines:
            cache = one.store.path.with_suffix(".git")
            carrier = Git(str(self.root), cache) if self.is_git else Folder(self.root)
            troubles |= exchange(one.store, carrier, Sync()).troubles
        return troubles

    def empty(self) -> None:
        """Put a new place where this one was."""
        shutil.rmtree(self.root)
        self.make()

    def make(self) -> None:
        if self.is_git:
            subprocess.run(["git", "init", "--quiet", "--bare", str(self.root)], check=True)
        else:
            self.root.mkdir()

    def remembered(self) -> Callable[[], None]:
        """Return what makes the place again what it is now."""
        copy = self.root.with_name("remembered")
        shutil.copytree(self.root, copy)

        def put_back() -> None:
            shutil.rmtree(self.root)
            copy.rename(self.root)

        return put_back


@pytest.fixture(
    params=[
        pytest.param(False, id="in a folder"),
        pytest.param(True, id="at a git remote", marks=pytest.mark.long),
    ]
)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    made = Place(tmp_path / "place", request.param)
    made.make()
    return made


def says(one: Machine, text: str) -> None:
    one.clock.forward(seconds=1)
    add(one.store, Draft(text, scope="/project/a"), by=PERSON)


def texts(one: Machine) -> Sequence[str]:
    return sorted(memory.text for memory in memories.get_many(one.store, range(1, 20)))


def name_of(one: Machine) -> str:
    own = replicas.replica(one.store)
    assert own is not None
    return own.device


def restored(one: Machine, backup: Path) -> Machine:
    """Put a store back as a backup has it."""
    path = one.store.path
    one.store.close()
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()
    return Machine(one.name, open_store(shutil.copy(backup, path), clock=one.clock), one.meeting, one.clock)


def backed_up(one: Machine, tmp_path: Path) -> Path:
    one.store.query("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(shutil.copy(one.store.path, tmp_path / "backup.db"))


def test_a_store_put_back_from_a_backup_takes_a_new_name_and_hears_what_it_had_told(
    desk: Machine, lap: Machine, place: Place, tmp_path: Path
) -> None:
    says(desk, PORT)
    place.exchange(desk, lap, desk)
    backup, before = backed_up(desk, tmp_path), name_of(desk)
    says(desk, TUESDAY)
    place.exchange(desk, lap)
    back = restored(desk, backup)
    says(back, CACHE)
    assert "told anew" in place.exchange(back)["desk"]
    place.exchange(lap, back, lap)
    assert name_of(back) != before
    assert contents(back.store) == contents(lap.store)
    assert texts(back) == sorted([PORT, TUESDAY, CACHE])
    back.store.close()


def test_a_backup_of_before_which_nothing_was_told_since_goes_on_by_its_name(
    desk: Machine, lap: Machine, place: Place, tmp_path: Path
) -> None:
    says(desk, PORT)
    place.exchange(desk, lap, desk)
    backup, before = backed_up(desk, tmp_path), name_of(desk)
    back = restored(desk, backup)
    says(back, CACHE)
    assert place.exchange(back, lap, back) == {}
    assert name_of(back) == before
    assert contents(back.store) == contents(lap.store)
    back.store.close()


@pytest.mark.parametrize("was_seen_there", [False, True], ids=["at once", "after it was seen there"])
def test_a_place_that_lost_the_last_writes_gets_them_again(
    desk: Machine, lap: Machine, new_store: Path, place: Place, tmp_path: Path, was_seen_there: bool
) -> None:
    says(desk, PORT)
    place.exchange(desk, lap, desk)
    lose = place.remembered()
    says(desk, TUESDAY)
    place.exchange(desk, *([lap, desk] if was_seen_there else []))
    lose()
    for _ in range(2):
        place.exchange(desk, lap)
    third = machine(new_store, tmp_path, "third", tmp_path / "meeting")
    place.exchange(third, desk, lap)
    for one in (lap, third):
        assert contents(one.store) == contents(desk.store)
    assert texts(third) == sorted([PORT, TUESDAY])
    third.store.close()


def test_a_place_that_was_replaced_is_filled_again_by_every_machine(
    desk: Machine, lap: Machine, new_store: Path, place: Place, tmp_path: Path
) -> None:
    says(desk, PORT)
    says(lap, TUESDAY)
    place.exchange(desk, lap, desk)
    place.empty()
    for _ in range(2):
        place.exchange(desk, lap)
    third = machine(new_store, tmp_path, "third", tmp_path / "meeting")
    place.exchange(third, desk, lap)
    assert texts(third) == sorted([PORT, TUESDAY])
    assert contents(third.store) == contents(desk.store) == contents(lap.store)
    third.store.close()


@pytest.mark.long
def test_a_push_that_broke_off_half_way_is_seen_by_nobody_and_made_again(
    desk: Machine, lap: Machine, tmp_path: Path
) -> None:
    place = Place(tmp_path / "place", is_git=True)
    place.make()
    says(desk, PORT)
    place.exchange(desk, lap, desk)
    hook = place.root / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nkill -9 $PPID\n")
    hook.chmod(0o755)
    says(desk, TUESDAY)
    with pytest.raises(CarrierAway):
        place.exchange(desk)
    place.exchange(lap)  # hears nothing, and may not write either, which it need not
    assert texts(lap) == [PORT]
    hook.unlink()
    place.exchange(desk, lap)
    assert contents(desk.store) == contents(lap.store)
    assert len(texts(lap)) == 2


def test_a_clock_that_is_hours_behind_makes_nothing_older_than_what_was_known(
    desk: Machine, lap: Machine, place: Place
) -> None:
    lap.clock.forward(seconds=-20 * 3600)
    says(desk, PORT)
    place.exchange(desk, lap, desk)
    edit(lap.store, [1], Edit(text="The gateway listens on port 443"), by=PERSON)
    place.exchange(lap, desk)
    for one in (desk, lap):
        assert texts(one) == ["The gateway listens on port 443"]
        assert proposals.count_open(one.store) == 0


def test_a_clock_that_is_days_behind_is_said_and_what_it_missed_comes_once_it_is_set(
    desk: Machine, lap: Machine, place: Place
) -> None:
    lap.clock.forward(days=-3)
    says(desk, PORT)
    says(lap, TUESDAY)
    assert "3 days ahead of this one" in place.exchange(desk, lap)["desk"]
    place.exchange(desk)
    assert texts(desk) == sorted([PORT, TUESDAY])
    assert texts(lap) == [TUESDAY]
    lap.clock.forward(days=3)
    assert place.exchange(lap, desk) == {}
    assert contents(desk.store) == contents(lap.store)

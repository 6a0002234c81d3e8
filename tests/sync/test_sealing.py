"""What goes to a meeting place can be sealed for keys; who has none of them reads nothing and is told why."""

import sys
from dataclasses import replace
from pathlib import Path

import pyrage
import pytest

from benchmarks.sync import contents
from memtui.config.settings import Sync
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.sync.errors import SyncError
from memtui.sync.exchanged import Exchanged
from memtui.sync.folder import Folder
from memtui.sync.running import exchange
from memtui.sync.sealing import sealed
from tests.sync.stores import PERSON, Machine


def key_file(folder: Path, name: str) -> tuple[str, str]:
    """Make an age key; returns its file and its recipient."""
    made = pyrage.x25519.Identity.generate()
    file = folder / f"{name}.key"
    file.write_text(f"# public key: {made.to_public()}\n{made}\n")
    return str(file), str(made.to_public())


def meet(machine: Machine) -> Exchanged:
    return exchange(machine.store, sealed(Folder(machine.meeting), machine.wanted), machine.wanted)


def lies_there(machine: Machine) -> list[bytes]:
    return [path.read_bytes() for path in machine.meeting.rglob("*") if path.is_file()]


def test_what_is_sealed_is_read_by_those_it_is_for_and_by_nobody_else(
    desk: Machine, lap: Machine, tmp_path: Path
) -> None:
    (desk_key, desk_recipient), (lap_key, lap_recipient) = (key_file(tmp_path, name) for name in ("d", "l"))
    desk.wanted = Sync(recipients=(lap_recipient,), key=desk_key)
    lap.wanted = Sync(recipients=(desk_recipient,), key=lap_key)
    add(desk.store, Draft("The gateway listens on port 80"), by=PERSON)
    for machine in (desk, lap, desk, lap):
        assert meet(machine).troubles == {}
    assert contents(desk.store) == contents(lap.store) != []
    assert all(blob.startswith(b"age-encryption.org/v1") for blob in lies_there(desk))
    lap.wanted = replace(lap.wanted, key=key_file(tmp_path, "stranger")[0])
    add(desk.store, Draft("Releases leave on Tuesday"), by=PERSON)
    meet(desk)
    assert "not for a key of this machine" in str(meet(lap).troubles)
    assert len(contents(lap.store)) == 1


def test_a_machine_without_a_key_is_told_that_it_is_sealed(
    desk: Machine, lap: Machine, tmp_path: Path
) -> None:
    desk.wanted = Sync(key=key_file(tmp_path, "desk")[0])
    add(desk.store, Draft("The gateway listens on port 80"), by=PERSON)
    meet(desk)
    assert "it is sealed" in str(meet(lap).troubles)
    assert contents(lap.store) == []


def test_what_was_told_openly_is_taken_away_once_it_is_to_be_sealed(
    desk: Machine, lap: Machine, tmp_path: Path
) -> None:
    key, _ = key_file(tmp_path, "ours")
    add(desk.store, Draft("The gateway listens on port 80"), by=PERSON)
    for machine in (desk, lap, desk, lap):
        meet(machine)
    for machine in (desk, lap):
        machine.wanted = Sync(key=key)
        meet(machine)
    assert all(blob.startswith(b"age-encryption.org/v1") for blob in lies_there(desk))
    for machine in (desk, lap, desk):
        meet(machine)
    assert contents(desk.store) == contents(lap.store)
    assert len(contents(desk.store)) == 1
    assert meet(desk).nothing


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (Sync(recipients=("age1abc",)), "has to name your own key file"),
        (Sync(key="nowhere.key"), "nowhere.key"),
        (Sync(key="{broken}"), "no age key"),
        (Sync(key="{empty}"), "holds no age key"),
        (Sync(recipients=("age1abc",), key="{good}"), "is no age recipient"),
    ],
)
def test_settings_that_cannot_seal_are_said(wanted: Sync, words: str, tmp_path: Path) -> None:
    (tmp_path / "broken").write_text("not a key\n")
    (tmp_path / "empty").write_text("# nothing\n")
    (tmp_path / "good").write_text(Path(key_file(tmp_path, "any")[0]).read_text())
    files = {name: str(tmp_path / name) for name in ("broken", "empty", "good")}
    with pytest.raises(SyncError, match=words):
        sealed(Folder(tmp_path), replace(wanted, key=wanted.key.format(**files)))


def test_without_pyrage_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    key = key_file(tmp_path, "desk")[0]
    monkeypatch.setitem(sys.modules, "pyrage", None)
    with pytest.raises(SyncError, match=r"memtui\[sealed\]"):
        sealed(Folder(tmp_path), Sync(key=key))

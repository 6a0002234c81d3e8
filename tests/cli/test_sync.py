"""`memtui sync` from the outside: two stores that meet in a folder."""

from pathlib import Path

import pytest

from tests.cli.conftest import Memtui


@pytest.fixture
def meeting(tmp_path: Path) -> str:
    place = tmp_path / "meeting"
    place.mkdir()
    return str(place)


@pytest.mark.usefixtures("scripted")
def test_two_stores_exchange_and_say_how_they_stand(memtui: Memtui, meeting: str, tmp_path: Path) -> None:
    other = Memtui(tmp_path / "other.db")
    memtui.add("The gateway listens on port 80")
    other.add("Releases leave on Tuesday")
    assert memtui("sync", "init", meeting, "--name", "desk").code == 0
    assert other("sync", "init", meeting, "--name", "lap").code == 0
    assert memtui("sync", "--json").json["changed"] == 1
    assert sorted(memtui.texts()) == sorted(other.texts())
    assert memtui("sync", "status", "--json").json["machines"] == 2
    assert [each["name"] for each in memtui("sync", "devices", "--json").json] == ["lap"]
    other("sync")
    assert memtui("sync").err == "In step: nothing to tell, nothing new.\n"
    memtui.add("The cache listens on port 9000")
    assert memtui("sync", "status").out.startswith("1 to send")
    assert memtui("sync", "leave").code == 0
    assert memtui("sync").code == 3


@pytest.mark.usefixtures("scripted")
def test_a_store_that_meets_nobody_says_how_to(memtui: Memtui) -> None:
    for command in ([], ["status"], ["devices"], ["leave"]):
        told = memtui("sync", *command)
        assert (told.code, "memtui sync init WHERE" in told.err) == (3, True)


def test_where_memories_go_is_not_a_scripts_to_say(memtui: Memtui, meeting: str) -> None:
    memtui.add("The gateway listens on port 80")
    refused = memtui("sync", "init", meeting)
    assert (refused.code, "person" in refused.err) == (1, True)
    assert not any(Path(meeting).iterdir())


@pytest.mark.usefixtures("scripted")
def test_a_place_that_cannot_be_reached_is_said_and_nothing_is_begun(memtui: Memtui, tmp_path: Path) -> None:
    refused = memtui("sync", "init", str(tmp_path / "nowhere"))
    assert (refused.code, "no folder" in refused.err) == (1, True)
    assert memtui("sync").code == 3


@pytest.mark.usefixtures("scripted")
def test_machines_of_one_name_are_told_apart(
    memtui: Memtui, meeting: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.node", lambda: "box")
    other = Memtui(tmp_path / "other.db")
    for machine in (memtui, other):
        assert machine("sync", "init", meeting).code == 0
    memtui("sync")
    assert [each["name"] for each in memtui("sync", "devices", "--json").json] == ["box 2"]
    assert [each["name"] for each in other("sync", "devices", "--json").json] == ["box"]

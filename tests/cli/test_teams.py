"""A team from the outside: two stores that share a scope through a bare git repository."""

import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Memtui

TEAM = "/team/atlas"
PORT = "The gateway listens on port 80"


@pytest.fixture
def meeting(tmp_path: Path) -> str:
    place = tmp_path / "team.git"
    subprocess.run(["git", "init", "--quiet", "--bare", str(place)], check=True)
    return str(place)


def begin(one: Memtui, meeting: str, name: str, person: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Share the scope at a place, as a person whom git knows by a name."""
    for key, value in (("COUNT", "1"), ("KEY_0", "user.name"), ("VALUE_0", person)):
        monkeypatch.setenv(f"GIT_CONFIG_{key}", value)
    begun = one("sync", "init", meeting, "--scope", TEAM, "--name", name)
    assert (begun.code, f"knows you as {person}" in begun.err) == (0, True)


@pytest.mark.long
@pytest.mark.usefixtures("scripted")
def test_what_an_agent_wrote_reaches_the_team_with_whose_it_is_after_a_yes(
    memtui: Memtui, meeting: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Memtui(tmp_path / "other.db")
    begin(memtui, meeting, "desk", "Ada", monkeypatch)
    begin(other, meeting, "lap", "Bob", monkeypatch)
    memtui.add("My desk is by the window", "--scope", "/user")
    memtui.add(PORT, "--scope", TEAM)  # as any program may, which is no person
    memtui("sync")
    other("sync")
    assert other.texts() == []
    memtui("review", "run")
    (card,) = [card for card in memtui("review", "list", "--json").json if card["kind"] == "share"]
    assert memtui("review", "accept", str(card["id"])).code == 0
    memtui("sync")
    other("sync")
    (told,) = other("list", "--json").json
    assert (told["text"], told["origin"]) == (PORT, "imported")
    assert "a colleague, Ada on desk" in other("show", told["uid"]).out
    (op,) = other("history", "--json").json
    assert op["client"] == "Ada on desk"
    assert [each["person"] for each in other("sync", "devices", "--json").json] == ["Ada"]
    (team,) = other("sync", "status", "--json").json["teams"]
    assert (team["scope"], team["machines"]) == (TEAM, 2)


@pytest.mark.long
@pytest.mark.usefixtures("scripted")
def test_a_memory_is_shared_by_hand_and_undo_takes_it_back_from_everybody(
    memtui: Memtui, meeting: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Memtui(tmp_path / "other.db")
    begin(memtui, meeting, "desk", "Ada", monkeypatch)
    begin(other, meeting, "lap", "Bob", monkeypatch)
    uid = memtui.add(PORT, "--scope", "/project/atlas")
    assert "shared with nobody" in memtui("share", uid, "/team/other").err
    assert memtui("share", uid, TEAM).code == 0
    memtui("sync")
    other("sync")
    assert other.texts() == [PORT]
    assert other("undo").code != 0  # it is Ada's
    memtui("undo")
    memtui("sync")
    other("sync")
    assert other.texts() == []
    assert memtui.texts() == [PORT]


@pytest.mark.long
@pytest.mark.usefixtures("scripted")
def test_who_leaves_a_team_keeps_what_they_know(
    memtui: Memtui, meeting: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Memtui(tmp_path / "other.db")
    begin(memtui, meeting, "desk", "Ada", monkeypatch)
    begin(other, meeting, "lap", "Bob", monkeypatch)
    assert memtui("share", memtui.add(PORT), TEAM).code == 0
    memtui("sync")
    other("sync")
    assert other("sync", "leave").code == 3
    left = other("sync", "leave", "--scope", TEAM)
    assert (left.code, "the team keeps what you told" in left.err) == (0, True)
    assert other.texts() == [PORT]
    assert other("sync").code == 3

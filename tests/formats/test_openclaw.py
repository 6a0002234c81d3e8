"""OpenClaw's workspace: its days are not lost, each line is whose it is, and what is no memory is counted."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui.formats.openclaw import OpenClaw
from memtui.formats.registry import reader_for
from memtui.sources.places import scan
from tests.formats.changing import remove
from tests.formats.reading import drafts, skipped, texts, write
from tests.formats.samples import FOLDERS


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDERS / "openclaw", tmp_path / "home/.openclaw/workspace"))


def test_the_notes_of_days_and_the_learnings_are_read_with_the_rest(workspace: Path) -> None:
    found = texts(OpenClaw(), workspace)
    assert "Deliveries: The oolong came late; the driver is called Mo" in found
    assert "The till lost a cent on every refund." in found
    assert len([text for text in found if text.startswith("[LRN-")]) == 3
    assert len(found) == 14


def test_what_is_no_memory_is_counted(workspace: Path) -> None:
    left = {one.where: one.reason for one in skipped(OpenClaw(), workspace)}
    assert sorted(left) == ["README.md", "memory/heartbeat-state.json", "skills/"]
    assert left["skills/"].startswith("1 page of markdown")


def test_a_workspace_is_not_taken_for_hermes_nor_hermes_for_one(workspace: Path, tmp_path: Path) -> None:
    assert reader_for(workspace).name == "openclaw"
    (workspace / "SOUL.md").unlink()
    assert reader_for(workspace).name == "openclaw"
    home = tmp_path / "hermes"
    write(home / "MEMORY.md", "One.\n§\nTwo.\n")
    write(home / "USER.md", "Rosa\n")
    write(home / "SOUL.md", "Be kind.\n")
    assert reader_for(home).name == "hermes"


def test_files_and_the_folder_of_days_are_known_by_themselves(workspace: Path) -> None:
    for name in ("MEMORY.md", "memory/2026-02-03.md", "memory", ".learnings/LEARNINGS.md"):
        assert reader_for(workspace / name).name == "openclaw", name
    assert len(texts(OpenClaw(), workspace / "memory")) == 3


def test_what_is_about_the_person_is_theirs_and_all_else_the_agents(workspace: Path) -> None:
    scopes = {
        Path(str(draft.provenance["path"])).name: draft.scope for draft in drafts(OpenClaw(), workspace)
    }
    assert scopes.pop("USER.md") == "/user"
    assert set(scopes.values()) == {"/agent/openclaw"}
    other = Path(shutil.copytree(workspace, workspace.with_name("workspace-garden")))
    assert drafts(OpenClaw(), other / "SOUL.md")[0].scope == "/agent/garden"


def test_a_note_is_as_old_as_its_day(workspace: Path) -> None:
    days = {
        draft.text: datetime.fromtimestamp(draft.created_at or 0, UTC).strftime("%Y-%m-%d")
        for draft in drafts(OpenClaw(), workspace)
    }
    assert days["Deliveries: Next order on Friday"] == "2026-02-03"
    assert days["The till lost a cent on every refund."] == "2026-02-04"
    assert days["Habits: 2026-02-01: Rosa wants the menu on paper"] == "2026-02-01"


def test_a_scan_finds_every_workspace(workspace: Path, tmp_path: Path) -> None:
    shutil.copytree(workspace, tmp_path / "home/clawd")
    found = {one.path: one.records for one in scan(tmp_path / "home", {}) if one.format == "openclaw"}
    assert found == {tmp_path / "home/clawd": 14, workspace: 14}


def test_a_line_of_a_day_goes_alone(workspace: Path) -> None:
    (change,) = remove(OpenClaw(), workspace, "oolong").files
    before = (change.before or b"").decode()
    assert (change.after or b"").decode() == before.replace(
        "- The oolong came late; the driver is called Mo\n", ""
    )

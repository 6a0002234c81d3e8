"""`memtui sources` in words: what somebody reads who links a file for the first time."""

from pathlib import Path

import pytest

from tests.cli.conftest import Memtui


@pytest.fixture
def notes(memtui: Memtui, tmp_path: Path, scripted: None) -> Path:
    """A list that is linked and may be written to."""
    path = tmp_path / "notes.md"
    path.write_text("- Lisa owns billing\n- Use pnpm, not npm\n")
    assert memtui("sources", "link", str(path)).code == 0
    assert memtui("sources", "allow", str(path), "--yes").code == 0
    return path


def test_status_says_just_now(memtui: Memtui, notes: Path) -> None:
    (line,) = memtui("sources", "status").lines
    assert "synced just now" in line


def test_a_diff_of_nothing_says_so(memtui: Memtui, notes: Path) -> None:
    ran = memtui("sources", "diff", str(notes))
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "Nothing is to be written: the files say what the store says.\n"


def test_what_is_gone_is_not_called_in_step(memtui: Memtui, notes: Path) -> None:
    notes.unlink()
    ran = memtui("sources", "sync")
    assert ran.code == 1
    assert f"{notes}: not in step." in ran.err
    assert "There is no" in memtui("sources", "diff", str(notes)).err


def test_a_file_that_is_read_only_is_not_said_to_need_permission_here(memtui: Memtui, notes: Path) -> None:
    notes.chmod(0o444)
    (uid, *_) = [row["uid"] for row in memtui("list", "Lisa", "--json").json]
    ran = memtui("drop", uid)
    assert "read-only" in ran.err
    assert f"{notes}: not in step." in ran.err
    assert "once you allow it" not in ran.err


def test_a_name_stays_as_it_is_written(
    memtui: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    assert "What is in empty is none of the formats" in memtui("import", "empty").err

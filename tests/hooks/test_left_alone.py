"""What a hook leaves for nobody: what the settings turn off, what a hook brought about, what says nothing."""

from pathlib import Path
from typing import Any

import pytest

from memtui.hooks.counting import tool_turns
from memtui.hooks.events import handle
from memtui.store import jobs
from memtui.store.database import Store
from tests.capture import talks


@pytest.fixture
def config(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of settings of the agent whose hooks are called."""
    file = tmp_path / "config.toml"
    file.touch()
    monkeypatch.setenv("MEMTUI_CONFIG", str(file))
    monkeypatch.setenv("MEMTUI_DB", str(store.path))
    return file


@pytest.fixture
def said(tmp_path: Path) -> dict[str, Any]:
    talk = talks.write(tmp_path / "talk.jsonl")
    return {"session_id": talks.SESSION, "transcript_path": str(talk), "cwd": talks.CWD}


def left(store: Store) -> list[str]:
    return [job.kind for job in jobs.get_all(store)]


@pytest.mark.parametrize(("setting", "kinds"), [("true", ["session"]), ("false", [])])
def test_the_end_of_a_session_is_read_only_where_the_settings_say_so(
    store: Store, config: Path, said: dict[str, Any], setting: str, kinds: list[str]
) -> None:
    config.write_text(f"[capture]\npost_session = {setting}\n")
    assert handle("sessionend", said) == ""
    assert left(store) == kinds


@pytest.mark.parametrize(("setting", "kinds"), [("true", ["session"]), ("false", [])])
def test_a_session_that_was_left_open_is_read_only_where_the_settings_say_so(
    store: Store, config: Path, said: dict[str, Any], setting: str, kinds: list[str]
) -> None:
    gone = str(Path(said["transcript_path"]).with_name("gone.jsonl"))
    with store.write() as tx:
        for path in (said["transcript_path"], gone):
            jobs.note_transcript(tx, jobs.TranscriptMark(path, talks.SESSION, "", "", 1, 0, 0.0, 0))
    config.write_text(f"[capture]\npost_session = {setting}\n")
    handle("sessionstart", said | {"session_id": "the next"})
    assert left(store) == kinds


@pytest.mark.usefixtures("config")
def test_a_subagent_that_a_hook_keeps_going_leaves_nothing(store: Store, said: dict[str, Any]) -> None:
    answer = {"last_assistant_message": "Redis 7 is used for the cache."}
    handle("subagentstop", said | answer | {"stop_hook_active": True})
    assert left(store) == []
    handle("subagentstop", said | answer)
    assert left(store) == ["task"]


@pytest.mark.usefixtures("config")
def test_the_session_itself_is_no_answer_of_its_subagent(
    store: Store, said: dict[str, Any], tmp_path: Path
) -> None:
    handle("subagentstop", said | {"agent_transcript_path": said["transcript_path"]})
    assert left(store) == []
    handle("subagentstop", said | {"agent_transcript_path": str(tmp_path / "sub.jsonl")})
    assert left(store) == ["task"]


@pytest.mark.usefixtures("config")
def test_a_blank_answer_is_passed_over_for_one_that_says_something(
    store: Store, said: dict[str, Any]
) -> None:
    handle("subagentstop", said | {"last_assistant_message": "  ", "result": "Redis 7 is used."})
    (job,) = jobs.get_all(store)
    assert job.payload["text"] == "Redis 7 is used."


def test_a_log_too_long_to_count_in_is_due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.hooks.counting._MOST_BYTES", 10)
    log = tmp_path / "log.jsonl"
    log.write_text("{}\n" * 20)
    assert tool_turns(log, 0, 5) == 5
    assert tool_turns(log, 55, 5) == 0

"""Sessions of OpenCode: an export, and its storage folder with one file for each message and part."""

import json
from pathlib import Path
from typing import Any

import pytest

from memtui.capture.transcripts.registry import read, reader_for
from memtui.capture.transcripts.turns import ASSISTANT, TOOL, USER

SESSION: dict[str, Any] = {
    "id": "ses_1",
    "version": "1.0.0",
    "projectID": "p1",
    "directory": "/home/ada/atlas",
    "title": "Users",
    "time": {"created": 1730000000000, "updated": 1730000009000},
}
ASKED: dict[str, Any] = {"type": "text", "text": "Where does Atlas keep its users?"}
INJECTED: dict[str, Any] = {"type": "text", "text": "Called the Read tool", "synthetic": True}
CALL: dict[str, Any] = {
    "type": "tool",
    "tool": "bash",
    "state": {"status": "completed", "input": {"command": "ls"}},
}
ANSWER: dict[str, Any] = {"type": "text", "text": "In PostgreSQL 16."}
MESSAGES: list[tuple[dict[str, Any], list[dict[str, Any]]]] = [
    ({"id": "msg_1", "role": "user", "time": {"created": 1730000001000}}, [ASKED, INJECTED]),
    (
        {"id": "msg_2", "role": "assistant", "time": {"created": 1730000002000, "completed": 1730000003000}},
        [{"type": "step-start"}, {"type": "reasoning", "text": "Look."}, CALL, ANSWER],
    ),
]
SAID = [(USER, ASKED["text"]), (TOOL, "[tool: bash — ls]"), (ASSISTANT, ANSWER["text"])]


def put(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))
    return path


def storage(folder: Path, *, loose: bool = False, **session: object) -> Path:
    """Lay a session out as OpenCode does; return its file."""
    for info, parts in MESSAGES:
        put(folder / "message" / "ses_1" / f"{info['id']}.json", info)
        for number, part in enumerate(parts):
            name = f"prt_{info['id']}_{number}.json"
            where = folder / "part" / name if loose else folder / "part" / str(info["id"]) / name
            put(where, {**part, "messageID": info["id"], "sessionID": "ses_1"})
    return put(folder / "session" / "p1" / "ses_1.json", {**SESSION, **session})


def export(folder: Path) -> Path:
    messages = [{"info": dict(info, sessionID="ses_1"), "parts": parts} for info, parts in MESSAGES]
    return put(folder / "export.json", {"info": SESSION, "messages": messages})


@pytest.mark.parametrize("lay", [storage, lambda folder: storage(folder, loose=True), export])
def test_a_session_is_read_as_it_was_said(lay: Any, tmp_path: Path) -> None:
    path = lay(tmp_path)
    assert reader_for(path).name == "opencode"
    found = read(path)
    assert [(turn.role, turn.text) for turn in found.turns] == SAID
    assert (found.session, found.cwd, found.client) == ("ses_1", "/home/ada/atlas", "opencode")
    assert found.turns[0].at == 1730000001
    assert found.skipped == {"injected": 1, "unknown: step-start": 1, "reasoning": 1}


def test_a_session_that_goes_on_is_read_on_and_a_half_answer_waits(tmp_path: Path) -> None:
    path = storage(tmp_path)
    first = read(path)
    begun = {"id": "msg_3", "role": "assistant", "time": {"created": 1730000004000}}
    put(tmp_path / "message" / "ses_1" / "msg_3.json", begun)
    put(tmp_path / "part" / "msg_3" / "prt_1.json", {"type": "text", "text": "And"})
    assert read(path, offset=first.offset).turns == []
    put(tmp_path / "part" / "msg_3" / "prt_1.json", {"type": "text", "text": "And backups in S3."})
    put(tmp_path / "message" / "ses_1" / "msg_3.json", begun | {"time": {"completed": 1730000005000}})
    second = read(path, offset=first.offset)
    assert [turn.text for turn in second.turns] == ["And backups in S3."]
    assert second.offset == 3


def test_what_an_agent_asks_a_subagent_is_nobodys_wish(tmp_path: Path) -> None:
    found = read(storage(tmp_path, parentID="ses_0"))
    assert found.subagent
    assert USER not in [turn.role for turn in found.turns]


def test_a_broken_message_is_passed_over_and_counted(tmp_path: Path) -> None:
    path = storage(tmp_path)
    (tmp_path / "message" / "ses_1" / "msg_1.json").write_text("{")
    found = read(path)
    assert [turn.role for turn in found.turns] == [TOOL, ASSISTANT]
    assert found.skipped["broken line"] == 1

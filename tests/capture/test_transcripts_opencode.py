"""Sessions of OpenCode: an export, its storage folder with a file for each message, and its database."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from memtui.capture.transcripts.opencode_database import sessions_at
from memtui.capture.transcripts.registry import read, reader_for
from memtui.capture.transcripts.turns import ASSISTANT, TOOL, USER, TranscriptError

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


def executed(path: Path, *statements: tuple[str, tuple[object, ...]]) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for sql, parameters in statements:
            database.execute(sql, parameters)


def first_version(folder: Path, name: str = "ses_1") -> Path:
    """Lay a session out in the tables of OpenCode 1.2 and later; return its path."""
    path = folder / "opencode.db"
    executed(
        path,
        ("CREATE TABLE session (id, parent_id, directory, time_created)", ()),
        ("CREATE TABLE message (id, session_id, time_created, data)", ()),
        ("CREATE TABLE part (id, message_id, data)", ()),
        ("INSERT INTO session VALUES (?, NULL, ?, 1730000000000)", (name, SESSION["directory"])),
    )
    for number, (info, parts) in enumerate(MESSAGES):
        row = (info["id"], name, number, json.dumps({**info, "id": None}))
        executed(path, ("INSERT INTO message VALUES (?, ?, ?, ?)", row))
        for place, part in enumerate(parts):
            one = (f"prt_{info['id']}_{place}", info["id"], json.dumps(part))
            executed(path, ("INSERT INTO part VALUES (?, ?, ?)", one))
    return path / name


def second_version(folder: Path) -> Path:
    """Lay a session out in the tables of OpenCode 2, beside an old copy of it; return its path."""
    path = first_version(folder).parent
    executed(
        path,
        ("UPDATE part SET data = '{}'", ()),
        ("CREATE TABLE session_v2 (id, parent_id, directory, time_created)", ()),
        ("CREATE TABLE session_message (session_id, type, seq, data)", ()),
        ("INSERT INTO session_v2 VALUES ('ses_1', NULL, ?, 1730000000000)", (SESSION["directory"],)),
    )
    call = {"type": "tool", "name": "bash", "state": CALL["state"]}
    answer: dict[str, Any] = {"time": {"created": 1730000002000, "completed": 1730000003000}}
    answer["content"] = [{"type": "step-start"}, {"type": "reasoning", "text": "Look."}, call, ANSWER]
    rows: list[tuple[str, dict[str, Any]]] = [
        ("user", {"time": {"created": 1730000001000}, "text": ASKED["text"], "files": []}),
        ("synthetic", {"text": INJECTED["text"]}),
        ("assistant", answer),
    ]
    for number, (kind, data) in enumerate(rows):
        row = (kind, number, json.dumps(data))
        executed(path, ("INSERT INTO session_message VALUES ('ses_1', ?, ?, ?)", row))
    return path / "ses_1"


@pytest.mark.parametrize(
    "lay", [first_version, second_version, storage, lambda folder: storage(folder, loose=True), export]
)
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


def test_a_database_is_taken_session_by_session(tmp_path: Path) -> None:
    path = second_version(tmp_path)
    executed(
        path.parent,
        ("INSERT INTO session VALUES ('ses_0', NULL, '/home/ada', 1720000000000)", ()),
    )
    assert sessions_at(path.parent) == [path.parent / "ses_0", path]
    assert read(path.parent / "ses_0").turns == []
    assert sessions_at(storage(tmp_path)) == [storage(tmp_path)]
    with pytest.raises(TranscriptError, match="holds no session ses_9"):
        read(path.parent / "ses_9")


def test_in_a_database_a_half_answer_waits(tmp_path: Path) -> None:
    path = second_version(tmp_path)
    first = read(path)
    begun: dict[str, Any] = {"time": {"created": 1730000004000}, "content": []}
    row = json.dumps(begun)
    executed(path.parent, ("INSERT INTO session_message VALUES ('ses_1', 'assistant', 9, ?)", (row,)))
    assert read(path, offset=first.offset).turns == []
    begun["time"]["completed"] = 1730000005000
    begun["content"] = [{"type": "text", "text": "And backups in S3."}]
    executed(path.parent, ("UPDATE session_message SET data = ? WHERE seq = 9", (json.dumps(begun),)))
    second = read(path, offset=first.offset)
    assert ([turn.text for turn in second.turns], second.offset) == (["And backups in S3."], 4)


def test_messages_that_cannot_be_read_are_counted(tmp_path: Path) -> None:
    path = second_version(tmp_path)
    executed(
        path.parent,
        ("UPDATE session_message SET data = '{' WHERE seq = 0", ()),
        ("INSERT INTO session_message VALUES ('ses_1', 'idle', 3, '{}')", ()),
    )
    found = read(path)
    assert (found.skipped["broken line"], found.skipped["unknown: idle"]) == (1, 1)


def test_reading_a_database_that_nobody_has_open_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = second_version(tmp_path)
    executed(path.parent, ("PRAGMA journal_mode = WAL", ()))
    before = path.parent.read_bytes()
    assert len(read(path).turns) == len(SAID)
    assert [(file, file.read_bytes()) for file in tmp_path.iterdir()] == [(path.parent, before)]

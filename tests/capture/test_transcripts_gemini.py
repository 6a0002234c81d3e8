"""Sessions of Gemini CLI as a log of records: what came again, what was taken back, whose project it is."""

import json
from pathlib import Path

import pytest

from memtui.capture.transcripts.gemini import TAKEN_BACK
from memtui.capture.transcripts.registry import read, reader_for
from memtui.capture.transcripts.turns import ASSISTANT, TOOL, USER

BEGINS = {"sessionId": "s1", "projectHash": "abc", "startTime": "2026-09-16T09:00:00.000Z", "kind": "main"}
WISH = {
    "id": "u1",
    "type": "user",
    "timestamp": "2026-09-16T09:00:01.000Z",
    "content": [{"text": "Tin lids, please"}],
}
BEGUN = {
    "id": "g1",
    "type": "gemini",
    "content": "",
    "thoughts": [{"subject": "Lids"}],
    "model": "gemini-3-pro",
}
ANSWER = {"id": "g1", "type": "gemini", "content": "Tin it is."}
CALLED = {**ANSWER, "toolCalls": [{"id": "t1", "name": "write_file", "args": {"file_path": "lids.md"}}]}
MISTAKE = {"id": "u2", "type": "user", "content": "Always use zinc"}
MISLED = {"id": "g2", "type": "gemini", "content": "Zinc then."}
BACK = {"$rewindTo": "u2"}
LATER = {"id": "u3", "type": "user", "content": [{"text": "Paper menus too"}]}


def session(folder: Path, *lines: object, name: str = "session-2026-09-16T09-00-ab12cd34.jsonl") -> Path:
    """Write a session where Gemini CLI does."""
    file = folder / "tmp" / "shop" / "chats" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def said(file: Path) -> list[tuple[str, str]]:
    return [(turn.role, turn.text) for turn in read(file, ended=True).turns]


def test_a_message_that_comes_again_is_told_once_with_what_it_did(tmp_path: Path) -> None:
    file = session(tmp_path, BEGINS, WISH, BEGUN, ANSWER, {"$set": {"lastUpdated": "2026"}}, CALLED)
    assert reader_for(file).name == "gemini"
    assert said(file) == [
        (USER, "Tin lids, please"),
        (ASSISTANT, "Tin it is."),
        (TOOL, "[tool: write_file — lids.md]"),
    ]


def test_what_was_taken_back_is_nobodys_wish_and_counted(tmp_path: Path) -> None:
    file = session(tmp_path, BEGINS, WISH, ANSWER, MISTAKE, MISLED, BACK, LATER)
    assert said(file) == [(USER, "Tin lids, please"), (ASSISTANT, "Tin it is."), (USER, "Paper menus too")]
    assert read(file, ended=True).skipped[TAKEN_BACK] == 2


def test_a_message_may_be_taken_back_twice_and_an_unknown_one_takes_nothing_along(tmp_path: Path) -> None:
    file = session(tmp_path, BEGINS, WISH, MISTAKE, BACK, MISTAKE, BACK, {"$rewindTo": "nobody"}, LATER)
    assert said(file) == [(USER, "Tin lids, please"), (USER, "Paper menus too")]


def test_reading_on_gives_what_reading_at_once_does(tmp_path: Path) -> None:
    file = session(tmp_path, BEGINS, WISH, BEGUN, ANSWER, CALLED, LATER)
    at_once = read(file, ended=True)
    for behind in {turn.offset for turn in at_once.turns}:
        later = read(file, offset=behind, ended=True).turns
        assert later == [turn for turn in at_once.turns if turn.offset > behind]


def test_the_folder_tells_the_project(tmp_path: Path) -> None:
    file = session(tmp_path, BEGINS, WISH)
    assert read(file, ended=True).cwd == ""
    (file.parent.parent / ".project_root").write_text("/home/ada/shop\n")
    about = read(file, ended=True)
    assert (about.session, about.cwd, about.client, about.subagent) == (
        "s1",
        "/home/ada/shop",
        "gemini",
        False,
    )


@pytest.mark.parametrize(
    ("kind", "name"), [("subagent", "session-1.jsonl"), ("main", "parent/session-2.jsonl")]
)
def test_what_an_agent_asks_another_is_no_wish_of_the_user(tmp_path: Path, kind: str, name: str) -> None:
    file = session(tmp_path, {**BEGINS, "kind": kind}, WISH, name=name)
    assert read(file, ended=True).subagent
    assert said(file) == [(ASSISTANT, "Tin lids, please")]


def test_a_session_of_before_is_one_document(tmp_path: Path) -> None:
    document = {**BEGINS, "messages": [WISH, ANSWER]}
    file = session(tmp_path, name="session-1.json")
    file.write_text(json.dumps(document, indent=2))
    assert reader_for(file).name == "gemini"
    assert said(file) == [(USER, "Tin lids, please"), (ASSISTANT, "Tin it is.")]

"""Agents that name things in their own way, or leave them out: Cursor and Copilot CLI."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from memtui.capture.worker import work
from memtui.config.settings import Embeddings, Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.store import jobs, memories
from memtui.store.database import Store
from tests.hooks.test_hook import hook

ID = "7f3a2b10-0c4d-4e8e-9a51-2b6f0d9c1e77"
RULE = "From now on, always tag a release before you announce it."
KNOWN = "User's name is Ada"
ATLAS = "/home/ada/atlas"


def write(path: Path, records: Sequence[object]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def cursors_log(path: Path) -> Path:
    """Write a session as Cursor's agent does."""
    asked = {"type": "text", "text": f"<user_query>\n{RULE}\n</user_query>"}
    answered = {"type": "text", "text": "Understood."}
    call = {"type": "tool_use", "name": "Shell", "input": {}}
    return write(
        path,
        [
            {"role": "user", "message": {"content": [asked]}},
            {"role": "assistant", "message": {"content": [answered, call]}},
        ],
    )


def copilots_log(path: Path, calls: int = 1) -> Path:
    """Write a session as Copilot CLI does."""
    start = {"sessionId": ID, "producer": "copilot-agent", "copilotVersion": "1.0.82"}
    call = {"toolCallId": "c", "name": "bash", "arguments": {"command": "git tag"}}
    events = [
        ("session.start", start | {"context": {"cwd": ATLAS}}),
        ("user.message", {"content": RULE, "transformedContent": f"<now>Friday</now>\n{RULE}"}),
        *[("assistant.message", {"messageId": "m", "content": "", "toolRequests": [call]})] * calls,
        ("assistant.message", {"messageId": "n", "content": "Understood.", "toolRequests": []}),
    ]
    at = "2026-11-20T10:00:00.000Z"
    return write(path, [{"type": kind, "data": data, "timestamp": at} for kind, data in events])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("COPILOT_HOME", "CURSOR_PROJECT_DIR", "CURSOR_TRANSCRIPT_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def learned(store: Store) -> list[str]:
    work(store, Settings(embeddings=Embeddings(model="")))
    return [memory.text for memory in memories.get_many(store, range(1, 20))]


@pytest.mark.parametrize(
    ("client", "event", "field"),
    [("cursor", "sessionStart", "additional_context"), ("copilot", "SessionStart", "additionalContext")],
)
def test_each_is_told_in_the_field_it_reads(
    store: Store, home: Path, client: str, event: str, field: str
) -> None:
    add(store, Draft(KNOWN, scope="/user"), by=PERSON_AT_CLI)
    said = {"session_id": ID, "workspace_roots": [ATLAS], "cwd": ATLAS}
    told = json.loads(hook(store.path, event, said, client=client))
    assert list(told) == [field]
    assert KNOWN in told[field]


def test_copilot_is_told_once_though_it_says_with_each_prompt_that_the_session_starts(
    store: Store, home: Path
) -> None:
    add(store, Draft(KNOWN, scope="/user"), by=PERSON_AT_CLI)
    said = {"session_id": ID, "cwd": ATLAS, "source": "new"}
    assert KNOWN in hook(store.path, "SessionStart", said, client="copilot")
    assert hook(store.path, "SessionStart", said, client="copilot") == ""
    assert KNOWN in hook(store.path, "SessionStart", said | {"session_id": "another"}, client="copilot")


@pytest.mark.parametrize("place", [f"{ID}.jsonl", f"{ID}/{ID}.jsonl"])
def test_cursors_log_is_found_where_it_does_not_name_it_and_belongs_to_the_open_folder(
    store: Store, home: Path, place: str
) -> None:
    path = cursors_log(home / ".cursor/projects/home-ada-atlas/agent-transcripts" / place)
    said = {"conversation_id": ID, "workspace_roots": [ATLAS], "transcript_path": None, "status": "completed"}
    hook(store.path, "sessionEnd", said, client="cursor")
    (job,) = jobs.get_all(store)
    assert (job.payload["path"], job.payload["cwd"]) == (str(path), ATLAS)
    assert learned(store) == [RULE]


def test_a_window_of_cursors_without_a_folder_works_on_no_project(store: Store, home: Path) -> None:
    path = cursors_log(home / "log.jsonl")
    said = {"conversation_id": ID, "workspace_roots": [], "transcript_path": str(path)}
    hook(store.path, "sessionEnd", said, client="cursor")
    assert [job.payload["cwd"] for job in jobs.get_all(store)] == [str(home)]


def test_copilots_log_is_found_by_the_session_where_its_end_does_not_name_it(
    store: Store, home: Path
) -> None:
    path = copilots_log(home / f".copilot/session-state/{ID}/events.jsonl")
    hook(store.path, "SessionEnd", {"session_id": ID, "cwd": ATLAS, "reason": "complete"}, client="copilot")
    assert [job.payload["path"] for job in jobs.get_all(store)] == [str(path)]
    assert learned(store) == [RULE]


def test_what_copilot_calls_counts_as_tools(store: Store, home: Path) -> None:
    path = copilots_log(home / "events.jsonl", calls=4)
    said = {"session_id": ID, "cwd": ATLAS, "transcript_path": str(path), "stop_reason": "end_turn"}
    hook(store.path, "Stop", said, client="copilot")
    assert jobs.get_all(store) == []
    copilots_log(path, calls=5)
    hook(store.path, "Stop", said, client="copilot")
    assert [job.kind for job in jobs.get_all(store)] == ["window"]


@pytest.mark.parametrize("session", ["../../etc", "*", "", "a/b"])
def test_a_session_whose_name_is_no_id_is_looked_for_nowhere(store: Store, home: Path, session: str) -> None:
    copilots_log(home / ".copilot/session-state/a/events.jsonl")
    cursors_log(home / ".cursor/projects/p/agent-transcripts/a.jsonl")
    for client in ("copilot", "cursor"):
        said = {"session_id": session, "cwd": ATLAS, "workspace_roots": [ATLAS]}
        hook(store.path, "SessionEnd", said, client=client)
    assert jobs.get_all(store) == []

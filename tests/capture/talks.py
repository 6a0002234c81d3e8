"""Transcripts for tests, as Claude Code writes them."""

import json
from collections.abc import Sequence
from pathlib import Path

CWD = "/home/ada/atlas"
SESSION = "5e55-10n"

Records = Sequence[dict[str, object]]

DECISION = "We decided to store the Atlas users in PostgreSQL 16 because JSONB indexes are needed."
PREFERENCE = "I prefer tabs over spaces in all Go files of Atlas."
RULE = "Never deploy Atlas on a Friday."
GOTCHA = "The staging deploy of Atlas fails when the REDIS_URL variable has a trailing slash."
DEADLINE = "The Atlas beta must ship before 15 December 2026."
DONE = "I've fixed the login redirect of Atlas."
DONE_AS_TOLD = "Fixed the login redirect of Atlas."
OPEN = "The rate limiter for Atlas is not yet documented."


def user(text: str, at: str = "2026-11-20T10:00:00.000Z") -> dict[str, object]:
    return _record("user", {"role": "user", "content": text}, at)


def agent(text: str, at: str = "2026-11-20T10:00:05.000Z") -> dict[str, object]:
    content = [{"type": "text", "text": text}]
    return _record("assistant", {"role": "assistant", "content": content}, at)


def tool(name: str = "Bash", at: str = "2026-11-20T10:00:07.000Z") -> dict[str, object]:
    content = [{"type": "tool_use", "id": "t1", "name": name, "input": {"command": "make test"}}]
    return _record("assistant", {"role": "assistant", "content": content}, at)


def _record(kind: str, message: dict[str, object], at: str) -> dict[str, object]:
    return {
        "type": kind,
        "sessionId": SESSION,
        "cwd": CWD,
        "uuid": f"u-{at}",
        "timestamp": at,
        "message": message,
    }


TALK = (
    user(f"{DECISION} {PREFERENCE}"),
    agent(f"Noted. {GOTCHA}"),
    tool(),
    user(DEADLINE),
    agent(f"{DONE} {OPEN}"),
)


def write(path: Path, records: Sequence[dict[str, object]] = TALK, *, more: bool = False) -> Path:
    """Write records as lines; with `more` behind what is there."""
    with path.open("a" if more else "w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
    return path

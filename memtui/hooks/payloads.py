"""What agents call the session, the folder and the log in what they say with an event.

Claude Code, Codex and Gemini CLI name all three. Cursor runs a person's hooks in its own folder and names the
folders that are open; its command line names no log (cursor.com/docs/hooks). Copilot CLI names the log only
where the agent stops (docs.github.com, "GitHub Copilot CLI hooks reference"). Both keep their logs under the
session's id, and there it is looked for.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

CURSOR, COPILOT = "cursor", "copilot"
_AN_ID = re.compile(r"[\w-]{1,200}")
"""A session's id that may stand in a path."""


def session_in(payload: Mapping[str, Any]) -> str:
    """Return the session's id; empty where none is named."""
    return _word(payload, "session_id") or _word(payload, "conversation_id")


def folder_in(payload: Mapping[str, Any], client: str) -> str:
    """Return the folder in which the agent works; empty where that is not known."""
    if client == CURSOR:
        roots = payload.get("workspace_roots")
        opened = roots[0] if isinstance(roots, list) and roots else ""
        # A window without a folder is at home: it works on no project.
        return _text(opened) or os.environ.get("CURSOR_PROJECT_DIR", "") or str(Path.home())
    return _word(payload, "cwd") or _current_folder()


def log_in(payload: Mapping[str, Any], client: str, session: str) -> str:
    """Return the file that the session is written to; empty where that is not known."""
    path = _word(payload, "transcript_path")
    if not path and client == CURSOR:
        path = os.environ.get("CURSOR_TRANSCRIPT_PATH", "") or _logged(
            Path.home() / ".cursor" / "projects", f"*/agent-transcripts/{session}", session
        )
    if not path and client == COPILOT:
        home = Path(os.environ.get("COPILOT_HOME") or Path.home() / ".copilot").expanduser()
        path = _logged(home / "session-state", f"{session}/events", session)
    return str(Path(path).expanduser().absolute()) if path else ""


def _logged(folder: Path, pattern: str, session: str) -> str:
    """Return the log that has a name, or lies under that name in a folder called so; empty for none."""
    if not _AN_ID.fullmatch(session):
        return ""
    files = [*folder.glob(f"{pattern}.jsonl"), *folder.glob(f"{pattern}/{session}.jsonl")]
    return str(min(files)) if files else ""


def _word(payload: Mapping[str, Any], name: str) -> str:
    return _text(payload.get(name))


def _text(value: object) -> str:
    return value if isinstance(value, str) and "\0" not in value else ""


def _current_folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""

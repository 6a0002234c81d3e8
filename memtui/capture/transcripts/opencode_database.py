"""Sessions in OpenCode's database, `opencode.db`, where versions from 1.2 on keep all of them.

A session there goes by the path of the database with its id behind, `opencode.db/ses_1`. Version 1 keeps
messages in `message` and their parts in `part`, version 2 both in `session_message`, in tables beside the old
ones; a session that stands in both is read from the new. The offset counts messages.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from memtui.capture.transcripts import content
from memtui.capture.transcripts.opencode import OpenCode, unfinished
from memtui.capture.transcripts.own import started_here
from memtui.capture.transcripts.records import MAX_LINE, Record
from memtui.capture.transcripts.turns import (
    ASSISTANT,
    BROKEN,
    LONG_LINE,
    USER,
    About,
    Passed,
    TranscriptError,
    Turn,
)
from memtui.store.foreign import ForeignError, columns, is_database, query

_NEW, _OLD = "session_v2", "session"
_TABLES = {_NEW: "session_message", _OLD: "part"}
"""The tables of sessions, each with one that stands beside it."""
_PAGE = 200
"""Messages that are fetched at a time."""
_ROLES = {"user": USER, "assistant": ASSISTANT}
_PUT_IN = frozenset({"synthetic", "system"})
"""Kinds of messages that a program puts in."""


def sessions_at(path: Path) -> list[Path]:
    """Return the sessions in a database of OpenCode, the oldest first; the path itself for any other file."""
    try:
        if not path.is_file() or not is_database(path):
            return [path]
        sessions: dict[str, int] = {}
        for table, messages in _TABLES.items():
            if columns(path, table) and columns(path, messages):
                rows = query(path, f"SELECT id, time_created FROM {table}")
                sessions |= {str(name): int(str(at)) for name, at in rows if str(name) not in sessions}
    except (OSError, ForeignError, ValueError):  # whoever reads it says what is wrong
        return [path]
    return [path / name for name in sorted(sessions, key=lambda name: (sessions[name], name))] or [path]


def file_of(path: Path) -> Path:
    """Return the file that a session lies in."""
    return path.parent if in_database(path) else path


def in_database(path: Path) -> bool:
    """Say whether a path names a session in a database."""
    try:
        return path.parent.is_file() and is_database(path.parent)
    except OSError:
        return False


class OpenCodeDatabase(OpenCode):
    """Reads one session in OpenCode's database."""

    def about(self, path: Path) -> About:
        """Return what the database says of the session."""
        about = self._named(path)
        first = next((turn for turn in self.read(path) if isinstance(turn, Turn) and turn.role == USER), None)
        about.own = first is not None and started_here(first.text)
        return about

    def read(self, path: Path, *, offset: int = 0, ended: bool = False) -> Iterator[Turn | Passed]:
        """Yield the turns behind `offset` messages."""
        about = self._named(path)
        messages = _new_messages if _table(path) == _NEW else _old_messages
        held: tuple[int, Record, str] | None = None
        for number, (record, what) in enumerate(messages(path, offset), offset + 1):
            if held is not None:
                yield from self._unless_passed(*held, about)
            held = (number, record, what)
        if held is None or (not ended and unfinished(_info(held[1]))):
            return
        yield from self._unless_passed(*held, about)

    def _unless_passed(self, number: int, record: Record, what: str, about: About) -> Iterator[Turn | Passed]:
        if what:
            yield Passed(what, number)
        else:
            yield from self.turns(record, number, about)

    def _named(self, path: Path) -> About:
        table = _table(path)
        rows = _ask(path, f"SELECT directory, parent_id FROM {table} WHERE id = ?", path.name)
        if not rows:
            raise TranscriptError(f"{path.parent} holds no session {path.name}")
        directory, parent = rows[0]
        about = About(path.name, str(directory or ""), self.name)
        about.subagent = bool(parent)
        return about


def _table(path: Path) -> str:
    """Return the table that a session stands in. Raises TranscriptError."""
    try:
        new, old = (
            bool(columns(path.parent, table)) and bool(columns(path.parent, messages))
            for table, messages in _TABLES.items()
        )
    except ForeignError as error:
        raise TranscriptError(str(error)) from error
    if new and (not old or _ask(path, f"SELECT 1 FROM {_NEW} WHERE id = ?", path.name)):
        return _NEW
    if not old:
        raise TranscriptError(f"{path.parent} is no database of OpenCode that memtui knows")
    return _OLD


def _new_messages(path: Path, offset: int) -> Iterator[tuple[Record, str]]:
    """Yield a session's messages as an export has them, each with why it cannot be read, or ""."""
    sql = (
        "SELECT type, CASE WHEN length(data) <= ? THEN data END FROM session_message WHERE session_id = ? "
        "ORDER BY seq LIMIT ? OFFSET ?"
    )
    for kind, data in _pages(path, sql, offset):
        record = _record(data)
        role = _ROLES.get(str(kind))
        if role is None:
            yield {}, content.INJECTED if kind in _PUT_IN else content.unknown(str(kind))
        elif record is None:
            yield {}, LONG_LINE if data is None else BROKEN
        else:
            parts = record.get("content") if role == ASSISTANT else [{**record, "type": "text"}]
            yield {"info": {**record, "role": kind}, "parts": parts}, ""


def _old_messages(path: Path, offset: int) -> Iterator[tuple[Record, str]]:
    """Yield a session's messages as an export has them, each with why it cannot be read, or ""."""
    sql = (
        "SELECT id, CASE WHEN length(data) <= ? THEN data END FROM message WHERE session_id = ? "
        "ORDER BY time_created, id LIMIT ? OFFSET ?"
    )
    for message, data in _pages(path, sql, offset):
        info = _record(data)
        if info is None:
            yield {}, LONG_LINE if data is None else BROKEN
            continue
        rows = _ask(path, "SELECT data FROM part WHERE message_id = ? ORDER BY id", message)
        parts = [_record(part) for (part,) in rows]
        yield {"info": info, "parts": [part for part in parts if part is not None]}, ""


def _pages(path: Path, sql: str, offset: int) -> Iterator[tuple[str, object]]:
    """Yield what names a message and its data, None for data too long to read."""
    while True:
        rows = _ask(path, sql, MAX_LINE, path.name, _PAGE, offset)
        for name, data in rows:
            yield str(name), data
        offset += len(rows)
        if len(rows) < _PAGE:
            return


def _ask(path: Path, sql: str, *parameters: object) -> list[tuple[object, ...]]:
    try:
        return query(path.parent, sql, parameters)
    except ForeignError as error:
        raise TranscriptError(str(error)) from error


def _record(data: object) -> Record | None:
    try:
        value = json.loads(str(data))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _info(record: Record) -> Record:
    info = record.get("info")
    return info if isinstance(info, dict) else {}

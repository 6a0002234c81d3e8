"""Sessions of OpenCode: what `opencode export` writes, or a session's file in its storage folder.

An export is one document, `{"info", "messages": [{"info", "parts"}]}`. In the storage folder a session is
`session/<project>/<session>.json`, its messages lie in `message/<session>/` and the parts of each message in
`part/<message>/`, in older versions all in `part/`; names ascend with time. There the offset counts messages.
An answer that is still being written is left for next time. `opencode_database` reads its database.
"""

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from memtui.capture.transcripts import content
from memtui.capture.transcripts.lines_reader import text_at
from memtui.capture.transcripts.messages import LISTS, Messages
from memtui.capture.transcripts.own import started_here
from memtui.capture.transcripts.records import MAX_LINE, Head, Record, head_of
from memtui.capture.transcripts.sureness import OWN_FIELDS
from memtui.capture.transcripts.turns import ASSISTANT, BROKEN, USER, About, Passed, Turn
from memtui.plain_files import opened

_SESSION = ("projectID", "directory", "time")
"""What the file of a session says, besides its id and title."""


class OpenCode(Messages):
    """Reads what OpenCode keeps of its sessions, or exports."""

    name = "opencode"
    label = "OpenCode session"

    def sure(self, head: Head) -> float:
        """Be sure by the names of its fields."""
        if not head.json:
            return 0.0
        if head.document(LISTS):
            return OWN_FIELDS if head.names("info", "parts", "sessionID") else 0.0
        return OWN_FIELDS if head.names(*_SESSION) and not head.names("payload") else 0.0

    def about(self, path: Path) -> About:
        """Return what the export, or the file of the session, says of it."""
        head = head_of(path)
        if head.document(LISTS):
            about = super().about(path)
            about.client = self.name
            return about
        session = _json(path)
        about = About(text_at(session, "id"), text_at(session, "directory"), self.name)
        about.subagent = bool(text_at(session, "parentID"))
        first = next((turn for turn in self.read(path) if isinstance(turn, Turn) and turn.role == USER), None)
        about.own = first is not None and started_here(first.text)
        return about

    def read(self, path: Path, *, offset: int = 0, ended: bool = False) -> Iterator[Turn | Passed]:
        """Yield the turns behind `offset`: bytes of an export, messages of a session in the storage."""
        if head_of(path).document(LISTS):
            yield from super().read(path, offset=offset, ended=ended)
            return
        session = _json(path)
        storage, about = path.parents[2], About(subagent=bool(text_at(session, "parentID")))
        files = sorted((storage / "message" / (text_at(session, "id") or path.stem)).glob("*.json"))
        parts = _Parts(storage / "part")
        for number, file in enumerate(files[offset:], offset + 1):
            message = _json(file)
            if number == len(files) and not ended and unfinished(message):
                return
            if not message:
                yield Passed(BROKEN, number)
                continue
            record: Record = {"info": message, "parts": parts.of(text_at(message, "id"))}
            yield from self.turns(record, number, about)

    def turns(self, record: Record, end: int, about: About) -> Iterator[Turn | Passed]:
        """Yield the turns of one message with its parts."""
        info, parts = record.get("info"), record.get("parts")
        role = content.role_of(text_at(info, "role"))
        if not isinstance(info, dict) or not isinstance(parts, list) or not role:
            yield Passed(content.unknown(text_at(info, "role")), end)
            return
        if about.subagent and role == USER:
            role = ASSISTANT
        spoken = [_plain(part) for part in parts if isinstance(part, dict) and not _put_in(part)]
        if len(spoken) < len(parts):
            yield Passed(content.INJECTED, end)
        if spoken or not parts:
            yield from content.turns_of(role, spoken, at=content.instant(info), offset=end)


def _plain(part: Record) -> Record:
    """Return a part as other programs write it: a tool with its state becomes a call."""
    if part.get("type") != "tool":
        return part
    state = part.get("state")
    given = state.get("input") if isinstance(state, dict) else None
    return {"type": "tool_call", "name": part.get("tool") or part.get("name"), "input": given}


def _put_in(part: Record) -> bool:
    """Say whether a program put the part in, and nobody said it."""
    return part.get("synthetic") is True or part.get("ignored") is True


def unfinished(message: Record) -> bool:
    """Say whether an answer is still being written."""
    time = message.get("time")
    return message.get("role") == ASSISTANT and not (isinstance(time, dict) and time.get("completed"))


class _Parts:
    """The parts of messages, in the folder where they are kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, message: str) -> list[Record]:
        """Return the parts of one message, in their order."""
        if not message:
            return []
        own = [_json(file) for file in sorted((self._folder / message).glob("*.json"))]
        return own or self._loose.get(message, [])

    @cached_property
    def _loose(self) -> dict[str, list[Record]]:
        """Those that lie side by side, as older versions laid them, by message."""
        loose: dict[str, list[Record]] = {}
        for file in sorted(self._folder.glob("*.json")):
            part = _json(file)
            loose.setdefault(text_at(part, "messageID"), []).append(part)
        return loose


def _json(path: Path) -> Record:
    """Return the object that a file holds; nothing for one that holds none, or cannot be read."""
    try:
        with opened(path) as file:
            value = json.loads(file.read(MAX_LINE).decode("utf-8", "replace"))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}

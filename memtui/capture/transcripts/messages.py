"""Message lists as most programs write them: `{role, content}`, in JSON lines or in one JSON document.

Besides the form of OpenAI's interface it reads what the session files of Copilot, Cursor, Droid, Gemini,
Grok, Kimi, OpenClaw, Pi, Qwen and Antigravity have in common with it: a record is a message, or holds one
under `message`, `data`, `event` or `info`, and says in one of a few ways who speaks. What fits none of them
is counted by its type and passed over.
"""

from collections.abc import Iterator
from pathlib import Path

from memtui.capture.transcripts import content
from memtui.capture.transcripts.lines_reader import LinesReader, text_at
from memtui.capture.transcripts.records import NO_OBJECT, Document, Head, Record, document, head_of
from memtui.capture.transcripts.sureness import A_TURN, MAYBE_TURNS
from memtui.capture.transcripts.turns import ASSISTANT, TOOL, USER, About, Passed, Turn

LISTS = ("messages", "history", "conversations", "conversation", "chat_messages", "turns")
"""What programs call the list of messages in a document."""

_SAID = ("content", "parts", "text", "value", "message", "finalText")
_CALLS = ("tool_calls", "toolCalls", "toolRequests")
_REASONS = ("thinking", "reasoning", "reasoning_content", "reasoningText", "thoughts")
_NOT_TYPED = frozenset({"user", "cli", "human"})
_TYPES = {"USER_INPUT": USER, "PLANNER_RESPONSE": ASSISTANT, "completion": ASSISTANT}
_PROGRAMS = {
    "copilot": ("copilotVersion",),
    "gemini": ("projectHash",),
    "kimi": ("protocol_version",),
    "grok": ("model_fingerprint",),
    "antigravity": ("step_index",),
    "qwen": ("parentUuid", "parts"),
}
_LOOKED_AT = 50
"""Records at the beginning of a file by which its format and session are recognised."""


class Messages(LinesReader):
    """Reads message lists of many programs."""

    name = "messages"
    label = "messages with role and content, JSON or JSON lines"

    def sure(self, head: Head) -> float:
        """Be fairly sure when something in the beginning reads as a turn."""
        if not head.json:
            return 0.0
        if head.document(LISTS) or not head.records:
            spoken = any(head.names(field) for field in _SAID)
            return MAYBE_TURNS if spoken and any(map(head.names, ("role", "type", "from", "sender"))) else 0.0
        turns = (turn for record in head.records[:_LOOKED_AT] for turn in turns_in(record, 0))
        return A_TURN if any(isinstance(turn, Turn) for turn in turns) else 0.0

    def about(self, path: Path) -> About:
        """Return what the beginning of the file, or the document around the messages, says."""
        head = head_of(path)
        if not head.document(LISTS):
            return super().about(path)
        contents = document(path, LISTS)
        about = _session([contents.rest, *_objects(contents)[:_LOOKED_AT]])
        about.client = _program(head) or self.name
        about.own = self.begins_here(_objects(contents), about)
        return about

    def read(self, path: Path, *, offset: int = 0, ended: bool = False) -> Iterator[Turn | Passed]:
        """Yield turns and skipped parts from `offset`, which counts entries when the file is a document."""
        if not head_of(path).document(LISTS):
            yield from super().read(path, offset=offset, ended=ended)
            return
        contents = document(path, LISTS)
        about = About()
        if contents.whole and contents.messages and offset > contents.messages[-1][0]:
            offset = 0  # the document has become shorter: it is another one
        for end, message in contents.messages:
            if end > offset:
                if isinstance(message, dict):
                    yield from self.turns(message, end, about)
                else:
                    yield Passed(NO_OBJECT, end)

    def session(self, head: Head, path: Path) -> About:
        """Return what the first records say of the session."""
        about = _session(head.records)
        about.client = _program(head)
        about.subagent = about.subagent or path.parent.name == "subagents"
        return about

    def turns(self, record: Record, end: int, about: About) -> Iterator[Turn | Passed]:
        """Yield the turns of one record."""
        for turn in turns_in(record, end):
            if about.subagent and isinstance(turn, Turn) and turn.role == USER:
                turn = Turn(ASSISTANT, turn.text, turn.at, turn.tool, turn.offset)
            yield turn


def turns_in(record: Record, end: int) -> Iterator[Turn | Passed]:
    """Yield what a record in any of the usual shapes holds."""
    listed = next((record[name] for name in LISTS if isinstance(record.get(name), list)), None)
    if isinstance(listed, list) and "role" not in record:
        for message in listed:
            if isinstance(message, dict):
                yield from _message(message, end)
            else:
                yield Passed(NO_OBJECT, end)
    else:
        yield from _message(record, end)


def _message(record: Record, end: int) -> Iterator[Turn | Passed]:
    body = _body(record)
    kind = record.get("type")
    kind = kind if isinstance(kind, str) else ""
    within = text_at(body, "type") if "event" in record else ""
    at = content.instant(record) or content.instant(body)
    what = content.kind_of(within.replace(".", "")) or content.kind_of(kind) or _kind_of_role(body, record)
    if within == "content.part":
        yield from content.turns_of(ASSISTANT, [body.get("part")], at=at, offset=end)
        return
    if what == content.CALL:
        yield Turn(TOOL, content.call_line(body), at, True, end)
        return
    if what and what != content.TEXT:
        yield Passed(what, end)
        return
    role = _role(record, body, kind)
    if not role:
        yield Passed(_why_nobody(record, body, within or kind), end)
    elif _by_machine(record, body):
        yield Passed(content.INJECTED, end)
    else:
        if any(body.get(key) for key in _REASONS):
            yield Passed(content.REASONING, end)
        text = _content_of(record, body)
        calls = next((body[key] for key in _CALLS if body.get(key)), record.get("tool_calls"))
        if text or not calls:
            yield from content.turns_of(role, text, at=at, offset=end)
        yield from content.calls_of(calls, at=at, offset=end)


def _body(record: Record) -> Record:
    for key in ("message", "data", "event", "info"):
        value = record.get(key)
        if isinstance(value, dict):
            return value
    return record


def _content_of(record: Record, body: Record) -> object:
    typed = text_at(record, "systemPayload", "displayText")
    if typed:  # what a person typed, without what hooks added
        return typed
    for holder in (body, record):
        for key in _SAID:
            if holder.get(key) is not None and not (key == "message" and holder[key] is body):
                return holder[key]
    return None


def _role(record: Record, body: Record, kind: str) -> str:
    for holder in (body, record):
        for key in ("role", "from", "sender", "author"):
            value = holder.get(key)
            if isinstance(value, dict):
                value = value.get("role")
            if isinstance(value, str):
                return content.role_of(value)
    before, _, after = kind.partition(".")
    return _TYPES.get(kind) or (content.role_of(before) if after in ("", "message") else "")


def _kind_of_role(body: Record, record: Record) -> str:
    """Return the kind of a message whose role is no speaker's, such as `toolResult`."""
    role = body.get("role", record.get("role"))
    return content.kind_of(role) if isinstance(role, str) and not content.role_of(role) else ""


def _by_machine(record: Record, body: Record) -> bool:
    origin = body.get("origin", record.get("origin"))
    kind = origin.get("kind") if isinstance(origin, dict) else None
    return (
        (isinstance(kind, str) and kind not in _NOT_TYPED)
        or bool(record.get("synthetic_reason"))
        or record.get("subtype") == "notification"
        or (record.get("type") == "user.message" and _by_no_user(record, body))
    )


def _by_no_user(record: Record, body: Record) -> bool:
    """Say whether Copilot wrote a message for an agent that another one set to work, or for a skill."""
    return bool(record.get("agentId")) or body.get("source", "user") not in {"user", "", None}


def _why_nobody(record: Record, body: Record, kind: str) -> str:
    role = body.get("role", record.get("role"))
    if role in ("system", "developer") or kind in ("system", "system.message"):
        return content.SYSTEM
    return content.unknown(kind or role)


def _session(records: list[Record]) -> About:
    about = About()
    for record in records:
        kind = record.get("type")
        data = record.get("data")
        opens = isinstance(kind, str) and kind in ("session", "session_start")
        about.session = (
            about.session
            or text_at(record, "sessionId")
            or text_at(record, "session_id")
            or text_at(data, "sessionId")
            or text_at(record, "metadata", "session_id")
            or (text_at(record, "id") if opens else "")
            or text_at(record, "info", "id") * ("role" not in record)
        )
        about.cwd = (
            about.cwd
            or text_at(record, "cwd")
            or text_at(record, "model_config", "cwd")
            or text_at(data, "context", "cwd")
            or text_at(record, "environmentDisclosure", "cwd")
            or text_at(record, "directory")
            or text_at(record, "info", "directory")
        )
        about.subagent = about.subagent or text_at(record, "origin", "name") == "subagent"
    return about


def _objects(document: Document) -> list[Record]:
    return [message for _, message in document.messages if isinstance(message, dict)]


def _program(head: Head) -> str:
    return next((name for name, keys in _PROGRAMS.items() if head.names(*keys)), "")

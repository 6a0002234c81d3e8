"""Rollouts of Codex: `sessions/<year>/<month>/<day>/rollout-*.jsonl` in its home folder.

New ones wrap what they hold: `{"timestamp", "type", "payload"}`. There `response_item` and `event_msg` tell
the same turns twice; only `response_item` is read. Old ones are flat: a line is the item itself. Instructions
and surroundings come as user messages in envelopes of their own, and are nobody's words.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from memtui.capture.transcripts import content
from memtui.capture.transcripts.lines_reader import LinesReader, text_at
from memtui.capture.transcripts.records import Head, Record
from memtui.capture.transcripts.sureness import FIELDS_IN_SIGHT, OLD_RECORDS, OWN_RECORDS
from memtui.capture.transcripts.turns import ASSISTANT, TOOL, USER, About, Passed, Turn
from memtui.domain.instant import Instant

_WRAPPED = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})
_KNOWN = frozenset(
    {"session_meta", "turn_context", "event_msg", "world_state", "inter_agent_communication_metadata"}
)
_KNOWN_ITEMS = frozenset({"ghost_snapshot", "compaction", "compaction_summary", "other", "agent_message"})
_NAMED = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$")


class Codex(LinesReader):
    """Reads Codex rollouts, new and old."""

    name = "codex"
    label = "Codex rollout"

    def sure(self, head: Head) -> float:
        """Be sure by wrapped records; of flat ones by parts and calls only these files have."""
        if not head.json:
            return 0.0
        if not head.records:
            return (
                FIELDS_IN_SIGHT
                if head.names("payload", "timestamp") and '"session_meta"' in head.text
                else 0.0
            )
        if any(text_at(record, "type") in _WRAPPED and "payload" in record for record in head.records):
            return OWN_RECORDS
        flat = sum(_flat(record) for record in head.records)
        return OLD_RECORDS if flat and flat >= len(head.records) // 3 else 0.0

    def session(self, head: Head, path: Path) -> About:
        """Return what the first record says of the session."""
        about = About(client=self.name)
        for record in head.records:
            payload = record.get("payload")
            if record.get("type") == "session_meta" and isinstance(payload, dict) and not about.session:
                about.session = text_at(payload, "id")
                about.cwd = text_at(payload, "cwd")
                source = payload.get("source")
                about.subagent = (isinstance(source, dict) and "subagent" in source) or (
                    payload.get("thread_source") == "subagent"
                )
            elif "instructions" in record and "payload" not in record:
                about.session = about.session or text_at(record, "id")
            about.cwd = about.cwd or text_at(payload, "cwd")
        if not about.session and (named := _NAMED.search(path.stem)):
            about.session = named[0]
        return about

    def turns(self, record: Record, end: int, about: About) -> Iterator[Turn | Passed]:
        """Yield the turns of one record."""
        payload = record.get("payload")
        kind = text_at(record, "type")
        at = content.instant(record)
        if kind == "response_item" and isinstance(payload, dict):
            yield from _item(payload, at, end, about)
        elif kind == "compacted":
            yield Passed(content.SUMMARY, end)
        elif kind in _KNOWN:
            yield Passed(kind, end)
        elif record.get("record_type") == "state" or (not kind and "instructions" in record):
            yield Passed("session_meta", end)
        elif isinstance(payload, dict):
            yield Passed(content.unknown(kind), end)
        else:
            yield from _item(record, at, end, about)


def _item(item: Record, at: Instant | None, end: int, about: About) -> Iterator[Turn | Passed]:
    kind = text_at(item, "type") or ("" if "type" in item else "message")
    what = content.kind_of(kind)
    if kind == "message" and ("role" in item or "content" in item):
        role = content.role_of(item.get("role"))
        if not role:
            yield Passed(content.SYSTEM, end)
        else:
            written = item.get("content", item.get("message"))
            yield from content.turns_of(_heard(role, about), written, at=at, offset=end)
    elif what == content.CALL:
        yield Turn(TOOL, content.call_line(item), at, True, end)
    elif what:
        yield Passed(what, end)
    else:
        yield Passed(kind if kind in _KNOWN_ITEMS else content.unknown(kind), end)


def _heard(role: str, about: About) -> str:
    return ASSISTANT if about.subagent and role == USER else role


def _flat(record: Record) -> bool:
    """Say whether a record has a form that only the lines of old rollouts have: no `payload` around it."""
    kind = record.get("type")
    if record.get("record_type") == "state" or kind in (
        "function_call",
        "function_result",
        "function_call_output",
    ):
        return True
    if kind is None and "instructions" in record and "timestamp" in record:
        return True
    parts = record.get("content")
    return (
        kind == "message"
        and isinstance(parts, list)
        and any(
            isinstance(part, dict) and part.get("type") in ("input_text", "output_text") for part in parts
        )
    )

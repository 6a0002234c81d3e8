"""Sessions of Claude Code: `projects/<slug>/<session>.jsonl` in its configuration folder.

The format is not documented and changes with every version. A line is a record; `user` and `assistant`
ones hold a message whose content is a string or a list of parts, a tool's result comes back as a `user`
record. Not said by anyone in the conversation: `isMeta`, compact summaries, messages that a program
enqueued, and sidechains. A subagent has a file of its own (`agent-*.jsonl`, all of it a sidechain): there
the prompt is an agent's, so it is nobody's wish, and it is read as such.
"""

from collections.abc import Iterator
from pathlib import Path

from memtui.capture.transcripts import content
from memtui.capture.transcripts.lines_reader import LinesReader, text_at
from memtui.capture.transcripts.records import Head, Record
from memtui.capture.transcripts.sureness import FIELDS_IN_SIGHT, OWN_RECORDS
from memtui.capture.transcripts.turns import ASSISTANT, TOOL, USER, About, Passed, Turn

META = "meta"
SIDECHAIN = "sidechain"
API_ERROR = "api error"
NO_MESSAGE = "no message"

_BOOKKEEPING = (
    "file-history-snapshot summary system progress attachment queue-operation permission-mode mode "
    "agent-name agent-color agent-setting custom-title ai-title last-prompt pr-link relocated "
    "worktree-state tag"
)
_KNOWN = frozenset(_BOOKKEEPING.split())
_BY_MACHINE = frozenset(
    {
        *("task-notification", "injection", "system_trigger", "hook", "coordinator"),
        *("auto-continuation", "peer"),
    }
)


class ClaudeCode(LinesReader):
    """Reads Claude Code's JSONL."""

    name = "claude-code"
    label = "Claude Code session"

    def sure(self, head: Head) -> float:
        """Be sure by the ids that every record of a conversation carries, or by its snapshots."""
        if not head.json:
            return 0.0
        if not head.records:
            return (
                FIELDS_IN_SIGHT if head.names("sessionId", "parentUuid") and not head.names("parts") else 0.0
            )
        if any(map(_foreign, head.records)):
            return 0.0
        typical = sum(map(_typical, head.records))
        return OWN_RECORDS if typical >= max(1, len(head.records) // 4) else 0.0

    def session(self, head: Head, path: Path) -> About:
        """Return session and working directory of the first record that names them."""
        about = About(client=self.name)
        for record in head.records:
            about.session = about.session or text_at(record, "sessionId")
            about.cwd = about.cwd or text_at(record, "cwd") or text_at(record, "project")
        first = next((record for record in head.records if record.get("type") in (USER, ASSISTANT)), {})
        about.subagent = first.get("isSidechain") is True and (
            bool(first.get("agentId")) or path.name.startswith("agent-") or path.parent.name == "subagents"
        )
        return about

    def turns(self, record: Record, end: int, about: About) -> Iterator[Turn | Passed]:
        """Yield the turns of a record that holds a message."""
        kind = text_at(record, "type")
        if kind == "tool_use":
            yield Turn(TOOL, content.call_line(record), content.instant(record), True, end)
        elif kind == "tool_result":
            yield Passed(content.RESULT, end)
        elif kind not in (USER, ASSISTANT):
            yield Passed(kind if kind in _KNOWN else content.unknown(kind), end)
        elif why := _no_turn(record, about):
            yield Passed(why, end)
        else:
            at = content.instant(record)
            answer = _answers(record)
            if answer:
                yield Turn(USER, answer, at, False, end)
            role = ASSISTANT if about.subagent else kind
            yield from content.turns_of(role, _content(record), at=at, offset=end)


def _typical(record: Record) -> bool:
    kind = text_at(record, "type")
    if kind in ("file-history-snapshot", "summary"):
        return "messageId" in record or "leafUuid" in record
    if kind in (USER, ASSISTANT):
        return "sessionId" in record and "message" in record
    return "sessionId" in record and kind in _KNOWN and (kind != "system" or "uuid" in record)


def _foreign(record: Record) -> bool:
    """Say whether a record is of a program that took over the format and changed what a message is."""
    message = record.get("message")
    return "systemPayload" in record or (isinstance(message, dict) and "parts" in message)


def _no_turn(record: Record, about: About) -> str:
    """Return why a record with a message is no part of the conversation; empty when it is one."""
    message = record.get("message")
    if record.get("isSidechain") is True and not about.subagent:
        return SIDECHAIN
    if record.get("isCompactSummary") is True:
        return content.SUMMARY
    if not isinstance(message, dict) or "content" not in message:
        return NO_MESSAGE
    if record.get("isMeta") is True or record.get("isVisibleInTranscriptOnly") is True:
        return META
    if record.get("isApiErrorMessage") is True or message.get("model") == "<synthetic>":
        return API_ERROR
    if text_at(record, "origin", "kind") in _BY_MACHINE:
        return content.INJECTED
    if "toolUseResult" in record and "questions" not in _result(record):
        return content.RESULT
    return ""


def _content(record: Record) -> object:
    message = record["message"]
    return message.get("content") if isinstance(message, dict) else None


def _result(record: Record) -> Record:
    result = record.get("toolUseResult")
    return result if isinstance(result, dict) else {}


def _answers(record: Record) -> str:
    """Return what a person answered to questions of the agent, which arrives as a tool's result.

    It is taken from the program's own structure: the text of a result may come from anywhere. The question is
    marked as quoted, since the person did not word it.
    """
    answers = _result(record).get("answers")
    if not isinstance(answers, dict):
        return ""
    results = (
        f"> {' '.join(question.split())}\n\n{answer}"
        for question, answer in answers.items()
        if isinstance(answer, str)
    )
    return content.spoken_of("\n\n".join(results), raw=False)

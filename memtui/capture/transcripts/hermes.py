"""Sessions of Hermes: a JSON document with `session_id` and `messages`, messages as lines, or ATOF events.

In the events of `atof_version` a call of the model starts with what the user said and ends with the answer;
tools start and end likewise.
"""

from collections.abc import Iterator

from memtui.capture.transcripts import content
from memtui.capture.transcripts.lines_reader import text_at
from memtui.capture.transcripts.messages import LISTS, Messages
from memtui.capture.transcripts.records import Head, Record
from memtui.capture.transcripts.sureness import ONE_RECORD, OWN_FIELDS, OWN_RECORDS
from memtui.capture.transcripts.turns import ASSISTANT, TOOL, USER, About, Passed, Turn


class Hermes(Messages):
    """Reads what Hermes keeps of its sessions."""

    name = "hermes"
    label = "Hermes session"

    def sure(self, head: Head) -> float:
        """Be sure by the names of its fields."""
        if not head.json:
            return 0.0
        if any("atof_version" in record for record in head.records):
            return OWN_RECORDS
        if any(record.get("role") == "session_meta" for record in head.records):
            return ONE_RECORD
        fields = head.names("session_id") and (head.names("platform") or head.names("session_start"))
        return OWN_FIELDS if fields and head.document(LISTS) else 0.0

    def turns(self, record: Record, end: int, about: About) -> Iterator[Turn | Passed]:
        """Yield the turns of one record."""
        if "atof_version" in record:
            yield from _event(record, end)
        elif record.get("role") == "session_meta":
            yield Passed("session_meta", end)
        else:
            yield from super().turns(record, end, about)


def _event(record: Record, end: int) -> Iterator[Turn | Passed]:
    data = record.get("data")
    at = content.instant(record)
    match record.get("category"), record.get("scope_category"):
        case "llm", "start" if isinstance(data, dict) and isinstance(data.get("content"), str):
            yield from content.turns_of(USER, data["content"], at=at, offset=end)
        case "llm", "end" if text_at(data, "assistant_message"):
            yield from content.turns_of(ASSISTANT, text_at(data, "assistant_message"), at=at, offset=end)
        case "tool", "start":
            call = {"name": record.get("name"), "input": data}
            yield Turn(TOOL, content.call_line(call), at, True, end)
        case "tool", "end":
            yield Passed(content.RESULT, end)
        case category, step:
            yield Passed(f"event: {category} {step or text_at(record, 'name')}"[:60], end)

"""What ChatGPT was told to remember, out of the export of an account: `conversations.json`.

The export has no list of saved memories, but each message that saved one is in its conversation: it went to
`bio`. Memories that were deleted since stand there too. The export is a copy, so it is only read; the
conversations are no memories and are counted.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from memtui.domain.text import well_formed
from memtui.formats.ground import wording
from memtui.formats.ground.account_exports import entries, opened
from memtui.formats.ground.drafting import imported, instant_of
from memtui.formats.ground.files import fault
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.sureness import TOGETHER
from memtui.formats.protocol import Reader, Record, Skipped

_FILE = "conversations.json"
_SAVING = "bio"


class ChatGptExport(Reader):
    """Reads the saved memories in an account's conversations, or in the folder of the export."""

    name = "chatgpt-export"
    called = "ChatGPT export"
    label = "ChatGPT account export (conversations.json)"
    order = 67

    def detect(self, path: Path) -> float:
        """Be sure by conversations that are mappings of messages."""
        rows = entries(path, _FILE)[:5]
        return TOGETHER if rows and all(isinstance(row, dict) and _mapping(row) for row in rows) else 0.0

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per saved memory as it was saved first, then how many conversations there are."""
        file, talks = opened(path, _FILE, "ChatGPT")
        seen: set[str] = set()
        for talk in talks:
            if isinstance(talk, Skipped):
                yield talk
            for message in _saved(talk):
                record = _memory(file, message, talk)
                key = record.where if isinstance(record, Skipped) else str(record.provenance["record"])
                if key not in seen:
                    seen.add(key)
                    yield record
        if talks:
            reason = f"{len(talks):,}, which are no memories; `memtui capture {file}` keeps the facts of them"
            yield Skipped("conversations", reason)


def _mapping(talk: object) -> Mapping[str, object]:
    mapping = talk.get("mapping") if isinstance(talk, Mapping) else None
    return mapping if isinstance(mapping, Mapping) else {}


def _saved(talk: object) -> Iterator[Mapping[str, object]]:
    """Yield the messages of a conversation that saved a memory."""
    for node in _mapping(talk).values():
        message = node.get("message") if isinstance(node, Mapping) else None
        if isinstance(message, Mapping) and message.get("recipient") == _SAVING:
            yield message


def _memory(file: Path, message: Mapping[str, object], talk: object) -> Record:
    where = f"message {message.get('id') or 'without an id'}"
    content = message.get("content")
    parts = content.get("parts") if isinstance(content, Mapping) else None
    texts = [part for part in parts if isinstance(part, str)] if isinstance(parts, list) else []
    text = well_formed("\n".join(texts))
    if not text or (wrong := fault(text)):
        return Skipped(where, wrong if text else "saved something that is no text")
    title = talk.get("title") if isinstance(talk, Mapping) else None
    return imported(
        text,
        wording.sort_of_person(text),
        source="chatgpt-export",
        path=file,
        record=record_key(_SAVING, text),
        scope="/user",
        created_at=instant_of(message.get("create_time")) or file.stat().st_mtime,
        more={"conversation": title if isinstance(title, str) else ""},
    )

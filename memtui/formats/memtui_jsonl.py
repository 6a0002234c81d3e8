"""memtui's own exchange format: one JSON object a line, what `export` writes and `import` reads.

Only `text` is required. It carries whole stores, so both directions stream and do little per record. What one
object says is in `ground.exchange`; a line may also tell of a purged text, which stays away from there too.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path

from memtui.domain.memory import Draft, Memory, MemoryType
from memtui.domain.scope import ROOT, normalise
from memtui.formats.changes import Held
from memtui.formats.exports import EVERYTHING, Exported, History, Sink
from memtui.formats.ground import exchange
from memtui.formats.ground.files import is_binary
from memtui.formats.ground.json_lines import numbered_lines, values
from memtui.formats.ground.json_rows import JsonRows, Rows
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.sureness import OWN_MARK, PARTLY, POSSIBLE, SHARED_NAME
from memtui.formats.protocol import Record, Skipped
from memtui.lifecycle.checks import checked_import
from memtui.lifecycle.errors import Refused
from memtui.store.tombstones import Tombstone

_SAMPLE = 50
"""Rows by which a format is recognised."""
_PURGED = b'{"purged":'
_DIGEST = 32
"""Bytes of a tombstone and of its key."""
_OWN_KEYS = {"uid", "scope", "type", "categories", "importance", "pinned", "state", "created_at", "origin"}
_CHAT_KEYS = {"role", "message", "entityName", "observations", "sessionId", "sessionID", "messageID"}
_CHANGED = ("text", "abstract", "scope", "type", "categories", "importance", "pinned", "expires_at")
"""What a write-back gives another value; the rest of a line is as its own store had it."""


class MemtuiJsonl(JsonRows):
    """Reads and changes a file of the exchange format, of which every memory is loaded."""

    name = "memtui"
    called = "memtui"
    label = "memtui export (JSONL)"
    order = 10

    def detect(self, path: Path) -> float:
        """Be sure by the share of lines that are objects with a text; an empty export is one too."""
        if not path.is_file() or is_binary(path):
            return 0.0
        sample = [value for _, value in islice(values(path), _SAMPLE)]
        if not sample:
            return POSSIBLE
        return sum(map(_likeness, sample)) / len(sample)

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft for each object with a usable text."""
        for number, value in values(path):
            if isinstance(value, Skipped):
                yield value
                continue
            try:
                if _is_purged(value):
                    _tombstone(value)
                else:
                    yield exchange.draft(value)
            except ValueError as error:
                yield Skipped(f"line {number}", str(error))

    def key_of(self, path: Path, draft: Draft) -> str:
        """Return the key of a record that was read from `path`: its provenance is another's."""
        return _key_of(path.name, draft)

    holds_fields = EVERYTHING

    def export(
        self,
        memories: Iterator[Memory],
        file: Sink,
        exported: Exported,  # noqa: ARG002 - nothing is lost
        history: History,
    ) -> None:
        """Write a line for each memory, and for each text that is to stay away."""
        for memory in memories:
            file.write(exchange.line(memory, history.was(memory)) + "\n")
        for stone in history.purged:
            file.write(purged_line(stone) + "\n")

    @property
    def rows(self) -> Rows:
        """How a line says a memory."""
        return Rows((), _held_row, _values, _whole, pins=True)


def purged_line(stone: Tombstone) -> str:
    """Return a tombstone as one line of the exchange format, without the line end."""
    return exchange.encoded({"purged": stone.hash.hex(), "key": stone.key.hex(), "scope": stone.scope})


def purged(path: Path) -> Iterator[Tombstone]:
    """Yield the tombstones that a file of the format tells of. Raises SourceError."""
    for _, line in numbered_lines(path):
        if line is not None and line.startswith(_PURGED):
            with suppress(ValueError, RecursionError):
                yield _tombstone(json.loads(line))


def _is_purged(value: object) -> bool:
    return isinstance(value, dict) and "purged" in value and "text" not in value


def _tombstone(value: object) -> Tombstone:
    """Return the tombstone that an object of the format tells of. Raises ValueError with the reason."""
    if not isinstance(value, dict) or "text" in value:
        raise ValueError("a memory, no tombstone")
    key, purged = (bytes.fromhex(exchange.string_of(value, name)) for name in ("key", "purged"))
    if len(key) != _DIGEST or len(purged) != _DIGEST:
        raise ValueError("no tombstone of a purged memory")
    return Tombstone(key, purged, normalise(exchange.string_of(value, "scope", ROOT)))


def _likeness(value: object) -> float:
    if _is_purged(value):
        return OWN_MARK
    if not isinstance(value, dict) or not isinstance(value.get("text"), str) or value.keys() & _CHAT_KEYS:
        return 0.0
    if str(value.get("type") or MemoryType.SEMANTIC) not in set(MemoryType):
        return SHARED_NAME  # a kind of lesson, as other programs have it
    return OWN_MARK if value.keys() & _OWN_KEYS else PARTLY


# -- changing a line -------------------------------------------------------------------------------


def _key_of(name: str, draft: Draft) -> str:
    """Return the key of a record in the file called `name`."""
    return draft.uid or record_key(f"{name}:{draft.scope}", draft.text)


def _held_row(file: Path, row: Mapping[str, object]) -> Held | None:
    try:
        draft = exchange.draft(row)
    except ValueError:
        return None
    return Held(_key_of(file.name, draft), draft.text, draft.pinned)


def _values(row: Mapping[str, object], draft: Draft) -> Mapping[str, object]:
    try:
        known = checked_import(exchange.draft(row))
    except Refused:
        return {}
    new = exchange.fields(draft)
    changed = {
        name: new[name]
        for name in _CHANGED
        if getattr(known, name) != getattr(draft, name) and not _same_set(known, draft, name)
    }
    if changed and draft.updated_at is not None:
        changed["updated_at"] = new["updated_at"]
    return changed


def _same_set(known: Draft, draft: Draft, name: str) -> bool:
    return name == "categories" and set(known.categories) == set(draft.categories)


def _whole(key: str, draft: Draft) -> Mapping[str, object]:  # noqa: ARG001 - the uid is the key
    return exchange.fields(draft)

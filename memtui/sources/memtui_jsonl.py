"""memtui's own exchange format: one JSON object a line, what `export` writes and `import` reads.

Only `text` is required. A written memory reads back equal in everything the format names, times
to the millisecond. It carries whole stores, so both directions stream and do little per record.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TypeVar

from memtui.domain.instant import Instant, from_iso, to_iso
from memtui.domain.memory import (
    VISIBLE_STATES,
    Draft,
    Memory,
    MemoryType,
    Origin,
    State,
    checked_category,
    checked_type,
)
from memtui.domain.scope import ROOT, normalise
from memtui.domain.text import MAX_LENGTH, one_line, well_formed
from memtui.domain.uid import is_uid
from memtui.sources.file_by_file import FileByFile, Writer
from memtui.sources.files import is_binary
from memtui.sources.json_lines import numbered_lines, values
from memtui.sources.protocol import Record, Skipped
from memtui.store.tombstones import Tombstone

_T = TypeVar("_T")
_Word = TypeVar("_Word", Origin, State)

_SAMPLE = 50
_MAX_COUNT = 2**63 - 1
_UNSIGNED = (1 << 64) - 1
_MAX_DEPTH = 32
_PURGED = b'{"purged":'
_DIGEST = 32
"""Bytes of a tombstone and of its key."""
_OWN_KEYS = {"uid", "scope", "type", "categories", "importance", "pinned", "state", "created_at", "origin"}
_CHAT_KEYS = {"role", "message", "entityName", "observations", "sessionId", "sessionID", "messageID"}


class MemtuiJsonl(FileByFile):
    """Reads the exchange format."""

    name = "memtui"
    label = "memtui export (JSONL)"

    def detect(self, path: Path) -> float:
        """Be sure by the share of lines that are objects with a text; an empty export is one too."""
        if not path.is_file() or is_binary(path):
            return 0.0
        sample = [value for _, value in islice(values(path), _SAMPLE)]
        if not sample:
            return 0.1
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
                    yield draft(value)
            except ValueError as error:
                yield Skipped(f"line {number}", str(error))

    def writer(self) -> Writer:
        """Return what changes its file, of which every memory is loaded."""
        from memtui.sources.jsonl_writing import MEMTUI, JsonlWriter

        return JsonlWriter(MEMTUI)

    def place(self, path: Path, draft: Draft) -> tuple[str, str]:
        """Return the key and the file of a record that was read from `path`: its provenance is another's."""
        from memtui.sources import jsonl_writing

        return jsonl_writing.key_of(path.name, draft), str(path.resolve())


def line(memory: Memory, was: Sequence[int] = ()) -> str:
    """Return `memory` as one line of the exchange format, without the line end.

    `was` are the fingerprints of what it said before, by which an import elsewhere tells older from newer.
    """
    return _ENCODER.encode(
        {
            "uid": memory.uid,
            "text": memory.text,
            "abstract": memory.abstract,
            "scope": memory.scope,
            "type": memory.type,
            "categories": memory.categories,
            "importance": memory.importance,
            "pinned": memory.pinned,
            "state": memory.state,
            "created_at": to_iso(memory.created_at),
            "updated_at": to_iso(memory.updated_at),
            "last_accessed_at": None if memory.last_accessed_at is None else to_iso(memory.last_accessed_at),
            "access_count": memory.access_count,
            "session_count": memory.session_count,
            "expires_at": None if memory.expires_at is None else to_iso(memory.expires_at),
            "origin": memory.origin,
            "provenance": dict(memory.provenance),
            "version": memory.version,
            **({"was": [f"{value & _UNSIGNED:016x}" for value in was]} if was else {}),
        }
    )


def purged_line(stone: Tombstone) -> str:
    """Return a tombstone as one line of the exchange format, without the line end."""
    return _ENCODER.encode({"purged": stone.hash.hex(), "key": stone.key.hex(), "scope": stone.scope})


def purged(path: Path) -> Iterator[Tombstone]:
    """Yield the tombstones that a file of the format tells of. Raises SourceError."""
    for _, told in numbered_lines(path):
        if told is not None and told.startswith(_PURGED):
            with suppress(ValueError, RecursionError):
                yield _tombstone(json.loads(told))


def _is_purged(value: object) -> bool:
    return isinstance(value, dict) and "purged" in value and "text" not in value


def _tombstone(value: object) -> Tombstone:
    """Return the tombstone that an object of the format tells of. Raises ValueError with the reason."""
    if not isinstance(value, dict) or "text" in value:
        raise ValueError("a memory, no tombstone")
    key, told = (bytes.fromhex(_string(value, name)) for name in ("key", "purged"))
    if len(key) != _DIGEST or len(told) != _DIGEST:
        raise ValueError("no tombstone of a purged memory")
    return Tombstone(key, told, normalise(_string(value, "scope", ROOT)))


def draft(value: object) -> Draft:
    """Return the memory that one object of the format describes. Raises ValueError with the reason.

    A field that is null counts as absent. What no field names is decided as for any import:
    origin `imported`, and a category that rules can read.
    """
    if not isinstance(value, dict):
        raise ValueError(f"a JSON {_kind(value)} where an object with a text was expected")
    given = {key: item for key, item in value.items() if item is not None}
    provenance: Mapping[str, object] = _typed(given, "provenance", dict) or {}
    if _depth(provenance) > _MAX_DEPTH:
        raise ValueError(f"provenance is nested more than {_MAX_DEPTH} levels deep")
    uid = _string(given, "uid")
    if uid and not is_uid(uid):
        provenance, uid = {**provenance, "foreign_uid": uid}, ""
    memory_type = checked_type(_string(given, "type") or MemoryType.SEMANTIC)
    return Draft(
        text=_text(given),
        abstract=well_formed(_string(given, "abstract")),
        scope=normalise(_string(given, "scope", ROOT)),
        type=memory_type,
        categories=_categories(given, memory_type),
        importance=_importance(given),
        pinned=bool(_typed(given, "pinned", bool)),
        origin=_one_of(Origin, given, "origin", Origin.IMPORTED),
        provenance=provenance,
        expires_at=_instant(given, "expires_at"),
        uid=uid.upper() or None,
        created_at=_instant(given, "created_at"),
        updated_at=_instant(given, "updated_at"),
        last_accessed_at=_instant(given, "last_accessed_at"),
        access_count=_count(given, "access_count"),
        session_count=_count(given, "session_count"),
        state=_state(given),
        version=_count(given, "version"),
        was=_was(given),
    )


def _likeness(value: object) -> float:
    if _is_purged(value):
        return 1.0
    if not isinstance(value, dict) or not isinstance(value.get("text"), str) or value.keys() & _CHAT_KEYS:
        return 0.0
    return 1.0 if value.keys() & _OWN_KEYS else 0.6


def _text(given: Mapping[str, object]) -> str:
    if "text" not in given:
        raise ValueError("no text")
    text = well_formed(_string(given, "text"))
    if not text:
        raise ValueError("the text is empty")
    if len(text) > MAX_LENGTH:
        raise ValueError(f"the text has {len(text):,} characters; a memory has at most {MAX_LENGTH:,}")
    return text


def _depth(value: object) -> int:
    items = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return 1 + max((_depth(item) for item in items if isinstance(item, dict | list)), default=0)


def _typed(given: Mapping[str, object], key: str, kind: type[_T]) -> _T | None:
    value = given.get(key)
    if value is None or isinstance(value, kind):
        return value
    raise ValueError(f"{key} is a JSON {_kind(value)}, not {_KINDS[kind]}")


def _string(given: Mapping[str, object], key: str, default: str = "") -> str:
    value = given.get(key, default)
    if not isinstance(value, str):
        raise ValueError(f"{key} is a JSON {_kind(value)}, not a string")
    return value


def _categories(given: Mapping[str, object], memory_type: MemoryType) -> tuple[str, ...]:
    names = _typed(given, "categories", list)
    if names is None:
        return ("identity",) if memory_type is MemoryType.CONSTITUTIONAL else ("observation",)
    if not all(isinstance(name, str) for name in names):
        raise ValueError("categories holds something that is not a string")
    return tuple(dict.fromkeys(map(_category, names)))


@lru_cache(maxsize=4096)
def _category(text: str) -> str:
    return checked_category(text)


def _importance(given: Mapping[str, object]) -> float:
    value = given.get("importance", 0.5)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"importance is a JSON {_kind(value)}, not a number")
    if not 0 <= value <= 1:
        raise ValueError("importance is a number from 0 to 1")
    return float(value)


def _count(given: Mapping[str, object], key: str) -> int:
    value = given.get(key, 0)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MAX_COUNT:
        raise ValueError(f"{key} is not a whole number from 0")
    return value


def _instant(given: Mapping[str, object], key: str) -> Instant | None:
    text = _string(given, key)
    if not text:
        return None
    try:
        return from_iso(text)
    except (ValueError, OverflowError):
        raise ValueError(f"{key} is not an ISO 8601 time: {one_line(text, 40)}") from None


def _was(given: Mapping[str, object]) -> tuple[int, ...]:
    told = _typed(given, "was", list) or []
    try:
        values = [int(value, 16) for value in told]
    except (TypeError, ValueError):
        raise ValueError("was holds something that is not a fingerprint") from None
    return tuple(value - (1 << 64) if value >> 63 else value for value in values)


def _state(given: Mapping[str, object]) -> State:
    state = _one_of(State, given, "state", State.LIVE)
    if state not in VISIBLE_STATES:
        raise ValueError(f"state is one of {', '.join(VISIBLE_STATES)}")
    return state


def _one_of(words: type[_Word], given: Mapping[str, object], key: str, default: _Word) -> _Word:
    text = _string(given, key)
    if not text:
        return default
    try:
        return words(text)
    except ValueError:
        raise ValueError(f"{key} {one_line(text, 40)!r} is not known") from None


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "null").removeprefix("a ").removeprefix("an ")


_KINDS: Mapping[type, str] = {
    dict: "an object",
    list: "a list",
    str: "a string",
    bool: "a boolean",
    int: "a number",
    float: "a number",
}
_ENCODER = json.JSONEncoder(ensure_ascii=False)

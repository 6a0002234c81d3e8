"""One memory as an object of memtui's own exchange format, and back.

Exports and imports, write-back to a linked export, and what is carried along in the formats of others go
through here. A written memory reads back equal in everything the format names, times to the millisecond.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
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
from memtui.domain.text import MAX_LENGTH, Longest, one_line, well_formed
from memtui.domain.uid import is_uid

_T = TypeVar("_T")
_Word = TypeVar("_Word", Origin, State)

_MAX_COUNT = 2**63 - 1
"""The largest number that SQLite stores."""
_UNSIGNED = (1 << 64) - 1
_MAX_DEPTH = 32
"""Levels of provenance: ours has three, and no depth may exhaust the stack."""


def fields(memory: Memory | Draft) -> dict[str, object]:
    """Return everything that the format names of a memory, by name; no uid for a draft that has none."""
    return {
        **({"uid": memory.uid} if memory.uid else {}),
        "text": memory.text,
        "abstract": memory.abstract,
        "scope": memory.scope,
        "type": memory.type,
        "categories": list(memory.categories),
        "importance": memory.importance,
        "pinned": memory.pinned,
        "state": memory.state,
        "created_at": _iso(memory.created_at),
        "updated_at": _iso(memory.updated_at),
        "last_accessed_at": _iso(memory.last_accessed_at),
        "access_count": memory.access_count,
        "session_count": memory.session_count,
        "expires_at": _iso(memory.expires_at),
        "origin": memory.origin,
        "provenance": dict(memory.provenance),
    }


def line(memory: Memory, was: Sequence[int] = ()) -> str:
    """Return `memory` as one line of the exchange format, without the line end.

    `was` are the fingerprints of what it said before, by which an import elsewhere tells older from newer.
    """
    record = {**fields(memory), "version": memory.version}
    if was:
        record["was"] = [f"{value & _UNSIGNED:016x}" for value in was]
    return encoded(record)


def encoded(record: Mapping[str, object]) -> str:
    """Return an object of the format as one line."""
    return _ENCODER.encode(record)


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
    uid = string_of(given, "uid")
    if uid and not is_uid(uid):
        provenance, uid = {**provenance, "foreign_uid": uid}, ""
    memory_type = _type(string_of(given, "type") or MemoryType.SEMANTIC)
    return Draft(
        text=_text(given),
        abstract=well_formed(string_of(given, "abstract")),
        scope=normalise(string_of(given, "scope", ROOT)),
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


def _text(given: Mapping[str, object]) -> str:
    if "text" not in given:
        raise ValueError("no text")
    text = well_formed(string_of(given, "text"))
    if not text:
        raise ValueError("the text is empty")
    if len(text) > MAX_LENGTH:
        raise ValueError(f"the text has {len(text):,} characters; a memory has at most {MAX_LENGTH:,}")
    return text


def _depth(value: object) -> int:
    if not value:
        return 1
    items = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return 1 + max((_depth(item) for item in items if isinstance(item, dict | list)), default=0)


def _typed(given: Mapping[str, object], key: str, kind: type[_T]) -> _T | None:
    value = given.get(key)
    if value is None or isinstance(value, kind):
        return value
    raise ValueError(f"{key} is a JSON {_kind(value)}, not {_KINDS[kind]}")


def string_of(given: Mapping[str, object], key: str, default: str = "") -> str:
    """Return a string of an object of the format. Raises ValueError for anything else."""
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


_category = lru_cache(maxsize=4096)(checked_category)
_type = lru_cache(maxsize=64)(checked_type)


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
    if key not in given:
        return None
    text = string_of(given, key)
    if not text:
        return None
    try:
        return from_iso(text)
    except (ValueError, OverflowError):
        raise ValueError(f"{key} is not an ISO 8601 time: {one_line(text, Longest.NAME)}") from None


def _was(given: Mapping[str, object]) -> tuple[int, ...]:
    if "was" not in given:
        return ()
    texts = _typed(given, "was", list) or []
    try:
        values = [int(value, 16) for value in texts]
    except (TypeError, ValueError):
        raise ValueError("was holds something that is not a fingerprint") from None
    return tuple(value - (1 << 64) if value >> 63 else value for value in values)


def _state(given: Mapping[str, object]) -> State:
    state = _one_of(State, given, "state", State.LIVE)
    if state not in VISIBLE_STATES:
        raise ValueError(f"state is one of {', '.join(VISIBLE_STATES)}")
    return state


def _one_of(kind: type[_Word], given: Mapping[str, object], key: str, default: _Word) -> _Word:
    text = string_of(given, key)
    if not text:
        return default
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{key} is one of {', '.join(kind)}, not {one_line(text, Longest.NAME)!r}") from None


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "null").removeprefix("a ").removeprefix("an ")


@lru_cache(maxsize=64)
def _iso(at: Instant | None) -> str | None:
    return None if at is None else to_iso(at)


_KINDS: Mapping[type, str] = {
    dict: "an object",
    list: "a list",
    str: "a string",
    bool: "a boolean",
    int: "a number",
    float: "a number",
}
_ENCODER = json.JSONEncoder(ensure_ascii=False)

"""What a value in LangGraph's store says, and the value with other words in it.

A value is any JSON object that an agent made. If one of its fields is the statement, by its name or because
no other field holds text, that field is the memory's text and can be edited. Otherwise the memory lists all
fields, one a line, and cannot be edited. LangMem's `{"kind": "Memory", "content": {"content": "…"}}` is read
the same way.

A key is the namespace, as the table says it, and the key in it: `memories.ada/4f1c`.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import unquote

from memtui.domain.memory import Draft
from memtui.domain.text import well_formed
from memtui.formats.ground import wording
from memtui.formats.ground.drafting import imported, instant_of
from memtui.formats.ground.files import fault
from memtui.formats.ground.naming import scope_under
from memtui.formats.protocol import Record, Skipped
from memtui.live_stores.protocol import CannotSay, Row

_STATEMENTS = (
    "content",
    "text",
    "memory",
    "fact",
    "data",
    "value",
    "note",
    "statement",
    "message",
    "summary",
)
"""Fields that hold the statement, the likeliest first."""
_DEEPEST = 3
"""Levels of a value in which a statement is looked for; a deeper one belongs to something else."""
_SCOPE = "/langgraph"


def key_of(namespace: str, name: str) -> str:
    """Return the key of a row; `namespace` is its parts with dots between them, as the table has it."""
    return f"{namespace.replace('%', '%25').replace('/', '%2F')}/{name}"


def place_in_table(key: str) -> tuple[str, str]:
    """Return the namespace and the name of a key."""
    namespace, _, name = key.partition("/")
    return unquote(namespace), name


def object_in(written: object) -> Mapping[str, object]:
    """Return the object in a column, parsed if it is JSON text; an empty one when it is none."""
    try:
        value = json.loads(written) if isinstance(written, str | bytes) else written
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, Mapping) else {}


def record_of(source: str, row: Row, place: str) -> Record:
    """Return the draft that a row becomes; `source` is the kind of store."""
    value = row.value
    if not value:
        return Skipped(row.key, "its value is no object with fields")
    at = _statement(value)
    text = well_formed(_text_at(value, at) if at is not None else _all_of(value)).strip()
    if not text:
        return Skipped(row.key, "its value says nothing")
    if wrong := fault(text):
        return Skipped(row.key, wrong)
    namespace, _ = place_in_table(row.key)
    scope = _SCOPE
    for part in namespace.split("."):
        scope = scope_under(scope, part)
    draft = imported(
        text,
        wording.sort_of(text),
        source=source,
        path=place,
        record=row.key,
        scope=scope,
        created_at=instant_of(row.around.get("created_at")),
        more={"fields": _others(value, at), "said_in": list(at or ())},
    )
    return replace(
        draft,
        updated_at=instant_of(row.around.get("updated_at")),
        expires_at=instant_of(row.around.get("expires_at")),
    )


def reworded(row: Row, draft: Draft) -> Row:
    """Return the row with another statement. Raises CannotSay when it has several text fields."""
    at = _statement(row.value)
    if at is None:
        raise CannotSay("its value has several fields, and the store is its agent's; change it there")
    return Row(row.key, _with_text(row.value, at, draft.text), {**row.around, "updated_at": None})


def made(key: str, draft: Draft) -> Row:
    """Return a new row for a memory whose old one was not kept, from its provenance."""
    said_in = draft.provenance.get("said_in")
    fields = draft.provenance.get("fields")
    at = [str(part) for part in said_in] if isinstance(said_in, list) else []
    others = fields if isinstance(fields, Mapping) else {}
    value = _with_text(others, at or [_STATEMENTS[0]], draft.text) if at or not others else others
    return Row(key, value)


def _statement(value: Mapping[str, object], depth: int = 1) -> list[str] | None:
    """Return the path of the field that is the statement; None unless there is exactly one."""
    for name in _STATEMENTS:
        entry = value.get(name)
        if isinstance(entry, str) and entry.strip():
            return [name]
        if isinstance(entry, Mapping) and depth < _DEEPEST:
            below = _statement(entry, depth + 1)
            if below is not None:
                return [name, *below]
    texts = [name for name, entry in value.items() if isinstance(entry, str) and entry.strip()]
    plain = not any(isinstance(entry, Mapping | list) for entry in value.values())
    return texts if len(texts) == 1 and plain else None


def _text_at(value: Mapping[str, object], at: list[str]) -> str:
    part: object = value
    for name in at:
        part = part[name] if isinstance(part, Mapping) else ""
    return str(part)


def _all_of(value: Mapping[str, object]) -> str:
    return "\n".join(f"{name}: {_plain(part)}" for name, part in value.items() if not _is_empty(part))


def _is_empty(value: object) -> bool:
    return value is None or value == [] or (isinstance(value, str) and not value.strip())


def _plain(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(one, str | int | float) for one in value):
        return ", ".join(map(str, value))
    return json.dumps(value, ensure_ascii=False)


def _with_text(value: Mapping[str, object], at: list[str], text: str) -> dict[str, object]:
    name, *rest = at
    below = value.get(name)
    inner = _with_text(below if isinstance(below, Mapping) else {}, rest, text) if rest else text
    return {**value, name: inner}


def _others(value: Mapping[str, object], at: list[str] | None) -> dict[str, object]:
    """Return what a value says besides its statement."""
    if not at:
        return dict(value)
    name, *rest = at
    below = value.get(name)
    kept = {key: part for key, part in value.items() if key != name}
    inner = _others(below, rest) if rest and isinstance(below, Mapping) else {}
    return {**kept, name: inner} if inner else kept

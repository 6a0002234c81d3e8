"""A memory's fields on their way between stores: how each is written, and the one gate they come in by.

What another device says is untrusted text like any other: it is sanitised, its secrets are blotted out, and
what no memory can have is refused. That is done by the same version in the same way everywhere, so stores
that took the same segments are equal.
"""

import json
from collections.abc import Mapping

from memtui.domain.instant import to_iso
from memtui.domain.memory import Draft, Memory, State
from memtui.formats.ground.exchange import draft
from memtui.lifecycle.checks import checked_import
from memtui.lifecycle.errors import Refused
from memtui.store import recording
from memtui.sync.errors import BrokenSegment

FIELDS = (
    "text",
    "abstract",
    "scope",
    "type",
    "state",
    "importance",
    "pinned",
    "categories",
    "expires_at",
    "provenance",
)
"""What travels of a memory after it was added. How it was used travels as counts of each device."""


def as_json(field: str, value: object) -> object:
    """Return a journalled value as a segment holds it: like the field in an export."""
    if field == "pinned":
        return bool(value)
    if field in {"categories", "provenance"}:
        return json.loads(str(value))
    if field == "expires_at" and isinstance(value, int | float):
        return to_iso(value)
    return value


def as_stored(field: str, value: object) -> object:
    """Return a field's value as it is stored. Raises BrokenSegment for what no memory can have."""
    if field == "state" and value == State.ABSENT:
        return State.ABSENT.value
    return stored(as_memory({"text": "-", field: value}))[field]


def as_memory(value: object) -> Draft:
    """Return the memory that a segment adds. Raises BrokenSegment for what none can be."""
    try:
        return checked_import(draft(value))
    except (ValueError, Refused) as error:
        raise BrokenSegment(f"a memory that cannot be: {error}") from None


def stored(memory: Memory | Draft) -> Mapping[str, object]:
    """Return the fields that travel as they are stored."""
    return {
        **recording.journalled(memory),
        "expires_at": memory.expires_at,
        "provenance": json.dumps(memory.provenance, ensure_ascii=False, sort_keys=True),
    }

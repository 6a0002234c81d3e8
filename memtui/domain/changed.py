"""What an op changed of a memory, in words: a field with what it was before and after."""

import json
from contextlib import suppress

from memtui.domain.counting import plural
from memtui.domain.days import day
from memtui.domain.memory import BECAME, MemoryType, State
from memtui.domain.text import Longest, one_line, printable

_LABELS = {
    "access_count": "uses",
    "session_count": "sessions with a use",
    "last_accessed_at": "last used",
    "created_at": "made",
    "half_life": "days to half its strength",
    "rank_key": "place by strength",
}
"""What fields are called where their names in the store say little."""


def field_in_words(field: str, before: object, after: object) -> str:
    """Return one changed field as safe words; the values are as the journal has them, secrets masked."""
    match field:
        case "state":
            return _became(str(before), str(after))
        case "pinned":
            return "pinned" if after else "no longer pinned"
        case "provenance":
            return _provenance(before, after)
        case "scope":
            return f"moved from {_value(before)} to {_value(after)}"
        case "categories":
            return _categories(before, after)
        case "type":
            return f"type  {_type(before)} → {_type(after)}"
        case "expires_at":
            return f"ends on {_date(after)}" if after is not None else f"no longer ends on {_date(before)}"
    label = _LABELS.get(field) or printable(field).removesuffix("_at").replace("_", " ")
    if field.endswith("_at"):
        before, after = _date(before), _date(after)
    return f"{label}  {_value(before)} → {_value(after)}"


def _became(before: str, after: str) -> str:
    if State.ABSENT in (before, after):
        return "added" if before == State.ABSENT else "taken out again"
    if after == State.LIVE:
        return "restored" if before == State.DROPPED else "brought back from the archive"
    return one_line(after, 30)


def _provenance(before: object, after: object) -> str:
    """Return what happened to a memory whose provenance changed, which tells also what it was split into."""
    was, now = (_parts(value) for value in (before, after))
    if now and not was:
        return f"split into {plural(now)}"
    return "put together again" if was and not now else "where it comes from was changed"


def _parts(provenance: object) -> int:
    """Return how many memories one is now by its provenance; 0 where it is one."""
    with suppress(ValueError, AttributeError):
        return len(_listed(json.loads(str(provenance)).get(BECAME)))
    return 0


def _categories(before: object, after: object) -> str:
    """Return which categories came and which went."""
    old, new = _listed(before), _listed(after)
    came = [f"+{one_line(name, Longest.NAME)}" for name in new if name not in old]
    went = [f"−{one_line(name, Longest.NAME)}" for name in old if name not in new]
    return f"categories  {' '.join([*came, *went]) or 'in another order'}"


def _type(value: object) -> str:
    with suppress(ValueError):
        return MemoryType(str(value)).label
    return _value(value)


def _listed(value: object) -> list[str]:
    if isinstance(value, str):
        with suppress(ValueError):
            value = json.loads(value)
    return [str(item) for item in value] if isinstance(value, list | tuple) else []


def _value(value: object) -> str:
    if value is None or value == "":
        return "none"
    return f"{value:.2f}" if isinstance(value, float) else one_line(str(value), Longest.PHRASE)


def _date(value: object) -> str | None:
    return day(value) if isinstance(value, (int, float)) else None

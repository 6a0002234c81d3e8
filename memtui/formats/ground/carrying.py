"""What a format has no words for, carried along in a place that the format leaves free.

mem0's metadata and Claude Code's frontmatter may hold keys of anybody. Exports put there what they
would lose otherwise, under `memtui`, and the readers take it up again. Used by those and by the
exporters.
"""

import json
from collections.abc import Mapping
from dataclasses import replace

from memtui.domain.memory import Draft, Memory
from memtui.formats.ground import exchange

KEY = "memtui"
_DEFAULTS: Mapping[str, object] = {
    **dict.fromkeys(("last_accessed_at", "expires_at")),
    **dict.fromkeys(("access_count", "session_count"), 0),
    "pinned": False,
    "state": "live",
    "abstract": "",
}


def carried(memory: Memory) -> dict[str, object]:
    """Return everything but the text of a memory, as the exchange format has it, without what is usual."""
    fields: dict[str, object] = json.loads(exchange.encoded(exchange.fields(memory)))
    del fields["text"]
    return {key: value for key, value in fields.items() if key not in _DEFAULTS or value != _DEFAULTS[key]}


def restored(draft: Draft, fields: object) -> Draft:
    """Return `draft` with the fields that `carried` noted, or unchanged if memtui did not write them.

    The draft keeps its own word on where it was read.
    """
    if isinstance(fields, str):
        try:
            fields = json.loads(fields)
        except (ValueError, RecursionError):
            return draft
    if not isinstance(fields, dict) or "uid" not in fields:
        return draft
    try:
        known = exchange.draft({**fields, "text": draft.text})
    except ValueError:
        return draft
    return replace(known, provenance={**known.provenance, **draft.provenance})

"""Making a draft of a record, with what a later sync needs to find that record again.

Provenance of everything imported: `source` is the format, `path` the file (absolute, links
resolved), `record` the key of the record in that file. Path and key together find the record again;
equal keys in one file mean the same statement written twice.
"""

from collections.abc import Mapping
from pathlib import Path

from memtui.domain.instant import Instant, from_iso
from memtui.domain.memory import Draft, Origin
from memtui.formats.ground.wording import Sort

_MILLISECONDS, _NO_TIME = 1e11, 1e14
"""As seconds the first is the year 5138, so more are milliseconds; the second is the year 5138 in those."""


def imported(
    text: str,
    sort: Sort,
    *,
    source: str,
    path: Path | str,
    record: str,
    scope: str,
    created_at: Instant | None,
    more: Mapping[str, object],
) -> Draft:
    """Return the draft of one record; what is empty in `more` is left out of its provenance."""
    provenance: dict[str, object] = {"source": source, "path": str(path), "record": record}
    provenance |= {key: value for key, value in more.items() if value}
    return Draft(
        text=text,
        scope=scope,
        type=sort.type,
        categories=sort.categories,
        importance=sort.importance,
        origin=Origin.IMPORTED,
        provenance=provenance,
        created_at=created_at,
    )


def instant_of(value: object) -> Instant | None:
    """Return a time written as ISO 8601 or as seconds or milliseconds since 1970; None for anything else."""
    if isinstance(value, str) and value.strip():
        try:
            return from_iso(value)
        except (ValueError, OverflowError):
            return None
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < _NO_TIME:
        return float(value) / 1000 if value > _MILLISECONDS else float(value)
    return None

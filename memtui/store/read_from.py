"""What memories say themselves of the files that they were read from, whether or not those are linked.

That is in their provenance: the format, the file and the key of the record.
"""

from memtui.store.database import Store
from memtui.store.sources import SourceRecord


def records_below(store: Store, format_name: str, path: str) -> list[SourceRecord]:
    """Return what memories say of themselves of where they were read, for those that came of a path.

    So that is known, too, which was imported and of which no source is linked.
    """
    rows = store.query(
        "SELECT json_extract(provenance, '$.record'), json_extract(provenance, '$.path') AS file, id, "
        "pinned FROM memories WHERE source = ? AND state != 'absent' "
        "AND (file = ? OR substr(file, 1, ?) = ?)",
        (format_name, path, len(path) + 1, f"{path}/"),
    )
    return [SourceRecord(row[0], row[1], row[2], None, bool(row[3])) for row in rows if row[0]]


def whole_files(store: Store, format_name: str, scope: str) -> dict[str, int]:
    """Return the live memories of a scope that were read from files of a format, by the key of the record,
    those that stand in no source of this store.
    """
    rows = store.query(
        "SELECT json_extract(provenance, '$.record'), id FROM memories m WHERE scope = ? AND state = 'live' "
        "AND source = ? AND NOT EXISTS (SELECT 1 FROM source_records WHERE memory_id = m.id) ORDER BY id",
        (scope, format_name),
    )
    return {key: memory_id for key, memory_id in rows if isinstance(key, str)}

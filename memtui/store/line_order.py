"""In which order the records of a source stand in their files.

A line without an id is known by its text, so one that was reworded is told by where it stood (`same_place`).
"""

from collections.abc import Mapping

from memtui.store.database import Store, Transaction
from memtui.store.sources import SourceRecord

Place = tuple[str, str]
"""The key of a record, and the file that it is in."""


def positions(store: Store | Transaction, source_id: int, file: str = "") -> dict[Place, int]:
    """Return where each record stood in its file when that was read last, as far as that is known.

    Only those of one file, when it is given.
    """
    one = " AND file = ?" if file else ""
    rows = store.query(
        f"SELECT key, file, position FROM source_records WHERE source_id = ? AND position IS NOT NULL{one}",
        (source_id, file) if file else (source_id,),
    )
    return {(key, file): position for key, file, position in rows}


def put_positions(tx: Transaction, source_id: int, places: Mapping[Place, int]) -> None:
    """Record where some of a source's records stand now."""
    tx.execute_many(
        "UPDATE source_records SET position = ? WHERE source_id = ? AND key = ? AND file = ?",
        [(position, source_id, *place) for place, position in places.items()],
    )


def renamed(before: Mapping[Place, int], records: Mapping[str, SourceRecord]) -> dict[Place, int]:
    """Return where records stand that go by another key by now; `records` are they, by their old keys."""
    return {
        (record.key, record.file): before[key, record.file]
        for key, record in records.items()
        if (key, record.file) in before
    }

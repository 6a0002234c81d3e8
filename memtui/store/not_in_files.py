"""Which memories no linked file says any more, as cards say that wait for a person's word."""

import json
from collections.abc import Collection
from pathlib import PurePath
from typing import NamedTuple

from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.proposal_status import WAITING
from memtui.store.database import Store
from memtui.store.memories import AMONG, ids_json

CHANGED = rule_name(Kind.LEARNED, "changed")
"""A record says something else by now, and its memory was changed here as well, or was turned down."""
VANISHED = rule_name(Kind.LEARNED, "vanished")
"""The record of a memory is in no file any more."""
REWORDED = rule_name(Kind.LEARNED, "reworded")
"""The same, and a new record may be what it has become."""


class NotInFile(NamedTuple):
    """A live memory that a linked file said once, and does not say now."""

    memory: int
    file: str
    """The name of the file."""
    otherwise: bool
    """Whether the file says something else in its place, which is no memory yet."""


def not_in_files(store: Store, ids: Collection[int]) -> tuple[NotInFile, ...]:
    """Return those of these memories that are in no file as they are, while a card about it waits.

    A card about what a memory said before it was changed may be over, so it counts for nothing. Raises
    StoreError.
    """
    rows = store.query(
        "SELECT DISTINCT m.id, p.rule, json_extract(p.evidence, '$.file') FROM proposal_targets t "
        "CROSS JOIN proposals p ON p.id = t.proposal_id CROSS JOIN memories m "
        "ON m.id = t.memory_id AND m.norm_hash = t.fingerprint AND m.state = 'live' "
        f"WHERE t.memory_id {AMONG} AND t.position = 0 "
        "AND p.rule IN (SELECT value FROM json_each(?)) AND p.status IN (SELECT value FROM json_each(?)) "
        "AND (p.rule = ? OR NOT EXISTS (SELECT 1 FROM source_records r JOIN sources s ON s.id = r.source_id "
        "WHERE r.memory_id = m.id AND r.fingerprint IS NOT NULL AND s.status != 'unlinked')) ORDER BY p.id",
        (ids_json(sorted(ids)), json.dumps([CHANGED, VANISHED, REWORDED]), json.dumps(WAITING), CHANGED),
    )
    found = {
        memory_id: NotInFile(memory_id, PurePath(file or "").name, rule == CHANGED)
        for memory_id, rule, file in rows
    }
    return tuple(found.values())

"""Files into which nothing may be written, and which lack what the store says: an undo tells of them."""

from collections.abc import Sequence
from typing import NamedTuple

from memtui.domain.text import fingerprint
from memtui.store.database import Store
from memtui.store.memories import AMONG, ids_json


class ShutFile(NamedTuple):
    """One such file."""

    file: str
    source: str
    """The path of the source that it belongs to."""
    linked: bool
    """Whether that is linked still; then writing to it is not allowed."""
    in_store: bool
    """Whether it is a live store, whose address may hold a password."""


def that_lack(store: Store, memory_ids: Sequence[int]) -> list[ShutFile]:
    """Return the files that said some of these live memories, and may not be given them back, by path.

    Where writing was never allowed only a line that was taken out counts: nothing else was written there.
    """
    rows = store.query(
        "SELECT r.file, s.path, s.status != 'unlinked', s.address != '', "
        "r.fingerprint, m.text FROM source_records r "
        "JOIN sources s ON s.id = r.source_id JOIN memories m ON m.id = r.memory_id "
        f"WHERE r.memory_id {AMONG} AND m.state = 'live' "
        "AND (s.status = 'unlinked' OR s.agreed_at IS NULL AND r.fingerprint IS NULL) "
        "AND NOT EXISTS (SELECT 1 FROM source_records o JOIN sources t ON t.id = o.source_id "
        "WHERE o.memory_id = m.id AND o.file = r.file AND t.status != 'unlinked' AND t.agreed_at > 0)",
        (ids_json(memory_ids),),
    )
    lack = {
        ShutFile(file, path, bool(linked), bool(in_store))
        for file, path, linked, in_store, says, text in rows
        if says != fingerprint(text)
    }
    return sorted(lack)

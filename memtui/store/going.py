"""Which memories a card in Review would take out of view, until a person has decided."""

import json
from collections.abc import Collection

from memtui.domain.deeds import Change
from memtui.store.database import Store
from memtui.store.disagreeing import DISAGREE, UNDECIDED
from memtui.store.memories import AMONG, ids_json


def would_go(store: Store, ids: Collection[int]) -> set[int]:
    """Return which of these memories a card proposes to drop, or to take into another one. Raises StoreError.

    What a card says of a memory whose text has changed since may be over. Of what disagrees either may be
    right: that is told side by side.
    """
    rows = store.query(
        "SELECT t.memory_id, p.change FROM proposal_targets t CROSS JOIN proposals p ON p.id = t.proposal_id "
        "CROSS JOIN memories m ON m.id = t.memory_id AND m.norm_hash = t.fingerprint "
        f"WHERE t.memory_id {AMONG} AND p.status IN ({UNDECIDED}) AND p.kind NOT IN ({DISAGREE})",
        (ids_json(sorted(ids)),),
    )
    return {memory_id for memory_id, change in rows if memory_id in Change.from_json(json.loads(change)).gone}

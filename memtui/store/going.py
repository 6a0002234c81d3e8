"""Which memories a card in Review would take out of view, until a person has decided."""

import json
from collections.abc import Collection

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change
from memtui.domain.proposal_status import Status
from memtui.store.database import Store
from memtui.store.memories import AMONG, ids_json

_OTHERWISE = f"'{Kind.CONFLICT}', '{Kind.JUDGE}'"
"""Of what disagrees either may be right: that is told side by side."""
_UNDECIDED = f"'{Status.OPEN}', '{Status.LATER}'"


def would_go(store: Store, ids: Collection[int]) -> set[int]:
    """Return which of these memories a card proposes to drop, or to take into another one. Raises StoreError.

    What a card says of a memory whose text has changed since may be over.
    """
    rows = store.query(
        "SELECT t.memory_id, p.change FROM proposal_targets t CROSS JOIN proposals p ON p.id = t.proposal_id "
        "CROSS JOIN memories m ON m.id = t.memory_id AND m.norm_hash = t.fingerprint "
        f"WHERE t.memory_id {AMONG} AND p.status IN ({_UNDECIDED}) AND p.kind NOT IN ({_OTHERWISE})",
        (ids_json(sorted(ids)),),
    )
    return {memory_id for memory_id, change in rows if memory_id in Change.from_json(json.loads(change)).gone}

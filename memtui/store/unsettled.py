"""Which memories a linked file, a text that was read since, or the code of their project says otherwise.

So say cards that wait for a person's word. Of what an agent asks to change only that it asks is known here:
nobody vouches for it.
"""

import json
from collections.abc import Collection
from pathlib import PurePath
from typing import NamedTuple

from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.instant import Instant
from memtui.domain.proposal import SAID_BY, THE_USER
from memtui.domain.proposal_status import WAITING
from memtui.store.database import Store
from memtui.store.memories import AMONG, ids_json

CHANGED = rule_name(Kind.LEARNED, "changed")
"""A record says something else by now, and its memory was changed here as well, or was turned down."""
VANISHED = rule_name(Kind.LEARNED, "vanished")
"""The record of a memory is in no file any more."""
REWORDED = rule_name(Kind.LEARNED, "reworded")
"""The same, and a new record may be what it has become."""
SAID_ANEW = rule_name(Kind.LEARNED, "updates")
"""A text that was read says what a memory says with another value, and that it changed or is the newer."""
SAID_OTHERWISE = rule_name(Kind.LEARNED, "conflicts")
"""A text that was read disagrees with a memory."""
SAID_OVER = rule_name(Kind.LEARNED, "deletes")
"""A text that was read says that what a memory says is over."""
ASKED = rule_name(Kind.LEARNED, "agent-update")
"""An agent asks that a memory says something else."""
IN_CODE = rule_name(Kind.DEAD, "otherwise")
"""The code of the project says otherwise."""
_BY_NAME = 0.7
"""How sure the code is at least: it says otherwise of what the memory names, not of what may be meant."""
MOVED = rule_name(Kind.DEAD, "moved")
"""What a memory names is elsewhere in the project by now."""
_TILL_BACK = VANISHED, REWORDED
"""Cards that are over once the memory's words are in a linked file again."""
_RULES = CHANGED, *_TILL_BACK, SAID_ANEW, SAID_OTHERWISE, SAID_OVER, ASKED, IN_CODE, MOVED


class Unsettled(NamedTuple):
    """A live memory of which something is said that it does not say, and that is no memory yet."""

    memory: int
    rule: str
    """The rule of the card about it."""
    file: str
    """The name of the linked file; empty where a text says it."""
    quote: str = ""
    """The words of the user that say otherwise; empty where they are somebody else's."""
    said_at: Instant | None = None
    """When the user said them, if that is known."""


def unsettled(store: Store, ids: Collection[int]) -> tuple[Unsettled, ...]:
    """Return those of these memories about which such a card waits, each once.

    A card about what a memory said before it was changed may be over, so it counts for nothing. Raises
    StoreError.
    """
    rows = store.query(
        "SELECT DISTINCT m.id, p.rule, json_extract(p.evidence, '$.file'), "
        f"CASE WHEN json_extract(p.evidence, '$.facts.\"{SAID_BY}\"') = ? "
        "THEN json_extract(p.evidence, '$.quote') END, "
        "coalesce(json_extract(p.change, '$.said_at'), json_extract(p.change, '$.draft.created_at')) "
        "FROM proposal_targets t "
        "CROSS JOIN proposals p ON p.id = t.proposal_id CROSS JOIN memories m "
        "ON m.id = t.memory_id AND m.norm_hash = t.fingerprint AND m.state = 'live' "
        f"WHERE t.memory_id {AMONG} AND t.position = 0 AND (p.rule != ? OR p.confidence >= ?) "
        "AND p.rule IN (SELECT value FROM json_each(?)) AND p.status IN (SELECT value FROM json_each(?)) "
        "AND (p.rule NOT IN (SELECT value FROM json_each(?)) OR NOT EXISTS (SELECT 1 FROM source_records r "
        "JOIN sources s ON s.id = r.source_id "
        "WHERE r.memory_id = m.id AND r.fingerprint IS NOT NULL AND s.status != 'unlinked')) ORDER BY p.id",
        (
            THE_USER,
            ids_json(sorted(ids)),
            *(IN_CODE, _BY_NAME),
            *map(json.dumps, (_RULES, WAITING, _TILL_BACK)),
        ),
    )
    found: dict[int, Unsettled] = {}
    for memory_id, rule, file, quote, at in rows:
        known = found.get(memory_id)
        weighs_more = known is not None and (bool(known.quote) or rule == ASKED)
        if quote or not weighs_more:
            own = (quote, at) if quote else ()
            found[memory_id] = Unsettled(memory_id, rule, PurePath(file or "").name, *own)
    return tuple(found.values())

"""Filling a new store with the examples, flaws included. `memtui demo` and tests call it.

A few of the examples hold what no write path lets in today: a secret, a tag of an agent's reasoning. An older
version of memtui, or one that did not know that kind of secret yet, would have. They are what the review pass
is there to find, so they are put into this one store as `memories.jsonl` has them, past the checks; nothing
else can be.
"""

from memtui.demo import example, past, uses
from memtui.domain.actor import Actor
from memtui.domain.instant import Instant
from memtui.domain.memory import State
from memtui.lifecycle.errors import Refused
from memtui.store import inserting, recording
from memtui.store.database import Store

_DETAIL = "the example store"


def fill(store: Store, now: Instant, *, by: Actor) -> None:
    """Put the examples into a store that has never held anything. Raises Refused for any other."""
    if not inserting.is_empty(store):
        raise Refused("the examples go into a new store only")
    flawed = example.let_through(now)
    uids = {draft.uid for draft in flawed}
    sound = [draft for draft in example.drafts(now) if draft.uid not in uids]
    past.live_through(store, sound, by=by, detail=_DETAIL)
    with store.write() as tx:
        op_id = recording.begin(tx, "import", by, detail=f"{_DETAIL}: what an older version let through")
        ids = inserting.insert(tx, flawed)
        recording.record_creation(tx, op_id, ids, State.LIVE)
        recording.finish(tx, op_id, len(ids))
        uses.record(tx, [*sound, *flawed])

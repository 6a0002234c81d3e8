"""Taking a secret out of a memory that holds one, for good.

An edit would leave the old text in the journal. So a copy without the secret is added, and the memory is
purged with all that mentions it. In this order: if the process is killed between the two, both are there and
nothing is lost.
"""

from collections.abc import Sequence
from dataclasses import replace

from memtui import secrets
from memtui.domain.actor import Actor
from memtui.domain.memory import Draft, Memory
from memtui.domain.proposal_status import Status
from memtui.lifecycle.checks import SECRET_CATEGORY, checked_import
from memtui.lifecycle.purge import PurgeReport, purge
from memtui.store import inserting, memories, proposals, recording
from memtui.store.database import Store


def redact(store: Store, ids: Sequence[int], *, by: Actor) -> PurgeReport:
    """Replace memories by copies with their secrets redacted, and purge the originals. Cannot be undone.

    Raises Refused when none of them is there.
    """
    originals = memories.get_many(store, ids)
    copies = [_copy(memory) for memory in originals]
    with store.write() as tx:
        op_id = recording.begin(tx, "redact", by)
        made = inserting.insert(tx, copies)
        for memory_id, memory in zip(made, originals, strict=True):
            recording.record_creation(tx, op_id, range(memory_id, memory_id + 1), memory.state)
        recording.finish(tx, op_id, len(made))
        recording.mark_final(tx, op_id)
    return purge(store, [memory.id for memory in originals], by=by)


def unmark(store: Store, ids: Sequence[int], proposal_id: int, *, by: Actor) -> None:
    """Note that a linked file holds the secret of memories no more, as a proposal asked. Cannot be undone."""
    with store.write() as tx:
        op_id = recording.begin(tx, "redact", by)
        for memory in memories.get_many(store, ids):
            kept = [name for name in memory.categories if name != SECRET_CATEGORY]
            recording.apply(tx, op_id, [memory.id], {"categories": recording.categories_json(kept)})
        proposals.decide(tx, [proposal_id], Status.ACCEPTED, op_id)
        recording.finish(tx, op_id, len(ids))
        recording.mark_final(tx, op_id)


def _copy(memory: Memory) -> Draft:
    abstract, _ = secrets.redact(memory.abstract)
    copy = replace(Draft.of(memory), abstract=abstract, uid=None, updated_at=None)
    return checked_import(replace(copy, state=memory.state, depth=memory.depth))

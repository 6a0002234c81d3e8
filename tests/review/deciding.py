"""A person's yes in tests, and what has become of a memory and of a card."""

from collections.abc import Sequence

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Memory
from memtui.domain.proposal_status import Status
from memtui.review.verdicts import Choice, Verdict, accept
from memtui.store import memories, proposals
from memtui.store.database import Store

BY = PERSON_AT_CLI


def yes(store: Store, ids: Sequence[int], choice: Choice | None = None) -> Verdict:
    return accept(store, Settings(), ids, by=BY, choice=choice)


def now(store: Store, memory: Memory) -> Memory:
    (current,) = memories.get_many(store, [memory.id])
    return current


def status(store: Store, proposal_id: int) -> Status:
    proposal = proposals.get(store, proposal_id)
    assert proposal is not None
    return proposal.status

"""Knows the earlier proposals about memories, for the rules that choose among many of them.

A rule about one memory or a pair repeats its proposal, and the queue recognises it. A rule that picks the
weakest memories, or those of one month, would pick others each time; so it asks here which were proposed
before. A no to a memory that was taken apart since is one to each of its items.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.card_kinds import Kind, kind_named
from memtui.domain.proposal_status import WAITING, Status
from memtui.store import taken_apart
from memtui.store.database import Store
from memtui.store.memories import AMONG, ids_json
from memtui.store.taken_apart import Part

_STATUSES = ", ".join(f"'{status}'" for status in (*WAITING, Status.REJECTED))


@dataclass(frozen=True, slots=True)
class EarlierProposal:
    """A proposal about a memory that waits or was rejected."""

    proposal_id: int
    kind: Kind
    rule: str
    status: Status
    fingerprint: int
    """Of the memory's text at that time."""

    @property
    def waits(self) -> bool:
        """Whether it is still to be decided."""
        return self.status in WAITING


def about(store: Store, memory_ids: Sequence[int]) -> dict[int, list[EarlierProposal]]:
    """Return for each of these memories the proposals about it that wait or were rejected."""
    # CROSS JOIN: from the few memories to their proposals, and not from all that wait.
    earlier: dict[int, list[EarlierProposal]] = {}
    for memory_id, proposal_id, kind, rule, status, fingerprint in store.query(
        "SELECT t.memory_id, p.id, p.kind, p.rule, p.status, t.fingerprint FROM proposal_targets t "
        "CROSS JOIN proposals p ON p.id = t.proposal_id "
        f"WHERE t.memory_id {AMONG} AND p.status IN ({_STATUSES})",
        (ids_json(memory_ids),),
    ):
        earlier.setdefault(memory_id, []).append(
            EarlierProposal(proposal_id, kind_named(kind), rule, Status(status), fingerprint)
        )
    for part in taken_apart.parts(store, memory_ids):
        earlier.setdefault(part.memory_id, []).extend(_noes_to_the_whole(store, part))
    return earlier


def _noes_to_the_whole(store: Store, part: Part) -> list[EarlierProposal]:
    """Return the noes to what a memory was an item of, as noes to the item."""
    rows = store.query(
        "SELECT p.id, p.kind, p.rule FROM proposal_targets t CROSS JOIN proposals p ON p.id = t.proposal_id "
        f"WHERE t.memory_id = ? AND t.fingerprint = ? AND p.status = '{Status.REJECTED}'",
        (part.whole_id, part.whole_fingerprint),
    )
    return [
        EarlierProposal(proposal_id, kind_named(kind), rule, Status.REJECTED, part.fingerprint)
        for proposal_id, kind, rule in rows
    ]

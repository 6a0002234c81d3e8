"""Whether a suggestion was turned down where the queue itself does not show it.

A model withdrew it, a person said no on another machine, or no was said about a memory that was taken apart
since: that holds for each item that says what it said then. And which memories a no has kept.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from memtui.domain.proposal import Finding, Target
from memtui.domain.proposal_status import Status
from memtui.store import judged, taken_apart
from memtui.store.database import Store, Transaction

_MOST_TARGETS = 2
"""Rules that choose among many memories ask for each what was turned down (`asked`)."""


def is_declined(tx: Transaction, finding: Finding) -> bool:
    """Say whether a suggestion is not to be made although no card about the same memories was turned down."""
    return judged.withdrawn(tx, finding.identity) or any(
        _was_declined(tx, as_one.identity) for as_one in _before_they_were_apart(tx, finding)
    )


def _was_declined(tx: Transaction, identity: int) -> bool:
    said_no = "SELECT 1 FROM proposals WHERE identity = ? AND status = 'rejected'"
    return bool(tx.query(said_no, (identity,))) or judged.withdrawn(tx, identity)


def _before_they_were_apart(tx: Transaction, finding: Finding) -> Iterator[Finding]:
    """Yield the same suggestion about the memories that its targets were items of."""
    if len(finding.targets) > _MOST_TARGETS:
        return
    wholes: dict[int, list[Target]] = {}
    for part in taken_apart.parts(tx, [target.id for target in finding.targets]):
        whole = Target(part.whole_id, 0, part.whole_fingerprint)
        wholes.setdefault(part.memory_id, []).append(whole)
    choices = [[target, *wholes.get(target.id, ())] for target in finding.targets]
    for targets in product(*choices):
        if targets != finding.targets:
            yield replace(finding, targets=targets)


def kept_by_a_no(store: Store) -> set[int]:
    """Return the memories, as they are now, that a person said no to dropping or changing."""
    rows = store.query(
        "SELECT t.memory_id FROM proposals p JOIN proposal_targets t ON t.proposal_id = p.id "
        "JOIN memories m ON m.id = t.memory_id WHERE p.status = ? AND m.version = t.version",
        (Status.REJECTED,),
    )
    return {row[0] for row in rows}
